import { sql as raw } from 'kysely';
import { serverLimits, storeLimits as limits } from '../../kernel/limits.ts';
import { postgresLimits } from '../../kernel/store-limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadTx, WriteTx } from '../../../ports/store.ts';
import { StoreBusyError, StoreConflictError } from '../../kernel/store-errors.ts';
import { Turns } from '../../kernel/turns.ts';
import { firstRow, plan } from '../plan.ts';
import type { PostgresExecutor } from './postgres-dialect.ts';
import { StoreAgainError, isLateForLock } from './postgres-errors.ts';
import { StreamLocks, lockedReading } from './postgres-locks.ts';
import { commandOver } from '../repositories/index.ts';

export const number = (query: ReturnType<typeof raw<{ tx: number }>>) =>
  plan<object, { tx: number }>((db) => ({ compile: () => query.compile(db) }));
/** Its number; from then on it waits so long for one holder of a row, and for all of them. */
const current = (lockMs: number, statementMs: number) =>
  number(
    raw<{ tx: number }>`select pg_current_xact_id()::text::bigint as tx,
      set_config('lock_timeout', ${raw.lit(String(lockMs))}, true),
      set_config('statement_timeout', ${raw.lit(String(statementMs))}, true)`,
  );
const first = current(postgresLimits.firstLockMs, postgresLimits.lockMs);
const waiting = current(postgresLimits.lockMs, serverLimits.storeWaitMs);

interface Beginning {
  readonly clock: Clock;
  readonly reading: ReadTx;
  /** One of the waiting ones (NODE-17). */
  readonly waits: boolean;
}

/** Begins a transaction for a command. */
export async function beginCommand(
  sql: PostgresExecutor,
  { clock, reading, waits }: Beginning,
): Promise<WriteTx> {
  await sql.execute('begin isolation level read committed');
  const time = { nowMs: clock.nowMs() };
  const number = (await firstRow(sql, waits ? waiting : first, {}))?.tx ?? 0;
  const moment = Object.defineProperty({ nowMs: 0, tx: number, hasMoved: false }, 'nowMs', {
    get: () => time.nowMs,
  });
  const locks = new StreamLocks(sql, () => void (time.nowMs = clock.nowMs()));
  const tx = commandOver(sql, moment, lockedReading(reading, locks));
  return Object.defineProperty(tx, 'nowMs', { get: () => time.nowMs, enumerable: true }) as WriteTx;
}

/**
 * Runs commands again while others are in the way. The rows of a frozen node would soon be waited for with
 * all connections, so a command waits for a row only for a moment, and after that as one of a few (NODE-17).
 */
export class Repeats {
  private readonly waiters = new Turns(postgresLimits.waitersMax, limits.queueMax);

  constructor(private readonly clock: Clock) {}

  async execute<T>(once: (waits: boolean) => Promise<T>): Promise<T> {
    const deadlineMs = this.clock.elapsedMs() + postgresLimits.rowsMs;
    const isDue = () => this.clock.elapsedMs() >= deadlineMs;
    const waiting = () => {
      if (isDue()) throw new StoreBusyError(`the rows were not free within ${postgresLimits.rowsMs} ms`);
      return repeated(() => once(true));
    };
    try {
      return await repeated(() => once(false));
    } catch (error) {
      if (!isLateForLock(error)) throw error;
    }
    for (;;) {
      try {
        // The slot is released after each wait: commands whose rows are free by now run in between.
        return await this.waiters.execute(async () => waiting());
      } catch (error) {
        if (!isLateForLock(error) || isDue()) throw error;
      }
    }
  }
}

/** Repeats until no other change interferes, or the attempts are used up. */
async function repeated<T>(once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once();
    } catch (error) {
      // A value that was free when the command read it is taken: it reads again and returns the reason.
      const again = error instanceof StoreAgainError || error instanceof StoreConflictError;
      if (!again) throw error;
      if (attempt > limits.repeatsMax)
        throw error instanceof StoreConflictError
          ? error
          : new StoreBusyError('others were in the way', { cause: error });
    }
  }
}

/** A read whose statements were prepared before a table was given a column has others the second time. */
export async function againAtOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreAgainError)) throw error;
    return work();
  }
}
