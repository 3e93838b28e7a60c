/**
 * Which tests to run after a change of a file, the most telling first.
 *
 * @typedef {object} Ranked
 * @property {string} path
 * @property {number | null} steps over how many imports; null for a test of the built program
 * @property {readonly string[]} rules those that file and test both name
 * @property {number} reached share of the file's functions that the test ran in the last full run
 */
import { rulesNamedBy } from './rules-report.mjs';
import { testsOf } from './import-graph.mjs';

const TEST = /^tests\/.+\.test\.tsx?$/;
const RULE = /\b[A-Z]+(?:-[A-Z]+)?-\d+\b/g;
const TITLE = /['"`]([A-Z]+(?:-[A-Z]+)?-\d+[:, ].*)/g;

/**
 * @param {string} source of a test
 * @returns {readonly string[]} the rules that its titles name
 */
export const rulesOfTest = (source) => [
  ...new Set([...source.matchAll(TITLE)].flatMap(([, title = '']) => rulesNamedBy(title))),
];

/**
 * Rules that the file names, or else those that the files which import it name.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, string>} sources
 * @param {ReadonlyMap<string, string>} ruleNumbers numbers in docs/rules
 */
function rulesOfFile(file, sources, ruleNumbers) {
  /** @param {string} path */
  const rulesNamedIn = (path) =>
    (sources.get(path)?.match(RULE) ?? []).filter((rule) => ruleNumbers.has(rule));
  const own = rulesNamedIn(file);
  if (own.length > 0) return new Set(own);
  const around = testsOf(file, sources, (path) => !path.startsWith('tests/'));
  return new Set(around.filter(({ steps }) => steps === 1).flatMap(({ path }) => rulesNamedIn(path)));
}

/**
 * A rule that few tests name is stronger evidence than one that many do. A test that ran half of the file's
 * functions is stronger than one that ran two of them. A test beside the file is cheaper than one of the
 * whole program.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, string>} sources of everything, by path
 * @param {ReadonlyMap<string, string>} ruleTexts rule → sentence
 * @param {ReadonlyMap<string, ReadonlyMap<string, number>>} coverage file → test → share
 * @returns {readonly Ranked[]}
 */
export function rankedTests(file, sources, ruleTexts, coverage) {
  const fileRules = rulesOfFile(file, sources, ruleTexts);
  const steps = new Map(testsOf(file, sources).map((one) => [one.path, one.steps]));
  /** @type {Map<string, readonly string[]>} */
  const shared = new Map();
  /** @type {Map<string, number>} */
  const countByRule = new Map();
  for (const [path, source] of sources) {
    if (!TEST.test(path)) continue;
    const rules = rulesOfTest(source).filter((rule) => fileRules.has(rule));
    if (rules.length > 0) shared.set(path, rules);
    for (const rule of rules) countByRule.set(rule, (countByRule.get(rule) ?? 0) + 1);
  }
  const shares = coverage.get(file) ?? new Map();
  const paths = new Set([...steps.keys(), ...shared.keys(), ...shares.keys()]);
  return [...paths]
    .filter((path) => sources.has(path))
    .map((path) => {
      const rules = shared.get(path) ?? [];
      const one = { path, steps: steps.get(path) ?? null, rules, reached: shares.get(path) ?? 0 };
      const byRules = rules.reduce((sum, rule) => sum + 1 / (countByRule.get(rule) ?? 1), 0);
      const near = one.steps === null ? 0 : 1 / (1 + one.steps);
      return { one, score: byRules + one.reached + near };
    })
    .toSorted((a, b) => b.score - a.score || (a.one.path < b.one.path ? -1 : 1))
    .map(({ one }) => one);
}
