import type { UserId } from '../../../domain/ids.ts';
import { isReserved } from '../../../domain/reserved-names.ts';
import { skeletonsOf } from '../../../domain/skeleton.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** Returns true if another user has this username, or one that looks like it (RULE-8). */
export async function isTaken(tx: ReadTx, account: string, by: UserId | null = null): Promise<boolean> {
  const same = await tx.users.byAccount(account);
  if (same !== null && same.id !== by) return true;
  return (await tx.users.alike(skeletonsOf(account), by)) !== null;
}

/** Reserved names are for a server's first account, and for users its operator assigns them to (RULE-9). */
export async function reservedRefusal(tx: ReadTx, ...names: readonly string[]): Promise<Refusal | null> {
  return names.some(isReserved) && (await tx.users.count()) > 0 ? new Refusal('nameReserved') : null;
}
