import { detailOf, typeOf, type LineOrigin, type ScriptEventLine } from './line.ts';

/** Lines `from` to `to`, which are shown as one row. */
export interface LogRow {
  readonly from: number;
  readonly to: number;
}

const FOLD_FROM = 3;

/** Folds runs of machine steps; `opened` null: none. */
export function foldSteps(
  found: readonly number[],
  lines: readonly ScriptEventLine[],
  opened: ReadonlySet<number> | null,
): readonly LogRow[] {
  const rows: LogRow[] = [];
  for (let i = 0; i < found.length;) {
    let end = i;
    while (
      lines[found[end] ?? -1]?.origin === 'machine' &&
      lines[found[end + 1] ?? -1]?.origin === 'machine' &&
      found[end + 1] === (found[end] ?? 0) + 1
    )
      end += 1;
    const run = found.slice(i, end + 1);
    const [from = 0] = run;
    if (opened !== null && run.length >= FOLD_FROM && !opened.has(from))
      rows.push({ from, to: from + run.length - 1 });
    else rows.push(...run.map((n) => ({ from: n, to: n })));
    i = end + 1;
  }
  return rows;
}

export function matching(
  lines: readonly ScriptEventLine[],
  length: number,
  words: string,
  hidden: ReadonlySet<LineOrigin>,
): readonly number[] {
  const matches: number[] = [];
  for (let i = 0; i < length; i += 1) {
    const line = lines[i];
    if (line === undefined || hidden.has(line.origin)) continue;
    if (words === '' || `${typeOf(line)} ${detailOf(line)}`.toLowerCase().includes(words)) matches.push(i);
  }
  return matches;
}

/** Place of the last row that belongs to the moment shown. Rows are in order, so it is found by halving. */
export function rowBefore(rows: readonly LogRow[], n: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.from ?? 0) < n) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
