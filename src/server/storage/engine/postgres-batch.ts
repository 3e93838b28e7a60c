import type { Connection, ClientBase } from 'pg';
import { StoreError } from '../../kernel/store-errors.ts';
import { storable, valueOf } from './postgres-dialect.ts';
import { isLost, postgresStoreError } from './postgres-errors.ts';
import { statementNames } from './postgres-names.ts';

/** One statement of a batch. Its text is prepared once in each connection, while there are few of them. */
export interface BatchStatement {
  readonly text: string;
  readonly values: readonly BatchValue[];
  /** Each row as the list of its values. */
  readonly asLists?: boolean;
}
type Single = string | number | boolean | null;
export type BatchValue = Single | readonly Single[];

export interface BatchAnswer {
  readonly command: string;
  readonly rows: readonly unknown[];
}

interface Described {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** Statements prepared in each connection. */
const prepared = new WeakMap<Connection, Set<string>>();
const nameOf = statementNames('b');

const UNNAMED = '';

/**
 * Statements sent and answered together: one round trip, one turn of the server's process. After a failed one
 * the server skips the later ones.
 */
class Batch {
  callback: (error: Error | null, answers?: readonly BatchAnswer[]) => void;
  private readonly answers: BatchAnswer[] = [];
  private fields: Described['fields'] = [];
  private rows: unknown[] = [];

  constructor(
    private readonly statements: readonly BatchStatement[],
    callback: (error: Error | null, answers?: readonly BatchAnswer[]) => void,
    private readonly isFresh: () => void,
  ) {
    this.callback = callback;
  }

  submit(connection: Connection): null {
    const has = prepared.get(connection) ?? new Set<string>();
    prepared.set(connection, has);
    connection.stream.cork();
    try {
      for (const { text, values } of this.statements) {
        const name = nameOf(text) ?? UNNAMED;
        if (!has.has(name)) {
          connection.parse({ name, text, types: [] }, true);
          if (name !== UNNAMED) {
            has.add(name);
            this.isFresh();
          }
        }
        connection.bind({ statement: name, values: values.map(textOf) }, true);
        connection.describe({ type: 'P', name: '' }, true);
        connection.execute({}, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: Described): void {
    this.fields = fields;
  }

  handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    if (this.statements[this.answers.length]?.asLists === true)
      return void this.rows.push(this.listOf(texts));
    const row: Record<string, unknown> = {};
    for (let at = 0; at < texts.length; at += 1) {
      const [field, text] = [this.fields[at], texts[at]];
      if (field) row[field.name] = typeof text === 'string' ? valueOf(field.dataTypeID, text) : null;
    }
    this.rows.push(row);
  }

  private listOf(texts: readonly (string | null)[]): readonly unknown[] {
    return texts.map((text, at) =>
      typeof text === 'string' ? valueOf(this.fields[at]?.dataTypeID ?? 0, text) : null,
    );
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.answers.push({ command: text, rows: this.rows });
    this.rows = [];
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.answers);
  }
}

function textOf(value: BatchValue): string | null {
  if (typeof value === 'string') return storable(value);
  if (value === null) return null;
  return typeof value === 'object' ? listOf(value) : String(value);
}

function listOf(values: readonly Single[]): string {
  let list = '{';
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as Single;
    if (at > 0) list += ',';
    list += typeof value === 'string' ? quoted(value) : value === null ? 'NULL' : String(value);
  }
  return `${list}}`;
}

const quoted = (text: string): string =>
  `"${/["\\]/.test(text) ? storable(text).replaceAll(/["\\]/g, String.raw`\$&`) : storable(text)}"`;

/**
 * @throws what `postgresStoreError` makes of the first fault. After one a connection may know fewer
 * statements than were sent to it: `spoiled` says that it must not be used again.
 */
export function executeBatch(
  client: ClientBase,
  statements: readonly BatchStatement[],
  spoiled: () => void,
): Promise<readonly BatchAnswer[]> {
  let fresh = false;
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null, answers: readonly BatchAnswer[] = []) => {
      const ours = error && postgresStoreError(error);
      if (ours && (fresh || isLost(ours))) spoiled();
      if (ours) reject(ours);
      else if (answers.length !== statements.length) reject(new StoreError('a statement was not answered'));
      else resolve(answers);
    };
    client.query(new Batch(statements, finish, () => (fresh = true)));
  });
}
