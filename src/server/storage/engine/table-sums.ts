import { createHash } from 'node:crypto';
import type { SqliteConnection } from './sqlite-dialect.ts';

export interface SummedColumn {
  readonly name: string;
  /** Place in the key, from 1; 0: not part of it. */
  readonly pk: number;
}

export type Value = string | number | bigint | boolean | null;
export type Row = Record<string, Value>;

/** Rows that are read at once. */
export const PAGE = 500;

/** A sum over all rows that does not depend on their order. */
export class Sum {
  rows = 0;
  private sum = 0n;

  add(row: Row): void {
    const text = JSON.stringify(
      Object.keys(row)
        .toSorted()
        .map((name) => plain(row[name])),
    );
    this.sum = (this.sum + createHash('sha256').update(text).digest().readBigUInt64BE(0)) % 2n ** 64n;
    this.rows += 1;
  }

  get text(): string {
    return `${this.rows} rows, ${this.sum.toString(16)}`;
  }
}

function plain(value: Value | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

export const keyOf = (columns: readonly SummedColumn[]): readonly string[] =>
  columns
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
export const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export const columnsOf = (from: SqliteConnection, table: string): readonly SummedColumn[] =>
  from.execute(`select name, pk from pragma_table_info('${table}')`) as readonly SummedColumn[];

export function* pagesOf(
  from: SqliteConnection,
  table: string,
  columns: readonly SummedColumn[],
): Generator<readonly Row[]> {
  const key = keyOf(columns);
  for (let last: Row | null = null; ;) {
    const after = last === null ? '' : `where (${listed(key)}) > (${key.map(() => '?').join(', ')})`;
    const keyValues: readonly unknown[] = last === null ? [] : key.map((name) => last?.[name]);
    const rows = from.execute(
      `select * from "${table}" ${after} order by ${listed(key)} limit ${PAGE}`,
      keyValues,
    ) as readonly Row[];
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < PAGE) return;
  }
}

/** Count and checksum of each table, page by page; reports them at the end. */
export function* sumsOf(
  from: SqliteConnection,
  report: (sums: Record<string, string>) => void,
): Generator<void> {
  const tables = from.execute(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
  ) as readonly { readonly name: string }[];
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const sum = new Sum();
    for (const rows of pagesOf(from, name, columnsOf(from, name))) {
      for (const row of rows) sum.add(row);
      yield;
    }
    sums[name] = sum.text;
  }
  report(sums);
}
