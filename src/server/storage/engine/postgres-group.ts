import type { PoolClient } from 'pg';
import { serverLimits, storeLimits as limits } from '../../kernel/limits.ts';
import { postgresLimits } from '../../kernel/store-limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Foretold, WriteTx } from '../../../ports/store.ts';
import { StoreBusyError, StoreFailedError, StoreUnavailableError } from '../../kernel/store-errors.ts';
import { executeBatch } from './postgres-batch.ts';
import type { BatchAnswer } from './postgres-batch.ts';
import { isLateForLock, isLost, postgresStoreError } from './postgres-errors.ts';
import { beginWith } from './postgres-known.ts';
import { statementsOf } from './postgres-lines.ts';
import { AloneError, GroupPosting, knowingNothing } from './postgres-posting.ts';

interface Waiting {
  readonly foretold: Foretold;
  readonly work: (tx: WriteTx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly sinceMs: number;
}

/** The store, as a group needs it. */
interface GroupPlace {
  readonly clock: Clock;
  readonly beforeCommit: () => void | Promise<void>;
  readonly committed: (commands: number) => void;
  /** Lends a connection; a spoiled one is not reused. */
  during<T>(work: (client: PoolClient, spoiled: () => void) => Promise<T>): Promise<T>;
  /** Runs in a separate transaction. */
  alone<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
}

/** Outcome of a command: reported after the commit. */
type Settle = () => void;

/**
 * Simultaneous posting commands commit together (COMMIT-12): one round trip locks their streams and reads all
 * they need, another writes the changes and commits. A stream held by another transaction is not awaited
 * here, where all would wait: its commands continue in `patient`. Unpredicted reads, and a failed group, run
 * each command separately.
 */
export class PostgresGroup {
  private waiting: Waiting[] = [];
  private busy = false;
  private readonly base: Omit<WriteTx, 'nowMs'>;

  constructor(
    private readonly place: GroupPlace,
    /** Null: this one waits for streams, in the global lock order. */
    private readonly patient: PostgresGroup | null,
  ) {
    this.base = knowingNothing(place.clock);
  }

  add<T>(work: (tx: WriteTx) => Promise<T>, foretold: Foretold): Promise<T> {
    if (this.length >= limits.queueMax)
      return Promise.reject(new StoreBusyError('too many wait for the store'));
    return new Promise<T>((resolve, reject) => {
      const sinceMs = this.place.clock.elapsedMs();
      this.enter([{ foretold, work, resolve: resolve as (value: unknown) => void, reject, sinceMs }]);
    });
  }

  get length(): number {
    return this.waiting.length + (this.patient?.length ?? 0);
  }

  /** Excludes commands that wait for a stream: they delay no others (NODE-17). */
  get waitMs(): number {
    const [oldest] = this.waiting;
    return oldest ? this.place.clock.elapsedMs() - oldest.sinceMs : 0;
  }

  private enter(commands: readonly Waiting[]): void {
    this.waiting.push(...commands);
    if (this.busy || this.waiting.length === 0) return;
    this.busy = true;
    // Each request arrives in a separate callback: a group exists only after all of them.
    setImmediate(() => void this.turn());
  }

  private async turn(): Promise<void> {
    while (this.waiting.length > 0) await this.executeOrFail(this.takeGroup());
    this.busy = false;
  }

  private takeGroup(): readonly Waiting[] {
    const waitMs = this.patient ? serverLimits.storeWaitMs : postgresLimits.rowsMs;
    const expiryMs = this.place.clock.elapsedMs() - waitMs;
    const group: Waiting[] = [];
    for (const one of this.waiting.splice(0, limits.groupMax))
      if (one.sinceMs > expiryMs) group.push(one);
      else one.reject(new StoreBusyError(`the store was not free within ${waitMs} ms`));
    return group;
  }

  private async executeOrFail(group: readonly Waiting[]): Promise<void> {
    if (group.length === 0) return;
    try {
      await this.place.during((client, spoiled) => this.execute(group, client, spoiled));
    } catch (error) {
      for (const one of group) one.reject(error);
    }
  }

  private async execute(group: readonly Waiting[], client: PoolClient, spoiled: () => void): Promise<void> {
    const { clock } = this.place;
    let settlements: readonly Settle[];
    let posting: GroupPosting;
    try {
      const start = await beginWith(
        client,
        group.map(({ foretold }) => foretold),
        this.patient !== null,
        spoiled,
      );
      posting = new GroupPosting(start, clock.nowMs(), this.base);
      settlements = await this.ran(posting, group);
      await this.place.beforeCommit();
    } catch (error) {
      return this.failed(group, client, spoiled, error);
    }
    if (posting.results.length === 0) {
      await rolledBack(client, spoiled);
    } else {
      const fault = await writeGroup(client, posting, spoiled);
      if (fault) return this.failed(group, client, spoiled, fault);
      this.place.committed(posting.results.length);
    }
    for (const settle of settlements) settle();
  }

  /** One after another; each sees what the earlier ones did. */
  private async ran(posting: GroupPosting, group: readonly Waiting[]): Promise<readonly Settle[]> {
    const settlements: Settle[] = [];
    for (const one of group) {
      if (!posting.has(one.foretold)) settlements.push(() => this.again(one));
      else if (!posting.isPlain(one.foretold)) settlements.push(() => this.byItself(one));
      else {
        try {
          const value = await posting.execute(one.foretold, one.work);
          settlements.push(() => one.resolve(value));
        } catch (error) {
          settlements.push(() => (error instanceof AloneError ? this.byItself(one) : one.reject(error)));
        }
      }
    }
    return settlements;
  }

  private again(one: Waiting): void {
    if (this.patient) this.patient.enter([one]);
    else this.byItself(one);
  }

  private byItself({ work, resolve, reject }: Waiting): void {
    void this.place.alone(work).then(resolve, reject);
  }

  /** Retried here only if nothing was written; not after an unknown outcome. */
  private async failed(
    group: readonly Waiting[],
    client: PoolClient,
    spoiled: () => void,
    error: unknown,
  ): Promise<void> {
    // On a lost connection it would only fail again, and one after a commit that failed is not used any more.
    if (isLost(error) || error instanceof StoreFailedError) spoiled();
    else await rolledBack(client, spoiled);
    if (isLateForLock(error)) return (this.patient ?? this).enter(group);
    const isOver =
      error instanceof StoreUnavailableError ||
      error instanceof StoreFailedError ||
      error instanceof StoreBusyError;
    for (const one of group) {
      if (isOver) one.reject(error);
      else this.byItself(one);
    }
  }
}

async function rolledBack(client: PoolClient, spoiled: () => void): Promise<void> {
  try {
    await client.query('rollback');
  } catch {
    spoiled();
  }
}

/** The error; a lost connection leaves the outcome of the commit unknown (COMMIT-3). */
async function writeGroup(
  client: PoolClient,
  posting: GroupPosting,
  spoiled: () => void,
): Promise<Error | null> {
  const statements = [...statementsOf(posting.results), { text: 'commit', values: [] }];
  let answers: readonly BatchAnswer[];
  try {
    answers = await executeBatch(client, statements, spoiled);
  } catch (error) {
    const ours = postgresStoreError(error);
    return isLost(ours) ? new StoreFailedError('the commit failed', { cause: error }) : ours;
  }
  return answers.at(-1)?.command === 'COMMIT' ? null : new StoreFailedError('the transaction was lost');
}
