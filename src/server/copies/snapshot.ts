import { SqliteConnection } from '../storage/engine/sqlite-dialect.ts';

/**
 * Keeps the engine from restarting its log before its content was copied: an open read transaction pins the
 * log. It is replaced by a newer one only while no other process can write, for some milliseconds.
 */
export class Snapshot {
  private readonly lock: SqliteConnection;
  private readonly emptier: SqliteConnection;
  private readers: readonly [SqliteConnection, SqliteConnection];

  constructor(private readonly path: string) {
    const open = (readOnly: boolean) => new SqliteConnection(path, { readOnly });
    this.lock = open(false);
    this.emptier = open(false);
    this.emptier.execute('pragma synchronous = full');
    this.readers = [open(true), open(true)];
  }

  /** Runs without concurrent writers. @throws StoreBusyError another process writes for too long */
  alone<T>(work: () => T): T {
    this.lock.execute('begin immediate');
    try {
      return work();
    } finally {
      this.lock.execute('rollback');
    }
  }

  /** The old read ends when the new one has begun. */
  renew(): void {
    const [last, next] = this.readers;
    begin(next);
    end(last);
    this.readers = [next, last];
  }

  /** Writes the log into the file, up to pages that readers still need. */
  empty(): void {
    this.emptier.execute('pragma wal_checkpoint(passive)');
  }

  /** Writes all of the log, which may then restart; only inside `alone`. */
  emptyAll(): void {
    const [last] = this.readers;
    end(last);
    try {
      this.empty();
    } finally {
      begin(last);
    }
  }

  /** Opens another read transaction now, which the caller must close. */
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
  reader.execute('begin deferred');
  reader.execute('select count(*) from sqlite_master');
}

function end(reader: SqliteConnection): void {
  if (reader.inTransaction) reader.execute('rollback');
}
