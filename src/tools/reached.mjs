/** Output of a full run: a line for each test file, `{ test, reached: { file: share } }`. */
export const REACHED_FILE = '.cache/test/reached.jsonl';

/**
 * @param {string} text
 * @returns {ReadonlyMap<string, ReadonlyMap<string, number>>} file → test → share of its functions
 */
export function reachesIn(text) {
  /** @type {Map<string, Map<string, number>>} */
  const reaches = new Map();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    /** @type {{ test: string, reached: Record<string, number> }} */
    const { test, reached } = JSON.parse(line);
    for (const [file, share] of Object.entries(reached))
      reaches.set(file, (reaches.get(file) ?? new Map()).set(test, share));
  }
  return reaches;
}
