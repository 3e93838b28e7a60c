import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { describe, expect, it } from 'vitest';
import type { Fields } from '../support/fields.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople();

let made = 0;
const send = (who: Person, to: string | number, more: object = {}) =>
  world.say(who, to, `text ${(made += 1)}`, { id: `m-${made}`, ...more });
const row = async (who: Person, id: string | number): Promise<Fields> => (await world.contact(who, id))!;
const list = (who: Person, to: string | number, more: object = {}) =>
  world.call<readonly Fields[]>(who, 'im/getMessageList', {
    toContactId: to,
    page: 1,
    limit: 100,
    peek: 1,
    ...more,
  });
const read = async (who: Person, to: string | number, messages: unknown) => {
  await world.ok(who, 'im/setMsgIsRead', { toContactId: to, is_group: 0, messages, fromUser: 1 });
  await world.clock.advance(1_000);
};

describe('the list', () => {
  it('LIST-8: a deleted chat leaves the list of that person only and comes back with the next message', async () => {
    const [mine, phone, other] = [
      await world.online(anna),
      await world.online(anna),
      await world.online(bela),
    ];
    await send(bela, anna.id);
    other.frames.length = 0;
    await world.ok(anna, 'im/delChat', { id: bela.id, is_group: 0 });
    expect((await row(anna, bela.id)).lastContent).toBe('');
    expect(await row(anna, bela.id)).toMatchObject({ hidden_n: 2, count: 2, unread: 0 });
    expect((await row(bela, anna.id)).lastContent).not.toBe('');
    for (const socket of [mine, phone])
      expect(socket.of('hideChat')).toMatchObject([{ data: { id: bela.id, n: 2 } }]);
    expect(other.frames).toEqual([]);
    const { content } = await send(bela, anna.id);
    expect((await row(anna, bela.id)).lastContent).toBe(content);
  });

  it.each([
    ['setChatTop', 'is_top', 'setChatTop'],
    ['isNotice', 'is_notice', 'setIsNotice'],
  ])('LIST-10: %s changes the flag and tells the own devices only', async (call, flag, frame) => {
    const [mine, other] = [await world.online(anna), await world.online(bela)];
    for (const [id, value] of [
      [bela.id, 1],
      [group, 0],
    ] as const) {
      await world.ok(anna, `/enterprise/im/${call}`, { id, is_group: 0, [flag]: String(value) });
      expect((await row(anna, id))[flag]).toBe(value);
    }
    expect(mine.of(frame).map(({ data }) => [data.id, data[flag]])).toEqual([
      [bela.id, 1],
      [group, 0],
    ]);
    expect(other.frames).toEqual([]);
    expect((await row(bela, group))[flag]).toBe(call === 'isNotice' ? 1 : 0);
    expect(await world.code(anna, `/enterprise/im/${call}`, { id: bela.id, [flag]: 'perhaps' })).toBe(400);
  });

  it('ROLE-3: a stranger is refused in every call about a conversation', async () => {
    const dora = await world.person('dora');
    const message = await send(anna, group);
    for (const [path, body] of [
      ['im/getMessageList', { toContactId: group }],
      ['im/getMessageList', { toContactId: anna.id }],
      ['im/getContactInfo', { id: group }],
      ['im/getContactInfo', { id: anna.id }],
      ['im/setMsgIsRead', { toContactId: group, messages: [{ id: message.id }] }],
      ['im/readAtMsg', { toContactId: group }],
      ['im/setChatTop', { id: group, is_top: 1 }],
      ['im/isNotice', { id: group, is_notice: 1 }],
      ['im/delChat', { id: group }],
      ['im/undoMessage', { id: message.id }],
      ['im/delMessage', { id: message.id }],
      ['im/forwardMessage', { user_ids: [dora.id], msg_id: message.msg_id }],
      ['im/sendMessage', { id: 'x', toContactId: group, type: 'text', content: 'x' }],
      ['group/groupInfo', { group_id: group }],
      ['group/groupUserList', { group_id: group }],
      ['group/addGroupUser', { id: group, user_ids: [dora.id] }],
      ['group/removeUser', { id: group, user_id: bela.id }],
      ['group/removeUser', { id: group, user_id: dora.id }],
      ['group/editGroupName', { id: group, displayName: 'Mine' }],
      ['group/removeGroup', { id: group }],
    ] as const) {
      expect([path, await world.code(dora, `/enterprise/${path}`, body)]).toEqual([path, 400]);
    }
    expect((await row(anna, group)).displayName).toBe('Team');
  });
});

describe('counting', () => {
  it('COUNT-2: opening the chat reads it, peek does not, and a mark never goes back', async () => {
    const [first, second] = [await send(bela, anna.id), await send(bela, anna.id)];
    await list(anna, bela.id);
    expect((await row(anna, bela.id)).unread).toBe(2);
    await read(anna, bela.id, [{ id: first.id }]);
    expect((await row(anna, bela.id)).unread).toBe(1);
    await read(anna, bela.id, { msg_id: second.msg_id });
    await read(anna, bela.id, [{ id: first.id }]);
    expect((await row(anna, bela.id)).unread).toBe(0);
    await send(bela, anna.id);
    for (const more of [{ last_id: second.msg_id }, { page: 2 }, { type: 'all' }])
      await list(anna, bela.id, { ...more, peek: 0 });
    expect((await row(anna, bela.id)).unread).toBe(1);
    await list(anna, bela.id, { peek: 0 });
    expect((await row(anna, bela.id)).unread).toBe(0);
  });

  it('UI-94: a page after an ordinal goes towards the newest, reads nothing and shows nothing that is hidden', async () => {
    const sent: { readonly n: number }[] = [];
    for (let at = 0; at < 7; at += 1) sent.push(await send(bela, anna.id));
    const after = async (n: number, limit = 3) =>
      (await world.rows(anna, 'im/getMessageList', { toContactId: bela.id, after_n: n, limit })).map(
        (one) => one.n,
      );
    const last = sent.at(-1)?.n ?? 0;
    expect(await after(last - 5)).toEqual([last - 4, last - 3, last - 2]);
    expect(await after(last - 2)).toEqual([last - 1, last]);
    expect(await after(last)).toEqual([]);
    expect((await row(anna, bela.id)).unread).toBe(7);
  });

  it('COUNT-2: messages of other conversations and beyond the end move nothing', async () => {
    await send(bela, anna.id);
    const other = await send(cleo, anna.id);
    await read(anna, bela.id, [{ id: other.id }, { id: 'unknown' }, {}]);
    expect((await row(anna, bela.id)).unread).toBe(1);
    await read(anna, bela.id, [{ n: 1_000 }]);
    await send(bela, anna.id);
    expect((await row(anna, bela.id)).unread).toBe(1);
  });

  it('COUNT-1: own messages are never unread', async () => {
    await send(bela, anna.id);
    await send(anna, bela.id);
    await send(bela, anna.id);
    expect(await row(anna, bela.id)).toMatchObject({ count: 4, mark: 1, own: 1, unread: 2 });
    await read(anna, bela.id, [{ n: 2 }]);
    expect(await row(anna, bela.id)).toMatchObject({ count: 4, mark: 2, own: 1, unread: 1 });
  });

  it('COUNT-3: mentions of me that are not mine and after my mark; everyone counts for everyone else', async () => {
    await send(anna, group, { at: [bela.id] });
    await send(anna, group, { at: [0] });
    await send(bela, group, { at: [bela.id, cleo.id, 99] });
    expect((await row(bela, group)).is_at).toBe(2);
    expect((await row(cleo, group)).is_at).toBe(2);
    expect((await row(anna, group)).is_at).toBe(0);
  });

  it('COUNT-5, COUNT-17: recall and deletion leave n, and remove mentions and what is unread', async () => {
    const [first, second] = [
      await send(anna, group, { at: [bela.id] }),
      await send(anna, group, { at: [0] }),
    ];
    const before = await row(bela, group);
    expect(before).toMatchObject({ unread: 2, is_at: 2 });
    await world.ok(anna, 'im/undoMessage', { id: first.id });
    expect(await row(bela, group)).toMatchObject({ unread: 1, count: before.count, is_at: 1 });
    await world.ok(anna, 'im/delMessage', { id: second.id });
    expect(await row(bela, group)).toMatchObject({ unread: 0, count: before.count, is_at: 0 });
  });

  it('COUNT-6: recall and deletion lead to the new last message', async () => {
    const [first, second] = [await send(anna, bela.id), await send(anna, bela.id)];
    const socket = await world.online(bela);
    await world.ok(anna, 'im/delMessage', { id: second.id });
    expect(await row(bela, anna.id)).toMatchObject({
      lastContent: first.content,
      last: { n: 2, id: first.id },
    });
    await world.ok(anna, 'im/undoMessage', { id: first.id });
    expect(await row(bela, anna.id)).toMatchObject({ type: 'event', last: { n: 2, type: 'event' } });
    expect(socket.frames.map(({ type, data }) => [type, data.last.n, data.last.type])).toEqual([
      ['delMessage', 2, 'text'],
      ['undoMessage', 2, 'event'],
    ]);
  });

  it('COUNT-7: a joiner starts with nothing unread and nothing mentioned', async () => {
    const dora = await world.person('dora');
    await world.befriend(anna, dora);
    await send(anna, group, { at: [0] });
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [dora.id] });
    expect(await row(dora, group)).toMatchObject({ unread: 0, is_at: 0 });
    expect(await row(dora, anna.id)).toMatchObject({ unread: 0, is_at: 0 });
    await send(bela, group);
    expect((await row(dora, group)).unread).toBe(1);
  });

  it('COUNT-9: readAtMsg clears a user’s mentions on all their devices, and no other user’s', async () => {
    await send(anna, group, { at: [0] });
    const [mine, phone, other] = [
      await world.online(bela),
      await world.online(bela),
      await world.online(cleo),
    ];
    await world.ok(bela, 'im/readAtMsg', { toContactId: group });
    for (const socket of [mine, phone])
      expect(socket.of('mentionMark')).toMatchObject([{ data: { id: group, mentions: 0 } }]);
    expect(other.frames).toEqual([]);
    expect([(await row(bela, group)).is_at, (await row(cleo, group)).is_at]).toEqual([0, 1]);
  });

  it('COUNT-9: listing my mentions clears them, unless it is a peek', async () => {
    const { id } = await send(anna, group, { at: [bela.id] });
    await send(anna, group);
    expect((await list(bela, group, { is_at: 1 })).data.map((message) => message.id)).toEqual([id]);
    expect((await row(bela, group)).is_at).toBe(1);
    await list(bela, group, { is_at: 1, peek: 0 });
    expect((await row(bela, group)).is_at).toBe(0);
  });
});

describe('pages', () => {
  it('WIRE-2: pages go back by page and by last_id, oldest first; browsing goes newest first without events', async () => {
    for (let i = 0; i < 5; i += 1)
      await send(i % 2 ? anna : bela, i % 2 ? bela.id : anna.id, { content: `word ${i}` });
    const ns = async (more: object) => (await list(anna, bela.id, more)).data.map(({ n }) => n);
    expect(await ns({ limit: 2 })).toEqual([5, 6]);
    expect(await ns({ limit: 2, page: 3 })).toEqual([1, 2]);
    const [oldest] = (await list(anna, bela.id, { limit: 2 })).data;
    expect(await ns({ limit: 3, last_id: oldest!.msg_id })).toEqual([2, 3, 4]);
    expect(await ns({ type: 'all' })).toEqual([6, 5, 4, 3, 2]);
    expect(await ns({ type: 'image' })).toEqual([]);
    expect(await ns({ type: 'text', keywords: 'word 3' })).toEqual([5]);
    expect(await list(anna, bela.id, { limit: 2 })).toMatchObject({ count: 6, page: 1 });
  });

  it('GROUP-8: new members see older messages only when the setting allows it', async () => {
    const dora = await world.person('dora');
    await world.befriend(anna, dora);
    const old = await send(anna, group);
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [dora.id] });
    const kinds = async () => (await list(dora, group)).data.map((message) => message.type);
    expect(await kinds()).toEqual(['event']);
    expect(await world.code(dora, 'im/forwardMessage', { user_ids: [anna.id], msg_id: old.msg_id })).toBe(
      400,
    );
    await world.server.core.store.write((tx) =>
      tx.groups.update(1 as never, { setting: { ...DEFAULT_GROUP_SETTING, history: true } }),
    );
    expect(await kinds()).toEqual(['event', 'text', 'event']);
  });
});

describe('taking back', () => {
  it('RECALL-1: the author may recall within the window, leads of a group always, others never', async () => {
    const undo = async (who: Person, id: string) => await world.code(who, 'im/undoMessage', { id });
    const [single, late, inGroup, byOwner] = [
      await send(anna, bela.id),
      await send(anna, bela.id),
      await send(bela, group),
      await send(cleo, group),
    ];
    expect(await undo(bela, single.id)).toBe(400);
    expect(await undo(anna, single.id)).toBe(0);
    expect(await undo(anna, single.id)).toBe(0);
    expect(await undo(cleo, inGroup.id)).toBe(400);
    expect(await undo(anna, 'unknown')).toBe(400);
    world.clock.jump(86_400_000);
    expect(await undo(anna, late.id)).toBe(400);
    expect(await undo(bela, inGroup.id)).toBe(400);
    expect(await undo(anna, inGroup.id)).toBe(0);
    expect(await undo(anna, byOwner.id)).toBe(0);
  });

  it('RECALL-1: a window of 0 means never; system lines stay', async () => {
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, redoTimeSec: 0 } }));
    const { id } = await send(anna, bela.id);
    expect(await world.code(anna, 'im/undoMessage', { id })).toBe(400);
    const [line] = (await list(anna, group)).data;
    expect(await world.code(anna, 'im/undoMessage', { id: line!.id })).toBe(400);
    expect(await world.code(anna, 'im/delMessage', { id: line!.id })).toBe(400);
  });

  it('RECALL-2: in the favourites the list says the same as the frame did', async () => {
    const socket = await world.online(anna);
    await world.say(anna, -1, 'note', { id: 'f-1' });
    await world.ok(anna, 'im/undoMessage', { id: 'f-1' });
    await world.settle();
    expect(socket.of('undoMessage')).toMatchObject([{ data: { content: '你撤回了一条消息' } }]);
    expect(await world.contact(anna, -1)).toMatchObject({ lastContent: '你撤回了一条消息' });
  });

  it('RECALL-2: a recall becomes a line on both sides, and the content is gone from everywhere', async () => {
    const [a, b] = [await world.online(anna), await world.online(bela)];
    const { id } = await send(anna, bela.id, { content: 'secret words' });
    for (const socket of [a, b]) socket.frames.length = 0;
    await world.ok(anna, 'im/undoMessage', { id });
    expect(a.of('undoMessage')).toMatchObject([
      { data: { id, toContactId: bela.id, from_user: anna.id, content: '你撤回了一条消息' } },
    ]);
    expect(b.of('undoMessage')).toMatchObject([
      { data: { id, toContactId: anna.id, content: '对方撤回了一条消息' } },
    ]);
    expect((await list(bela, anna.id)).data.at(-1)).toMatchObject({
      id,
      type: 'event',
      is_undo: 1,
      extends: { note: 'recalled', by: anna.id },
    });
    const stored = await world.server.core.store.read((tx) => tx.messages.byId(id as never));
    expect(JSON.stringify(stored)).not.toContain('secret');
    expect(JSON.stringify(await row(bela, anna.id))).not.toContain('secret');
  });

  it('RECALL-3: deleting for everyone needs the setting and the author; the row is gone on both sides', async () => {
    const { id } = await send(anna, group, { content: 'secret words' });
    const socket = await world.online(bela);
    const remove = async (who: Person) => await world.code(who, 'im/delMessage', { id });
    expect(await remove(bela)).toBe(400);
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, dbDelMsg: false } }));
    expect(await remove(anna)).toBe(400);
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, dbDelMsg: true } }));
    socket.frames.length = 0;
    expect(await remove(anna)).toBe(0);
    expect(socket.of('delMessage')).toMatchObject([{ data: { id, toContactId: group } }]);
    expect((await list(bela, group)).data.some((message) => message.id === id)).toBe(false);
    expect(await remove(anna)).toBe(400);
  });
});

describe('forwarding', () => {
  it('FORWARD-1: every target gets its own answer and its own id', async () => {
    const dora = await world.person('dora');
    const { msg_id, content } = await send(bela, anna.id, { at: [1] });
    const socket = await world.online(cleo);
    const body = { user_ids: [bela.id, dora.id, group, cleo.id], msg_id, op: 'forward-1' };
    const { code, data } = await world.call<readonly Fields[]>(anna, 'im/forwardMessage', body);
    expect(code).toBe(0);
    expect(data.map((one) => [one.toContactId, one.code])).toEqual([
      [String(bela.id), 0],
      [String(dora.id), 400],
      [group, 0],
      [String(cleo.id), 0],
    ]);
    expect(new Set(data.map((one) => one.id)).size).toBe(4);
    expect(socket.types().toSorted()).toEqual(['group', 'simple']);
    expect(
      socket.frames.every((frame) => frame.data.content === content && frame.data.from_user === anna.id),
    ).toBe(true);
    const again = await world.call<readonly Fields[]>(anna, 'im/forwardMessage', body);
    expect(again.data.map((one) => one.data.msg_id)).toEqual(data.map((one) => one.data.msg_id));
    expect(socket.frames).toHaveLength(2);
  });

  it('FORWARD-1, RULE-4: a user forwards to 1 to 5 targets, and only existing visible messages', async () => {
    const { msg_id, id } = await send(bela, anna.id);
    const forward = async (who: Person, user_ids: unknown[], source = msg_id) =>
      await world.code(who, 'im/forwardMessage', { user_ids, msg_id: source });
    expect(await forward(anna, [])).toBe(400);
    expect(
      await forward(
        anna,
        [1, 2, 3, 4, 5, 6].map((n) => `group-${n}`),
      ),
    ).toBe(400);
    expect(await forward(cleo, [anna.id])).toBe(400);
    expect(await forward(anna, [cleo.id], 9_999)).toBe(400);
    await world.ok(bela, 'im/undoMessage', { id });
    expect(await forward(anna, [cleo.id])).toBe(400);
  });
});
