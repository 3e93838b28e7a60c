import { serverLimits } from '../../kernel/limits.ts';
import type { ReadTx, Store, YieldTurn, WriteTx } from '../../../ports/store.ts';
import { StoreUnavailableError } from '../../kernel/store-errors.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Lane } from './lane.ts';

/** How one engine reads, and how it ends. */
export interface ReadSide {
  readonly lane: Lane;
  readonly tx: ReadTx;
  readonly begin: () => void;
  readonly end: () => void;
}

export class SqlStore implements Store {
  private closing: Promise<void> | null = null;

  constructor(
    private readonly group: GroupCommit<WriteTx>,
    private readonly reading: ReadSide,
    private readonly shut: () => Promise<void>,
    readonly rest: () => void,
    private readonly endOfTurn: (task: () => void) => void = queueMicrotask,
    /** Additional connections for long reads: later ones continue on the first one. */
    private readonly long: readonly ReadSide[] = [],
    readonly fillStep?: Store['fillStep'],
    readonly cleanStep?: Store['cleanStep'],
  ) {}

  turn(): Promise<void> {
    return new Promise((resolve) => this.endOfTurn(resolve));
  }

  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    if (this.closing) return Promise.reject(new StoreUnavailableError('the store is closed'));
    return this.group.add(work);
  }

  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.by(this.reading, work);
  }

  readLong<T>(work: (tx: ReadTx, turn: YieldTurn) => Promise<T>): Promise<T> {
    const [first = this.reading, ...others] = this.long;
    const free = others.reduce((best, one) => (one.lane.load < best.lane.load ? one : best), first);
    // A single connection allows no other reader anyway.
    return this.by(free, (tx) =>
      work(tx, free === this.reading ? () => Promise.resolve() : () => this.turn()),
    );
  }

  private async by<T>({ lane, tx, begin, end }: ReadSide, work: (tx: ReadTx) => Promise<T>): Promise<T> {
    if (this.closing) throw new StoreUnavailableError('the store is closed');
    await lane.enter(serverLimits.storeWaitMs);
    try {
      begin();
      return await work(tx);
    } finally {
      try {
        end();
      } finally {
        lane.leave();
      }
    }
  }

  epoch(): Promise<string> {
    return this.read((tx) => tx.history.epoch());
  }

  queueWaitMs(): number {
    return Math.max(this.group.waitMs, this.reading.lane.waitMs);
  }

  waiting(): number {
    return this.group.waiting + this.reading.lane.length;
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }
}
