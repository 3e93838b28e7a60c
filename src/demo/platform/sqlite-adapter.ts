import type { Database, PreparedStatement, Sqlite3 } from '@sqlite.org/sqlite-wasm';
import start from '@sqlite.org/sqlite-wasm';

/**
 * The embedded engine of the server, compiled for pages, in the shape that the server's own has. The build
 * for pages puts this file in the place of `@photostructure/sqlite`; everything above it is the server's.
 */
// It would warn about a file system that we do not use; what is an error is thrown anyway.
globalThis.sqlite3ApiConfig = { warn: () => undefined };
const sqlite: Sqlite3 = await start({ print: () => undefined, printErr: () => undefined });

const WRITING = 2;

type Value = string | number | bigint | boolean | null | Uint8Array;

class Statement {
  constructor(private readonly prepared: PreparedStatement) {}

  /** Rows are lists here anyway. */
  setReturnArrays(_on: true): void {}

  columns(): readonly { readonly name: string }[] {
    return this.prepared.columnCount === 0 ? [] : this.prepared.getColumnNames([]).map((name) => ({ name }));
  }

  all(...values: readonly Value[]): unknown[][] {
    const rows: unknown[][] = [];
    this.#execute(values, () => rows.push(this.prepared.get([])));
    return rows;
  }

  run(...values: readonly Value[]): void {
    this.#execute(values, () => undefined);
  }

  #execute(values: readonly Value[], row: () => void): void {
    try {
      if (values.length > 0) this.prepared.bind(values);
      while (this.prepared.step()) row();
    } catch (error) {
      throw plainly(error);
    } finally {
      this.prepared.reset(true);
    }
  }
}

/** The engine's own words, as the store knows them: without the code in front. */
function plainly(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return new Error(error.message.replace(/^.*?sqlite3? result code \d+: /i, ''), { cause: error });
}

let begin: { readonly image: Uint8Array; readonly epoch: string } | null = null;
let open: DatabaseSync | null = null;

/**
 * The next database that is opened begins with what this one held, as after a restore: it is kept now and
 * then, so it may lie behind what the page has seen, and numbers that are given again need another epoch
 * (KEEP-2, STREAM-9).
 */
export const beginWith = (image: Uint8Array, epoch: string): void => {
  begin = { image, epoch };
};

/** Rows changed so far. */
export const changesNow = (): number => open?.changes ?? 0;

/** Everything that is committed, as one file; null while a transaction is open or nothing is. */
export const imageNow = (): Uint8Array | null => (open === null || open.isTransaction ? null : open.image());

export class DatabaseSync {
  readonly #db: Database;

  constructor(_path: ':memory:', _options?: { readonly readOnly: boolean; readonly timeout: number }) {
    this.#db = new sqlite.oo1.DB(':memory:', 'c');
    if (begin !== null) {
      this.#load(begin.image);
      this.prepare(`update meta set value = ? where key = 'epoch'`).run(begin.epoch);
    }
    begin = null;
    opened(this);
  }

  get isTransaction(): boolean {
    return sqlite.wasm.exports.sqlite3_txn_state(this.#pointer, 0) === WRITING;
  }

  get isOpen(): boolean {
    return this.#db.pointer !== undefined;
  }

  prepare(sql: string): Statement {
    try {
      return new Statement(this.#db.prepare(sql));
    } catch (error) {
      throw plainly(error);
    }
  }

  get changes(): number {
    return sqlite.wasm.exports.sqlite3_total_changes(this.#pointer);
  }

  image(): Uint8Array {
    return sqlite.capi.sqlite3_js_db_export(this.#pointer);
  }

  close(): void {
    if (open === this) open = null;
    this.#db.close();
  }

  get #pointer(): number {
    const { pointer } = this.#db;
    if (pointer === undefined) throw new Error('the database is closed');
    return pointer;
  }

  #load(bytes: Uint8Array): void {
    const { capi, wasm } = sqlite;
    const at = wasm.allocFromTypedArray(bytes);
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
    this.#db.checkRc(capi.sqlite3_deserialize(this.#pointer, 'main', at, bytes.length, bytes.length, flags));
  }
}

function opened(database: DatabaseSync): void {
  open = database;
}

export type StatementSyncInstance = Statement;
