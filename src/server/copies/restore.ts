import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CopyRefusedError } from '../kernel/store-errors.ts';
import { finishCopy } from '../storage/engine/backup.ts';
import type { CopyContents } from '../storage/engine/backup.ts';
import { openFiles } from '../files/open-files-adapter.ts';
import type { S3Settings } from '../files/s3-files-adapter.ts';
import { restoreFiles } from './files-back.ts';
import type { FilesBack } from './files-back.ts';
import { seriesAt, startOf } from './names.ts';
import type { ChangesHead, SeriesFile, WholeHead } from './names.ts';
import type { StoredPiece, CopyStore } from './copy-store.ts';
import { pagesOf } from './wal.ts';

/** Result of a restore. */
export interface Restored extends CopyContents {
  /** Latest possible time of its newest commit. */
  readonly lastCommitMs: number;
  /** Null: complete; otherwise the start of a gap without copies up to the next series. */
  readonly missingFromMs: number | null;
  /** Null: not requested. */
  readonly files: FilesBack | null;
}

/** File storage: the data folder, or a bucket. */
export interface FilesPlace {
  readonly bucket: S3Settings | null;
}

export interface RestoreTarget {
  readonly atMs: number;
  /** A folder that is not there yet. */
  readonly to: string;
  /** Null: it stays as it was, to be compared. */
  readonly epoch: string | null;
  /** Target for the files the database names; null: they stay in place. */
  readonly files: FilesPlace | null;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Brings the database back as it was at a second (COPY-4): the last whole copy before it, and the changes up
 * to it; then the files that it names. The folder gets its name only when the database in it was read
 * through.
 * @throws CopyRefusedError something is missing, changed, or of another key
 */
export async function restoreAt(
  copyStore: CopyStore,
  { atMs, to, epoch, files: place }: RestoreTarget,
): Promise<Restored> {
  if (existsSync(to)) throw new CopyRefusedError(`there is ${to} already`);
  const names = await seriesAt(copyStore.target);
  const whole = names
    .filter(({ kind, atMs: createdMs }) => kind === 'whole' && createdMs <= atMs)
    .toSorted((a, b) => b.atMs - a.atMs)[0];
  if (!whole) throw new CopyRefusedError(nothingText(names, atMs));
  const part = `${to}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  try {
    const path = join(part, 'parley.db');
    const outcome = await writeDatabase(copyStore, names, { whole, atMs, path });
    const contents = finishCopy(path, epoch);
    const files = place && (await restoreFiles(copyStore, path, (await openFiles(part, place.bucket)).files));
    mkdirSync(dirname(to), { recursive: true });
    renameSync(part, to);
    return { ...contents, ...outcome, files };
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function nothingText(names: readonly SeriesFile[], atMs: number): string {
  const [first] = names
    .filter(({ kind }) => kind === 'whole')
    .map((one) => one.atMs)
    .toSorted((a, b) => a - b);
  return first === undefined
    ? 'there is no whole copy'
    : `the first copy is of ${iso(first)}, later than ${iso(atMs)}`;
}

interface Source {
  readonly whole: SeriesFile;
  readonly atMs: number;
  readonly path: string;
}

async function writeDatabase(
  copyStore: CopyStore,
  names: readonly SeriesFile[],
  { whole, atMs, path }: Source,
): Promise<Pick<Restored, 'lastCommitMs' | 'missingFromMs'>> {
  const file = openSync(path, 'wx', 0o600);
  try {
    let length = 0;
    const head = (await copyStore.getLong(whole.name, (bytes) => {
      length += writeSync(file, bytes, 0, bytes.length, length);
      return Promise.resolve();
    })) as WholeHead;
    const changes = names.filter(({ kind, series }) => kind === 'changes' && series === whole.series);
    const outcome = await writeChanges(copyStore, changes, { file, head, series: whole.series, atMs });
    // With these two bytes the engine would look for a log beside it.
    writeSync(file, Buffer.from([1, 1]), 0, 2, 18);
    fsyncSync(file);
    const next = names
      .map(({ series }) => startOf(series))
      .filter((ms) => ms > startOf(whole.series) && ms <= atMs);
    return {
      lastCommitMs: outcome.reachedMs,
      missingFromMs: outcome.isEnd && next.length > 0 ? outcome.reachedMs : null,
    };
  } finally {
    closeSync(file);
  }
}

interface Work {
  readonly file: number;
  readonly head: WholeHead;
  readonly series: string;
  readonly atMs: number;
}

/**
 * Pages of a commit that continues in the next changes wait for its end, which may be after the requested
 * time, or missing.
 */
async function writeChanges(
  copyStore: CopyStore,
  changes: readonly SeriesFile[],
  { file, head, series, atMs }: Work,
) {
  const byNumber = new Map(changes.map((one) => [one.at, one.name]));
  const last = Math.max(head.to - 1, ...byNumber.keys());
  const waiting: { readonly name: string; readonly from: number }[] = [];
  let lastCommitMs = head.atMs;
  let before: string | null = null;
  for (let at = head.from; at <= last; at += 1) {
    const name = byNumber.get(at);
    if (name === undefined)
      throw new CopyRefusedError(
        `number ${at} of the changes of ${series} is missing: ${upTo(at, head, lastCommitMs)}`,
      );
    const piece = await copyStore.get(name);
    const { before: previousMark, moments } = piece.head as ChangesHead;
    if (before !== null && previousMark !== before)
      throw new CopyRefusedError(`${name} does not follow the changes before it`);
    before = piece.mark;
    const end = moments.findLast(([ms]) => ms <= atMs);
    if (end === undefined && moments.length > 0) return { reachedMs: lastCommitMs, isEnd: false };
    if (end === undefined) {
      waiting.push({ name, from: 0 });
      continue;
    }
    for (const one of waiting.splice(0)) writePages(file, await copyStore.get(one.name), one.from);
    writePages(file, piece, 0, end[1]);
    lastCommitMs = Math.max(lastCommitMs, end[0]);
    if (end !== moments.at(-1)) return { reachedMs: lastCommitMs, isEnd: false };
    waiting.push({ name, from: end[1] });
  }
  return { reachedMs: lastCommitMs, isEnd: true };
}

const upTo = (at: number, head: WholeHead, lastCommitMs: number): string =>
  at < head.to
    ? 'this whole copy cannot be used, ask for an earlier time'
    : `ask for ${iso(Math.floor(lastCommitMs / 1_000) * 1_000)} at the latest`;

function writePages(file: number, { head, bytes: all }: StoredPiece, from: number, to = Infinity): void {
  const { pageSize } = head as ChangesHead;
  let at = 0;
  for (const { page, pages, bytes } of pagesOf({ pageSize, bytes: all })) {
    if (at >= to) return;
    at += 1;
    if (at <= from) continue;
    writeSync(file, bytes, 0, pageSize, (page - 1) * pageSize);
    if (pages > 0) ftruncateSync(file, pages * pageSize);
  }
}
