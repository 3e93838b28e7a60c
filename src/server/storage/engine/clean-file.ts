import { closeSync, fsyncSync, openSync, readSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { storeLimits } from '../../kernel/limits.ts';
import { StoreBusyError } from '../../kernel/store-errors.ts';
import { schemaLimits as limits } from '../../kernel/store-limits.ts';
import { SqliteConnection } from './sqlite-dialect.ts';

/** The engine's lock bytes: this offset never has a page. */
const LOCK_AT = 0x40000000;
/** Kinds of pages that hold cells, with the bytes of their heads. */
const HEADS: ReadonlyMap<number, number> = new Map([
  [0x0d, 8],
  [0x0a, 8],
  [0x05, 12],
  [0x02, 12],
]);

/** Offsets of the unallocated bytes of a page. */
type Range = readonly [from: number, to: number];

/**
 * The bytes between the list of cells and the first cell. When the engine spreads the rows of a full page
 * over its neighbours, their bytes stay there, and deleting a row zeroes its new place only. Null: no page of
 * cells, or none that is understood.
 */
export function freeRange(page: Buffer, isFirst: boolean): Range | null {
  const at = isFirst ? 100 : 0;
  const head = HEADS.get(page.readUInt8(at));
  if (head === undefined) return null;
  const cells = page.readUInt16BE(at + 3);
  const begin = page.readUInt16BE(at + 5) || 65_536;
  const from = at + head + 2 * cells;
  if (begin > page.length || from > begin) return null;
  for (let cell = 0; cell < cells; cell += 1)
    if (page.readUInt16BE(at + head + 2 * cell) < begin) return null;
  return [from, begin];
}

/** Pages of a file without a writer, whose newest versions are in the file and not in its log. */
export interface PageRange {
  readonly file: number;
  readonly pageSize: number;
  readonly from: number;
  readonly count: number;
}

/** Zeroes only the free bytes of these pages (DATA-11). Returns the number of pages that changed. */
function zeroFree({ file, pageSize, from, count }: PageRange): number {
  const bytes = Buffer.alloc(pageSize * count);
  const length = readSync(file, bytes, 0, bytes.length, from * pageSize);
  let zeroed = 0;
  for (let index = 0; (index + 1) * pageSize <= length; index += 1) {
    const place = (from + index) * pageSize;
    const page = bytes.subarray(index * pageSize, (index + 1) * pageSize);
    const range = place === LOCK_AT ? null : freeRange(page, place === 0);
    if (range === null) continue;
    const free = page.subarray(...range);
    if (free.every((byte) => byte === 0)) continue;
    writeSync(file, free.fill(0), 0, free.length, place + range[0]);
    zeroed += 1;
  }
  return zeroed;
}

interface CleanOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A page of a long row begins with the number of the next: from here on it looks like a page of cells. */
const MOST_PAGES = 0x02000000;
const MARK = `insert into meta (key, value) values ('cleaned', '1') on conflict (key) do nothing`;

/** A database that begins with this version never held deleted words. */
export const markNew = (writer: SqliteConnection): void => void writer.execute(MARK);

/**
 * Versions before 6.1 left the words of deleted rows in free parts of the file. The first start rewrites the
 * file once without them (DATA-13). A process that is killed during this leaves the file as it was, and the
 * next start begins again. A file that is too large for a start, or for the free space, is left for
 * `admin clean`.
 */
export function cleanOnce(writer: SqliteConnection, { path, clock, log }: CleanOptions): void {
  if (writer.execute(`select 1 from meta where key = 'cleaned'`).length > 0) return;
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
  writer.execute('vacuum');
  writer.execute(MARK);
  writer.execute('pragma wal_checkpoint(truncate)');
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
    this.second.execute('pragma synchronous = full');
    this.second.execute('pragma busy_timeout = 0');
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
      writer.execute('pragma busy_timeout = 0');
      this.emptyAndZero();
    } catch (error) {
      if (!(error instanceof StoreBusyError)) throw error;
    } finally {
      if (second.inTransaction) second.execute('rollback');
      writer.execute(`pragma busy_timeout = ${storeLimits.busyMs}`);
    }
  }

  private emptyAndZero(): void {
    const { writer, second } = this;
    const isBusy = checkpoint(second, 'truncate') === 'busy';
    // The copying program decides when the log restarts; then it is truncated to its new part.
    writer.execute(`pragma journal_size_limit = ${isBusy ? 0 : -1}`);
    second.execute('begin immediate');
    if (checkpoint(writer, 'passive') === 'whole' && this.zeroNext() > 0)
      // Else its next change would write the bytes that it remembers.
      writer.execute('pragma shrink_memory');
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
  const [row] = db.execute(`pragma wal_checkpoint(${kind})`);
  const { busy, log, checkpointed } = row as Readonly<Record<'busy' | 'log' | 'checkpointed', number>>;
  return busy !== 0 ? 'busy' : log === checkpointed ? 'whole' : 'part';
}

const pagesOf = (db: SqliteConnection): number => {
  const [row] = db.execute('pragma page_count');
  return (row as { readonly page_count: number }).page_count;
};
/** Pages of pointers look like pages of cells; our files have none. */
const hasPointerMap = (db: SqliteConnection): boolean => {
  const [row] = db.execute('pragma auto_vacuum');
  return (row as { readonly auto_vacuum: number }).auto_vacuum !== 0;
};
const pageSizeOf = (db: SqliteConnection): number => {
  const [row] = db.execute('pragma page_size');
  return (row as { readonly page_size: number }).page_size;
};

function freeBeside(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
