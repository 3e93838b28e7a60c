import { parseAst } from 'vite';
import { root } from './run-command.mjs';

const MEASURED = /^(?:machines|simulator|src)\/.+\.tsx?$/;
const LIST = 'reachedFunctions';
const FUNCTION = /^(?:ArrowFunctionExpression|Function(?:Declaration|Expression))$/;

/**
 * @typedef {{ type: string, start: number, end: number, body?: Node } & Record<string, unknown>} Node
 * @param {unknown} value
 * @param {(node: Node, depth: number) => void} see gets each function, and in how many others it is
 */
function walkFunctions(value, see, depth = 0) {
  if (Array.isArray(value)) for (const one of value) walkFunctions(one, see, depth);
  else if (typeof value === 'object' && value !== null) {
    const node = /** @type {Node} */ (value);
    const isFunction = FUNCTION.test(node.type);
    if (isFunction) see(node, depth);
    for (const one of Object.values(node)) walkFunctions(one, see, isFunction ? depth + 1 : depth);
  }
}

/**
 * The same program, in which each function records its first call: in one list of bytes for each file. One
 * expression inside a function says little about what was reached, and to note it would cost most.
 *
 * @param {string} file
 * @param {string} code without types
 */
export function withNotes(file, code) {
  /** @type {{ at: number, text: string }[]} */
  const insertions = [];
  let count = 0;
  walkFunctions(parseAst(code), ({ body }, depth) => {
    if (!body || (depth > 0 && body.type !== 'BlockStatement')) return;
    // A function may be called before its module has run: then there is no list yet.
    const note = `reachedHere&&(reachedHere[${count}]=1)`;
    count += 1;
    if (body.type === 'BlockStatement') insertions.push({ at: body.start + 1, text: `${note};` });
    else insertions.push({ at: body.start, text: `(${note},` }, { at: body.end, text: ')' });
  });
  if (count === 0) return null;
  let [output, from] = ['', 0];
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    output += code.slice(from, at) + text;
    from = at;
  }
  const list = `(globalThis.${LIST}??={})[${JSON.stringify(file)}]??=new Uint8Array(${count})`;
  return `var reachedHere=(${list});${output}${code.slice(from)}`;
}

/**
 * Records which test runs which functions, for a run with PARLEY_REACHED.
 *
 * @returns {import('vite').Plugin}
 */
export const coveragePlugin = () => ({
  name: 'reached-functions',
  enforce: 'post',
  transform(code, id) {
    const file = id.replace(root, '');
    if (!MEASURED.test(file)) return null;
    const result = withNotes(file, code);
    return result === null ? null : { code: result, map: null };
  },
});
