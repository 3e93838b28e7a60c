import type { UserId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { isApart } from '../../kernel/of-one.ts';

/**
 * Whether two people tell each other what they have read: who gives no marks is given none (READBY-3), and
 * nobody of two of whom one has blocked the other (BLOCK-6).
 */
export async function tellEachOther(tx: ReadTx, pair: readonly [UserId, UserId]): Promise<boolean> {
  const users = await tx.users.byIds(pair);
  if (!pair.every((user) => users.get(user)?.privacy.read !== false)) return false;
  return !(await isApart(tx, ...pair));
}
