import { expect, it } from 'vitest';
import { friend, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

/** The data that users have of each other: after a block, and of moments for some. */
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
      store.write((tx) => tx.moments.insert({ author, content: '', pictures: [], createdAtMs }, null));
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
    const countChecks = (who: typeof me, everyone: boolean) =>
      store.read(async (tx) => [
        await tx.moments.newsAt(who, everyone),
        ...(await tx.moments.page(who, { author: null, before: 0, limit: 9, everyone })).map(({ id }) => id),
      ]);
    const ofAuthor = (who: typeof me, author: typeof me) =>
      store.read(
        async (tx) => (await tx.moments.page(who, { author, before: 0, limit: 9, everyone: false })).length,
      );
    for (const everyone of [false, true]) {
      expect(await countChecks(me, everyone)).toEqual([70, third, theirs, mine]);
      expect(await countChecks(known, everyone)).toEqual([70, third, theirs, mine]);
      await store.write((tx) => tx.blocked.insert({ user: me, other: known, atMs: 1 }));
      expect(await countChecks(me, everyone)).toEqual([5, third, mine]);
      expect(await countChecks(known, everyone)).toEqual([5, third, theirs]);
      expect([await ofAuthor(me, known), await ofAuthor(known, me)]).toEqual([0, 0]);
      await store.write((tx) => tx.blocked.delete(me, known));
    }
  });

  it('MOMENT-2: only the chosen users get a limited post, as page and as news', async () => {
    const { store } = here;
    const [me, known, other] = await store.write(async (tx) => [
      await tx.users.insert(user()),
      await tx.users.insert(user()),
      await tx.users.insert(user()),
    ]);
    if (!me || !known || !other) throw new Error('three people');
    for (const friendOfMine of [known, other])
      await store.write((tx) => tx.friends.insert(friend(friendOfMine, me, { status: 1 })));
    const show = (createdAtMs: number, viewers: readonly (typeof me)[]) =>
      store.write((tx) => tx.moments.insert({ author: me, content: '', pictures: [], createdAtMs }, viewers));
    const forKnown = await show(10, [known]);
    const forMe = await show(20, []);
    const readView = (viewer: typeof me, everyone = false) =>
      store.read(async (tx) => {
        const query = { before: 0, limit: 9, everyone };
        const rows = await tx.moments.page(viewer, { ...query, author: null });
        const own = await tx.moments.page(viewer, { ...query, author: me });
        expect(own).toEqual(rows);
        return [rows.map(({ id }) => id), await tx.moments.newsAt(viewer, everyone)];
      });
    expect(await readView(me)).toEqual([[forMe, forKnown], 0]);
    for (const everyone of [false, true]) {
      expect(await readView(known, everyone)).toEqual([[forKnown], 10]);
      expect(await readView(other, everyone)).toEqual([[], 0]);
    }
    expect(await store.read((tx) => tx.moments.viewers([forKnown, forMe]))).toEqual([
      { moment: forKnown, user: known },
    ]);
    await store.write((tx) => tx.moments.delete(forKnown));
    expect(await store.read((tx) => tx.moments.viewers([forKnown]))).toEqual([]);
  });
}
