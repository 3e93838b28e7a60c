// `npm run tests-of FILE`: which tests to run after a change of a file: the tables of its kind, and the
// most telling first. They are ranked by the rules that both name, by the functions of the file that each
// ran in the last full run, and by the imports between them. Tests of the built program (tests/e2e,
// tests/crash) are found by rules.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { root, stop } from './run-command.mjs';
import { REACHED_FILE, reachesIn } from './reached.mjs';
import { rulesPage } from './rules-page.mjs';
import { rulesOn } from './rules-report.mjs';
import { tablesOf } from './tables-of.mjs';
import { rankedTests } from './tests-ranking.mjs';

const folders = ['machines', 'simulator', 'src', 'tests'];

/** @returns {ReadonlyMap<string, string>} source by path */
function readSources() {
  const paths = folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`.replace(root, '')),
  );
  return new Map(paths.map((path) => [path, readFileSync(root + path, 'utf8')]));
}

/**
 * Measurements of the last full run.
 *
 * @returns {ReadonlyMap<string, ReadonlyMap<string, number>>}
 */
function readReached() {
  try {
    return reachesIn(readFileSync(`${root}${REACHED_FILE}`, 'utf8'));
  } catch {
    return new Map();
  }
}

const argument = process.argv[2];
const file = argument === undefined ? '' : posix.normalize(argument.replace(root, ''));
if (!existsSync(root + file) || file === '')
  stop('npm run tests-of FILE, as in: npm run tests-of src/domain/quiet.ts');

const rules = rulesOn(rulesPage);
const coverage = readReached();
const sources = readSources();
const ranked = rankedTests(file, sources, rules, coverage);
for (const path of tablesOf(file, sources.get(file) ?? '')) console.log(`     table        ${path}`);
for (const one of ranked.slice(0, 20)) {
  const steps = one.steps === null ? '' : `${one.steps} imports`;
  const share = one.reached === 0 ? '' : `${Math.ceil(one.reached * 100)} %`;
  const ruleNames =
    one.rules.slice(0, 8).join(' ') + (one.rules.length > 8 ? ` and ${one.rules.length - 8} more` : '');
  console.log(`${steps.padStart(10)} ${share.padStart(5)}  ${one.path}  ${ruleNames}`);
}
if (ranked.length > 20) console.log(`     and ${ranked.length - 20} more`);
if (coverage.size === 0)
  console.log('The share of its functions that each test runs is known after npm run test:full.');
console.log(`${ranked.length} tests: imports between, functions of it that ran, rules that both name.`);
console.log(`npx vitest run ${ranked[0]?.path ?? 'FILE'}`);
