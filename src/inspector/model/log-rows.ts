import { detailOf, typeOf, type LineOrigin, type ScriptEventLine } from './line.ts';

/** Lines `from` to `to`, which are shown as one row. */
export interface LogRow {
  readonly from: number;
  readonly to: number;
}

const FOLD_FROM = 3;

/** Folds runs of machine steps; `opened` null: none. */
export function foldSteps(
  hits: readonly number[],
  lines: readonly ScriptEventLine[],
  opened: ReadonlySet<number> | null,
): readonly LogRow[] {
  const rows: LogRow[] = [];
  for (let i = 0; i < hits.length;) {
    let end = i;
    while (
      lines[hits[end] ?? -1]?.origin === 'machine' &&
      lines[hits[end + 1] ?? -1]?.origin === 'machine' &&
      hits[end + 1] === (hits[end] ?? 0) + 1
    )
      end += 1;
    const sequence = hits.slice(i, end + 1);
    const [from = 0] = sequence;
    if (opened !== null && sequence.length >= FOLD_FROM && !opened.has(from))
      rows.push({ from, to: from + sequence.length - 1 });
    else rows.push(...sequence.map((n) => ({ from: n, to: n })));
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
