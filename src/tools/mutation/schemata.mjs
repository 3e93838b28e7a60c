// Puts all faults of a file in one program: each is beside the code that it replaces, and a number set at run
// time (`switch.mjs`) selects one.
import { parse, walk } from './operators.mjs';

/** @typedef {import('./operators.mjs').Edit} Edit */
/** @typedef {import('./operators.mjs').Node} Node */

/**
 * @param {string} file
 * @param {string} code
 * @param {ReadonlyMap<import('./operators.mjs').Mutant, number>} numbers
 * @returns {string}
 */
export function withAll(file, code, numbers) {
  const edits = [...numbers].flatMap(([mutant, no]) => mutant.edits(no));
  const outside = [...numbers.keys()].filter(({ inside }) => !inside);
  const late = lateEdits(file, code, outside);
  return edited(code, [...late, ...edits]);
}

/**
 * Adds a check to each round of a loop, so that a loop which a fault made endless ends. A constant outside of
 * all functions is computed at each read, so that the reader reaches its fault and the fault can be switched.
 *
 * @param {string} file
 * @param {string} code
 * @param {readonly { start: number, end: number }[]} outside
 * @returns {readonly Edit[]}
 */
function lateEdits(file, code, outside) {
  /** @type {Edit[]} */
  const edits = [];
  walk(parse(file, code), (node, around) => {
    if (/^(?:For|While|DoWhile|ForOf|ForIn)Statement$/.test(node.type)) {
      const { start, end, type } = node['body'];
      if (type === 'BlockStatement') edits.push({ at: start + 1, until: start + 1, text: ' $round();' });
      else
        edits.push(
          { at: start, until: start, text: '{ $round(); ' },
          { at: end, until: end, text: ' }', closes: true },
        );
    }
    if (
      node.type !== 'Property' ||
      around.length > 0 ||
      node['kind'] !== 'init' ||
      node['method'] ||
      node['shorthand'] ||
      node['computed']
    )
      return;
    const { key, value } = node;
    const isHere = outside.some(({ start, end }) => start >= value.start && end <= value.end);
    if (!isHere || !isPlain(value) || !/^\s*:\s*$/.test(code.slice(key.end, value.start))) return;
    const name = code.slice(key.start, key.end);
    const written = `set ${name}(value) { Object.defineProperty(this, ${key.type === 'Identifier' ? `'${name}'` : name}, { value, writable: true, enumerable: true, configurable: true }); }`;
    edits.push(
      { at: node.start, until: value.start, text: `get ${name}() { return ` },
      { at: value.end, until: value.end, text: `; }, ${written}`, closes: true },
    );
  });
  return edits;
}

/** @param {Node} node @returns {boolean} */
function isPlain(node) {
  if (node.type === 'Literal' || node.type === 'Identifier') return true;
  if (node.type === 'BinaryExpression') return isPlain(node['left']) && isPlain(node['right']);
  return node.type === 'MemberExpression' && !node['computed'] && isPlain(node['object']);
}

/**
 * Applies edits; at one place, earlier ones enclose later ones.
 *
 * @param {string} code
 * @param {readonly Edit[]} edits
 */
function edited(code, edits) {
  const inOrder = edits
    .map((edit, order) => ({ ...edit, order }))
    .toSorted((a, b) => {
      if (a.at !== b.at) return a.at - b.at;
      if ((a.closes ?? false) !== (b.closes ?? false)) return a.closes ? -1 : 1;
      return a.closes ? b.order - a.order : a.order - b.order;
    });
  let out = '';
  let done = 0;
  for (const { at, until, text } of inOrder) {
    // Edits inside a removed part are dropped with it.
    if (at < done) continue;
    out += code.slice(done, at) + text;
    done = until;
  }
  return out + code.slice(done);
}
