const CALLS = /src[\\/]wire[\\/]calls[\\/][\w-]+\.ts$/;
const MAKERS = new Set(['defineCall', 'ours']);

/**
 * An import that only bodies used would keep its module beside the paths.
 *
 * @param {string} code
 */
function withoutUnusedImports(code) {
  const rest = code.replace(/^import[^'"]*["'][^"']+["'];?$/gm, '');
  return code.replace(/^import\s*\{([^}]*)\}\s*from\s*["'][^"']+["'];?$/gm, (line, names) =>
    String(names)
      .split(',')
      .some((name) => new RegExp(`\\b${name.trim().split(' ').at(-1) || '$.'}\\b`).test(rest))
      ? line
      : '',
  );
}

/**
 * Removes the schemas of request bodies from the app's build: the app sends calls without validating them,
 * and only needs their paths.
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
        const left = bodies
          .toReversed()
          .reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), code);
        return { code: withoutUnusedImports(left), map: null };
      },
    },
  };
}
