import { expect, it } from 'vitest';
import { groupStream, privateStream, streamId, userStream } from '../../../src/domain/ids.ts';
import type { StreamId, UserId } from '../../../src/domain/ids.ts';
import type { ConversationView } from '../../../src/ports/store.ts';
import { storeLimits } from '../../../src/server/kernel/limits.ts';
import { friend, group, member, post, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

/** The contact list: one answer with everything a row needs. */
export function conversations(here: Here): void {
  const people = (count: number) =>
    here.store.write(async (tx) => {
      const ids: UserId[] = [];
      for (let made = 0; made < count; made += 1)
        ids.push(await tx.users.insert(user({ realname: `Person ${made}` })));
      return ids as [UserId, UserId, UserId];
    });
  const views = (who: UserId) =>
    here.store.read(async (tx) => tx.conversations.of(who, await tx.members.streamsOf(who)));
  const one = (who: UserId, stream: StreamId) => here.store.read((tx) => tx.conversations.one(who, stream));

  it('LIST-9: a one-to-one row knows the partner, my remark, their mark and the last message', async () => {
    const [me, you] = await people(2);
    const stream = privateStream(me, you);
    await here.store.write(async (tx) => {
      await tx.members.save(member(stream, me, { mark: 1, told: 1, isTop: true }));
      // The reads since then are not sent to any user (READBY-3).
      await tx.members.save(member(stream, you, { mark: 3, told: 2 }));
      await tx.friends.insert(friend(me, you, { status: 1, nickname: 'Annie' }));
      await tx.friends.insert(friend(you, me, { status: 1, nickname: 'theirs' }));
      await post(tx, stream, { from: me, content: 'first' });
      await post(tx, stream, { from: you, content: 'second' });
    });
    const [view, ...more] = await views(me);
    expect(more).toEqual([]);
    expect(view).toMatchObject({
      member: { user: me, mark: 1, isTop: true },
      stream: { stream, head: 2, count: 2 },
      last: { n: 2, content: 'second', from: you },
      mentions: 0,
      partner: { nickname: 'Annie', mark: 2, user: { id: you, realname: 'Person 1', active: true } },
      group: null,
    });
    expect(await one(me, stream)).toEqual(view);
    expect(await one(you, stream)).toMatchObject({
      partner: { nickname: 'theirs', mark: 1, user: { id: me } },
    });
  });

  it('FRIEND-7: a row carries nothing that proves who the partner is', async () => {
    const [me, you] = await people(2);
    const stream = privateStream(me, you);
    await here.store.write(async (tx) => {
      await tx.streams.open(stream);
      for (const who of [me, you]) await tx.members.save(member(stream, who));
    });
    expect(JSON.stringify(await views(me))).not.toContain('secret');
    expect(Object.keys((await one(me, stream))?.partner?.user ?? {})).toEqual([
      'id',
      'account',
      'realname',
      'avatar',
      'email',
      'active',
    ]);
  });

  it('LIST-9: a group row knows the group, its present members, and what is visible of its messages', async () => {
    const [me, you, third] = await people(3);
    const row = group({ name: 'Team', owner: you });
    const stream = await here.store.write(async (tx) => {
      const id = await tx.groups.insert(row);
      const stream = groupStream(id);
      await tx.members.save(member(stream, you, { role: 1 }));
      await tx.members.save(member(stream, third));
      await post(tx, stream, { from: you, content: 'before me' });
      await tx.members.save(member(stream, me, { fromSeq: 1, fromN: 1, mark: 1 }));
      await tx.members.update(stream, third, { untilSeq: 1 });
      return stream;
    });
    expect(await one(me, stream)).toMatchObject({
      last: null,
      partner: null,
      group: { members: 2, name: 'Team', owner: you },
    });
    await here.store.write((tx) => post(tx, stream, { from: you, content: 'after' }));
    expect(await views(me)).toMatchObject([{ last: { content: 'after', n: 2 }, stream: { count: 2 } }]);
    expect(await views(third)).toEqual([]);
    expect(await one(third, stream)).toBeNull();
  });

  it('COUNT-3: a row counts the mentions after its mark that are not mine', async () => {
    const [me, you] = await people(2);
    const stream = await here.store.write(async (tx) => {
      const stream = groupStream(await tx.groups.insert(group()));
      for (const who of [me, you])
        await tx.members.save(member(stream, who, { mentionMark: who === me ? 1 : 0 }));
      for (const from of [you, you, me, you]) {
        const { n } = await post(tx, stream, { from });
        await tx.mentions.insert(stream, n, n === 4 || n === 3 ? [me, you, 0] : [me, you]);
      }
      return stream;
    });
    const count = (who: UserId, after: number) =>
      here.store.read((tx) => tx.mentions.count(stream, who, after));
    expect((await one(me, stream))?.mentions).toBe(2);
    expect(await count(me, 1)).toBe(2);
    expect((await one(you, stream))?.mentions).toBe(1);
    expect(await count(you, 3)).toBe(0);
    await here.store.write((tx) => tx.mentions.delete(stream, 4));
    expect((await one(me, stream))?.mentions).toBe(1);
  });

  it('LIST-9: rows of many kinds come in one answer, each with its own facts', async () => {
    const [me, ...others] = await people(40);
    await here.store.write(async (tx) => {
      for (const [index, other] of others.entries()) {
        const inGroup = index % 3 === 0;
        const stream = inGroup
          ? groupStream(await tx.groups.insert(group({ name: `Group ${other}` })))
          : privateStream(me, other);
        for (const who of [me, other]) await tx.members.save(member(stream, who));
        for (let count = 0; count <= index % 4; count += 1)
          await post(tx, stream, { from: other, content: `${other}:${count}` });
      }
      await tx.streams.open(userStream(me));
    });
    const list = await views(me);
    expect(list).toHaveLength(others.length);
    for (const view of list) {
      expect(view).toEqual(await one(me, view.stream.stream));
      const other = view.partner?.user.id ?? Number(view.group?.name.slice('Group '.length));
      expect(view.last?.content).toBe(`${other}:${view.stream.count - 1}`);
      expect(view.partner === null).toBe(view.group !== null);
    }
  });

  it('LIST-9: rows of more conversations than one question takes come in parts, each once', async () => {
    const count = storeLimits.listMax + 3;
    const [me, you] = await people(2);
    await here.store.write(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        // The names include some between others, and some of another user.
        const stream = streamId(`${n * 7}-${n}`);
        await tx.streams.open(stream);
        await tx.members.save(member(stream, n % 200 === 199 ? you : me));
      }
    });
    const parts = await here.store.read(async (tx) => {
      const matches: (readonly ConversationView[])[] = [];
      for (let part = await tx.conversations.part(me, null); part;) {
        matches.push(part.views);
        part = await tx.conversations.part(me, part.last);
      }
      return matches;
    });
    expect(parts.map((part) => part.length)).toEqual([storeLimits.listMax, 1]);
    expect(byName(parts.flat())).toEqual(byName(await views(me)));
    expect(await here.store.read((tx) => tx.conversations.part(you, streamId('zzz')))).toBeNull();
  });
}

const byName = (list: readonly ConversationView[]) =>
  list.toSorted((a, b) => (a.stream.stream < b.stream.stream ? -1 : 1));
