// `npm run test:mutants`: plants faults into copies of the machines, of the calls that protect an account,
// and of the code behind the tables of kinds, one at a time, and runs their tests against each. Every one
// must be found. `-- NAME …` runs only those.
import { readdirSync, rmSync } from 'node:fs';
import { installDependencies } from './dependencies.mjs';
import { fileOf, mutants } from './mutants-list.mjs';
import { requireNode } from './node-version.mjs';
import { copyTree, failing, withFault } from './planting.mjs';
import { root, stop } from './run-command.mjs';

const folder = `${root}.cache/mutants`;
const limitMs = 4 * 60_000;
/** Tests of the machines only; tests with whole clients take far longer and add little. */
const tests = readdirSync(`${root}tests/model`)
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('simulator'))
  .map((name) => `tests/model/${name}`)
  .join(' ');
/** Tests of faults with a row; its other rows must pass. */
const accountTests = 'tests/server/account-changes.test.ts';
/** Half of the work each on a machine of two cores. */
const lanes = 2;

requireNode();
process.chdir(root);
await installDependencies();

/** @param {import('./mutants-list.mjs').Mutant} mutant */
const testsOf = ({ row, tests: table }) => table ?? (row === undefined ? tests : accountTests);

/**
 * @param {string} row
 * @param {string} title
 */
const isOfRow = (row, title) => row.split('|').some((part) => title.includes(part));

/**
 * @param {string} place
 * @param {import('./mutants-list.mjs').Mutant} mutant
 */
async function tryMutant(place, mutant) {
  const fault = { ...mutant, file: fileOf(mutant) };
  const run = await withFault(place, fault, async () => ({
    titles: (await failing(place, testsOf(mutant), limitMs))?.map(({ title }) => title) ?? null,
  }));
  if (run === null) return { caught: false, by: `the fault has no place in ${fault.file} any more` };
  const { titles } = run;
  if (titles === null) return { caught: false, by: 'the run did not end' };
  const other =
    mutant.row === undefined ? undefined : titles.find((title) => !isOfRow(mutant.row ?? '', title));
  if (other !== undefined) return { caught: false, by: `also another row fails: ${other}` };
  return titles.length > 0 ? { caught: true, by: titles[0] ?? '' } : { caught: false, by: 'nothing' };
}

const names = process.argv.slice(2);
const selection = mutants.filter((one) => names.length === 0 || names.includes(one.name));
if (selection.length === 0) stop(`No such fault. There are: ${mutants.map((one) => one.name).join(', ')}`);

console.log(`${selection.length} faults; first the code as it is …`);
const places = Array.from({ length: Math.min(lanes, selection.length) }, (_, lane) =>
  copyTree(`${folder}/${lane}`),
);
for (const ofTests of new Set(selection.map(testsOf))) {
  const before = await failing(places[0] ?? '', ofTests, limitMs);
  if (before === null || before.length > 0)
    stop(`The tests fail without any fault: ${before?.map(({ title }) => title).join(', ') ?? 'no report'}`);
}

/** @type {Map<string, { caught: boolean, by: string }>} */
const results = new Map();
const waiting = [...selection];
await Promise.all(
  places.map(async (place) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const result = await tryMutant(place, mutant);
      results.set(mutant.name, result);
      console.log(
        `${String(results.size).padStart(2)} of ${selection.length}  ${result.caught ? 'caught' : 'MISSED'}  ${mutant.name}`,
      );
    }
  }),
);
rmSync(folder, { recursive: true, force: true });

console.log(`\n${'fault'.padEnd(38)}found by`);
for (const { name } of selection) {
  const result = results.get(name);
  console.log(`${name.padEnd(38)}${result?.caught ? result.by : `NOT FOUND: ${result?.by}`}`);
}
const count = [...results.values()].filter((one) => one.caught).length;
console.log(`\n${count} of ${selection.length}`);
process.exit(count === selection.length ? 0 : 1);
