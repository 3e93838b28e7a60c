import { storeLimits } from '../../domain/limits.ts';

/** What one query answered, by its values. */
interface Answers {
  readonly rows: Map<string, readonly unknown[]>;
  /** The open group of commands wrote into one of its tables: what is there is not committed, what was there no longer true. */
  changing: boolean;
}

const SOURCES = /\b(?:from|join) "(\w+)"/g;

/**
 * Rows that seldom change and that every call asks for: sessions, people, friendships, groups (COMMIT-8).
 *
 * Nobody says what to forget. The connection tells of each statement that writes, whoever sent it, and all
 * answers from its table are gone at that moment; until the group of commands has ended they are neither
 * remembered nor given. What other processes write is seen by the engine's own count of their commits.
 */
export class RowMemory {
  /** Rises whenever something was forgotten: a reader whose snapshot is older must not remember what it sees. */
  generation = 0;
  private readonly queries = new Map<string, Answers>();
  private readonly byTable = new Map<string, Answers[]>();
  private changing: Answers[] = [];

  /** @returns what the query answered, or undefined. */
  get(sql: string, values: readonly unknown[]): readonly unknown[] | undefined {
    const answers = this.queries.get(sql);
    return answers === undefined || answers.changing ? undefined : answers.rows.get(keyOf(values));
  }

  /** Nothing found is not remembered: whoever guesses would push out what is asked for. */
  keep(sql: string, values: readonly unknown[], rows: readonly unknown[]): void {
    const answers = this.queries.get(sql) ?? this.add(sql);
    if (answers.changing || rows.length === 0) return;
    if (answers.rows.size >= storeLimits.rememberedMax) {
      const oldest = answers.rows.keys().next();
      if (!oldest.done) answers.rows.delete(oldest.value);
    }
    answers.rows.set(keyOf(values), rows);
  }

  /** A statement writes into this table. */
  written(table: string): void {
    const touched = this.byTable.get(table);
    if (touched === undefined) return;
    for (const answers of touched) {
      answers.rows.clear();
      if (answers.changing) continue;
      answers.changing = true;
      this.changing.push(answers);
    }
  }

  /** The group of commands has ended, committed or not. */
  settled(): void {
    if (this.changing.length === 0) return;
    this.generation += 1;
    for (const answers of this.changing) answers.changing = false;
    this.changing = [];
  }

  /** Another process wrote, nobody knows what. */
  forget(): void {
    this.generation += 1;
    for (const answers of this.queries.values()) answers.rows.clear();
  }

  private add(sql: string): Answers {
    const answers: Answers = { rows: new Map(), changing: false };
    this.queries.set(sql, answers);
    for (const [, table = ''] of sql.matchAll(SOURCES))
      this.byTable.set(table, [...(this.byTable.get(table) ?? []), answers]);
    return answers;
  }
}

const keyOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : values.join('\0');
