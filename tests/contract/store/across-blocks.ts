import { expect, it } from 'vitest';
import { friend, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

/** The data that two users have of each other when one has blocked the other. */
export function acrossBlocks(here: Here): void {
  it('BLOCK-15: neither side of a block has moments, likes or comments of the other', async () => {
    const { store } = here;
    const [me, known, other] = await store.write(async (tx) => [
      await tx.users.insert(user()),
      await tx.users.insert(user()),
      await tx.users.insert(user()),
    ]);
    if (!me || !known || !other) throw new Error('three users');
    const everybody = [me, known, other];
    for (const one of everybody)
      for (const two of everybody)
        if (one !== two) await store.write((tx) => tx.friends.insert(friend(one, two, { status: 1 })));
    const show = (author: typeof me, createdAtMs: number) =>
      store.write((tx) => tx.moments.insert({ author, content: '', pictures: [], createdAtMs }));
    const [mine, theirs] = [await show(me, 10), await show(known, 20)];
    const third = await show(other, 5);
    const say = (moment: number, author: typeof me, replyTo: typeof me | null, createdAtMs: number) =>
      store.write((tx) => tx.moments.insertComment({ moment, author, replyTo, content: 'x', createdAtMs }));
    await store.write((tx) => tx.moments.like(mine, known, 30));
    await store.write((tx) => tx.moments.like(theirs, me, 40));
    await say(mine, known, null, 50);
    await say(theirs, me, null, 60);
    // A third user answers one of the two under the moment of the other.
    await say(mine, other, known, 70);
    const looks = (who: typeof me, everyone: boolean) =>
      store.read(async (tx) => [
        await tx.moments.newsAt(who, everyone),
        ...(await tx.moments.page(who, { author: null, before: 0, limit: 9, everyone })).map(({ id }) => id),
      ]);
    const ofAuthor = (who: typeof me, author: typeof me) =>
      store.read(
        async (tx) => (await tx.moments.page(who, { author, before: 0, limit: 9, everyone: false })).length,
      );
    for (const everyone of [false, true]) {
      expect(await looks(me, everyone)).toEqual([70, third, theirs, mine]);
      expect(await looks(known, everyone)).toEqual([70, third, theirs, mine]);
      await store.write((tx) => tx.blocked.insert({ user: me, other: known, atMs: 1 }));
      expect(await looks(me, everyone)).toEqual([5, third, mine]);
      expect(await looks(known, everyone)).toEqual([5, third, theirs]);
      expect([await ofAuthor(me, known), await ofAuthor(known, me)]).toEqual([0, 0]);
      await store.write((tx) => tx.blocked.delete(me, known));
    }
  });
}
