import { newAddressLimits } from '../../../domain/account-limits.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { CodeKey, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** One for each user; no account name contains a blank. */
export const userKey = (user: UserId): string => `user ${user}`;
const keyOf = (user: UserId): CodeKey => ({ account: userKey(user), purpose: 'newAddress', asker: '' });

/** Marks the user's address as new: for a day no code to it is a proof (ACC-28). */
export const noteNewAddress = (tx: WriteTx, user: UserId): Promise<void> =>
  tx.codes.save({
    ...keyOf(user),
    hash: '',
    sentAtMs: tx.nowMs,
    expiresAtMs: tx.nowMs + newAddressLimits.waitMs,
    tries: 0,
  });

export const endNewAddress = (tx: WriteTx, user: UserId): Promise<void> => tx.codes.end(keyOf(user));

export async function isNewAddress(tx: ReadTx, user: UserId, nowMs: number): Promise<boolean> {
  const mark = await tx.codes.get(keyOf(user));
  return mark !== null && mark.expiresAtMs > nowMs;
}

/** Refuses a code to an address that the account has had for less than a day (ACC-28). */
export async function checkOldAddress(core: Core, user: UserId): Promise<Refusal | null> {
  const isNew = await core.store.read((tx) => isNewAddress(tx, user, core.clock.nowMs()));
  return isNew ? new Refusal('addressNew') : null;
}
