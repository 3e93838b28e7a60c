// `npm run test:slips`: plants slips (slips-list.mjs) into a copy of the tree, one at a time, and prints the
// share that tests without browsers find: the tests that `npm run tests-of` names first, else all of them.
// `-- NAME …` tries only those, `-- --near` only the tests named first, `-- --worlds` the simulator
// instead.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { copyTree, failing, withFault } from './planting.mjs';
import { rulesPage } from './rules-page.mjs';
import { rulesOn } from './rules-report.mjs';
import { root, spawnCommand, stop } from './run-command.mjs';
import { SLIPS } from './slips-list.mjs';
import { tablesOf } from './tables-of.mjs';
import { rankedTests } from './tests-ranking.mjs';

const nearest = 25;
const nearLimitMs = 4 * 60_000;
const wholeLimitMs = 15 * 60_000;
const PROJECTS = '--project pure --project page --project server';

requireNode();
process.chdir(root);
await installDependencies();

const onlyNear = process.argv.includes('--near');
const isWorlds = process.argv.includes('--worlds');
const names = process.argv.slice(2).filter((one) => !['--near', '--worlds'].includes(one));
const selection = SLIPS.filter(
  ([name, , , , worlds]) =>
    (names.length === 0 || names.includes(name)) && (!isWorlds || worlds !== undefined),
);
if (selection.length === 0) stop(`No such slip. There are: ${SLIPS.map(([name]) => name).join(', ')}`);

const sources = new Map(
  ['machines', 'simulator', 'src', 'tests']
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((path) => [path, readFileSync(path, 'utf8')]),
);
const rules = rulesOn(rulesPage);

/** @param {string} file */
function nearTests(file) {
  const ranked = rankedTests(file, sources, rules, new Map()).map(({ path }) => path);
  const fast = ranked.filter((path) => !/^tests\/(?:e2e|crash|cluster)\/|\.pg\.test/.test(path));
  return [...new Set([...tablesOf(file, sources.get(file) ?? ''), ...fast.slice(0, nearest)])].join(' ');
}

const place = copyTree(`${root}.cache/slips`);

/** Rules about planted faults and the form of sources fail by any change. */
const OF_FORM = /^(?:MACH-5|SIM-7|ARCH-\d+)\b/;

/**
 * Returns the title of a test that fails with the slip and not without it.
 *
 * @param {import('./mutants-list.mjs').Mutant} slip
 * @param {string} tests
 * @param {number} limitMs
 */
async function finderOf(slip, tests, limitMs) {
  const planted = await withFault(place, slip, () => failing(place, `${PROJECTS} ${tests}`, limitMs));
  const failed = planted?.filter(({ title }) => !OF_FORM.test(title)) ?? [];
  if (failed.length === 0) return null;
  const files = [...new Set(failed.map(({ file }) => file))].join(' ');
  const before = new Set((await failing(place, `${PROJECTS} ${files}`, limitMs))?.map(({ title }) => title));
  return failed.find(({ title }) => !before.has(title))?.title ?? null;
}

/** @param {import('./mutants-list.mjs').Mutant} slip */
async function testOf(slip) {
  const near = await finderOf(slip, nearTests(slip.file), nearLimitMs);
  return near ?? (onlyNear ? null : finderOf(slip, '', wholeLimitMs));
}

/**
 * Returns the first failure of the simulator with the slip.
 *
 * @param {import('./mutants-list.mjs').Mutant} slip
 * @param {readonly string[]} worlds
 */
async function failureOf(slip, worlds) {
  return withFault(place, slip, async () => {
    for (const args of worlds) {
      const script = `cd '${place}' && exec node src/tools/simulate.mjs ${args}`;
      const { output } = await spawnCommand('/bin/sh', ['-c', script], { quiet: true, silent: true });
      const failure = /BROKEN.*/u.exec(output)?.[0];
      if (failure !== undefined) return `${args}: ${failure}`;
      if (!/ 0 failures/u.test(output)) stop(`The simulator did not run: ${output.slice(-500)}`);
    }
    return null;
  });
}

/** @type {Map<string, string>} */
const found = new Map();
for (const [at, [name, file, find, replace, worlds = []]] of selection.entries()) {
  const slip = { name, file, find, replace };
  const finder = isWorlds ? await failureOf(slip, worlds) : await testOf(slip);
  if (finder !== null) found.set(name, finder);
  console.log(`${String(at + 1).padStart(2)} of ${selection.length}  ${name}: ${finder ?? 'NOT FOUND'}`);
}
rmSync(place, { recursive: true, force: true });
const share = Math.round((found.size / selection.length) * 100);
const finders = isWorlds ? 'Worlds that can reach them' : 'tests without browsers';
console.log(`\n${found.size} of ${selection.length} (${share} %) found by ${finders}`);
