// All faults of a file in one program: each stands beside what it replaces, and a number that is set while it
// runs (`switch.mjs`) says which one is there.
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
 * Loops say each round that they go on, so that one which a fault made endless is ended. A constant in an
 * object outside of all functions is made anew whenever it is read: who reads it reaches its fault, and it
 * can be switched.
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
 * What was found first is outside of what was found later at the same place.
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
    // What a fault leaves out takes the pieces inside it along.
    if (at < done) continue;
    out += code.slice(done, at) + text;
    done = until;
  }
  return out + code.slice(done);
}
