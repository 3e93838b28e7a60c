import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Log } from '../../../ports/log.ts';
import { schemaLimits as limits } from '../../kernel/store-limits.ts';
import { StoreUnavailableError } from '../../kernel/store-errors.ts';
import type { SqliteConnection } from './sqlite-dialect.ts';
import { chained, FRAME_HEAD, pagesAfter, saltsOf, sumsIn, WAL_HEAD, walHead } from './wal-format.ts';
import type { WalHead } from './wal-format.ts';

/** A log whose end the engine cannot read: a commit behind the damage is intact, but lost (KEEP-9). */
export interface LogDamage {
  readonly commits: number;
  /** A copy of the log as it was found. */
  readonly backupPath: string;
  /** Time of its last write. */
  readonly lastWriteMs: number;
}

/** The time up to which the database is complete, and the number of lost items; 0: not counted. */
interface Lost {
  readonly sinceMs: number | null;
  readonly commits: number;
  readonly messages: number;
}

export function lossOf(db: SqliteConnection, counts: Omit<Lost, 'sinceMs'>): Lost {
  const [row] = db.execute('select max(last_at_ms) as "sinceMs" from streams');
  return { ...counts, ...(row as Pick<Lost, 'sinceMs'>) };
}

/** Logs the damage, the loss, and the remedy; `loss`: null, the database cannot be opened. */
export function tellDamage(
  log: Log,
  { commits, backupPath, lastWriteMs }: LogDamage,
  loss: Lost | null,
): void {
  log.write('error', 'the write-ahead log of the database is damaged: what came after the damage is lost', {
    commits: Math.max(commits, loss?.commits ?? 0),
    messages: loss && loss.messages > 0 ? loss.messages : 'not known',
    since: loss?.sinceMs ? iso(loss.sinceMs) : 'not known',
    kept: backupPath,
    wayBack: `npm run admin -- copies restore --at ${iso(lastWriteMs)} --to <folder>, from continuous copies`,
  });
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Position at which its chain of checksums breaks, and the number of commits behind it. */
interface Break {
  readonly at: number;
  readonly commits: number;
}

/**
 * Runs before the engine opens the database: it takes a damaged frame for the end of its log, drops the
 * frames behind it, and overwrites them. The log is copied first.
 * @throws StoreUnavailableError it cannot be kept
 */
export function keepDamagedLog(path: string): LogDamage | null {
  const log = `${path}-wal`;
  if (!existsSync(log)) return null;
  const file = openSync(log, 'r');
  let lastWriteMs: number;
  let firstBreak: Break | null;
  try {
    lastWriteMs = fstatSync(file).mtimeMs;
    firstBreak = breakIn(file, path);
    // A frame being written by a running server is complete at the second look.
    if (firstBreak === null || breakIn(file, path)?.at !== firstBreak.at) return null;
  } finally {
    closeSync(file);
  }
  const copyPath = `${log}.damaged-${iso(lastWriteMs).replaceAll(':', '-')}`;
  try {
    // Named by its time of writing: a start that fails for another reason finds the same one again.
    if (!existsSync(copyPath)) copyFileSync(log, copyPath);
  } catch (error) {
    throw new StoreUnavailableError(
      `the log of the database is damaged, and cannot be copied to ${copyPath}`,
      {
        cause: error,
      },
    );
  }
  return { commits: firstBreak.commits, backupPath: copyPath, lastWriteMs };
}

/**
 * Frames behind the break belong to the same log, and each is chained to the checksum stored in the previous
 * one. An unfinished commit has no end frame there, and does not count.
 */
function breakIn(file: number, path: string): Break | null {
  const head = headOf(file, path);
  if (head === null) return null;
  const frameBytes = FRAME_HEAD + head.pageSize;
  const bytes = Buffer.allocUnsafe(limits.logFrames * frameBytes);
  let before = head.sums;
  let [at, broken, commits] = [0, head.isDamaged ? 0 : -1, 0];
  for (;;) {
    const length = readSync(file, bytes, 0, bytes.length, WAL_HEAD + at * frameBytes);
    const frames = Math.floor(length / frameBytes);
    for (let index = 0; index < frames; index += 1) {
      const frame = bytes.subarray(index * frameBytes, (index + 1) * frameBytes);
      const isRight = saltsOf(frame) === head.salts && chained(frame, before, head.isLittle) !== null;
      if (!isRight && broken < 0) broken = at + index;
      if (isRight && broken >= 0 && pagesAfter(frame) > 0) commits += 1;
      before = sumsIn(frame);
    }
    at += frames;
    if (frames < limits.logFrames) return commits > 0 ? { at: broken, commits } : null;
  }
}

/**
 * A damaged header is useless: the first frame identifies the log, and the database file has the page size.
 */
function headOf(file: number, path: string): (WalHead & { readonly isDamaged: boolean }) | null {
  const head = readAt(file, 0, WAL_HEAD);
  const start = walHead(head);
  if (start) return { ...start, isDamaged: false };
  const first = readAt(file, WAL_HEAD, FRAME_HEAD);
  if (first.length < FRAME_HEAD) return null;
  const database = openSync(path, 'r');
  try {
    const size = readAt(database, 16, 2);
    if (size.length < 2 || size.readUInt16BE(0) === 0) return null;
    // 65,536 does not fit, and is written as 1.
    const pageSize = size.readUInt16BE(0) === 1 ? 65_536 : size.readUInt16BE(0);
    return { salts: saltsOf(first), pageSize, isLittle: true, sums: [0, 0], isDamaged: true };
  } finally {
    closeSync(database);
  }
}

function readAt(file: number, at: number, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  return bytes.subarray(0, readSync(file, bytes, 0, most, at));
}
