import { expect, it } from 'vitest';
import { type UserId, userId } from '../../../src/domain/ids.ts';
import type { PasskeyRow, Writing } from '../../../src/ports/store.ts';
import { START_MS, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const row = (of: UserId, id: string, counter = 0): PasskeyRow => ({
  id,
  publicKey: 'p',
  counter,
  user: of,
  name: '',
  createdAtMs: START_MS,
  usedAtMs: 0,
});

/** Each writing query, for the check of its plan. */
export const writesOfPasskeys = ({ passkeys }: Writing): readonly Promise<unknown>[] => [
  passkeys.add(row(userId(1), 'k')),
  passkeys.rename(userId(1), 'k', 'n'),
  passkeys.use('k', 1),
  passkeys.use('k', 0),
  passkeys.spend('c', 9),
  passkeys.remove(userId(1), 'k'),
  passkeys.removeAll(userId(1)),
];

export function ownPasskeys(here: Here): void {
  const somebody = () => here.store.write((tx) => tx.users.insert(user()));
  const spend = (challenge: string) =>
    here.store.write((tx) => tx.passkeys.spend(challenge, START_MS + 1_000));

  it('PASSKEY-1, PASSKEY-4: a passkey is one person’s, and its counter only rises', async () => {
    const [id, other] = [await somebody(), await somebody()];
    await here.store.write(async ({ passkeys: keys }) => {
      expect([await keys.add(row(id, 'a')), await keys.add(row(other, 'a'))]).toEqual([true, false]);
      expect([await keys.add(row(id, 'b', 5)), await keys.add(row(other, 'c'))]).toEqual([true, true]);
      expect([await keys.use('a', 0), await keys.use('b', 0)]).toEqual([true, false]);
      expect([await keys.use('b', 5), await keys.use('b', 6), await keys.use('z', 6)]).toEqual([
        false,
        true,
        false,
      ]);
      expect([await keys.rename(other, 'a', 'x'), await keys.rename(id, 'a', 'x')]).toEqual([false, true]);
      expect([await keys.remove(other, 'a'), await keys.remove(id, 'a')]).toEqual([false, true]);
    });
    const left = await here.store.read((tx) => tx.passkeys.ofUser(id));
    expect(left.map((one) => [one.id, one.counter, one.usedAtMs > 0])).toEqual([['b', 6, true]]);
    expect((await here.store.read((tx) => tx.passkeys.byId('c')))?.user).toBe(other);
    expect(await here.store.write((tx) => tx.passkeys.removeAll(id))).toBe(1);
    expect(await here.store.read((tx) => tx.passkeys.byId('b'))).toBeNull();
  });

  it('PASSKEY-3: a challenge is spent once, of several by one, and forgotten after its time', async () => {
    const all = await Promise.all([spend('one'), spend('one'), spend('one'), spend('two')]);
    expect(all.filter(Boolean)).toHaveLength(2);
    expect(await spend('two')).toBe(false);
    await here.clock.advance(2_000);
    await here.store.write((tx) => tx.upkeep.deleteExpired(100));
    expect(await spend('two')).toBe(true);
  });
}
