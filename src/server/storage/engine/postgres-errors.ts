import {
  StoreBusyError,
  StoreConflictError,
  StoreDamagedError,
  StoreError,
  StoreFullError,
  StoreReadOnlyError,
  StoreUnavailableError,
} from '../../kernel/store-errors.ts';
import { renameStatements } from './postgres-names.ts';

/** An error of the engine, or of the network before it. */
interface Fault {
  readonly code?: string;
  readonly message: string;
}

const CONFLICT = '23505';
/** Deadlock, and a change by another that a repeat would see. */
const AGAIN: ReadonlySet<string> = new Set(['40P01', '40001']);
/** A lock; and a statement, because each new holder of a row restarts the time of the lock. */
const LATE_FOR_LOCK: ReadonlySet<string> = new Set(['55P03', '57014']);
/** A command waited or was idle longer than it may. */
const BUSY: ReadonlySet<string> = new Set([...LATE_FOR_LOCK, '25P03']);
/** Classes: connection, no resources, the server's operator, the system; read-only is a replica. */
const UNAVAILABLE = /^(?:08|53|57|58)|^25006$|^28/;
const FULL = '53100';
/** A page of a table or of an index. */
const DAMAGED: ReadonlySet<string> = new Set(['XX001', 'XX002']);
const READ_ONLY = '25006';
/** Another node has added a column since this one prepared its statements (START-16). */
const STALE = '0A000';
const STALE_TEXT = /cached plan must not change/;
const NET = /^(?:E[A-Z]{4,}|ENOTFOUND)$/;
const CUT = /connection terminated|connection ended|not queryable|timeout/i;

/** The connection failed, not the command: it is unusable. */
export const isLost = (error: unknown): boolean =>
  error instanceof StoreUnavailableError &&
  !(
    error instanceof StoreFullError ||
    error instanceof StoreReadOnlyError ||
    error instanceof StoreDamagedError
  );

/** Another transaction interfered: nothing was written, and the whole command may run again. */
export class StoreAgainError extends StoreError {
  override readonly name = 'StoreAgainError';
}

/** Other transactions held the lock for too long. */
export const isLateForLock = (error: unknown): boolean =>
  error instanceof StoreBusyError && LATE_FOR_LOCK.has((error.cause as Fault | undefined)?.code ?? '');

/** Converts the engine's errors to ours; unknown ones stay unchanged. */
export function postgresStoreError(error: unknown): Error {
  if (error instanceof StoreError) return error;
  if (!(error instanceof Error)) return new StoreError(String(error));
  const { code = '', message } = error as Fault;
  const cause = { cause: error };
  if (code === CONFLICT) return new StoreConflictError(message, cause);
  if (code === STALE && STALE_TEXT.test(message)) {
    renameStatements();
    return new StoreAgainError(message, cause);
  }
  if (AGAIN.has(code)) return new StoreAgainError(message, cause);
  if (BUSY.has(code)) return new StoreBusyError(message, cause);
  if (DAMAGED.has(code)) return new StoreDamagedError(message, cause);
  if (code === FULL) return new StoreFullError(message, cause);
  if (code === READ_ONLY) return new StoreReadOnlyError('the database is read-only', cause);
  if (UNAVAILABLE.test(code) || NET.test(code) || (code === '' && CUT.test(message)))
    return new StoreUnavailableError(message || code, cause);
  return error;
}
