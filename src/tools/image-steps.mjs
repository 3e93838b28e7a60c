// The Dockerfile as a list of steps, for those who try it without an engine for containers.

/**
 * @typedef {{ word: string, rest: string }} Step
 * @typedef {{ from: string, name: string, steps: readonly Step[] }} Stage
 */

/**
 * @param {string} text a Dockerfile whose steps take one line each
 * @returns {readonly Stage[]}
 */
export function stagesOf(text) {
  /** @type {(Stage & { steps: Step[] })[]} */
  const stages = [];
  for (const line of text.split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [from = '', , name = ''] = rest.split(/\s+/);
      stages.push({ from, name, steps: [] });
    } else if (word !== '') stages.at(-1)?.steps.push({ word, rest });
  }
  return stages;
}

/**
 * The arguments of a step of the form `["a", "b"]`; the last such step wins.
 *
 * @param {Stage} stage
 * @param {string} word
 * @returns {readonly string[]}
 */
export function wordsOf(stage, word) {
  const rest = stage.steps.findLast((step) => step.word === word)?.rest ?? '[]';
  return JSON.parse(rest.slice(rest.indexOf('[')));
}

/** @param {Stage} stage @returns {Record<string, string>} what `ENV` gives to the program */
export const environmentOf = (stage) =>
  Object.fromEntries(
    stage.steps
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ rest }) => rest.split(/\s+/))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
