import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from './run-command.mjs';

/**
 * The tests that run again on the newer Node. Releases differ in what reaches Node (sockets, files, streams,
 * crypto, processes, native packages), not in the rules of the product above it.
 */

const TESTS = 'tests/server';
/** All of them run again. */
const SECURITY = 'tests/security';
const SUPPORT = 'tests/support';
const FEATURES = 'src/server/features';
const CALLS = 'src/wire/calls';
/** Every test of the server loads it, so what it reaches of Node does not count. */
const SET_UP = `${SUPPORT}/set-up-world.ts`;

const imported = /\bimport\s+(?!type\b)([^;'"]*?)(?:from\s*)?['"]([^'"?]+)['"]|\bimport\(\s*['"]([^'"?]+)/g;
/** A client's adapters, as of its memory, reach nothing of Node. */
const reachesNode = /^node:(?!path$)|^src\/(?!client\/).*(?:-adapter|sqlite-dialect)\.ts$/;
/** A test that only reads texts does not count. */
const readsText = /^(?:readFileSync|readdirSync)$/;
const usesGlobal = /\bnew (?:Blob|FormData|ReadableStream|Request)\b|\bIntl\./;
const definedCall = /export const (\w+) = \w+\(\s*\[?\s*'(\/[^']+)'/g;

/** @typedef {ReadonlyMap<string, string>} Sources text by path below the root */

/**
 * @param {string} path
 * @param {Sources} sources
 * @returns {readonly { readonly from: string, readonly names: readonly string[] }[]}
 */
function importsOf(path, sources) {
  return [...(sources.get(path) ?? '').matchAll(imported)].map(([, names = '', from, late]) => {
    const name = from ?? late ?? '';
    return {
      from: name.startsWith('.') ? posix.join(posix.dirname(path), name) : name,
      names: names.split(/[\s,{}]+/).filter(Boolean),
    };
  });
}

/**
 * @param {Iterable<string>} paths
 * @param {Sources} sources
 * @returns {ReadonlySet<string>} what these files reach of Node, by module and name
 */
function reachOf(paths, sources) {
  const reach = [...paths]
    .flatMap((path) => importsOf(path, sources))
    .filter(({ from, names }) => reachesNode.test(from) && !(names.length > 0 && names.every(isText)))
    .flatMap(({ from, names }) => (names.length === 0 ? [from] : names.map((name) => `${from} ${name}`)));
  return new Set(reach);
}

/** @param {string} name */
const isText = (name) => readsText.test(name);

/**
 * @param {string} path
 * @param {Sources} sources
 * @param {ReadonlySet<string>} [without]
 * @returns {ReadonlySet<string>} the file, and the support files that it loads
 */
function loadedBy(path, sources, without = new Set()) {
  const files = new Set([path]);
  for (const one of files)
    for (const { from } of importsOf(one, sources))
      if (from.startsWith(SUPPORT) && !without.has(from)) files.add(from);
  return files;
}

/**
 * @param {string} feature
 * @param {Sources} sources
 * @returns {readonly string[]} paths of its calls, as tests write them
 */
function callsOf(feature, sources) {
  const text = sources.get(`${FEATURES}/${feature}/endpoints.ts`) ?? '';
  return [...sources]
    .filter(([path]) => path.startsWith(CALLS))
    .flatMap(([, calls]) => [...calls.matchAll(definedCall)])
    .filter(([, name]) => new RegExp(`\\b${name}\\b`).test(text))
    .map(([, , path = '']) => path.replace('/enterprise/', ''));
}

/**
 * @param {Sources} sources
 * @returns {readonly string[]} those that reach more of Node than all do, and one for each feature that
 *   reaches Node or has no test of its name in `tests/security`: of its name, or else with most of its calls
 */
export function testsAgain(sources) {
  const paths = [...sources.keys()];
  const tests = paths.filter(
    (path) =>
      path.startsWith(TESTS) &&
      /(?<!\.pg|\.redis)\.test\.ts$/.test(path) &&
      // A test that replaces modules belongs to another part.
      !sources.get(path)?.includes('vi.mock('),
  );
  const shared = loadedBy(SET_UP, sources);
  const commonReach = [...reachOf(shared, sources)].filter((one) => one.startsWith('node:'));
  const reaching = tests.filter(
    (test) =>
      usesGlobal.test(sources.get(test) ?? '') ||
      [...reachOf(loadedBy(test, sources, shared), sources)].some((one) => !commonReach.includes(one)),
  );
  const features = new Set(
    paths.filter((path) => path.startsWith(FEATURES)).map((path) => path.split('/')[3] ?? ''),
  );
  const ofFeatures = [...features].flatMap((feature) => {
    const folder = paths.filter((path) => path.startsWith(`${FEATURES}/${feature}/`));
    const reaches =
      reachOf(folder, sources).size > 0 || folder.some((path) => usesGlobal.test(sources.get(path) ?? ''));
    if (!reaches && sources.has(`${SECURITY}/${feature}.test.ts`)) return [];
    const own = `${TESTS}/${feature}.test.ts`;
    if (tests.includes(own)) return [own];
    const calls = callsOf(feature, sources);
    const callsIn = (/** @type {string} */ test) =>
      calls.filter((call) => sources.get(test)?.includes(`${call}'`)).length;
    const [best] = tests.toSorted((a, b) => callsIn(b) - callsIn(a));
    return best !== undefined && callsIn(best) > 0 ? [best] : [];
  });
  return [...new Set([...reaching, ...ofFeatures])].toSorted();
}

/** @returns {Sources} */
export function sourcesOfTests() {
  const paths = [TESTS, SECURITY, SUPPORT, FEATURES, CALLS].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  return new Map(paths.toSorted().map((path) => [path, readFileSync(root + path, 'utf8')]));
}
