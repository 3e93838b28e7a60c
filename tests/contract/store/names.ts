import { expect, it } from 'vitest';
import { userId, type UserId } from '../../../src/domain/ids.ts';
import { skeletonOf, skeletonsOf } from '../../../src/domain/skeleton.ts';
import { friend, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

/** Usernames that look alike, and who may see whom. */
export function names(here: Here): void {
  const somebody = () => here.store.write((tx) => tx.users.insert(user()));

  it('RULE-8: a username is found by what it looks like now, and not for its own user', async () => {
    const anna = await here.store.write((tx) => tx.users.insert(user({ account: 'Anna.Lee' })));
    const alike = (account: string, not: UserId | null = null) =>
      here.store.read((tx) => tx.users.alike(skeletonsOf(account), not));
    expect(await alike('ａｎｎａ.ｌее')).toBe(anna);
    expect([await alike('anna.lee', anna), await alike('anna-lee')]).toEqual([null, null]);
    await here.store.write((tx) => tx.users.update(anna, { realname: 'Other' }));
    expect(await alike('anna.lee')).toBe(anna);
    await here.store.write((tx) => tx.users.update(anna, { account: 'other' }));
    expect([await alike('anna.lee'), await alike('OTHER')]).toEqual([null, anna]);
  });

  it('ACC-24: all users of a skeleton are found, by the username they have now', async () => {
    const insert = (account: string) => here.store.write((tx) => tx.users.insert(user({ account })));
    const [anna, twin] = [await insert('Anna.Lee'), await insert('anna.lee')];
    await insert('anna-lee');
    const findMatches = async () =>
      (await here.store.read((tx) => tx.users.bySkeleton(skeletonOf('ＡＮＮＡ.LEE')))).map(({ id }) => id);
    expect(await findMatches()).toEqual([anna, twin]);
    await here.store.write((tx) => tx.users.update(anna, { account: 'other.name' }));
    expect(await findMatches()).toEqual([twin]);
  });

  it('FRIEND-10: a live row ties two users either way; the newest scanned codes are kept', async () => {
    const [one, two, three] = [await somebody(), await somebody(), await somebody()];
    const row = await here.store.write((tx) => tx.friends.insert(friend(one, two)));
    const tied = () =>
      here.store.read(async (tx) => [
        await tx.friends.areTied(one, two),
        await tx.friends.areTied(two, one),
        await tx.friends.areTied(one, three),
      ]);
    expect(await tied()).toEqual([true, true, false]);
    await here.store.write((tx) => tx.friends.update(row, { status: 0 }));
    expect(await tied()).toEqual([false, false, false]);
    for (const [at, other] of [one, two, three, one].entries())
      await here.store.write((tx) => tx.friends.noteShown(userId(5), other, at, 2));
    await here.store.read(async (tx) => {
      const visibleRows = [one, two, three].map((other) => tx.friends.wasShown(userId(5), other));
      expect(await Promise.all(visibleRows)).toEqual([true, false, true]);
      expect(await tx.friends.wasShown(one, userId(5))).toBe(false);
    });
  });
}
