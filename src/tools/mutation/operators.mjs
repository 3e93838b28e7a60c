// Generated faults: each is one small change at one place of a source. They are derived from the syntax tree,
// never from the text, so strings, comments and types are not changed. Each can be made alone (`mutated`), or
// together with all others in one program that chooses at run time (`edits`, for schemata.mjs).
import { parseAst } from 'rolldown/parseAst';

/**
 * Replaces a piece of the source, or inserts at an empty one; at one place, closing edits precede opening
 * ones.
 *
 * @typedef {{ at: number, until: number, text: string, closes?: boolean }} Edit
 */
/**
 * `start` and `end` are the place in the source, `text` its replacement. A verdict depends on the function
 * around it, from `from` to `to`. `inside`: such a function exists.
 *
 * @typedef {{
 * file: string, line: number, operator: string, start: number, end: number, text: string,
 * from: number, to: number, inside: boolean, edits: (no: number) => readonly Edit[],
 * }} Mutant
 */
/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node */
/** @typedef {Pick<Mutant, 'operator' | 'start' | 'end' | 'text' | 'edits'>} Change */

const SWAPPED = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
  }),
);
const LOGICAL = new Map([
  ['&&', '||'],
  ['||', '&&'],
  ['??', '&&'],
]);
const CALLED = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['findLast', 'find'],
]);
/** A smaller function has too little context for a stable key. */
const LINES_MIN = 3;

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
  const mutants = [];
  walk(parse(file, code), (node, around) => {
    for (const change of changesOf(node, code)) {
      const line = lineOf(lines, change.start);
      const enclosing =
        around.findLast((one) => lineOf(lines, one.end) - lineOf(lines, one.start) + 1 >= LINES_MIN) ??
        around[0];
      const [from, to] = enclosing
        ? [enclosing.start, enclosing.end]
        : [lines[line - 1] ?? 0, (lines[lineOf(lines, change.end)] ?? code.length + 1) - 1];
      mutants.push({ file, line, ...change, from, to, inside: around.length > 0 });
    }
  });
  return mutants;
}

/** @param {string} file @param {string} code */
export const parse = (file, code) =>
  /** @type {Node} */ (/** @type {unknown} */ (parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })));

/** @param {Node} node */
const isFunction = (node) =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

/**
 * Visits what runs: types, imports and names of properties are passed by. `around` are the functions and
 * fields around it, the outermost first.
 *
 * @param {Node} node
 * @param {(node: Node, around: readonly Node[]) => void} visit
 * @param {readonly Node[]} around
 */
export function walk(node, visit, around = []) {
  if (
    node.type.startsWith('TS') &&
    !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
  )
    return;
  if (/^(?:Import|ExportAll)/.test(node.type)) return;
  visit(node, around);
  // A field of a class is initialised whenever one of its objects is created.
  const within =
    isFunction(node) || (node.type === 'PropertyDefinition' && node['static'] !== true)
      ? [...around, node]
      : around;
  for (const [key, value] of Object.entries(node)) {
    if (
      key === 'typeAnnotation' ||
      key === 'returnType' ||
      key === 'typeParameters' ||
      key === 'typeArguments'
    )
      continue;
    if (key === 'key' && node['computed'] !== true) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, visit, within);
  }
}

/**
 * @param {Node} node
 * @param {string} before
 * @param {string} after
 * @returns {readonly Edit[]}
 */
const wrapWith = ({ start, end }, before, after) => [
  { at: start, until: start, text: before },
  { at: end, until: end, text: after, closes: true },
];

/**
 * @param {Node} node
 * @param {string} code
 * @returns {readonly Change[]}
 */
function changesOf(node, code) {
  const source = (/** @type {Node} */ one) => code.slice(one.start, one.end);
  const { start, end } = node;
  switch (node.type) {
    case 'BinaryExpression':
      return binaryOf(node, code);
    case 'LogicalExpression': {
      const other = LOGICAL.get(node.operator);
      if (other === undefined) return [];
      const text = `((${source(node.left)}) ${other} (${source(node.right)}))`;
      return [
        {
          operator: `${node.operator} to ${other}`,
          start,
          end,
          text,
          edits: (no) => wrapWith(node, `($on(${no}) ? ${text} : (`, '))'),
        },
      ];
    }
    case 'IfStatement':
      return negateTest('condition turned round', node.test, source(node.test));
    case 'ConditionalExpression':
      return negateTest('choice turned round', node.test, source(node.test));
    case 'UnaryExpression':
      if (node.operator !== '!') return [];
      return [
        {
          operator: 'without not',
          start,
          end,
          text: `(${source(node.argument)})`,
          edits: (no) => [
            { at: start, until: start + 1, text: `$not(${no}, ` },
            { at: end, until: end, text: ')', closes: true },
          ],
        },
      ];
    case 'Literal':
      return literalOf(node);
    case 'ExpressionStatement':
      return statementOf(node, code);
    case 'ReturnStatement': {
      const list = node.argument;
      if (list?.type !== 'ArrayExpression' || list.elements.length === 0) return [];
      return [
        {
          operator: 'nothing in the list',
          start: list.start,
          end: list.end,
          text: '[]',
          edits: (no) => wrapWith(list, `($on(${no}) ? [] : `, ')'),
        },
      ];
    }
    case 'CallExpression':
      return callOf(node, code);
    default:
      return [];
  }
}

/**
 * @param {Node} node
 * @param {string} code
 * @returns {readonly Change[]}
 */
function binaryOf(node, code) {
  const { start, end, operator, left, right } = node;
  const other = SWAPPED.get(operator);
  // A sum of texts has no difference.
  if (other === undefined || isText(left) || isText(right)) return [];
  const operatorAt = code.indexOf(operator, left.end);
  return [
    {
      operator: `${operator} to ${other}`,
      start,
      end,
      text: `(${code.slice(start, operatorAt)}${other}${code.slice(operatorAt + operator.length, end)})`,
      edits: (no) => [
        ...wrapWith(node, `$two(${no}, '${operator}', `, ')'),
        { at: operatorAt, until: operatorAt + operator.length, text: ',' },
      ],
    },
  ];
}

/**
 * @param {Node} node
 * @returns {readonly Change[]}
 */
function literalOf(node) {
  const { start, end, value } = node;
  const other =
    typeof value === 'boolean' ? String(!value) : typeof value === 'number' ? String(value + 1) : null;
  if (other === null) return [];
  const operator = typeof value === 'boolean' ? 'truth turned round' : 'one more';
  return [
    { operator, start, end, text: other, edits: (no) => wrapWith(node, `($on(${no}) ? ${other} : `, ')') },
  ];
}

/**
 * @param {string} operator
 * @param {Node} test
 * @param {string} source
 * @returns {readonly Change[]}
 */
const negateTest = (operator, test, source) => [
  {
    operator,
    start: test.start,
    end: test.end,
    text: `!(${source})`,
    edits: (no) => wrapWith(test, `$turned(${no}, (`, '))'),
  },
];

/**
 * Calls of methods that have a counterpart.
 *
 * @param {Node} node
 * @param {string} code
 * @returns {readonly Change[]}
 */
function callOf(node, code) {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const { property, object } = callee;
  const other = CALLED.get(property.name);
  if (other !== undefined) {
    const operator = `${property.name} to ${other}`;
    const place = { operator, start: property.start, end: property.end, text: other };
    if (object.type === 'Identifier' && object.name === 'Math') {
      const until = code.indexOf('(', callee.end) + 1;
      return [
        {
          ...place,
          edits: (no) => [{ at: callee.start, until, text: `$math(${no}, '${property.name}', '${other}', ` }],
        },
      ];
    }
    const dot = code.lastIndexOf('.', property.start);
    const at = code[dot - 1] === '?' ? dot - 1 : dot;
    return [
      {
        ...place,
        edits: (no) => [
          {
            at,
            until: property.end,
            text: `${at < dot ? '?.' : ''}[$on(${no}) ? '${other}' : '${property.name}']`,
          },
        ],
      },
    ];
  }
  const [first] = node.arguments;
  if (property.name !== 'filter' || !first || first.type === 'SpreadElement') return [];
  return [
    {
      operator: 'all instead of some',
      start: node.start,
      end: node.end,
      text: `(${code.slice(object.start, object.end)})`,
      edits: (no) => wrapWith(first, `$all(${no}, `, ')'),
    },
  ];
}

/**
 * Removes a statement that runs for its effect.
 *
 * @param {Node} node
 * @param {string} code
 * @returns {readonly Change[]}
 */
function statementOf(node, code) {
  const { expression, start, end } = node;
  const inner = expression.type === 'AwaitExpression' ? expression.argument : expression;
  const acts = ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(inner.type);
  if (!acts || inner.callee?.type === 'Super' || code.slice(start, end).startsWith('assert')) return [];
  return [
    {
      operator: 'not done',
      start,
      end,
      text: ';',
      edits: (no) => wrapWith(node, `{ if (!$on(${no})) `, ' }'),
    },
  ];
}

/** @param {Node} node */
const isText = (node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** @param {string} code */
function lineStarts(code) {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** @param {readonly number[]} starts @param {number} at */
function lineOf(starts, at) {
  let low = 0;
  for (let high = starts.length - 1; low < high;) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** @param {string} code @param {Pick<Mutant, 'start' | 'end' | 'text'>} mutant */
export const mutated = (code, { start, end, text }) => code.slice(0, start) + text + code.slice(end);
