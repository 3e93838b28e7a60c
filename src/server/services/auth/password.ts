import { server } from '../../../domain/limits.ts';
import type { UserRow } from '../../../ports/store.ts';
import { addressKey } from '../../http/address-key.ts';
import { Refused, later } from '../../refused.ts';
import type { Context } from '../context.ts';

/** The right password, else a refusal; more than 5 wrong ones from an address wait for the window to pass (ACC-3). */
export async function demandPassword({ core, rates, peer }: Context, user: UserRow, given: string): Promise<void> {
  const address = addressKey(peer.address);
  const key = `password:${address}`;
  // Taken first and given back on success: attempts side by side must not all pass the check.
  const wait = rates.take(key, { times: server.wrongPasswordsMax + 1, windowMs: server.wrongPasswordsWindowMs });
  if (wait > 0) throw later('passwordTries', wait);
  // Guessing from many places; where the account was last used from, its owner comes in (LIMIT-2).
  const strange = user.lastLoginIp !== '' && addressKey(user.lastLoginIp) !== address;
  const crowd = strange ? rates.take(`password of ${user.id}`, server.strangePasswordRate) : 0;
  if (crowd > 0) throw later('passwordTries', crowd);
  if (!(await core.passwords.verify(user.passwordHash, given))) throw new Refused('passwordWrong');
  rates.giveBack(key);
  if (strange) rates.giveBack(`password of ${user.id}`);
}

/** Whoever has used up the tries learns nothing more, not even which accounts exist. */
export function demandTries({ rates, peer }: Context): void {
  const key = `password:${addressKey(peer.address)}`;
  const wait = rates.take(key, { times: server.wrongPasswordsMax + 1, windowMs: server.wrongPasswordsWindowMs });
  if (wait > 0) throw later('passwordTries', wait);
  rates.giveBack(key);
}
