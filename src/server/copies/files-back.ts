import { createHash } from 'node:crypto';
import type { Files } from '../../ports/files.ts';
import { copyLimits as limits } from '../kernel/copy-limits.ts';
import { CopyRefusedError } from '../kernel/store-errors.ts';
import { type FileFacts, FileRows, SHARDS, fileName, filesIn, folderOf, isWhole } from './file-rows.ts';
import type { CopyStore } from './copy-store.ts';

/** Result for the files that a database names. */
export interface FilesBack {
  readonly files: number;
  /** Counts of restored files, and of those already present. */
  readonly restoredCount: number;
  readonly there: number;
  readonly bytes: number;
  /** Null: all are as they were received. */
  readonly fault: string | null;
}

/** Counts faults, and describes the first ones. */
class Faults {
  private readonly lines: string[] = [];
  private total = 0;

  add({ id }: FileFacts, why: string): void {
    this.total += 1;
    if (this.lines.length < limits.faultLinesMax) this.lines.push(`file ${id}: ${why}`);
  }

  text(files: number): string | null {
    if (this.total === 0) return null;
    const first = this.lines.join(', ') + (this.total > this.lines.length ? ', …' : '');
    return `${this.total} of ${files} files did not come back as they were received (${first})`;
  }
}

const OTHER = 'it has another checksum';

/**
 * Restores each file the database names to the file storage, unless it is present (COPY-10). A failure of one
 * file does not stop the others.
 */
export async function restoreFiles(copyStore: CopyStore, path: string, to: Files): Promise<FilesBack> {
  const rows = new FileRows(path);
  const faults = new Faults();
  let [files, restoredCount, there, bytes] = [0, 0, 0, 0];
  try {
    for (let shard = 0; shard < SHARDS; shard += 1)
      for (const file of rows.of(shard)) {
        files += 1;
        if (await isThere(to, file)) {
          there += 1;
          continue;
        }
        const fault = await restoreFile(copyStore, file, to);
        if (fault === null || fault === OTHER)
          [restoredCount, bytes] = [restoredCount + 1, bytes + file.size];
        if (fault !== null) faults.add(file, fault);
      }
  } finally {
    rows.close();
  }
  return { files, restoredCount, there, bytes, fault: faults.text(files) };
}

async function isThere(to: Pick<Files, 'open'>, { key, size }: FileFacts): Promise<boolean> {
  const opened = await to.open(key, { start: 0, end: 0 });
  await opened?.body.cancel();
  return opened?.sizeBytes === size;
}

/** Answers what is wrong with it. */
async function restoreFile(copyStore: CopyStore, file: FileFacts, to: Files): Promise<string | null> {
  const incoming = await to.receive();
  try {
    await copyStore.getLong(fileName(copyStore, file), (bytes) => incoming.write(bytes));
    const { digest } = await incoming.end();
    // Damaged before it was copied: better than none.
    await incoming.keep(file.key, file.mime);
    return digest === file.digest ? null : OTHER;
  } catch (error) {
    if (error instanceof CopyRefusedError) return error.message;
    throw error;
  } finally {
    await incoming.discard();
  }
}

/** How much of the files a drill reads, and from which part of them on. */
export interface FileDrill {
  readonly shard: number;
  readonly mostBytes: number;
}

export interface FilesDrilled {
  readonly files: number;
  /** Files that were read and compared. */
  readonly read: number;
  /** Start of the next drill. */
  readonly nextShard: number;
}

/**
 * Looks for every file that the database names, and reads through as many as one night has time for: the
 * next drill reads the next ones.
 * @throws CopyRefusedError some are missing, or are others
 */
export async function drillFiles(
  copyStore: CopyStore,
  path: string,
  { shard: from, mostBytes }: FileDrill,
): Promise<FilesDrilled> {
  const rows = new FileRows(path);
  const faults = new Faults();
  let [files, read, bytes, nextShard] = [0, 0, 0, from];
  try {
    for (let n = 0; n < SHARDS; n += 1) {
      const shard = (from + n) % SHARDS;
      const copies = filesIn(await copyStore.target.list(folderOf(shard)));
      // A part is read to its end, so that each is read at last.
      const isRead = bytes < mostBytes;
      if (isRead) nextShard = (shard + 1) % SHARDS;
      for (const file of rows.of(shard)) {
        files += 1;
        const isKept = isWhole(copies.get(fileName(copyStore, file)), file);
        const fault = isKept
          ? isRead && (await readThrough(copyStore, file))
          : 'it is missing among the copies';
        if (typeof fault === 'string') faults.add(file, fault);
        if (!isKept || !isRead) continue;
        read += 1;
        bytes += file.size;
      }
    }
  } finally {
    rows.close();
  }
  const fault = faults.text(files);
  if (fault !== null) throw new CopyRefusedError(fault);
  return { files, read, nextShard };
}

async function readThrough(copyStore: CopyStore, file: FileFacts): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await copyStore.getLong(fileName(copyStore, file), (bytes) => Promise.resolve(hash.update(bytes)));
  } catch (error) {
    if (error instanceof CopyRefusedError) return error.message;
    throw error;
  }
  return hash.digest('hex') === file.digest ? null : OTHER;
}
