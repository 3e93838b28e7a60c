/**
 * Which rule of docs/rules is proved by which test. A test names its rules at the start of its
 * title or of a `describe` around it: `SOCK-5: …` or `LIST-1, LIST-2: …`.
 *
 * @typedef {{ rules: readonly string[], file: string, title: string, ran: boolean }} ProvedBy
 * @typedef {{ title: string, ancestorTitles: readonly string[], status: string, failureMessages?: readonly string[] }} TestResult
 * @typedef {{ name: string, assertionResults: readonly TestResult[] }} FileResult
 * @typedef {{ testResults: readonly FileResult[] }} Report as vitest's JSON reporter writes it
 */

const ruleLine = /^- (([A-Z]+(?:-[A-Z]+)?-\d+)([a-z])?) (.+)$/gm;
const oneRule = /[A-Z]+(?:-[A-Z]+)?-\d+/g;
const leading = /^[A-Z]+(?:-[A-Z]+)?-\d+(?:(?:,? | and )[A-Z]+(?:-[A-Z]+)?-\d+)*(?=[:\s]|$)/;

/**
 * A long rule has several lines, `BLOCK-11a`, `BLOCK-11b`; a test names its number, `BLOCK-11`.
 *
 * @param {string} page the text of docs/rules (`rules-page.mjs`)
 * @returns {ReadonlyMap<string, string>} rule → its sentences, in the page's order
 * @throws when two lines have one number: a test would prove both by name and one in fact
 */
export function rulesOn(page) {
  const rules = new Map();
  const lines = new Set();
  for (const [, line = '', id = '', letter, sentence = ''] of page.matchAll(ruleLine)) {
    const isTaken = lines.has(line) || (letter === undefined ? rules.has(id) : lines.has(id));
    if (isTaken) throw new Error(`docs/rules has two rules ${line}`);
    lines.add(line);
    rules.set(id, rules.has(id) ? `${rules.get(id)} ${sentence}` : sentence);
  }
  return rules;
}

/**
 * @param {string} title
 * @returns {readonly string[]}
 */
export function rulesNamedBy(title) {
  return leading.exec(title)?.[0].match(oneRule) ?? [];
}

/**
 * @param {Report} report
 * @param {string} base folder that file names are shown relative to
 * @returns {readonly ProvedBy[]}
 */
export function testsIn(report, base) {
  return report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      rules: [...test.ancestorTitles, test.title].flatMap(rulesNamedBy),
      file: file.name.startsWith(base) ? file.name.slice(base.length) : file.name,
      title: test.title,
      ran: test.status === 'passed' || test.status === 'failed',
    })),
  );
}

/**
 * @param {ReadonlyMap<string, string>} rules
 * @param {readonly ProvedBy[]} tests
 * @param {{ whole: boolean }} options whether every test was asked to run, so that a rule without one is a fault
 * @returns {readonly string[]} one line per fault
 */
export function ruleFaults(rules, tests, options) {
  const proved = new Set(tests.filter((test) => test.ran).flatMap((test) => test.rules));
  const unknown = tests.flatMap((test) =>
    test.rules
      .filter((rule) => !rules.has(rule))
      .map((rule) => `${test.file}: "${test.title}" names ${rule}, which docs/rules does not have`),
  );
  const unnamed = tests
    .filter((test) => test.rules.length === 0)
    .map((test) => `${test.file}: "${test.title}" names no rule`);
  const unproved = options.whole
    ? [...rules.keys()]
        .filter((rule) => !proved.has(rule))
        .map((rule) => `${rule} has no test that ran: ${rules.get(rule) ?? ''}`)
    : [];
  return [...unknown, ...unnamed, ...unproved];
}
