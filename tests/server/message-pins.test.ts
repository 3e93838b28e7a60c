import { describe, expect, it } from 'vitest';
import { messageId } from '../../src/domain/ids.ts';
import { pinLimits } from '../../src/domain/limits.ts';
import type { Fields } from '../support/fields.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople();

let made = 0;
const send = async (who: Person, to: string | number, more: object = {}): Promise<string> => {
  const id = `p-${(made += 1)}`;
  const content = `words ${made}`;
  await world.say(who, to, content, { id, ...more });
  return id;
};
const pin = (who: Person, id: string, on: 0 | 1 = 1, more: object = {}) =>
  world.call(who, 'im/pinMessage', { id, on, ...more });
const pinsOf = async (who: Person, to: string | number) =>
  (await world.ok(who, 'im/getMessagePins', { toContactId: to }))['pins'] as readonly Fields[];
const pinned = async (who: Person, to: string | number) =>
  (await pinsOf(who, to)).map((row) => (row['message'] as Fields)['id']);
const setting = (change: object) => world.ok(anna, 'group/groupSetting', { id: group, setting: change });

describe('pinned messages', () => {
  it('PINS-1: both users are notified, the list is newest first, and a repeat is not an event', async () => {
    const [first, second] = [await send(anna, bela.id), await send(bela, anna.id)];
    const sockets = [await world.online(anna), await world.online(bela)];
    for (const [who, id] of [
      [anna, second],
      [bela, first],
      [bela, first],
    ] as const)
      expect((await pin(who, id)).code).toBe(0);
    await world.settle();
    for (const socket of sockets)
      expect(socket.of('pinned').map(({ data }) => [data['id'], data['by'], data['after_n']])).toEqual([
        [second, anna.id, 3],
        [first, bela.id, 3],
      ]);
    expect([await pinned(anna, bela.id), await pinned(bela, anna.id)]).toEqual([
      [first, second],
      [first, second],
    ]);
    expect((await pin(anna, first, 0)).code).toBe(0);
    expect((await pin(anna, first, 0)).code).toBe(0);
    await world.settle();
    expect(sockets[1]?.of('unpinned').map(({ data }) => data['id'])).toEqual([first]);
    expect(await pinned(bela, anna.id)).toEqual([second]);
  });

  it('PINS-2: in a group the owner and admins pin, and all members where the setting allows it', async () => {
    const id = await send(bela, group);
    expect(await pin(bela, id)).toMatchObject({ code: 400, msg: '没有权限' });
    expect((await pin(anna, id)).code).toBe(0);
    expect((await pin(cleo, id, 0)).code).toBe(400);
    await setting({ pin: 1 });
    expect((await pin(cleo, id, 0)).code).toBe(0);
    expect((await pin(bela, id)).code).toBe(0);
    await setting({ pin: 0 });
    expect((await pin(bela, id, 0)).code).toBe(400);
    expect(await pinned(bela, group)).toEqual([id]);
  });

  it('PINS-2: strangers and former members pin nothing and see nothing of it', async () => {
    const dora = await world.person('dora');
    const id = await send(anna, group);
    await pin(anna, id);
    for (const on of [0, 1] as const)
      expect(await pin(dora, id, on)).toMatchObject({ code: 400, msg: '消息不存在' });
    await setting({ pin: 1 });
    await world.ok(anna, 'group/removeUser', { id: group, user_id: bela.id });
    expect(await pin(bela, id, 0)).toMatchObject({ code: 400, msg: '消息不存在' });
    for (const who of [bela, dora])
      expect(await world.code(who, 'im/getMessagePins', { toContactId: group })).not.toBe(0);
    expect(await pinned(anna, group)).toEqual([id]);
  });

  it('PINS-3: lines, unknown and recalled ones, and one more than there is room, are refused', async () => {
    const ids = [];
    for (let at = 0; at <= pinLimits.messagesMax; at += 1) {
      ids.push(await send(anna, bela.id));
      if (at % 20 === 0) await world.clock.advance(60_000);
    }
    const last = ids.pop() ?? '';
    for (const [at, id] of ids.entries()) {
      if (at % 20 === 0) await world.clock.advance(60_000);
      expect((await pin(at % 2 ? anna : bela, id)).code).toBe(0);
    }
    await world.clock.advance(60_000);
    expect(await pin(anna, last)).toMatchObject({ code: 400, msg: '每个会话最多置顶 100 条消息' });
    expect((await pin(anna, ids[0] ?? '', 0)).code).toBe(0);
    expect((await pin(anna, last)).code).toBe(0);
    expect(await pinsOf(bela, anna.id)).toHaveLength(pinLimits.messagesMax);
    // A removed pin loses its position.
    expect((await pin(anna, ids[1] ?? '', 0)).code).toBe(0);
    const short = await send(anna, bela.id);
    expect((await pin(anna, short)).code).toBe(0);
    await world.ok(anna, 'im/undoMessage', { id: short });
    expect((await pin(anna, ids[1] ?? '')).code).toBe(0);
    const deletedText = await send(anna, group);
    await world.ok(anna, 'im/undoMessage', { id: deletedText });
    const [line] = await world.rows(anna, 'im/getMessageList', { toContactId: group, peek: 1 });
    for (const id of [deletedText, String(line?.['id'])])
      expect(await pin(anna, id)).toMatchObject({ code: 400, msg: '该消息不能置顶' });
    expect(await pin(anna, 'nothing')).toMatchObject({ msg: '消息不存在' });
    expect((await pin(anna, ids[1] ?? '', 2 as never)).code).toBe(400);
    expect(await pinsOf(anna, group)).toEqual([]);
  });

  it('PINS-3: in favourites and among announcements nothing is pinned', async () => {
    const id = await send(anna, -1);
    expect(await pin(anna, id)).toMatchObject({ code: 400, msg: '该消息不能置顶' });
    expect(await pinsOf(anna, -1)).toEqual([]);
  });

  it('PINS-7: recall, deletion and clearing remove the pin; new text appears in its place', async () => {
    const [kept, recalled, deleted] = [
      await send(anna, bela.id),
      await send(anna, bela.id),
      await send(anna, bela.id),
    ];
    for (const id of [kept, recalled, deleted]) await pin(bela, id);
    await world.ok(anna, 'im/undoMessage', { id: recalled });
    await world.ok(anna, 'im/delMessage', { id: deleted });
    await world.ok(anna, 'im/editMessage', { id: kept, content: 'new words' });
    expect((await pinsOf(bela, anna.id)).map((row) => row['message'])).toMatchObject([
      { id: kept, content: 'new words', rev: 1 },
    ]);
    const inGroup = await send(anna, group);
    await pin(anna, inGroup);
    await world.ok(anna, 'group/clearMessage', { id: group });
    expect(await pinned(anna, group)).toEqual([]);
    const rows = await world.server.core.store.read((tx) => tx.messagePins.count(group as never));
    expect(rows).toBe(0);
  });

  it('PINS-8: no user has more to read by it, and base-protocol clients get nothing', async () => {
    const id = await send(anna, group);
    const countRows = async (who: Person) => {
      const {
        unread,
        count,
        lastContent,
        lastSendTime,
        is_at: mentions,
      } = (await world.contact(who, group)) ?? {};
      return { unread, count, lastContent, lastSendTime, mentions };
    };
    const before = [await countRows(bela), await countRows(cleo)];
    expect(before[0]).toMatchObject({ unread: 1 });
    const plain = await world.socket();
    plain.say({ type: 'bindUid', user_id: cleo.id, token: cleo.token });
    await world.settle();
    const eventCount = plain.frames.length;
    const history = await world.rows(cleo, 'im/getMessageList', { toContactId: group, peek: 1 });
    await pin(anna, id);
    await world.settle();
    expect(plain.frames.slice(eventCount)).toEqual([]);
    expect([await countRows(bela), await countRows(cleo)]).toEqual(before);
    expect(await world.rows(cleo, 'im/getMessageList', { toContactId: group, peek: 1 })).toEqual(history);
  });

  it('GROUP-19, PINS-5: if history is hidden, a newcomer sees no earlier pin', async () => {
    const old = await send(anna, group);
    await pin(anna, old);
    const dora = await world.person('dora');
    await world.befriend(anna, dora);
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [dora.id] });
    const socket = await world.online(dora);
    const fresh = await send(anna, group);
    await pin(anna, fresh);
    await pin(anna, old, 0);
    await pin(anna, old);
    await world.settle();
    expect(await pinned(dora, group)).toEqual([fresh]);
    expect(socket.of('pinned').map(({ data }) => data['id'])).toEqual([fresh]);
    expect(JSON.stringify(socket.frames)).not.toContain(old);
    await setting({ history: 1 });
    expect(await pinned(dora, group)).toEqual([old, fresh]);
  });

  it('PINS-6: a repeated request pins once, regardless of later changes', async () => {
    const id = await send(anna, bela.id);
    expect((await pin(anna, id, 1, { op: 'once' })).code).toBe(0);
    await pin(bela, id, 0);
    expect((await pin(anna, id, 1, { op: 'once' })).code).toBe(0);
    expect(await pinned(bela, anna.id)).toEqual([]);
    const row = await world.server.core.store.read((tx) => tx.messages.byId(messageId(id)));
    expect(row).toMatchObject({ recalled: false });
  });
});
