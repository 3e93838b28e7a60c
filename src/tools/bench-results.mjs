// The results of the benches in tests/bench/results.json: `npm run bench` writes what a bench prints into the
// entries that name it.

/**
 * Expressions for the lines of a bench, whose groups are the result.
 *
 * @typedef {{ bench: string, lines: readonly string[], unit?: string }} Prints
 *
 * @typedef {object} Run
 * @property {string} bench
 * @property {readonly string[]} printed
 * @property {readonly string[]} over
 * @property {string} date
 * @property {string} load
 *
 * @typedef {object} BenchResult
 * @property {string} figure
 * @property {string} result
 * @property {boolean} met
 * @property {string} date
 * @property {string} load
 * @property {Prints} [prints] absent: the result is entered by hand
 */

const size = (/** @type {string | undefined} */ text = '') => Number.parseFloat(text) || 0;

/**
 * The worst value in the lines, for each group of the expression; null if no line matches.
 *
 * @param {readonly string[]} printed
 * @param {string} expression
 */
function matchOf(printed, expression) {
  const matches = printed.flatMap((line) => {
    const match = new RegExp(expression).exec(line);
    return match ? [match.slice(1)] : [];
  });
  if (matches.length === 0) return null;
  return matches.reduce((worst, one) =>
    one.map((text, at) => (size(text) > size(worst[at]) ? text : (worst[at] ?? text))),
  );
}

/**
 * The results after a bench: an entry whose lines were all printed is new, the others stay.
 *
 * @param {readonly BenchResult[]} results
 * @param {Run} run
 * @returns {readonly BenchResult[]}
 */
export function withRun(results, { bench, printed, over, date, load }) {
  const lines = printed.flatMap((text) => text.split('\n')).map((line) => line.trim());
  return results.map((entry) => {
    const { prints } = entry;
    if (prints?.bench !== bench) return entry;
    const values = prints.lines.map((expression) => matchOf(lines, expression));
    if (values.some((value) => value === null)) return entry;
    const isOver = prints.lines.some((expression) => over.some((line) => new RegExp(expression).test(line)));
    const result = `${values.flat().join('; ')}${prints.unit === undefined ? '' : ` ${prints.unit}`}`;
    return { ...entry, result, met: !isOver, date, load };
  });
}
