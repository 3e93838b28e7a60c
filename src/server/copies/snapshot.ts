import { SqliteConnection } from '../storage/engine/sqlite-dialect.ts';

/**
 * Keeps the engine from beginning its log anew before what is in it was copied: a read that stays open holds
 * the log where it is. It is only changed for a newer one while nobody else can write, for some milliseconds.
 */
export class Snapshot {
  private readonly lock: SqliteConnection;
  private readonly emptier: SqliteConnection;
  private readers: readonly [SqliteConnection, SqliteConnection];

  constructor(private readonly path: string) {
    const open = (readOnly: boolean) => new SqliteConnection(path, { readOnly });
    this.lock = open(false);
    this.emptier = open(false);
    this.emptier.run('pragma synchronous = full');
    this.readers = [open(true), open(true)];
  }

  /** While nobody else writes. @throws StoreBusyError somebody does, and for long */
  alone<T>(work: () => T): T {
    this.lock.run('begin immediate');
    try {
      return work();
    } finally {
      this.lock.run('rollback');
    }
  }

  /** The old read ends when the new one has begun. */
  renew(): void {
    const [last, next] = this.readers;
    begin(next);
    end(last);
    this.readers = [next, last];
  }

  /** Writes the log into the file as far as nobody reads older pages. */
  empty(): void {
    this.emptier.run('pragma wal_checkpoint(passive)');
  }

  /** All of the log, which may then begin anew; only inside `alone`. */
  emptyAll(): void {
    const [last] = this.readers;
    end(last);
    try {
      this.empty();
    } finally {
      begin(last);
    }
  }

  /** Another read that begins now, of which its reader takes care. */
  another(): SqliteConnection {
    const reader = new SqliteConnection(this.path, { readOnly: true });
    begin(reader);
    return reader;
  }

  close(): void {
    for (const one of [...this.readers, this.lock, this.emptier]) {
      end(one);
      one.close();
    }
  }
}

function begin(reader: SqliteConnection): void {
  reader.run('begin deferred');
  reader.run('select count(*) from sqlite_master');
}

function end(reader: SqliteConnection): void {
  if (reader.inTransaction) reader.run('rollback');
}
