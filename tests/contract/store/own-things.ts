import { expect, it } from 'vitest';
import { groupId, streamId, userId } from '../../../src/domain/ids.ts';
import { file, friend, member, message, START_MS, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const key = { account: 'a@b.c', purpose: 'login', asker: 'u1' } as const;
const code = { ...key, hash: 'h', sentAtMs: START_MS, expiresAtMs: START_MS + 10, tries: 0 } as const;

/** Codes, marks of announcements, moments, clearing, and what several processes share. */
export function ownThings(here: Here): void {
  it('ACC-16: one code for each address, purpose and asker: counted, ended, forgotten', async () => {
    const { store } = here;
    await store.write((tx) => tx.codes.save({ ...code, hash: 'old', tries: 3 }));
    await store.write((tx) => tx.codes.save(code));
    await store.write((tx) => tx.codes.save({ ...code, purpose: 'account', expiresAtMs: START_MS + 20 }));
    await store.write((tx) => tx.codes.save({ ...code, asker: 'u2', hash: 'other' }));
    expect(await store.read((tx) => tx.codes.get(key))).toEqual(code);
    expect(await Promise.all([1, 2, 3].map(() => store.write((tx) => tx.codes.countTry(key))))).toEqual(
      expect.arrayContaining([1, 2, 3]),
    );
    await here.clock.advance(10);
    await store.write((tx) => tx.upkeep.deleteExpired(10));
    expect(await store.write((tx) => tx.codes.countTry(key))).toBeNull();
    expect(await store.read((tx) => tx.codes.get({ ...key, purpose: 'account' }))).not.toBeNull();
    await store.write((tx) => tx.codes.end({ ...key, purpose: 'account' }));
    expect(await store.read((tx) => tx.codes.get({ ...key, purpose: 'account' }))).toBeNull();
  });

  it('ACC-16: codes of a day are counted by name, and forgotten when the day is over', async () => {
    const { store } = here;
    const day = () => store.read((tx) => tx.codes.day('a', here.clock.nowMs()));
    expect(await day()).toBeNull();
    for (const used of [1, 2])
      await store.write((tx) => tx.codes.saveDay('a', { used, endsMs: START_MS + 10 }));
    await store.write((tx) => tx.codes.undoDay('a'));
    expect(await day()).toEqual({ used: 1, endsMs: START_MS + 10 });
    await here.clock.advance(10);
    expect(await day()).toBeNull();
    expect(await store.write((tx) => tx.upkeep.deleteExpired(10))).toBe(1);
  });

  it('LIMIT-14: quotas count by name until their day ends, even too late, and are forgotten', async () => {
    const { store, clock } = here;
    const spend = (cost: number, lengthMs = 100) =>
      store.write((tx) => tx.usage.add('messages:1', cost, lengthMs));
    expect([await spend(2), await spend(5_000_000_000)]).toEqual([
      { used: 2, endsMs: START_MS + 100 },
      { used: 5_000_000_002, endsMs: START_MS + 100 },
    ]);
    await clock.advance(50);
    expect(await spend(1)).toEqual({ used: 5_000_000_003, endsMs: START_MS + 100 });
    expect(await store.read((tx) => tx.usage.of('messages:1'))).toEqual({
      used: 5_000_000_003,
      endsMs: START_MS + 100,
    });
    expect(await spend(1, 10)).toEqual({ used: 1, endsMs: START_MS + 60 });
    await clock.advance(10);
    expect(await spend(4)).toEqual({ used: 4, endsMs: START_MS + 160 });
    await clock.advance(100);
    expect(await store.write((tx) => tx.upkeep.deleteExpired(10))).toBe(1);
    expect(await store.read((tx) => tx.usage.of('messages:1'))).toBeNull();
  });

  it('LIMIT-14: all files are summed in steps, equal bytes once', async () => {
    const { store } = here;
    const ids: number[] = [];
    for (const [key, sizeBytes] of [
      ['one', 3_000_000_000],
      ['one', 3_000_000_000],
      ['two', 20],
      ['three', 7],
    ] as const)
      ids.push(await store.write((tx) => tx.files.insert(file({ key, sizeBytes }))));
    const sum = (after: number, limit: number) => store.read((tx) => tx.files.bytes(after, limit));
    expect(await sum(0, 2)).toEqual({ bytes: 3_000_000_020, last: ids[2] });
    expect(await sum(ids[2] ?? 0, 2)).toEqual({ bytes: 7, last: ids[3] });
    expect(await sum(ids[3] ?? 0, 2)).toBeNull();
  });

  it('ADMIN-6: when somebody was last let in is known', async () => {
    const { store, clock } = here;
    const me = await store.write((tx) => tx.users.insert(user()));
    const at = () => store.read((tx) => tx.letIn.at(me));
    expect(await at()).toBeNull();
    await store.write((tx) => tx.letIn.note(me));
    await clock.advance(5);
    await store.write((tx) => tx.letIn.note(me));
    expect(await at()).toBe(clock.nowMs());
  });

  it('NOTICE-2: the mark of a person is the last one set, and nothing before', async () => {
    const { store } = here;
    expect(await store.read((tx) => tx.notices.mark(userId(1)))).toBeNull();
    for (const mark of [3, 5]) await store.write((tx) => tx.notices.setMark(userId(1), mark));
    expect(await store.read((tx) => tx.notices.mark(userId(1)))).toBe(5);
  });

  it('MOMENT-2: pages are newest first, of oneself and friends, of one person, or of everybody', async () => {
    const { store } = here;
    const [me, known, other] = await store.write(async (tx) => [
      await tx.users.insert(user()),
      await tx.users.insert(user()),
      await tx.users.insert(user()),
    ]);
    if (!me || !known || !other) throw new Error('three people');
    await store.write((tx) => tx.friends.insert(friend(me, known, { status: 1 })));
    await store.write((tx) => tx.friends.insert(friend(me, other, { status: 2 })));
    const ids: number[] = [];
    for (const author of [me, known, other, known])
      ids.push(
        await store.write((tx) =>
          tx.moments.insert({ author, content: 'x', pictures: [7], createdAtMs: START_MS }, null),
        ),
      );
    const page = (author: typeof me | null, everyone: boolean, before = 0, limit = 9) =>
      store.read(async (tx) =>
        (await tx.moments.page(me, { author, before, limit, everyone })).map((row) => row.id),
      );
    expect(await page(null, false)).toEqual([ids[3], ids[1], ids[0]]);
    expect(await page(null, false, ids[3], 1)).toEqual([ids[1]]);
    expect(await page(null, true)).toEqual(ids.toReversed());
    expect(await page(known, false)).toEqual([ids[3], ids[1]]);
    expect(await store.read((tx) => tx.moments.byId(ids[0] ?? 0))).toEqual({
      id: ids[0],
      author: me,
      content: 'x',
      pictures: [7],
      createdAtMs: START_MS,
      limited: false,
    });
  });

  it('MOMENT-3, MOMENT-4: likes count once, comments keep order, all goes with the moment', async () => {
    const { store } = here;
    const [me, other] = await store.write(async (tx) => [
      await tx.users.insert(user()),
      await tx.users.insert(user()),
    ]);
    if (!me || !other) throw new Error('two people');
    const id = await store.write((tx) =>
      tx.moments.insert({ author: me, content: '', pictures: [], createdAtMs: START_MS }, null),
    );
    for (const [who, at] of [
      [other, 1],
      [me, 2],
      [other, 3],
    ] as const)
      await store.write((tx) => tx.moments.like(id, who, at));
    expect(await store.read((tx) => tx.moments.likes([id, id + 1]))).toEqual([
      { moment: id, user: other },
      { moment: id, user: me },
    ]);
    await store.write((tx) => tx.moments.unlike(id, other));
    const comment = { moment: id, author: other, replyTo: me, content: 'x', createdAtMs: START_MS };
    const [first, second] = await store.write(async (tx) => [
      await tx.moments.insertComment(comment),
      await tx.moments.insertComment({ ...comment, replyTo: null }),
    ]);
    await store.write((tx) => tx.moments.deleteComment(second ?? 0));
    expect(await store.read((tx) => tx.moments.comments([id]))).toEqual([{ ...comment, id: first }]);
    expect(await store.read((tx) => tx.moments.comment(first ?? 0))).toEqual({ ...comment, id: first });
    await store.write((tx) => tx.moments.delete(id));
    expect(
      await store.read(async (tx) => [
        await tx.moments.byId(id),
        await tx.moments.likes([id]),
        await tx.moments.comments([id]),
      ]),
    ).toEqual([null, [], []]);
  });

  it('MOMENT-7: what is news to somebody is what others they know did, and not to others', async () => {
    const { store } = here;
    const [me, known, other] = await store.write(async (tx) => [
      await tx.users.insert(user()),
      await tx.users.insert(user()),
      await tx.users.insert(user()),
    ]);
    if (!me || !known || !other) throw new Error('three people');
    for (const [one, two] of [
      [me, known],
      [known, me],
      [known, other],
      [other, known],
    ] as const)
      await store.write((tx) => tx.friends.insert(friend(one, two, { status: 1 })));
    const news = (who = me) =>
      store.read(async (tx) => [await tx.moments.newsAt(who, false), await tx.moments.newsAt(who, true)]);
    const show = (author: typeof me, createdAtMs: number) =>
      store.write((tx) => tx.moments.insert({ author, content: '', pictures: [], createdAtMs }, null));
    const mine = await show(me, 10);
    expect(await news()).toEqual([0, 0]);
    await show(other, 20);
    expect(await news()).toEqual([0, 20]);
    const theirs = await show(known, 30);
    expect([await news(), await news(other)]).toEqual([
      [30, 30],
      [30, 30],
    ]);
    await store.write((tx) => tx.moments.like(mine, other, 40));
    await store.write((tx) => tx.moments.like(mine, me, 41));
    await store.write((tx) => tx.moments.like(theirs, other, 42));
    expect(await news()).toEqual([30, 40]);
    await store.write((tx) => tx.moments.like(mine, known, 50));
    expect(await news()).toEqual([50, 50]);
    const say = (moment: number, author: typeof me, replyTo: typeof me | null, createdAtMs: number) =>
      store.write((tx) => tx.moments.insertComment({ moment, author, replyTo, content: 'x', createdAtMs }));
    await say(theirs, known, null, 60);
    await say(mine, known, other, 61);
    expect(await news()).toEqual([50, 61]);
    await say(mine, known, null, 70);
    expect(await news()).toEqual([70, 70]);
    await say(theirs, other, me, 80);
    expect(await news()).toEqual([70, 80]);
    await say(theirs, known, me, 90);
    await say(theirs, me, known, 91);
    expect(await news()).toEqual([90, 90]);
  });

  it('GROUP-13, COUNT-17: clearing drops lines and mentions to a number, which count as own', async () => {
    const { store } = here;
    const stream = streamId('group-9');
    const me = userId(1);
    for (const n of [1, 2, 3]) {
      await store.write(async (tx) => {
        await tx.streams.advance(stream, true);
        await tx.messages.insert(message({ stream, n, from: n === 2 ? me : userId(2) }));
        await tx.mentions.insert(stream, n, [me]);
      });
    }
    expect((await store.read((tx) => tx.messages.oldest(stream, 2))).map((row) => row.n)).toEqual([1, 2]);
    await store.write((tx) => tx.messages.clear(stream, 2, 50));
    const left = await store.read(async (tx) => [
      (await tx.messages.oldest(stream, 9)).map((row) => row.n),
      await tx.messages.ownAfter(stream, me, 0),
      await tx.mentions.count(stream, me, 0),
    ]);
    expect(left).toEqual([[3], 2, 1]);
    expect((await store.read((tx) => tx.messages.page({ stream, fromN: 0, limit: 9 }))).total).toBe(1);
  });

  it('GROUP-13, COUNT-10: a clearing is kept until told; everything is read for all at once', async () => {
    const [{ store }, stream, other] = [here, streamId('group-9'), streamId('group-8')];
    await store.write(async (tx) => {
      await tx.streams.open(stream);
      for (const [user, mark] of [
        [1, 2],
        [2, 7],
        [3, 0],
      ] as const)
        await tx.members.save(
          member(stream, userId(user), { mark, own: 1, mentionMark: mark, untilSeq: user === 3 ? 4 : null }),
        );
      await tx.clearings.begin(stream, { n: 5, by: userId(1) });
      await tx.clearings.begin(stream, { n: 3, by: null });
      await tx.clearings.begin(other, { n: 1, by: userId(1) });
    });
    expect(
      await store.read(async (tx) => [await tx.clearings.list(9), await tx.clearings.get(stream)]),
    ).toEqual([[other, stream], { n: 5, by: userId(1) }]);
    await store.write((tx) => tx.members.readAll(stream, 5));
    expect([
      await store.write((tx) => tx.clearings.end(stream)),
      await store.write((tx) => tx.clearings.end(stream)),
    ]).toEqual([{ n: 5, by: userId(1) }, null]);
    const rows = await store.read((tx) =>
      Promise.all([1, 2, 3].map((user) => tx.members.getAny(stream, userId(user)))),
    );
    // Members with unreported reads keep their marks, and cleared messages count as reported, too.
    expect(rows.map((row) => [row?.mark, row?.told, row?.own, row?.mentionMark])).toEqual([
      [5, 5, 0, 5],
      [7, 5, 1, 7],
      [5, 5, 0, 5],
    ]);
    expect(await store.read((tx) => tx.clearings.list(9))).toEqual([other]);
  });

  it('DATA-5: an erasure is kept to its end; the last asked counts, one takes the last step', async () => {
    const { store } = here;
    const [one, two] = [userId(1), userId(2)];
    const row = { user: one, words: 'go', by: 'host root' } as const;
    for (const next of [{ ...row, words: 'stay', by: 'user 1' } as const, { ...row, user: two }, row])
      await store.write((tx) => tx.erasing.begin(next));
    const after = (user: number) => store.read((tx) => tx.erasing.unfinished(userId(user), 1));
    expect([await after(0), await after(1), await after(2)]).toEqual([[one], [two], []]);
    expect(await store.read((tx) => tx.erasing.get(one))).toEqual({ ...row, keys: null });
    const last = () =>
      store.write(async (tx) => {
        const isMine = await tx.erasing.hold(one);
        if (isMine) await tx.erasing.keepKeys(one, ['k']);
        return isMine;
      });
    expect((await Promise.all([last(), last()])).toSorted()).toEqual([false, true]);
    expect(await store.read((tx) => tx.erasing.get(one))).toEqual({ ...row, keys: ['k'] });
    await store.write((tx) => tx.erasing.end(one));
    expect(await store.read((tx) => tx.erasing.unfinished(userId(0), 9))).toEqual([two]);
  });

  it('ADMIN-2: processes share a key and a counter; people are read page by page', async () => {
    const { store } = here;
    const key = await store.write((tx) => tx.meta.keepSecret('first'));
    expect(await store.write((tx) => tx.meta.keepSecret('second'))).toBe(key);
    // Looking whether it can be written changes nothing that counts.
    for (let time = 0; time < 2; time += 1) await store.write((tx) => tx.meta.tryWriting());
    expect(await store.write((tx) => tx.meta.keepSecret('third'))).toBe(key);
    const before = await store.read((tx) => tx.streams.outside());
    for (const _ of [1, 2]) await store.write((tx) => tx.meta.noteOutside());
    expect(await store.read((tx) => tx.streams.outside())).toBe(before + 2);
    const ids = await store.write(async (tx) => [
      await tx.users.insert(user()),
      await tx.users.insert(user({ active: false })),
      await tx.users.insert(user()),
    ]);
    const first = await store.read((tx) => tx.users.active(0, 1));
    const rest = await store.read((tx) => tx.users.active(first[0]?.id ?? 0, 9));
    expect([...first, ...rest].map((row) => row.id)).toEqual([ids[0], ids[2]]);
  });

  it('GROUP-16, GROUP-17: who is barred is told by group; codes end, one a group, so many', async () => {
    const { store } = here;
    const [one, two] = [userId(1), userId(2)];
    await store.write(async (tx) => {
      for (const user of [one, one, two]) await tx.entrances.bar(streamId('group-1'), user);
      await tx.entrances.bar(streamId('group-2'), one);
      await tx.entrances.unbar(streamId('group-1'), [two, userId(3)]);
    });
    expect([...(await store.read((tx) => tx.entrances.barred(streamId('group-1'), [two, one])))]).toEqual([
      one,
    ]);
    expect((await store.read((tx) => tx.entrances.barred(streamId('group-1'), []))).size).toBe(0);
    const show = (group: number, untilMs: number, inviter = two, max = 3) =>
      store.write((tx) =>
        tx.entrances.keepShown(
          one,
          { group: groupId(group), inviter, untilMs: START_MS + untilMs, link: null },
          max,
        ),
      );
    const readView = (group: number) => store.read((tx) => tx.entrances.activeCode(one, groupId(group)));
    await show(1, 10);
    await show(1, 20, userId(9));
    expect(await readView(1)).toEqual({ group: 1, inviter: 9, untilMs: START_MS + 20, link: null });
    expect(await store.read((tx) => tx.entrances.activeCode(two, groupId(1)))).toBeNull();
    for (const group of [2, 3, 4]) await show(group, group === 3 ? 5 : 30);
    expect([await readView(1), await readView(2), await readView(3)]).toMatchObject([
      { group: 1 },
      { group: 2 },
      null,
    ]);
    await here.clock.advance(20);
    expect([await readView(1), await readView(2)]).toMatchObject([null, { group: 2 }]);
    expect(await store.write((tx) => tx.upkeep.deleteExpired(10))).toBe(1);
  });

  it('STREAM-17: changed profiles are counted, and found by the transaction of the change', async () => {
    const { store } = here;
    const [one, two, three] = [userId(1), userId(2), userId(3)];
    const note = (...users: (typeof one)[]) =>
      store.write(async (tx) => {
        await tx.streams.advance(streamId('u1'), false);
        for (const user of users) await tx.profiles.noteChange(user);
      });
    const now = () => store.read((tx) => tx.streams.now());
    await store.write((tx) => tx.streams.open(streamId('u1')));
    const start = await now();
    await note(one, two);
    const later = await now();
    await note(two);
    const read = (tx: Awaited<ReturnType<typeof now>>, limit = 9) =>
      store.read(async (reading) =>
        (await reading.profiles.since(tx, limit)).toSorted((a, b) => a.user - b.user),
      );
    expect(await read(start)).toEqual([
      { user: one, rev: 1 },
      { user: two, rev: 2 },
    ]);
    expect(await read(later)).toEqual([{ user: two, rev: 2 }]);
    expect(await read(start, 1)).toHaveLength(1);
    expect(await read(await now())).toEqual([]);
    expect(await store.read((tx) => tx.profiles.of([two, three]))).toEqual([{ user: two, rev: 2 }]);
  });

  it('UPD-5: the newest build is kept beside the configuration', async () => {
    const { store } = here;
    const release = {
      name: '6.1.0',
      build: 20_260_101,
      type: 'silent',
      info: '',
      androidUrl: '',
      iosUrl: '',
    } as const;
    expect(await store.read((tx) => tx.config.release())).toBeNull();
    for (const build of [1, 20_260_101])
      await store.write((tx) => tx.config.setRelease({ ...release, build }));
    expect(
      await store.read(async (tx) => [await tx.config.release(), (await tx.config.get()).version]),
    ).toEqual([release, 0]);
  });
}
