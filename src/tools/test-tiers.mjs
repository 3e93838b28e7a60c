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
 */

/** One journey for each feature; everything else in a browser belongs to the rest. */
const JOURNEYS = 'tests/e2e/journeys';
const CRASH = 'tests/crash/crash.test.ts';

/** Sorted as they run: the parts that fail soonest come first. @type {readonly Part[]} */
export const parts = [
  { name: 'types', tier: 'review' },
  { name: 'lint', tier: 'review' },
  { name: 'pure', tier: 'review', project: 'pure' },
  { name: 'unit', tier: 'review', project: 'unit' },
  {
    name: 'crash',
    tier: 'review',
    project: 'crash',
    only: [CRASH],
    env: { CRASH_ROUNDS: '1-1' },
  },
  { name: 'server', tier: 'review', project: 'server' },
  { name: 'page', tier: 'review', project: 'page' },
  { name: 'journeys', tier: 'review', project: 'browser', only: [JOURNEYS] },
  { name: 'browser', tier: 'rest', project: 'browser', except: [`${JOURNEYS}/**`] },
  { name: 'faults', tier: 'rest', project: 'crash', env: { CRASH_ROUNDS: '2-3' } },
  {
    name: 'newer',
    tier: 'rest',
    project: 'server',
    // And what newer-tests.mjs chooses of tests/server.
    only: ['tests/security'],
  },
];

/** Parts that leave a report which counts for the rules. */
export const reporting = parts.filter(({ name, project }) => project !== undefined && name !== 'newer');

/**
 * The parts that the command line selects.
 *
 * @param {{ full: boolean, rest: boolean, quick: boolean, only: string | null }} asked
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
 * Runs parts in their order, two at a time: when one waits or comes to its end, the other uses the cores.
 *
 * @param {readonly Part[]} chosen
 * @param {(part: Part) => Promise<void>} run
 */
export async function runInOrder(chosen, run) {
  const waiting = [...chosen];
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await run(part);
  };
  await Promise.all([lane(), lane()]);
}
