import { join } from 'node:path';
import { root } from './run-command.mjs';

const ROUTER = /react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/;
const MACHINES = /xstate[\\/]dist[\\/](xstate|StateMachine-\w+|raise-\w+)\.esm\.js$/;
const RECORDS = /idb[\\/]build[\\/]index\.js$/;
const MAKE_ICON = /lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/;

/**
 * Parts that only frameworks around the router use: prefetched pages, routers with data.
 *
 * @type {readonly (readonly [RegExp, string])[]}
 */
const UNUSED = [
  [
    /let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/,
    '',
  ],
  [/ref: mergeRefs\(forwardedRef, prefetchRef\),/, 'ref: forwardedRef,'],
  [/\.\.\.prefetchHandlers,/, ''],
  [/return shouldPrefetch && !isAbsolute \? .*? : link;/, 'return link;'],
  [/return isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\);/, 'return useNavigateUnstable();'],
];

/** @param {string} code */
function withoutUnused(code) {
  if (!code.includes('function LinkWithRef(')) return code;
  return UNUSED.reduce((text, [pattern, instead]) => {
    if (!pattern.test(text)) throw new Error(`the router is written otherwise: no ${String(pattern)}`);
    return text.replace(pattern, () => instead);
  }, code);
}

/** Long explanations of faults for developers; while the app is developed, the libraries are whole. */
const EXPLANATION = /(?<!\\)`(?:\\.|[^`\\]){50,}`(?=\s*\);)|(["'])(?:\\.|(?!\1)[^\\\n]){50,}\1(?=\s*\);)/gs;

/** @param {string} code @param {string} library */
const withoutExplanations = (code, library) =>
  // A text that repeats another error names the cause, which is ours.
  code.replace(EXPLANATION, (text) => (text.includes('.message') ? text : `"wrong use of the ${library}"`));

/**
 * Marks the router's top-level statements as free of effects (names for developer tools, contexts, component
 * classes). Otherwise the bundler keeps unused code: forms, scripts, boundaries.
 *
 * @param {string} code
 */
const leanRouter = (code) =>
  withoutExplanations(withoutUnused(code), 'router')
    .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
    .replace(/^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm, '')
    .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
    .replace(
      /^(var \w+ = )(class extends React\d*\.Component \{\n.*?^\});$/gms,
      '$1/* @__PURE__ */ (() => $2)();',
    );

/**
 * Functions of machines, actors and snapshots that the app never calls: serialising, restoring, and
 * describing themselves. The inspector's charts use the whole library.
 *
 * @type {Readonly<Record<string, readonly RegExp[]>>}
 */
const UNASKED = {
  // `setup` gives out makers of every kind of action, which our machines take from the library by name.
  xstate: [
    /(?<=function setup\(\{.*?\n {2}return \{\n).*?(?= {4}createMachine: )/s,
    /,\n {4}extend: .*?\n {4}\}\)(?=\n)/s,
  ],
  StateMachine: [
    /^ {2}get definition\(\) \{\n {4}return \{.*?^ {2}\}\n/ms,
    /^ {2}get definition\(\) \{.*?^ {2}\}\n/ms,
    /^ {2}toJSON\(\) \{.*?^ {2}\}\n/ms,
    /^ {2}toJSON\(\) \{.*?^ {2}\}\n/ms,
    /^ {2}resolveState\(config\) \{.*?^ {2}\}\n/ms,
    /^ {2}getPersistedSnapshot\(.*?^ {2}\}\n/ms,
    /^ {2}restoreSnapshot\(.*?^ {2}\}\n/ms,
    /^ {4}this\.getPersistedSnapshot = .*?;\n/m,
    /^ {4}this\.restoreSnapshot = .*?;\n/m,
  ],
  raise: [
    /^ {2}toJSON\(\) \{.*?^ {2}\}\n/ms,
    /^ {2}getPersistedSnapshot\(options\) \{.*?^ {2}\}\n/ms,
    /(?<=getMeta: machineSnapshotGetMeta),\n {4}toJSON: machineSnapshotToJSON(?=\n)/,
  ],
};

/** Walking through a store by `for await`: we read stores whole. @param {string} code */
function leanRecords(code) {
  const at = code.indexOf('const advanceMethodProps =');
  const end = code.indexOf('export {');
  if (at < 0 || end < at) throw new Error('the library of records is written otherwise');
  return code.slice(0, at) + code.slice(end);
}

/** @param {string} code @param {string} file */
const leanMachines = (code, file) =>
  (UNASKED[file] ?? []).reduce(
    (text, pattern) => {
      if (!pattern.test(text))
        throw new Error(`the library of machines is written otherwise: no ${String(pattern)}`);
      return text.replace(pattern, '');
    },
    withoutExplanations(code, 'machine'),
  );

/**
 * Leaves out of libraries what the app has no use for. Icons are drawn by our own few lines
 * (`src/app/kit/icon.ts`), from the library's drawings.
 *
 * @returns {import('vite').Plugin}
 */
export function librariesPlugin() {
  return {
    name: 'libraries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: [ROUTER, MACHINES, RECORDS, MAKE_ICON] },
      handler: (code, id) => ({
        code: MAKE_ICON.test(id)
          ? `export { createIcon as default } from ${JSON.stringify(join(root, 'src/app/kit/icon.ts'))};`
          : MACHINES.test(id)
            ? leanMachines(code, MACHINES.exec(id)?.[1]?.split('-')[0] ?? '')
            : RECORDS.test(id)
              ? leanRecords(code)
              : leanRouter(code),
        map: null,
      }),
    },
  };
}
