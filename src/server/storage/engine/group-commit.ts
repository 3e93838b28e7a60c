import { serverLimits, storeLimits } from '../../kernel/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  StoreBusyError,
  StoreFailedError,
  StoreFullError,
  StoreUnavailableError,
} from '../../kernel/store-errors.ts';
import type { Lane } from './lane.ts';

/**
 * Many commands, one durable commit (COMMIT-1, COMMIT-2, COMMIT-3). Commands that arrive in one turn of the
 * event loop make a group. The group holds the lane, begins one outer transaction and runs its commands
 * strictly one after another, each in a separate savepoint; later ones form the next group. Answers are sent
 * after the outer commit, never before. If that commit fails, every command of the group fails, including
 * refused ones: a refusal may depend on a write that was lost. `endOfTurn` defines a turn. On a file it is
 * `setImmediate`: each request arrives in a separate callback, and microtasks are drained between callbacks,
 * so any earlier moment would make groups of one and pay one disk flush for each. In memory a flush costs
 * nothing, and the simulator drives the store by microtasks alone: there it is a microtask.
 */
export interface Transaction<Tx> {
  /**
   * Begins for this number of commands; a single one needs no savepoint, because the transaction can undo it.
   */
  begin(commands: number): void;
  /** Everything that the next command gets; called inside its savepoint. */
  command(): Tx;
  savepoint(): void;
  release(): void;
  /**
   * Back to the last savepoint; false when the engine has given up the whole transaction, as on a full disk.
   */
  undo(): boolean;
  /** Durable when it returns. */
  commit(): void;
  /** Never throws. */
  rollback(): void;
}

interface Pending<Tx> {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly sinceMs: number;
}

export class GroupCommit<Tx> {
  private pending: Pending<Tx>[] = [];
  private scheduled = false;
  /** End of the last turn. */
  private turnEndedMs = 0;
  /** Time per command in the last turns; 0 while one group suffices for all. */
  private paceMs = 0;
  /** A group runs, or waits for the lane: new commands may have to wait. */
  private busy = false;
  /** Timer of the longest-waiting command; most start at the end of their turn and need none. */
  private timer: unknown = null;

  constructor(
    private readonly transaction: Transaction<Tx>,
    private readonly lane: Lane,
    private readonly clock: Clock,
    private readonly endOfTurn: (task: () => void) => void,
    private readonly committed: (commands: number) => void = () => undefined,
  ) {}

  /** @throws StoreBusyError when too many wait or it waited too long: nothing was written. */
  add<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.pending.length >= storeLimits.queueMax)
      return Promise.reject(new StoreBusyError('too many wait for the store'));
    return new Promise<T>((resolve, reject) => {
      this.pending.push({
        work,
        resolve: resolve as (value: unknown) => void,
        reject,
        sinceMs: this.clock.elapsedMs(),
      });
      if (this.busy) this.watch();
      this.schedule();
    });
  }

  get waiting(): number {
    return this.pending.length;
  }

  /**
   * Expected wait of one more command: as long as the first waiting one has waited, or as all before it need
   * at the recent pace.
   */
  get waitMs(): number {
    const hasJustRun = this.clock.elapsedMs() - this.turnEndedMs < serverLimits.waitMs;
    return Math.max(this.firstWaitedMs(), hasJustRun ? this.pending.length * this.paceMs : 0);
  }

  private firstWaitedMs(): number {
    const [oldest] = this.pending;
    return oldest ? this.clock.elapsedMs() - oldest.sinceMs : 0;
  }

  private watch(): void {
    const [oldest] = this.pending;
    if (this.timer !== null || !oldest) return;
    const leftMs = oldest.sinceMs + serverLimits.storeWaitMs - this.clock.elapsedMs();
    this.timer = this.clock.setTimeout(() => this.giveUp(), Math.max(0, leftMs));
  }

  /** Commands that waited too long are at the front. */
  private giveUp(): void {
    this.timer = null;
    const expiryMs = this.clock.elapsedMs() - serverLimits.storeWaitMs;
    while (this.pending[0] && this.pending[0].sinceMs <= expiryMs)
      this.pending
        .shift()
        ?.reject(new StoreBusyError(`the store was not free within ${serverLimits.storeWaitMs} ms`));
    this.watch();
  }

  /** The next ones; each waits no longer. */
  private takeGroup(): readonly Pending<Tx>[] {
    const group = this.pending.splice(0, storeLimits.groupMax);
    if (this.timer !== null) this.clock.clearTimeout(this.timer);
    this.timer = null;
    this.watch();
    return group;
  }

  private schedule(): void {
    if (this.scheduled || this.pending.length === 0) return;
    this.scheduled = true;
    this.endOfTurn(() => void this.turn());
  }

  /**
   * Runs one group, and more while commands wait, for a share of the time the first of them has waited: if
   * reading and refusing requests takes most of a turn, accepted ones still reach their commit (LIMIT-10). A
   * larger share accepts more, and delays refusals by seconds.
   */
  private async turn(): Promise<void> {
    this.busy = true;
    if (this.lane.load > 0) this.watch();
    await this.lane.enter(null);
    const [beganMs, waitMs] = [this.clock.elapsedMs(), this.firstWaitedMs()];
    const endMs = beganMs + Math.min(waitMs / storeLimits.turnShare, storeLimits.turnMsMax);
    let commands = 0;
    try {
      do {
        const group = this.takeGroup();
        commands += group.length;
        if (group.length > 0) await this.execute(group);
      } while (this.pending.length > 0 && this.clock.elapsedMs() < endMs);
    } finally {
      this.notePace(commands, beganMs - waitMs);
      this.scheduled = false;
      this.busy = false;
      this.lane.leave();
      this.schedule();
    }
  }

  /** Only full groups show the pace under load; others already contain all waiting commands. */
  private notePace(commands: number, sinceMs: number): void {
    const nowMs = this.clock.elapsedMs();
    const eachMs = (nowMs - Math.max(sinceMs, this.turnEndedMs)) / Math.max(1, commands);
    this.paceMs =
      commands < storeLimits.groupMax ? 0 : this.paceMs === 0 ? eachMs : (this.paceMs + eachMs) / 2;
    this.turnEndedMs = nowMs;
  }

  private async execute(group: readonly Pending<Tx>[]): Promise<void> {
    try {
      this.transaction.begin(group.length);
    } catch (error) {
      for (const item of group) item.reject(error);
      return;
    }
    const settle: (() => void)[] = [];
    try {
      for (const item of group) settle.push(await this.one(item));
    } catch (error) {
      // This is not the commit: nothing was written, and all may be retried.
      this.fail(
        group,
        error instanceof StoreFullError
          ? error
          : new StoreUnavailableError('the transaction was lost', { cause: error }),
      );
      return;
    }
    try {
      this.transaction.commit();
    } catch (error) {
      // A commit without room for its last page did not happen, also after a crash: its outcome is known.
      this.fail(
        group,
        error instanceof StoreFullError ? error : new StoreFailedError('the commit failed', { cause: error }),
      );
      return;
    }
    this.committed(group.length);
    for (const resolve of settle) resolve();
  }

  private fail(group: readonly Pending<Tx>[], error: Error): void {
    this.transaction.rollback();
    for (const item of group) item.reject(error);
  }

  /** Runs one command; its answer is determined after the commit. Throws if the whole group is lost. */
  private async one(item: Pending<Tx>): Promise<() => void> {
    this.transaction.savepoint();
    let value: unknown;
    try {
      value = await item.work(this.transaction.command());
    } catch (error) {
      if (!this.transaction.undo()) throw error;
      return () => item.reject(error);
    }
    this.transaction.release();
    return () => item.resolve(value);
  }
}
