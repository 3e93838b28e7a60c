import { readFileSync, writeFileSync } from 'node:fs';
import { copyLimits as limits } from '../kernel/copy-limits.ts';
import type { Copier, CopyState } from './copier.ts';

/** State of the drills. */
export interface Drills {
  /** The moment of the last good one, or of the first start with copies. */
  readonly drilledMs: number;
  /** Why the last one failed; null: it did not. */
  readonly drillFault: string | null;
  /** Drills that failed. */
  readonly drillFailures: number;
}

interface Options {
  readonly file: string;
  readonly nowMs: () => number;
  readonly hour: () => number;
  /** One drill, elsewhere, of the files from this part of them on. */
  readonly drill: (shard: number) => Promise<DrillEnd>;
}

export interface DrillEnd {
  /** Why it failed; null: it did not. */
  readonly fault: string | null;
  /** Part of the files at which the next drill starts. */
  readonly nextShard: number;
}

/** A drill each night, or as soon as a day is nearly over (COPY-9). */
export class DrillClock {
  state: Drills;
  private lastTryMs = -Infinity;
  private requestMs: number | null = null;
  private isFirst = false;
  private isRunning = false;
  private shard: number;

  constructor(private readonly options: Options) {
    const previous = read(options.file);
    this.isFirst = previous?.isGood !== true;
    this.shard = previous?.shard ?? 0;
    this.state = { drilledMs: previous?.drilledMs ?? options.nowMs(), drillFault: null, drillFailures: 0 };
    if (previous === null) this.keep();
  }

  /** Requests a drill's prerequisites when it is due, and starts one when they exist. */
  turn(copier: Pick<Copier, 'askForSums'> & { readonly state: Pick<CopyState, 'sumsMs'> }): void {
    const nowMs = this.options.nowMs();
    if (this.isRunning) return;
    if (this.requestMs === null) {
      if (!this.isDue(nowMs)) return;
      this.requestMs = nowMs;
      this.lastTryMs = nowMs;
      copier.askForSums();
    } else if (copier.state.sumsMs >= this.requestMs) void this.drill(copier.state.sumsMs);
    // Its prerequisites did not arrive, for example because the target was down: requested again.
    else if (nowMs - this.requestMs > limits.drillAgainMs) this.requestMs = null;
  }

  private isDue(nowMs: number): boolean {
    if (nowMs - this.lastTryMs < limits.drillAgainMs) return false;
    const ageMs = nowMs - this.state.drilledMs;
    if (this.isFirst || ageMs > limits.drillEveryMs) return true;
    return ageMs > limits.drillNotBeforeMs && this.options.hour() === limits.drillHour;
  }

  private async drill(atMs: number): Promise<void> {
    this.isRunning = true;
    const { fault: drillFault, nextShard } = await this.options.drill(this.shard);
    this.isRunning = false;
    this.requestMs = null;
    const { drilledMs, drillFailures } = this.state;
    if (drillFault === null) {
      this.isFirst = false;
      this.shard = nextShard;
      this.state = { drilledMs: atMs, drillFault, drillFailures };
    } else this.state = { drilledMs, drillFault, drillFailures: drillFailures + 1 };
    this.keep();
  }

  private keep(): void {
    try {
      writeFileSync(
        this.options.file,
        JSON.stringify({
          drilledMs: this.state.drilledMs,
          isGood: !this.isFirst,
          shard: this.shard,
        } satisfies DrillRecord),
        { mode: 0o600 },
      );
    } catch {
      // A full disk: the next one is kept.
    }
  }
}

/** Persistent state: the first start, until a drill succeeded. */
interface DrillRecord {
  readonly drilledMs: number;
  readonly isGood: boolean;
  /** Absent in those of versions that copied no files. */
  readonly shard?: number;
}

function read(file: string): DrillRecord | null {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as DrillRecord;
    return typeof stored.drilledMs === 'number' ? stored : null;
  } catch {
    return null;
  }
}
