import type { UserId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { isApart } from '../../kernel/of-one.ts';

/**
 * Returns true if two users exchange read receipts: neither has turned them off (READBY-3), and neither has
 * blocked the other (BLOCK-6).
 */
export async function tellEachOther(tx: ReadTx, pair: readonly [UserId, UserId]): Promise<boolean> {
  const users = await tx.users.byIds(pair);
  if (!pair.every((user) => users.get(user)?.privacy.read !== false)) return false;
  return !(await isApart(tx, ...pair));
}
