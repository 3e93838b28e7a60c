/**
 * The parts of a test run. `review` is `npm test`; `rest` is what `npm run test:full` adds.
 *
 * @typedef {'review' | 'rest'} Tier
 * @typedef {object} Part
 * @property {string} name
 * @property {Tier} tier
 * @property {string} [project] the vitest project; other parts are no test files
 * @property {readonly string[]} [only] paths of the test files; all of the project without it
 * @property {readonly string[]} [except] globs of test files that another part runs
 * @property {Readonly<Record<string, string>>} [env]
 * @property {string} [beside] the part before it, during which it runs: neither has work for two cores all the time
 */

/** Four pages with moving pictures: they need both cores for themselves. */
const GROUP_CALLS = 'tests/e2e/group-calls';
/** One journey for each feature; everything else in a browser belongs to the rest. */
const JOURNEYS = 'tests/e2e/journeys';
/** Firefox and WebKit, whose packages a machine may lack. */
const ENGINES = `${JOURNEYS}/engines.test.ts`;
const CRASH = 'tests/crash/crash.test.ts';
/** Proofs that the simulator repeats, judges and shrinks, and all pairs of actions. Its seeds stay in the review. */
const WORLDS = ['tests/model/simulator-proofs.test.ts', 'tests/model/pairs.test.ts'];

/** The second engine's store, and the server's calls over it; a test of it beside others stays in the review. */
const SECOND_ENGINE = ['tests/contract/store-postgres.pg.test.ts', 'tests/server/on-postgres.pg.test.ts'];
/** Every sheet and menu, open while each of what it shows changes. */
const OPEN_SHEETS = ['tests/ui/open-while-changed.test.tsx'];

/** Sorted as they run: the parts that fail soonest come first. @type {readonly Part[]} */
export const parts = [
  { name: 'types', tier: 'review' },
  { name: 'lint', tier: 'review', beside: 'types' },
  { name: 'pure', tier: 'review', project: 'pure', except: WORLDS },
  { name: 'unit', tier: 'review', project: 'unit', except: SECOND_ENGINE, beside: 'pure' },
  {
    name: 'crash',
    tier: 'review',
    project: 'crash',
    only: [CRASH],
    env: { CRASH_ROUNDS: '1-1' },
    beside: 'pure',
  },
  { name: 'server', tier: 'review', project: 'server' },
  { name: 'page', tier: 'review', project: 'page', except: OPEN_SHEETS, beside: 'server' },
  { name: 'journeys', tier: 'review', project: 'browser', only: [JOURNEYS], except: [ENGINES] },
  { name: 'engines', tier: 'review', project: 'browser', only: [ENGINES], beside: 'journeys' },
  { name: 'browser', tier: 'rest', project: 'browser', except: [`${JOURNEYS}/**`, `${GROUP_CALLS}/**`] },
  {
    name: 'seeds',
    tier: 'rest',
    project: 'pure',
    only: ['tests/model/simulator.test.ts', ...WORLDS],
    env: { REGRESSIONS: 'all' },
    beside: 'browser',
  },
  { name: 'second-engine', tier: 'rest', project: 'unit', only: SECOND_ENGINE },
  { name: 'open-sheets', tier: 'rest', project: 'page', only: OPEN_SHEETS, beside: 'second-engine' },
  { name: 'group-call', tier: 'rest', project: 'browser', only: [GROUP_CALLS], env: { FILES_AT_ONCE: '1' } },
  { name: 'faults', tier: 'rest', project: 'crash', env: { CRASH_ROUNDS: '2-3' } },
  {
    name: 'newer',
    tier: 'rest',
    project: 'server',
    // And what newer-tests.mjs chooses of tests/server.
    only: ['tests/security'],
    beside: 'faults',
  },
];

/** Parts that leave a report which counts for the rules. */
export const reporting = parts.filter(({ name, project }) => project !== undefined && name !== 'newer');

/**
 * The parts that the command line selects.
 *
 * @param {{ full: boolean, rest: boolean, quick: boolean, only: string | null }} options
 * @returns {readonly Part[]}
 */
export function partsOf({ full, rest, quick, only }) {
  if (only !== null) return parts.filter(({ name }) => name === only);
  // `npm run test:full -- --rest` sets both.
  if (rest) return parts.filter(({ tier }) => tier === 'rest');
  if (full) return parts;
  const review = parts.filter(({ tier }) => tier === 'review');
  return quick ? review.filter(({ project }) => project !== 'browser' && project !== 'crash') : review;
}

/**
 * @param {readonly Part[]} parts
 * @returns {readonly (readonly Part[])[]} parts that run at the same time, in the order of the run
 */
export function orderOfParts(parts) {
  /** @type {Part[][]} */
  const groups = [];
  for (const part of parts) {
    const before = groups.at(-1);
    if (before !== undefined && before[0]?.name === part.beside) before.push(part);
    else groups.push([part]);
  }
  return groups;
}
