// Faults that are generated: each is one small change of one place of a source. What they are is told by its tree,
// never by its text, so nothing in strings, comments or types is touched.
import { parseAst } from 'rolldown/parseAst';

/**
 * `start` and `end` are the place in the source, `text` what stands there instead; `inside` names the innermost
 * function around it, as `spansOf` does.
 *
 * @typedef {{ id: string, file: string, line: number, operator: string, start: number, end: number, text: string, inside: number }} Mutant
 */
/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node */

const SWAPPED = new Map(Object.entries({
  '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '+': '-', '-': '+', '*': '/', '/': '*', '%': '*',
}));
const LOGICAL = new Map([['&&', '||'], ['||', '&&'], ['??', '&&']]);
const CALLED = new Map([['min', 'max'], ['max', 'min'], ['some', 'every'], ['every', 'some'], ['floor', 'ceil'], ['ceil', 'floor'], ['findLast', 'find']]);

/**
 * Every fault that can be made in one file.
 *
 * @param {string} file relative to the root
 * @param {string} code
 * @returns {readonly Mutant[]}
 */
export function mutantsOf(file, code) {
  const lines = lineStarts(code);
  /** @type {Mutant[]} */
  const found = [];
  const used = new Map();
  walk(parse(file, code), (node, inside) => {
    for (const { operator, start, end, text } of changesOf(node, code)) {
      const line = lineOf(lines, start);
      const name = `${file}:${line}:${operator}`;
      const count = (used.get(name) ?? 0) + 1;
      used.set(name, count);
      found.push({ id: count === 1 ? name : `${name}:${count}`, file, line, operator, start, end, text, inside });
    }
  });
  return found;
}

/**
 * Where functions begin to run, to be marked when they do: `at` is the place just inside.
 *
 * @param {string} file
 * @param {string} code
 * @returns {readonly { id: number, at: number, end: number, isBlock: boolean }[]}
 */
export function spansOf(file, code) {
  /** @type {{ id: number, at: number, end: number, isBlock: boolean }[]} */
  const spans = [];
  walk(parse(file, code), (node) => {
    const body = isFunction(node) ? node.body : null;
    if (body) spans.push({ id: node.start, at: body.type === 'BlockStatement' ? body.start + 1 : body.start, end: body.end, isBlock: body.type === 'BlockStatement' });
  });
  return spans;
}

/** @param {string} file @param {string} code */
const parse = (file, code) => /** @type {Node} */ (/** @type {unknown} */ (parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })));

/** @param {Node} node */
const isFunction = (node) => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

/**
 * Visits what runs: types and imports are passed by. `inside` is the begin of the innermost function, −1 outside of all.
 *
 * @param {Node} node
 * @param {(node: Node, inside: number) => void} visit
 * @param {number} inside
 */
function walk(node, visit, inside = -1) {
  if (node.type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)) return;
  if (/^(?:Import|ExportAll)/.test(node.type)) return;
  visit(node, inside);
  const within = isFunction(node) ? node.start : inside;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeParameters' || key === 'typeArguments') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, visit, within);
  }
}

/**
 * @param {Node} node
 * @param {string} code
 * @returns {readonly { operator: string, start: number, end: number, text: string }[]}
 */
function changesOf(node, code) {
  const whole = (/** @type {string} */ operator, /** @type {string} */ text) => [{ operator, start: node.start, end: node.end, text }];
  const source = (/** @type {Node} */ one) => code.slice(one.start, one.end);
  switch (node.type) {
    case 'BinaryExpression': {
      const other = SWAPPED.get(node.operator);
      // A sum of texts has no difference.
      if (other === undefined || isText(node.left) || isText(node.right)) return [];
      return whole(`${node.operator} to ${other}`, `(${source(node.left)} ${other} ${source(node.right)})`);
    }
    case 'LogicalExpression': {
      const other = LOGICAL.get(node.operator);
      return other === undefined ? [] : whole(`${node.operator} to ${other}`, `((${source(node.left)}) ${other} (${source(node.right)}))`);
    }
    case 'IfStatement':
      return [{ operator: 'condition turned round', start: node.test.start, end: node.test.end, text: `!(${source(node.test)})` }];
    case 'ConditionalExpression':
      return [{ operator: 'choice turned round', start: node.test.start, end: node.test.end, text: `!(${source(node.test)})` }];
    case 'UnaryExpression':
      return node.operator === '!' ? whole('without not', `(${source(node.argument)})`) : [];
    case 'Literal':
      if (typeof node.value === 'boolean') return whole('truth turned round', String(!node.value));
      return typeof node.value === 'number' ? whole('one more', String(node.value + 1)) : [];
    case 'ExpressionStatement':
      return statementOf(node, code);
    case 'ReturnStatement':
      return node.argument && node.argument.type === 'ArrayExpression' && node.argument.elements.length > 0 ? [{ operator: 'nothing in the list', start: node.argument.start, end: node.argument.end, text: '[]' }] : [];
    case 'CallExpression': {
      const { callee } = node;
      const name = callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : '';
      const other = CALLED.get(name);
      if (other !== undefined) return [{ operator: `${name} to ${other}`, start: callee.property.start, end: callee.property.end, text: other }];
      return name === 'filter' ? whole('all instead of some', source(callee.object)) : [];
    }
    default:
      return [];
  }
}

/**
 * What is done for its effect is not done.
 *
 * @param {Node} node
 * @param {string} code
 */
function statementOf(node, code) {
  const { expression } = node;
  const inner = expression.type === 'AwaitExpression' ? expression.argument : expression;
  const acts = ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(inner.type);
  if (!acts || code.slice(node.start, node.end).startsWith('assert')) return [];
  return [{ operator: 'not done', start: node.start, end: node.end, text: ';' }];
}

/** @param {Node} node */
const isText = (node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** @param {string} code */
function lineStarts(code) {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** @param {readonly number[]} starts @param {number} at */
function lineOf(starts, at) {
  let low = 0;
  for (let high = starts.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** @param {string} code @param {Pick<Mutant, 'start' | 'end' | 'text'>} mutant */
export const mutated = (code, { start, end, text }) => code.slice(0, start) + text + code.slice(end);
