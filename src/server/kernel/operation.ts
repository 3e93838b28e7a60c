import type { UserId } from '../../domain/ids.ts';
import type { WriteTx } from '../../ports/store.ts';
import { Refusal } from './refusal.ts';
import { StoreConflictError } from './store-errors.ts';

/**
 * A creating command that carries `op` answers a repeat with the first result, in the same
 * transaction that creates, so that two repeats side by side cannot both create (SEND-1).
 */
export async function once<T>(
  tx: WriteTx,
  user: UserId,
  op: string | undefined,
  create: () => Promise<T>,
): Promise<T> {
  if (op === undefined) return create();
  const stored = await tx.ops.get(user, op);
  // This function wrote it, so its shape is right.
  if (stored !== null) return JSON.parse(stored) as T;
  const result = await create();
  if (result instanceof Refusal) return result;
  // A repeat beside this one was faster: this command runs again and finds its answer.
  if (!(await tx.ops.insert(user, op, JSON.stringify(result))))
    throw new StoreConflictError('the operation was done meanwhile');
  return result;
}
