import type { Walked } from './walk.ts';
import { pairFrom } from './spelling.ts';

/** Sums of all walked pairs of two actions. */
interface Cell {
  pairs: number;
  orders: number;
  failures: number;
}

/** Pairs, orders and failures of each subject. */
export function subjectsTable(results: readonly Walked[]): string {
  const subjects = [...new Set(results.map(({ subjects: [one] }) => one))];
  const rows = subjects.map((subject) => {
    const own = results.filter(({ subjects: [one] }) => one === subject);
    const orders = own.reduce((sum, one) => sum + one.orders, 0);
    const failures = own.filter(({ failure }) => failure !== null).length;
    return [subject.padEnd(10), ...[own.length, orders, failures].map((one) => String(one).padStart(6))].join(
      ' ',
    );
  });
  return [`${'subject'.padEnd(10)}  pairs orders broken`, ...rows].join('\n');
}

/** Orders walked, action by action, with failures behind an exclamation mark. */
export function matrixOf(results: readonly Walked[]): string {
  const names: string[] = [];
  const cells = new Map<string, Cell>();
  for (const one of results) {
    const [a, b] = actionsOf(one);
    for (const name of [a, b]) if (!names.includes(name)) names.push(name);
    const cell = cellOf(cells, names, a, b);
    cell.pairs += 1;
    cell.orders += one.orders;
    if (one.failure) cell.failures += 1;
  }
  const wide = Math.max(...names.map(({ length }) => length), 0);
  const columns = names.map((_, at) => String(at + 1));
  const rows = names.map((name, at) => {
    const marks = names.slice(0, at + 1).map((other) => cellText(cellOf(cells, names, name, other)));
    return `${String(at + 1).padStart(3)} ${name.padEnd(wide)} ${marks.map((one) => one.padStart(5)).join('')}`;
  });
  return [`${' '.repeat(wide + 4)} ${columns.map((one) => one.padStart(5)).join('')}`, ...rows].join('\n');
}

function cellOf(cells: Map<string, Cell>, names: readonly string[], a: string, b: string): Cell {
  const key = names.indexOf(a) < names.indexOf(b) ? `${a} ${b}` : `${b} ${a}`;
  const cell = cells.get(key) ?? { pairs: 0, orders: 0, failures: 0 };
  cells.set(key, cell);
  return cell;
}

const cellText = ({ orders, failures }: Cell): string =>
  orders === 0 ? '·' : `${orders}${failures > 0 ? `!${failures}` : ''}`;

function actionsOf({ name }: Walked): readonly [string, string] {
  const { first, second, turn } = pairFrom(name);
  return [first.kind, second?.kind ?? (turn === 'none' ? first.kind : turn)];
}

/** Sums in words. */
export function summaryOf(results: readonly Walked[]): string {
  const sum = (of: (one: Walked) => number): number => results.reduce((total, one) => total + of(one), 0);
  const [orders, merged, runs] = [sum((one) => one.orders), sum((one) => one.merged), sum((one) => one.runs)];
  const seconds = (sum((one) => one.workedMs) / 1_000).toFixed(0);
  const whole = results.filter(({ left }) => left === 0).length;
  const failures = results.filter(({ failure }) => failure !== null).length;
  const ms = (sum((one) => one.workedMs) / Math.max(1, runs)).toFixed(0);
  return (
    `${results.length} pairs, ${orders} orders, ${merged} more were one of these except for independent points; ` +
    `every order of ${whole} pairs; ${failures} failures. ` +
    `A World costs ${ms} ms of one core, all together ${seconds} s.`
  );
}

/** Names of the parts of the generated page, in order. */
const PARTS = ['summary', 'planted faults', 'thirty slips'] as const;
export type PairsPart = (typeof PARTS)[number];

const headOf = (part: PairsPart): string => `== ${part} ==`;

/** The page with this text as one of its parts; the other one stays. */
export function withPairsPart(page: string, part: PairsPart, text: string): string {
  const parts = new Map<PairsPart, string>();
  for (const one of PARTS) {
    const [, after] = page.split(`${headOf(one)}\n`);
    const next = after === undefined ? -1 : after.indexOf('\n== ');
    if (after !== undefined) parts.set(one, (next < 0 ? after : after.slice(0, next)).trim());
  }
  parts.set(part, text.trim());
  return PARTS.flatMap((one) => {
    const own = parts.get(one);
    return own === undefined ? [] : [`${headOf(one)}\n\n${own}\n`];
  }).join('\n');
}

/** Subjects and actions in no pair, with the reason. */
export const leftOut = (...lists: readonly Readonly<Record<string, string | undefined>>[]): string =>
  lists
    .flatMap((list) => Object.entries(list))
    .map(([name, reason]) => `${name.padEnd(13)} ${reason ?? ''}`)
    .join('\n');
