import type { Files } from '../../ports/files.ts';
import { copyLimits as limits } from '../kernel/copy-limits.ts';
import { CopyRefusedError } from '../kernel/store-errors.ts';
import {
  type FileFacts,
  FileRows,
  type KeptFile,
  SHARDS,
  fileName,
  filesIn,
  folderOf,
  isWhole,
  missingListName,
} from './file-rows.ts';
import { seriesAt } from './names.ts';
import { oldestWhole } from './prune.ts';
import { isRecent } from './recent.ts';
import type { CopyStore } from './copy-store.ts';
import type { Listed } from './target.ts';

/** A file cannot be read from storage: not a fault of the target. */
class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** Reads part by part: a stream that waits for the target would time out. */
async function readPiece(
  files: Pick<Files, 'open'>,
  { key, size }: FileFacts,
  at: number,
  most: number,
): Promise<Buffer> {
  const length = Math.min(most, size - at);
  if (length <= 0) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  try {
    const stored = await files.open(key, { start: at, end: at + length - 1 });
    if (stored === null) throw new SourceError('its bytes are gone');
    for await (const part of stored.body) parts.push(part);
    if (stored.sizeBytes !== size)
      throw new SourceError(`it has ${stored.sizeBytes} bytes instead of ${size}`);
  } catch (error) {
    throw error instanceof SourceError
      ? error
      : new SourceError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length !== length) throw new SourceError(`only ${bytes.length} of ${length} bytes came`);
  return bytes;
}

/** Status of the files for the operator. */
export interface FilesState {
  /** Files that were stored before this are copied, but for those of `filesFault`. */
  readonly filesMs: number;
  readonly filesFault: string | null;
  /** Stored size of file copies; null: not counted yet. */
  readonly filesBytes: number | null;
  readonly filesFailures: number;
}

interface Options {
  /** The database that lists the files. */
  readonly path: string;
  readonly copyStore: CopyStore;
  readonly files: Pick<Files, 'open'>;
  readonly nowMs: () => number;
  readonly retentionMs: number;
}

/**
 * Copies uploaded files (COPY-10): new ones as their rows arrive, and at the start and once a day all of them
 * are compared with the copies, a 256th at a time. A file without a row is removed once no restorable moment
 * precedes its deletion. Called repeatedly; knows neither timers nor processes.
 */
export class FileCopier {
  state: FilesState;
  private rows: FileRows | null = null;
  /** Rows up to this are copied, wait here, or are found when all are compared. */
  private lastId = 0;
  private readonly small: FileFacts[] = [];
  private readonly large: FileFacts[] = [];
  /** The parts of the first large one. */
  private long: AsyncGenerator<void> | null = null;
  /** Files that could not be read from storage, with the reason. */
  private readonly unread = new Map<string, { readonly file: FileFacts; readonly why: string }>();
  private unreadMs = 0;
  /** The target refused them: retried when no other work is left (OPS-16). */
  private readonly refused: FileFacts[] = [];
  private shard = 0;
  private comparing: AsyncGenerator<void> | null = null;
  private comparedMs = 0;
  private neededMs = -Infinity;
  private cleanupFault: string | null = null;
  private readonly bytesOf: number[] = [];
  private failures = 0;
  private lastTryMs = -Infinity;

  constructor(private readonly options: Options) {
    this.state = { filesMs: options.nowMs(), filesFault: null, filesBytes: null, filesFailures: 0 };
  }

  /** Does the due work; false: more work is due at once. */
  async turn(): Promise<boolean> {
    const nowMs = this.options.nowMs();
    if (this.failures > 0 && isRecent(this.lastTryMs, nowMs, this.pauseMs)) return true;
    this.lastTryMs = nowMs;
    try {
      const isIdle = await this.step(nowMs);
      this.failures = 0;
      this.tell(this.unreadText ?? this.cleanupFault);
      return isIdle;
    } catch (error) {
      this.failures += 1;
      this.long = null;
      this.comparing = null;
      this.tell(textOf(error), 1);
      return true;
    }
  }

  stop(): void {
    this.rows?.close();
    this.rows = null;
  }

  private get pauseMs(): number {
    return Math.min(limits.againMs * 2 ** (this.failures - 1), limits.againMaxMs);
  }

  private tell(filesFault: string | null, failed = 0): void {
    const filesBytes = this.comparedMs === 0 ? null : this.bytesOf.reduce((sum, bytes) => sum + bytes, 0);
    const filesFailures = this.state.filesFailures + failed;
    this.state = { ...this.state, filesFault, filesBytes, filesFailures };
  }

  /** Several are read at once, and end in any order: the same one is named each time. */
  private get unreadText(): string | null {
    const [first] = [...this.unread.values()].toSorted((a, b) => a.file.id - b.file.id);
    return first ? `${this.unread.size} cannot be read: file ${first.file.id}, ${first.why}` : null;
  }

  private async step(nowMs: number): Promise<boolean> {
    const rows = this.open();
    this.fill(rows, nowMs);
    const isToCompare = this.shard < SHARDS || nowMs - this.comparedMs >= limits.wholeEveryMs;
    if (this.small.length + this.large.length === 0 && !isToCompare) this.wait(this.refused.splice(0));
    if (this.small.length + this.large.length > 0) {
      await this.copySmall();
      await this.copyPart();
      return false;
    }
    if (isToCompare) {
      await this.compare(rows, nowMs);
      return false;
    }
    this.state = { ...this.state, filesMs: nowMs };
    return true;
  }

  private open(): FileRows {
    if (this.rows === null) {
      this.rows = new FileRows(this.options.path);
      this.lastId = this.rows.lastId();
    }
    return this.rows;
  }

  /** Takes new files, and periodically those that could not be read. */
  private fill(rows: FileRows, nowMs: number): void {
    if (this.small.length > 0 || this.large.length >= limits.filesWaiting) return;
    const fresh = rows.newer(this.lastId, limits.filesWaiting);
    this.lastId = fresh.at(-1)?.id ?? this.lastId;
    this.wait(fresh);
    if (this.unread.size === 0 || isRecent(this.unreadMs, nowMs, limits.againMaxMs)) return;
    const again = [...this.unread.values()].map(({ file }) => file);
    this.unread.clear();
    this.wait(again.filter(({ key }) => rows.has(key)));
  }

  private wait(files: readonly FileFacts[]): void {
    for (const file of files) (file.size < limits.partBytes ? this.small : this.large).push(file);
  }

  /** A few at once: a storage far away answers each after a while. */
  private async copySmall(): Promise<void> {
    let bytes = 0;
    const some = this.small.slice(0, limits.filesAtOnce).filter((file, at) => {
      bytes += file.size;
      return at === 0 || bytes <= limits.partBytes;
    });
    const ended = await Promise.allSettled(
      some.map(async (file) => {
        const steps = this.copy(file);
        while (!(await this.read(file, steps)));
      }),
    );
    const fault = ended.find((one) => one.status === 'rejected');
    this.small.splice(0, some.length);
    this.requeue(some.filter((_, at) => ended[at]?.status === 'rejected'));
    if (fault) throw fault.reason as Error;
  }

  private async copyPart(): Promise<void> {
    const [file] = this.large;
    if (file === undefined) return;
    const long = this.long ?? this.copy(file);
    this.long = null;
    try {
      if (await this.read(file, long)) this.large.shift();
      else this.long = long;
    } catch (error) {
      this.requeue(this.large.splice(0, 1));
      throw error;
    }
  }

  /** Behind all others; where the target refuses that many it is away, and they wait with the rest. */
  private requeue(files: readonly FileFacts[]): void {
    if (this.refused.length < limits.filesUnreadMax) this.refused.push(...files);
    else this.wait(files);
  }

  /** A step of copying it; true: it has ended, also when the file could not be read. */
  private async read(file: FileFacts, steps: AsyncGenerator<void>): Promise<boolean> {
    try {
      return (await steps.next()).done === true;
    } catch (error) {
      if (!(error instanceof SourceError) || this.unread.size >= limits.filesUnreadMax) throw error;
      if (this.unread.size === 0) this.unreadMs = this.options.nowMs();
      // Removed in the meantime: the file is not missing.
      if (this.open().has(file.key)) this.unread.set(file.key, { file, why: error.message });
      return true;
    }
  }

  private async *copy(file: FileFacts): AsyncGenerator<void> {
    const { copyStore, files } = this.options;
    const name = fileName(copyStore, file);
    const read = (at: number, most: number) => readPiece(files, file, at, most);
    yield* copyStore.writeLong(name, read, () => Promise.resolve({ name, head: {} }), false);
    const shard = Number.parseInt(file.key.slice(0, 2), 16);
    this.bytesOf[shard] = (this.bytesOf[shard] ?? 0) + file.size;
  }

  /** A step of comparing all of them with what is kept. */
  private async compare(rows: FileRows, nowMs: number): Promise<void> {
    if (this.shard >= SHARDS) this.shard = 0;
    if (this.shard === 0 && this.comparing === null) {
      this.cleanupFault = null;
      const names = await seriesAt(this.options.copyStore.target);
      this.neededMs = oldestWhole(names, nowMs - this.options.retentionMs)?.atMs ?? -Infinity;
    }
    const comparing = this.comparing ?? this.compareShard(rows, this.shard);
    // A failed run has ended as well, and is restarted.
    this.comparing = null;
    if ((await comparing.next()).done === true) this.shard += 1;
    else this.comparing = comparing;
    if (this.shard >= SHARDS) this.comparedMs = nowMs;
  }

  private async *compareShard(rows: FileRows, shard: number): AsyncGenerator<void> {
    const { copyStore } = this.options;
    const listed = await copyStore.target.list(folderOf(shard));
    this.bytesOf[shard] = listed.reduce((sum, { bytes }) => sum + bytes, 0);
    const copies = filesIn(listed);
    const needed = new Set<string>();
    for (const file of rows.of(shard)) {
      const name = fileName(copyStore, file);
      needed.add(name);
      if (isWhole(copies.get(name), file) || this.unread.has(file.key)) continue;
      if (!this.refused.some(({ key }) => key === file.key)) this.wait([file]);
    }
    yield* this.removeGone(
      shard,
      [...copies].filter(([name]) => !needed.has(name)),
      listed,
    );
  }

  /** False: obsolete copies remain but nothing is lost, so copying does not wait for it. */
  private async remove(pieces: readonly string[]): Promise<boolean> {
    try {
      for (const piece of pieces) await this.options.copyStore.target.delete(piece);
      return true;
    } catch (error) {
      this.cleanupFault = `what nobody needs cannot be taken away: ${textOf(error)}`;
      return false;
    }
  }

  /** Rows return only with a restored database: then their time restarts. */
  private async *removeGone(
    shard: number,
    removals: readonly (readonly [name: string, kept: KeptFile])[],
    listed: readonly Listed[],
  ): AsyncGenerator<void> {
    const { copyStore, nowMs } = this.options;
    const place = missingListName(shard);
    const missingSince = listed.some(({ name }) => name === place)
      ? await readMissingSince(copyStore, place)
      : {};
    const stays: Record<string, number> = {};
    for (const [name, { pieces }] of removals) {
      const sinceMs = missingSince[name] ?? nowMs();
      if (sinceMs >= this.neededMs - limits.deletionMarginMs || !(await this.remove(pieces)))
        stays[name] = sinceMs;
      else yield;
    }
    if (JSON.stringify(stays) === JSON.stringify(missingSince)) return;
    if (Object.keys(stays).length === 0) await copyStore.target.delete(place);
    else await copyStore.write(place, stays, Buffer.alloc(0));
  }
}

/** A list with another key, or an incomplete one: treated as if the files had gone just now. */
async function readMissingSince(
  copyStore: CopyStore,
  place: string,
): Promise<Readonly<Record<string, number>>> {
  try {
    return (await copyStore.get(place)).head as Readonly<Record<string, number>>;
  } catch (error) {
    if (error instanceof CopyRefusedError) return {};
    throw error;
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
