import { parseAst } from 'vite';
import { root } from './run-command.mjs';

const MEASURED = /^(?:machines|simulator|src)\/.+\.tsx?$/;
const LIST = 'reachedFunctions';

/**
 * @typedef {{ type: string, start: number, end: number, body?: Node } & Record<string, unknown>} Node
 * @param {unknown} value
 * @param {(node: Node) => void} see
 */
function walk(value, see) {
  if (Array.isArray(value)) for (const one of value) walk(one, see);
  else if (typeof value === 'object' && value !== null) {
    const node = /** @type {Node} */ (value);
    if (typeof node.type === 'string') see(node);
    for (const one of Object.values(node)) walk(one, see);
  }
}

/**
 * The same program, in which each function records its first call: in one list of bytes for each file.
 *
 * @param {string} file
 * @param {string} code without types
 */
export function withNotes(file, code) {
  /** @type {{ at: number, text: string }[]} */
  const put = [];
  let count = 0;
  walk(parseAst(code), ({ type, body }) => {
    if (!/^(?:ArrowFunctionExpression|Function(?:Declaration|Expression))$/.test(type) || !body) return;
    // A function may be called before its module has run: then there is no list yet.
    const note = `reachedHere&&(reachedHere[${count}]=1)`;
    count += 1;
    if (body.type === 'BlockStatement') put.push({ at: body.start + 1, text: `${note};` });
    else put.push({ at: body.start, text: `(${note},` }, { at: body.end, text: ')' });
  });
  if (count === 0) return null;
  let [made, from] = ['', 0];
  for (const { at, text } of put.toSorted((a, b) => a.at - b.at)) {
    made += code.slice(from, at) + text;
    from = at;
  }
  const list = `(globalThis.${LIST}??={})[${JSON.stringify(file)}]??=new Uint8Array(${count})`;
  return `var reachedHere=(${list});${made}${code.slice(from)}`;
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
    const noted = withNotes(file, code);
    return noted === null ? null : { code: noted, map: null };
  },
});
