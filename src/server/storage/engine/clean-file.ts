import { closeSync, fsyncSync, openSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { storeLimits } from '../../kernel/limits.ts';
import { schemaLimits as limits } from '../../kernel/schema-limits.ts';
import { StoreBusyError } from '../../kernel/store-errors.ts';
import { zeroFree } from './free-bytes.ts';
import { SqliteConnection } from './sqlite-dialect.ts';

interface CleanOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A page of a long row begins with the number of the next: from here on it looks like a page of cells. */
const MOST_PAGES = 0x02000000;
const MARK = `insert into meta (key, value) values ('cleaned', '1') on conflict (key) do nothing`;

/** A database that begins with this version never held deleted words. */
export const markNew = (writer: SqliteConnection): void => void writer.run(MARK);

/**
 * Versions before 6.1 left the words of deleted rows in free parts of the file. The first start rewrites the
 * file once without them (DATA-13). A process that is killed during this leaves the file as it was, and the
 * next start begins again. A file that is too large for a start, or for the free space, is left for
 * `admin clean`.
 */
export function cleanOnce(writer: SqliteConnection, { path, clock, log }: CleanOptions): void {
  if (writer.run(`select 1 from meta where key = 'cleaned'`).length > 0) return;
  const bytes = pagesOf(writer) * pageSizeOf(writer);
  const megabytes = Math.ceil(bytes / 1e6);
  if (bytes > limits.cleanBytesMax || bytes * 2 > freeBeside(path)) {
    const why = bytes > limits.cleanBytesMax ? 'the file is large' : 'the disk has too little free space';
    const command = 'npm run admin -- clean';
    log.write(
      'warn',
      'deleted words of before are still in the database file: stop the server and clean it',
      {
        why,
        megabytes,
        command,
      },
    );
    return;
  }
  log.write('info', 'the database file is rewritten once, without deleted words', { megabytes });
  const beganMs = clock.elapsedMs();
  try {
    clean(writer);
    const seconds = Math.ceil((clock.elapsedMs() - beganMs) / 1_000);
    log.write('info', 'the database file holds no deleted words any more', { seconds });
  } catch (error) {
    const facts = { error: String(error) };
    log.write('warn', 'the database file was not rewritten; the next start tries again', facts);
  }
}

/** Needs free space equal to the file's size, and no other writer. */
export function clean(writer: SqliteConnection): void {
  writer.run('vacuum');
  writer.run(MARK);
  writer.run('pragma wal_checkpoint(truncate)');
}

/** The same in place, for a closed file without a log. */
export function zeroFreeOf(path: string, db: SqliteConnection): void {
  const pageSize = pageSizeOf(db);
  const pages = pagesOf(db) >= MOST_PAGES || hasPointerMap(db) ? 0 : pagesOf(db);
  db.close();
  const file = openSync(path, 'r+');
  try {
    for (let from = 0; from < pages; from += limits.zeroPages)
      zeroFree({ file, pageSize, from, count: limits.zeroPages });
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Takes deleted words out of what a running server has in its files (DATA-11, DATA-12). */
export class FileCleaner {
  private readonly second: SqliteConnection;
  private file: number | null = null;
  /** The page with which the next step begins. */
  private next = 0;

  constructor(
    private readonly path: string,
    private readonly writer: SqliteConnection,
  ) {
    this.second = new SqliteConnection(path, { readOnly: false });
    this.second.run('pragma synchronous = full');
    this.second.run('pragma busy_timeout = 0');
  }

  /**
   * Empties the log, unless a copy is read from it, and zeroes the free bytes of the next pages. During this
   * no process writes, and the log holds nothing that is not in the file: the pages there are the newest.
   */
  step(): void {
    const { writer, second } = this;
    if (writer.inTransaction) return;
    try {
      // Skips the wait for a present writer, such as an operator's command.
      writer.run('pragma busy_timeout = 0');
      this.emptyAndZero();
    } catch (error) {
      if (!(error instanceof StoreBusyError)) throw error;
    } finally {
      if (second.inTransaction) second.run('rollback');
      writer.run(`pragma busy_timeout = ${storeLimits.busyMs}`);
    }
  }

  private emptyAndZero(): void {
    const { writer, second } = this;
    const isBusy = checkpoint(second, 'truncate') === 'busy';
    // The copying program decides when the log restarts; then it is truncated to its new part.
    writer.run(`pragma journal_size_limit = ${isBusy ? 0 : -1}`);
    second.run('begin immediate');
    if (checkpoint(writer, 'passive') === 'whole' && this.zeroNext() > 0)
      // Else its next change would write the bytes that it remembers.
      writer.run('pragma shrink_memory');
  }

  private zeroNext(): number {
    // Closed last: closing it would take the locks of this process from the database.
    this.file ??= openSync(this.path, 'r+');
    const pages = pagesOf(this.second);
    if (pages >= MOST_PAGES || hasPointerMap(this.second)) return 0;
    const count = Math.min(limits.zeroPages, pages - this.next);
    const from = this.next;
    this.next = from + count >= pages ? 0 : from + count;
    return zeroFree({ file: this.file, pageSize: pageSizeOf(this.second), from, count });
  }

  close(): void {
    this.second.close();
  }

  /** After all connections of this process are closed. */
  closeFile(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}

/** `whole`: all of the log is in the file. */
function checkpoint(db: SqliteConnection, kind: 'passive' | 'truncate'): 'whole' | 'part' | 'busy' {
  const [row] = db.run(`pragma wal_checkpoint(${kind})`);
  const { busy, log, checkpointed } = row as Readonly<Record<'busy' | 'log' | 'checkpointed', number>>;
  return busy !== 0 ? 'busy' : log === checkpointed ? 'whole' : 'part';
}

const pagesOf = (db: SqliteConnection): number => {
  const [row] = db.run('pragma page_count');
  return (row as { readonly page_count: number }).page_count;
};
/** Pages of pointers look like pages of cells; our files have none. */
const hasPointerMap = (db: SqliteConnection): boolean => {
  const [row] = db.run('pragma auto_vacuum');
  return (row as { readonly auto_vacuum: number }).auto_vacuum !== 0;
};
const pageSizeOf = (db: SqliteConnection): number => {
  const [row] = db.run('pragma page_size');
  return (row as { readonly page_size: number }).page_size;
};

function freeBeside(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
