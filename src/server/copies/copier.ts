import { closeSync, openSync, readSync } from 'node:fs';
import { copyLimits as limits } from '../kernel/copy-limits.ts';
import { StoreBusyError } from '../kernel/store-errors.ts';
import { changesName, newSeries, sumsName, wholeBase, wholeName } from './names.ts';
import type { ChangesHead, SumsHead, WholeHead } from './names.ts';
import { sumsOf } from '../storage/engine/table-sums.ts';
import { prune } from './prune.ts';
import type { CopyStore } from './copy-store.ts';
import { Snapshot } from './snapshot.ts';
import { isRecent } from './recent.ts';
import { type Frames, Wal } from './wal.ts';

/** Status for the operator. */
export interface CopyState {
  /** Everything that was committed before this is copied. */
  readonly copiedMs: number;
  readonly wholeMs: number;
  /** Stored size of the database copies; null: not counted yet. */
  readonly seriesBytes: number | null;
  /** Tries that failed. */
  readonly failures: number;
  /** A moment with stored counts and checksums, for a drill; 0: none by this process. */
  readonly sumsMs: number;
  /** Why the last try failed; null: it did not. */
  readonly fault: string | null;
}

interface Options {
  readonly path: string;
  readonly copyStore: CopyStore;
  readonly nowMs: () => number;
  /** Period for which each second can be restored. */
  readonly retentionMs: number;
  readonly hex: (bytes: number) => string;
}

/** One run of changes without a gap. */
interface Series {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly wal: Wal;
  /** Number of the next changes, and the mark of the previous ones. */
  next: number;
  before: string;
  /** Number of the changes with which the present log begins. */
  logFrom: number;
  /** Pages of the present log that are copied. */
  copied: number;
  /** The log may restart: all of it is copied, or held here. */
  mayBegin: boolean;
  /** The last frames of a log that may be gone. */
  lastFrames: { readonly frames: Frames; readonly moment: number } | null;
  moments: (readonly [atMs: number, frames: number])[];
  /** Timestamps are unique, so this is the newest one used. */
  lastMs: number;
  /** Time at which the log may have restarted last. */
  emptiedMs: number;
}

/**
 * Copies the embedded database as it grows (COPY-1): every ten seconds it sends what commits append to the
 * engine's log, after a complete copy that begins the series, and another one each day. A break of the series
 * starts a new one with its own complete copy, so no gap remains unnoticed. Called once a second; knows
 * neither timers nor processes.
 */
export class Copier {
  state: CopyState;
  private series: Series | null = null;
  /** The series that has a whole copy already. */
  private wholeOf = '';
  private whole: AsyncGenerator<void> | null = null;
  private pruning: AsyncGenerator<void> | null = null;
  private shouldPrune = false;
  private pruneFault: string | null = null;
  private pruneTriedMs = 0;
  /** Stored size at a number of written bytes. */
  private sizeSample: { readonly bytes: number; readonly bytesWritten: number } | null = null;
  private sums: AsyncGenerator<void> | null = null;
  private shouldSum = false;
  private flushedMs = 0;
  private lastTryMs = -Infinity;
  private failures = 0;
  private file: number | null = null;

  constructor(private readonly options: Options) {
    const none = { wholeMs: 0, seriesBytes: null, failures: 0, sumsMs: 0, fault: null };
    this.state = { copiedMs: options.nowMs(), ...none };
  }

  /** Does the due work; false: more work is due at once. */
  async turn(): Promise<boolean> {
    const nowMs = this.options.nowMs();
    try {
      this.series ??= this.begin(nowMs);
      this.look(this.series, nowMs);
      if (this.failures > 0 && isRecent(this.lastTryMs, nowMs, this.pauseMs)) return true;
      if (!isRecent(this.flushedMs, nowMs, limits.everyMs) || this.failures > 0) await this.flush();
      await this.goOn(nowMs);
      await this.goOnWithSums();
      await this.goOnPruning(nowMs);
      this.failures = 0;
      this.state = { ...this.state, fault: this.pruneFault, seriesBytes: this.seriesBytes };
      return this.whole === null && this.sums === null && this.pruning === null;
    } catch (error) {
      this.failed(error, nowMs);
      return true;
    }
  }

  /** All that is committed, for the end of a process. */
  async flush(): Promise<void> {
    const { series } = this;
    const nowMs = this.options.nowMs();
    if (series === null) return;
    this.lastTryMs = nowMs;
    await this.sendNew(series);
    this.makeRoom(series, nowMs);
    if (series.lastFrames !== null) await this.send(series);
    this.flushedMs = nowMs;
    this.state = { ...this.state, copiedMs: nowMs };
  }

  stop(): void {
    this.giveUp();
    // Closed last: closing it would take the locks of this process from the database.
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private get pauseMs(): number {
    return Math.min(limits.againMs * 2 ** (this.failures - 1), limits.againMaxMs);
  }

  private failed(error: unknown, nowMs: number): void {
    // A long write by another process is not a fault of the copies.
    if (error instanceof StoreBusyError) return;
    this.failures += 1;
    this.lastTryMs = nowMs;
    this.whole = null;
    this.pruning = null;
    this.state = { ...this.state, fault: textOf(error), failures: this.state.failures + 1 };
    const { series } = this;
    if (
      error instanceof GapError ||
      (series && series.wal.frames * series.wal.frameBytes > limits.logBytesMax)
    )
      this.giveUp();
  }

  private giveUp(): void {
    this.whole = null;
    void this.sums?.return(undefined);
    this.sums = null;
    this.series?.snapshot.close();
    this.series = null;
  }

  /** Computes and stores counts and checksums of a moment as soon as a complete copy exists. */
  askForSums(): void {
    this.shouldSum = true;
  }

  private begin(nowMs: number): Series {
    const { path, hex } = this.options;
    this.file ??= openSync(path, 'r');
    const snapshot = new Snapshot(path);
    try {
      snapshot.alone(() => snapshot.renew());
    } catch (error) {
      snapshot.close();
      throw error;
    }
    return {
      name: newSeries(nowMs, hex(4)),
      snapshot,
      wal: new Wal(`${path}-wal`),
      next: 1,
      before: '',
      logFrom: 1,
      copied: 0,
      mayBegin: true,
      lastFrames: null,
      moments: [],
      lastMs: 0,
      emptiedMs: nowMs,
    };
  }

  /** Finds what was committed since the last look. */
  private look(series: Series, nowMs: number): void {
    const { wal, moments } = series;
    const before = wal.frames;
    if (wal.look()) {
      if (!series.mayBegin || moments.length > 0) throw new GapError();
      series.mayBegin = false;
      series.copied = 0;
      series.logFrom = series.next + (series.lastFrames === null ? 0 : 1);
      if (wal.frames === 0) return;
    } else if (wal.frames === before) return;
    series.mayBegin = false;
    if (moments.length >= limits.momentsMax) moments.pop();
    series.lastMs = Math.max(nowMs, series.lastMs + 1);
    moments.push([series.lastMs, wal.frames]);
  }

  /** Sends without waiting for writers. */
  private async sendNew(series: Series): Promise<void> {
    this.look(series, this.options.nowMs());
    await this.send(series);
  }

  private async send(series: Series): Promise<void> {
    const { wal } = series;
    if (series.lastFrames !== null) {
      const { frames, moment } = series.lastFrames;
      await this.writeFrames(
        series,
        frames,
        [[moment, frames.bytes.length / (frames.pageSize + 24)]],
        moment,
      );
      series.lastFrames = null;
    }
    const most = Math.floor(limits.partBytes / (wal.frameBytes + 1)) || 1;
    for (let end = series.moments.at(-1); end && series.copied < end[1]; end = series.moments.at(-1)) {
      const { copied } = series;
      const frames = wal.read(copied, Math.min(end[1] - copied, most));
      const upTo = copied + frames.bytes.length / wal.frameBytes;
      const within = series.moments.filter(([, at]) => at <= upTo);
      const after = series.moments[within.length];
      const [atMs] = after ?? end;
      await this.writeFrames(
        series,
        frames,
        within.map(([ms, at]) => [ms, at - copied] as const),
        atMs,
      );
      series.copied = upTo;
      series.moments = series.moments.slice(within.length);
    }
  }

  private async writeFrames(
    series: Series,
    { pageSize, bytes }: Frames,
    moments: ChangesHead['moments'],
    atMs: number,
  ): Promise<void> {
    const head: ChangesHead = { before: series.before, pageSize, moments };
    const name = changesName(series.name, series.next, atMs);
    series.before = await this.options.copyStore.write(name, head, bytes);
    series.next += 1;
  }

  /**
   * Lets the log restart. Most of it is written into the file beside other writers; the rest while none
   * writes, within milliseconds.
   */
  private makeRoom(series: Series, nowMs: number): void {
    const { snapshot, wal } = series;
    const isOld = nowMs - series.emptiedMs >= limits.emptyEveryMs;
    if (wal.frames < (isOld ? 1 : limits.emptyPages)) return;
    // Read through before anybody has to wait for it.
    this.look(series, this.options.nowMs());
    snapshot.alone(() => {
      this.look(series, this.options.nowMs());
      snapshot.renew();
      series.mayBegin = series.moments.length === 0;
    });
    snapshot.empty();
    this.look(series, this.options.nowMs());
    snapshot.alone(() => {
      this.look(series, this.options.nowMs());
      const left = wal.frames - series.copied;
      if (left > limits.heldPages) return;
      if (left > 0) series.lastFrames = { frames: wal.read(series.copied, left), moment: series.lastMs };
      series.copied = wal.frames;
      series.moments = [];
      snapshot.emptyAll();
      series.mayBegin = true;
      series.emptiedMs = nowMs;
    });
  }

  /** A step of the whole copy, when one is due. */
  private async goOn(nowMs: number): Promise<void> {
    const { series } = this;
    if (series === null) return;
    if (this.whole === null) {
      if (nowMs - this.state.wholeMs < limits.wholeEveryMs && this.wholeOf === series.name) return;
      this.whole = this.copyWhole(series, nowMs);
    }
    this.lastTryMs = nowMs;
    const { whole } = this;
    // A failed one has ended as well, and must not count as a complete copy.
    this.whole = null;
    if ((await whole.next()).done !== true) {
      this.whole = whole;
      return;
    }
    this.wholeOf = series.name;
    this.shouldPrune = true;
    this.state = { ...this.state, wholeMs: nowMs };
  }

  /** Removes unneeded copies step by step, after a complete copy. */
  private async goOnPruning(nowMs: number): Promise<void> {
    const { copyStore, retentionMs } = this.options;
    if (this.whole !== null || !this.shouldPrune) return;
    if (this.pruneFault !== null && isRecent(this.pruneTriedMs, nowMs, limits.againMaxMs)) return;
    const { bytesWritten } = copyStore;
    const pruning =
      this.pruning ??
      prune(copyStore.target, nowMs - retentionMs, (bytes) => (this.sizeSample = { bytes, bytesWritten }));
    // A failed run has ended as well, and is restarted.
    this.pruning = null;
    try {
      if ((await pruning.next()).done === true) this.shouldPrune = false;
      else this.pruning = pruning;
      this.pruneFault = null;
    } catch (error) {
      // Obsolete copies remain but nothing is lost: copying does not wait for it.
      this.pruneFault = `what nobody needs cannot be taken away: ${textOf(error)}`;
      this.pruneTriedMs = nowMs;
      this.state = { ...this.state, failures: this.state.failures + 1 };
    }
  }

  private get seriesBytes(): number | null {
    const { sizeSample } = this;
    return sizeSample && sizeSample.bytes + this.options.copyStore.bytesWritten - sizeSample.bytesWritten;
  }

  /**
   * Copies the file as it is, page by page, beside writers: pages changed in the meantime are among the
   * changes since the start of the present log, which a restore writes over it.
   */
  private copyWhole(series: Series, nowMs: number): AsyncGenerator<void> {
    const file = this.file as number;
    const from = series.logFrom;
    return this.options.copyStore.writeLong(
      wholeBase(series.name, from, nowMs),
      (at, most) => readAt(file, at, most),
      async () => {
        await this.sendNew(series);
        // Never earlier than the newest moment in the changes that complete it.
        const atMs = Math.max(this.options.nowMs(), series.lastMs);
        const head: Omit<WholeHead, 'size'> = { from, to: series.next, atMs };
        return { name: wholeName(series.name, from, atMs, nowMs), head };
      },
    );
  }

  private async goOnWithSums(): Promise<void> {
    const { series } = this;
    if (series === null || this.whole !== null || (this.sums === null && !this.shouldSum)) return;
    const sums = this.sums ?? this.sum(series);
    this.sums = null;
    // Set until they are stored: failed ones are computed again.
    this.shouldSum = true;
    if ((await sums.next()).done === true) this.shouldSum = false;
    else this.sums = sums;
  }

  /** The sums a drill compares: of one moment, during which no writer can change the data. */
  private async *sum(series: Series): AsyncGenerator<void> {
    const { atMs, reader } = series.snapshot.alone(() => {
      this.look(series, this.options.nowMs());
      series.lastMs = Math.max(series.lastMs, this.options.nowMs());
      return { atMs: series.lastMs, reader: series.snapshot.another() };
    });
    try {
      let sums: SumsHead = {};
      const steps = sumsOf(reader, (all) => (sums = all));
      while (steps.next().done !== true) yield;
      await this.sendNew(series);
      await this.options.copyStore.write(sumsName(series.name, series.next, atMs), sums, Buffer.alloc(0));
      this.state = { ...this.state, sumsMs: atMs };
    } finally {
      reader.close();
    }
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The log restarted, and it is unknown whether all of it was copied. */
class GapError extends Error {
  constructor() {
    super('the log of the database began anew before all of it was copied: a new series begins');
  }
}

function readAt(file: number, at: number, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(most);
  let length = 0;
  for (let read = -1; read !== 0 && length < most; length += read)
    read = readSync(file, bytes, length, most - length, at + length);
  return bytes.subarray(0, length);
}
