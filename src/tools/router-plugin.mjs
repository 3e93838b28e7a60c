const ROUTER = /react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/;

/**
 * The router comes as one file. What it does at its top (names for developers' tools, contexts, classes of components) keeps the
 * bundler from leaving out what the app does not use: forms, scripts, boundaries. Here it is said that none of that has effects.
 *
 * @returns {import('vite').Plugin}
 */
export function routerPlugin() {
  return {
    name: 'router',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code) => ({
        code: code
          .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
          .replace(
            /^(var \w+ = )(class extends React\d*\.Component \{\n.*?^\});$/gms,
            '$1/* @__PURE__ */ (() => $2)();',
          ),
        map: null,
      }),
    },
  };
}
