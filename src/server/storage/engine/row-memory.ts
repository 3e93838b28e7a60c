import { FewSet } from '../../kernel/few-set.ts';
import { storeLimits } from '../../kernel/limits.ts';

/** Effect of a writing statement on its table. */
export type Change = 'any' | 'added' | { readonly column: string; readonly value: unknown };

/**
 * The result column that is the key of a source row, by table. Such a query finds one row by its key, so an
 * added row changes none of its answers.
 */
export type RowKeys = Readonly<Partial<Record<KeyedTable, string>>>;

const KEYS = { users: 'id', tokens: 'hash', groups: 'id' } as const;
type KeyedTable = keyof typeof KEYS;
const isKeyed = (table: string): table is KeyedTable => table in KEYS;

type Rows = readonly unknown[];

/** Cached answers of one query, by its values. */
interface Answers {
  readonly rows: Map<string, Rows>;
  readonly keys: RowKeys;
  /** Answers made from a row, except those found by its key. */
  readonly byRow: Map<string, FewSet<string>>;
  /** The open group wrote into one of its tables: what is there is not committed, what was there not true. */
  changing: boolean;
  /** It added a row there: what is found now may not be committed. */
  adding: boolean;
}

const SOURCES = /\b(?:from|join) "(\w+)"/g;

/**
 * Caches rarely changing rows that every call needs: sessions, users, friendships, groups (COMMIT-8).
 * Invalidation is automatic. The connection reports each writing statement, from any source, and all answers
 * of its table are dropped at that moment, or those from the one row that it names by its key; until the
 * group of commands has ended they are neither cached nor used. Writes of other processes are noticed by the
 * engine's own count of their commits.
 */
export class RowMemory {
  /** Rises with each invalidation: a reader with an older snapshot must not cache its results. */
  generation = 0;
  private readonly queries = new Map<string, Answers>();
  private readonly byTable = new Map<string, Answers[]>();
  /** Queries, rows and tables written by the open group of commands. */
  private readonly changing = new Set<Answers>();
  private readonly changed = new Set<string>();
  /** Tables, including those of queries that never ran. */
  private readonly tables = new Set<string>();

  /** @returns what the query answered, or undefined. */
  get(sql: string, values: readonly unknown[]): Rows | undefined {
    const answers = this.queries.get(sql);
    return answers === undefined || answers.changing ? undefined : answers.rows.get(keyOf(values));
  }

  /** Empty results are not cached: guesses would displace useful entries. */
  keep(sql: string, values: readonly unknown[], rows: Rows, keys: RowKeys = {}): void {
    const answers = this.queries.get(sql) ?? this.add(sql, keys);
    if (answers.changing || answers.adding || rows.length === 0) return;
    const sources = sourcesOf(keys, rows);
    if (sources.some((source) => this.changed.has(source))) return;
    if (answers.rows.size >= storeLimits.rememberedMax) {
      const oldest = answers.rows.keys().next();
      if (!oldest.done) forgetOne(answers, oldest.value);
    }
    const key = keyOf(values);
    answers.rows.set(key, rows);
    const own = Object.keys(keys).map((table) => sourceOf(table, key));
    nameAlike(rows, keys, key);
    for (const source of sources)
      if (!own.includes(source))
        answers.byRow.set(source, (answers.byRow.get(source) ?? new FewSet()).add(key));
  }

  /** A statement writes into this table. */
  noteWrite(table: string, change: Change = 'any'): void {
    this.tables.add(table);
    for (const answers of this.byTable.get(table) ?? []) {
      const isKnown = isKeyed(table) && answers.keys[table] !== undefined;
      if (isKnown && change === 'added') answers.adding = true;
      else if (isKnown && typeof change === 'object' && change.column === KEYS[table]) {
        const source = sourceOf(table, change.value);
        this.changed.add(source);
        forgetOne(answers, String(change.value));
        for (const key of answers.byRow.get(source) ?? []) forgetOne(answers, key);
      } else {
        forgetAll(answers);
        answers.changing = true;
      }
      this.changing.add(answers);
    }
  }

  /** The group of commands has ended, committed or not. */
  settle(): void {
    this.tables.clear();
    if (this.changing.size === 0) return;
    this.generation += 1;
    for (const answers of this.changing) answers.changing = answers.adding = false;
    this.changing.clear();
    this.changed.clear();
  }

  /** Another process wrote unknown changes. */
  forget(): void {
    this.generation += 1;
    for (const answers of this.queries.values()) forgetAll(answers);
  }

  private add(sql: string, keys: RowKeys): Answers {
    const answers: Answers = { rows: new Map(), keys, byRow: new Map(), changing: false, adding: false };
    this.queries.set(sql, answers);
    for (const [, table = ''] of sql.matchAll(SOURCES)) {
      this.byTable.set(table, [...(this.byTable.get(table) ?? []), answers]);
      if (!this.tables.has(table)) continue;
      answers.changing = true;
      this.changing.add(answers);
    }
    return answers;
  }
}

/** The lookup text is also in the row: shared, because there are thousands. */
function nameAlike(rows: Rows, keys: RowKeys, key: string): void {
  for (const row of rows as readonly Record<string, unknown>[])
    for (const column of Object.values(keys)) if (row[column] === key) row[column] = key;
}

const sourceOf = (table: string, key: unknown): string => `${table} ${String(key)}`;

function sourcesOf(keys: RowKeys, rows: Rows): readonly string[] {
  return Object.entries(keys).flatMap(([table, column]) =>
    rows.map((row) => sourceOf(table, (row as Readonly<Record<string, unknown>>)[column])),
  );
}

function forgetOne(answers: Answers, key: string): void {
  const rows = answers.rows.get(key);
  if (rows === undefined) return;
  answers.rows.delete(key);
  for (const source of sourcesOf(answers.keys, rows)) {
    const keys = answers.byRow.get(source);
    keys?.delete(key);
    if (keys?.size === 0) answers.byRow.delete(source);
  }
}

function forgetAll(answers: Answers): void {
  answers.rows.clear();
  answers.byRow.clear();
}

const keyOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : values.join('\0');
