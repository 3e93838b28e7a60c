const CALLS = /src[\\/]wire[\\/]calls[\\/][\w-]+\.ts$/;
const MAKERS = new Set(['defineCall', 'ours']);

/**
 * The app asks and never checks what it asks: of the calls it needs their paths. What their bodies may hold
 * is left out of its build.
 *
 * @returns {import('vite').Plugin}
 */
export function callsPlugin() {
  return {
    name: 'calls',
    apply: 'build',
    transform: {
      filter: { id: CALLS },
      handler(code) {
        /** @type {[number, number][]} */
        const bodies = [];
        for (const statement of this.parse(code).body) {
          if (statement.type !== 'ExportNamedDeclaration') continue;
          if (statement.declaration?.type !== 'VariableDeclaration') continue;
          for (const { init } of statement.declaration.declarations)
            if (
              init?.type === 'CallExpression' &&
              init.callee.type === 'Identifier' &&
              MAKERS.has(init.callee.name)
            ) {
              const [path, body] = init.arguments;
              if (path !== undefined && body !== undefined) bodies.push([path.end, body.end]);
            }
        }
        return {
          code: bodies.toReversed().reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), code),
          map: null,
        };
      },
    },
  };
}
