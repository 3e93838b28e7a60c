import { posix } from 'node:path';

const statement = /\bfrom\s*['"](\.[^'"?]+)|\bimport\s*(?:\(\s*)?['"](\.[^'"?]+)/g;

/**
 * Importers of each file.
 *
 * @param {ReadonlyMap<string, string>} sources
 */
function importersIn(sources) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [path, source] of sources) {
    for (const [, from, bare] of source.matchAll(statement)) {
      const to = posix.join(posix.dirname(path), from ?? bare ?? '');
      importers.set(to, [...(importers.get(to) ?? []), path]);
    }
  }
  return importers;
}

/** @param {string} path */
const isTest = (path) => /\.test\.tsx?$/.test(path);

/**
 * Files of tests that come to a file, those over the fewest imports first.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, string>} sources
 * @param {(path: string) => boolean} [filter] other files than tests
 * @returns {readonly { path: string, steps: number }[]}
 */
export function testsOf(file, sources, filter = isTest) {
  const importers = importersIn(sources);
  const steps = new Map([[file, 0]]);
  for (const [path, count] of steps) {
    for (const importer of importers.get(path) ?? [])
      if (!steps.has(importer)) steps.set(importer, count + 1);
  }
  return [...steps]
    .filter(([path]) => path !== file && filter(path))
    .map(([path, count]) => ({ path, steps: count }))
    .toSorted((a, b) => a.steps - b.steps || (a.path < b.path ? -1 : 1));
}
