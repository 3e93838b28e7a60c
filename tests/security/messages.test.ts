import { afterEach, beforeEach, expect, it } from 'vitest';
import { duration } from '../../src/domain/limits.ts';
import { house, refused, type House } from '../support/attack.ts';
import { localUploads, sendFile, textFile } from '../support/uploads.ts';
import { startWorld } from '../support/world.ts';

let at: House;
beforeEach(async () => void (at = await house()));
afterEach(() => at.world.close());

it('SEC-1: row 2: a token alone reads no history and no members, and of a group only its card', async () => {
  await at.say(at.owner, at.group, 'secret-1');
  await at.say(at.owner, at.manager.id, 'secret-2');
  const { mallory, group, owner, im, on } = at;
  for (const [name, body] of [
    ['getMessageList', { toContactId: group }],
    ['getMessageList', { toContactId: group, type: 'all', keywords: 'words' }],
    ['getContactInfo', { id: group }],
    ['getMessageList', { toContactId: String(owner.id) }],
  ] as const) {
    const answer = await im(mallory, name, body);
    expect(answer.code, name).not.toBe(0);
    expect(JSON.stringify(answer)).not.toContain('secret');
  }
  expect((await on(mallory, 'groupUserList', { group_id: group })).code).not.toBe(0);
  const info = JSON.stringify(await on(mallory, 'groupInfo', { group_id: group }));
  for (const word of ['secret', 'notice', 'userList', 'manager']) expect(info).not.toContain(word);
  const streams = [`group-${group.slice(6)}`, `${owner.id}-${at.manager.id}`, `u${owner.id}`];
  const synced = await at.world.call(mallory, 'im/sync', {
    positions: Object.fromEntries(streams.map((stream) => [stream, 0])),
  });
  expect(synced.data['frames']).toEqual([]);
  expect(JSON.stringify(synced)).not.toContain('secret');
  const match = await at.world.call(mallory, 'im/search', { keywords: 'words' });
  expect(JSON.stringify(match)).not.toContain('secret');
});

it('SEC-1: row 6: the server sets sender, type and time, and ignores the message’s claims', async () => {
  const socket = await at.world.online(at.manager);
  const claims = {
    fromUser: { id: at.owner.id, displayName: 'owner' },
    from_user: at.owner.id,
    sendTime: 1,
    msg_id: 1,
    is_group: 1,
    status: 'read',
    seq: 900,
    stream: 'u1',
    evil: '<b>',
    n: 77,
  };
  const sent = await at.say(at.member, at.manager.id, 'm-1', claims);
  expect(sent.code).toBe(0);
  const frame = socket.of('simple')[0];
  expect(frame?.data).toMatchObject({ fromUser: { id: at.member.id }, is_group: 0 });
  expect(frame?.data['sendTime']).toBeGreaterThan(1_600_000_000);
  expect(JSON.stringify(frame)).not.toContain('evil');
  for (const type of ['event', 'webrtc', 'simple', 'void', ''])
    expect((await at.say(at.member, at.manager.id, `m-${type}`, { type })).code, type).not.toBe(0);
  expect(socket.of('simple')).toHaveLength(1);
});

it('SEC-1: row 7: active markup is removed before it is stored, and typed characters stay', async () => {
  const socket = await at.world.online(at.manager);
  const attempts = [
    '<img src=x onerror=alert(1)>x',
    '<script>alert(1)</script>x',
    '<a href="javascript:alert(1)">x</a>',
    '<svg onload=alert(1)>x',
    '<iframe src="//x"></iframe>x',
    '<div style="position:fixed">x</div>',
    '<a href="data:text/html,x">x</a>',
    '<<script>script>alert(1)//x',
  ];
  for (const [n, content] of attempts.entries())
    await at.say(at.member, at.manager.id, `m-${n}`, { content });
  const texts = [
    ...socket.of('simple').map(({ data }) => data['content']),
    ...(await at.world.rows(at.manager, 'im/getMessageList', { toContactId: String(at.member.id) })).map(
      (row) => row.content,
    ),
  ];
  expect(texts.length).toBeGreaterThan(8);
  for (const text of texts)
    expect(text).not.toMatch(/<\w[^>]*\son\w+=|<script|<svg|<iframe|javascript:|data:text|style=/i);
  await at.say(at.member, at.manager.id, 'm-typed', { content: '1 &lt; 2' });
  expect(socket.of('simple').at(-1)?.data['content']).toBe('1 &lt; 2');
});

it('SEC-1: row 8: only the author recalls or edits a message, and only for a while', async () => {
  await at.say(at.manager, at.member.id, 'theirs');
  await at.say(at.owner, at.group, 'in-group');
  for (const [who, id] of [
    [at.member, 'theirs'],
    [at.mallory, 'theirs'],
    [at.member, 'in-group'],
    [at.mallory, 'in-group'],
  ] as const) {
    await refused(at, () => at.im(who, 'undoMessage', { id }), `${who.account} ${id}`);
    await refused(at, () => at.im(who, 'editMessage', { id, content: 'x' }), `${who.account} edits ${id}`);
  }
  await at.say(at.manager, at.group, 'gone');
  await at.im(at.manager, 'undoMessage', { id: 'gone' });
  for (const [id, content] of [
    ['gone', 'x'],
    ['nothing', 'x'],
    ['theirs', ''],
    ['theirs', ' <br> '],
    ['theirs', 'x'.repeat(5_000)],
    ['theirs', '<b>x</b>'.repeat(500)],
    ['theirs', { words: 'x' }],
  ] as const)
    await refused(at, () => at.im(at.manager, 'editMessage', { id, content }), `edits ${id}`);
  at.world.clock.jump(2 * duration.DAY);
  await at.world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, redoTimeSec: 120 } }));
  for (const call of ['undoMessage', 'editMessage'])
    expect((await at.im(at.manager, call, { id: 'theirs', content: 'x' })).code, call).not.toBe(0);
});

it('SEC-1: row 62: a user pins only with permission, and a pin reveals no hidden message', async () => {
  const { world, owner, member, mallory, group, im } = at;
  await at.say(owner, group, 'in-group');
  await at.say(at.manager, member.id, 'between-two');
  for (const [who, id] of [
    [member, 'in-group'],
    [mallory, 'in-group'],
    [mallory, 'between-two'],
    [owner, 'between-two'],
  ] as const)
    for (const on of [1, 0])
      await refused(at, () => im(who, 'pinMessage', { id, on }), `${who.account} ${id} ${on}`);
  await world.ok(owner, 'im/pinMessage', { id: 'in-group', on: 1 });
  expect((await im(mallory, 'getMessagePins', { toContactId: group })).code).not.toBe(0);
  await world.befriend(owner, mallory);
  await world.ok(owner, 'group/addGroupUser', { id: group, user_ids: [mallory.id] });
  const live = await world.online(mallory);
  await world.ok(owner, 'im/pinMessage', { id: 'in-group', on: 0 });
  await world.ok(owner, 'im/pinMessage', { id: 'in-group', on: 1 });
  await world.settle();
  expect(await world.ok(mallory, 'im/getMessagePins', { toContactId: group })).toMatchObject({ pins: [] });
  expect(JSON.stringify(live.frames)).not.toMatch(/words|in-group/);
  await refused(at, () => im(mallory, 'pinMessage', { id: 'in-group', on: 0 }), 'a newcomer');
});

it('SEC-1: row 63: a reaction is an emoji of a reader, is limited, and reveals nothing', async () => {
  const { world, owner, member, mallory, group, im } = at;
  await at.say(owner, group, 'in-group');
  await at.say(at.manager, member.id, 'between-two');
  const emoji = '👍';
  for (const [who, id, what] of [
    [mallory, 'in-group', emoji],
    [mallory, 'between-two', emoji],
    [owner, 'between-two', emoji],
    [member, 'in-group', 'words'],
    [member, 'in-group', '<img src=x onerror=alert(1)>'],
    [member, 'in-group', '/pictures/../../etc/passwd'],
  ] as const)
    await refused(at, () => im(who, 'react', { id, emoji: what, on: 1 }), `${who.account} ${id} ${what}`);
  expect((await im(mallory, 'reactions', { id: 'in-group' })).code).not.toBe(0);
  await world.befriend(owner, mallory);
  await world.ok(owner, 'group/addGroupUser', { id: group, user_ids: [mallory.id] });
  const live = await world.online(mallory);
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => im(member, 'react', { id: 'in-group', emoji, on: n % 2 })),
  );
  expect((await im(at.manager, 'react', { id: 'in-group', emoji, on: 1 })).code).toBe(0);
  await world.settle();
  expect(answers.filter(({ data }) => data['retry_ms'] !== undefined).length).toBeGreaterThanOrEqual(760);
  expect(JSON.stringify(live.frames)).not.toContain('in-group');
  await refused(at, () => im(mallory, 'react', { id: 'in-group', emoji, on: 1 }), 'a newcomer');
});

it('SEC-1: row 9: a user forwards only visible messages, and every target has its own answer', async () => {
  const secret = await at.say(at.owner, at.manager.id, 'secret-1');
  await at.world.befriend(at.mallory, at.member);
  const attempt = await at.im(at.mallory, 'forwardMessage', {
    user_ids: [at.member.id],
    msg_id: secret.data['msg_id'],
  });
  expect(attempt.code).not.toBe(0);
  const own = await at.say(at.mallory, at.member.id, 'mine');
  const answer = await at.world.call(at.mallory, 'im/forwardMessage', {
    user_ids: [at.member.id, at.owner.id, at.group],
    msg_id: own.data['msg_id'],
  });
  const codes = (answer.data as unknown as readonly { readonly code: number }[]).map(
    ({ code }) => code === 0,
  );
  expect(codes).toEqual([true, false, false]);
});

it('SEC-1: row 13: a muted chat is muted on all of the user’s devices, in both kinds', async () => {
  const [first, second] = [
    await at.world.online(at.member),
    await at.world.online(at.member, { plain: true }),
  ];
  for (const id of [String(at.owner.id), at.group]) await at.im(at.member, 'isNotice', { id, is_notice: 0 });
  for (const socket of [first, second]) expect(socket.of('setIsNotice')).toHaveLength(2);
});

it('SEC-1: row 14: a read mark is the caller’s own, in their chats, for no user they name', async () => {
  await at.say(at.owner, at.manager.id, 'm-1');
  const [owner, member] = [await at.world.online(at.owner), await at.world.online(at.member)];
  await at.im(at.member, 'setMsgIsRead', {
    toContactId: String(at.manager.id),
    messages: [{ id: 'm-1', n: 999, toContactId: at.owner.id }],
    fromUser: at.manager.id,
  });
  await at.im(at.mallory, 'setMsgIsRead', { toContactId: at.group, messages: [{ n: 1 }] });
  expect(owner.frames.filter(({ type }) => type !== 'presence')).toEqual([]);
  expect((await at.world.contact(at.manager, at.owner.id))?.['unread']).toBe(1);
  expect(
    member.frames.every(({ type }) => type === 'readMark' || type === 'readAll' || type === 'presence'),
  ).toBe(true);
});

it('SEC-1: row 15: deleting a chat empties only the user’s own list', async () => {
  await at.say(at.owner, at.manager.id, 'm-1');
  const before = await at.world.contact(at.owner, at.manager.id);
  await at.im(at.manager, 'delChat', { id: String(at.owner.id) });
  expect(await at.world.contact(at.owner, at.manager.id)).toEqual(before);
});

it('SEC-1: row 16: a deletion reaches both sides and all devices, without text', async () => {
  await at.world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, dbDelMsg: true } }));
  await at.say(at.owner, at.manager.id, 'secret-1');
  const sockets = [await at.world.online(at.owner), await at.world.online(at.manager)];
  expect((await at.im(at.manager, 'delMessage', { id: 'secret-1' })).code).not.toBe(0);
  await at.im(at.owner, 'delMessage', { id: 'secret-1' });
  for (const socket of sockets) {
    expect(socket.of('delMessage')).toMatchObject([
      {
        data: {
          id: 'secret-1',
          msg_id: expect.any(Number) as number,
          toContactId: expect.anything() as unknown,
        },
      },
    ]);
    expect(JSON.stringify(socket.frames)).not.toContain('words secret-1');
  }
});

it('SEC-1: row 32: scrolling back loses and repeats nothing while others write', async () => {
  for (let n = 0; n < 12; n += 1)
    await at.say(at.owner, at.group, `m-${n}`, n === 3 ? { at: [at.member.id] } : {});
  const page = (last?: unknown) =>
    at.world.rows(at.member, 'im/getMessageList', {
      toContactId: at.group,
      limit: 5,
      peek: 1,
      ...(last === undefined ? {} : { last_id: last }),
    });
  const first = await page();
  await at.say(at.owner, at.group, 'later');
  const second = await page(first[0]?.msg_id);
  const ids = [...second, ...first].map((row) => row.id);
  expect(ids).toEqual(Array.from({ length: 10 }, (_, n) => `m-${n + 2}`));
  const mentions = (who: typeof at.member) =>
    at.world.rows(who, 'im/getMessageList', { toContactId: at.group, is_at: 1, peek: 1 });
  expect([(await mentions(at.member)).length, (await mentions(at.manager)).length]).toEqual([1, 0]);
});

it('SEC-1: row 33: a repeated send exists once, and an ID of another user is refused', async () => {
  const [first, again] = [await at.say(at.owner, at.group, 'm-1'), await at.say(at.owner, at.group, 'm-1')];
  expect(again.data['msg_id']).toBe(first.data['msg_id']);
  await refused(at, () => at.say(at.member, at.group, 'm-1'));
  await refused(at, () => at.say(at.owner, at.group, 'm-1', { content: 'other words' }));
});

it('SEC-1: row 34: simultaneous messages have one order and one last message', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => at.say(n % 2 === 0 ? at.owner : at.manager, at.group, `m-${n}`)),
  );
  const rows = await at.world.rows(at.member, 'im/getMessageList', {
    toContactId: at.group,
    limit: 30,
    peek: 1,
  });
  const last = rows.at(-1);
  expect(rows.filter((row) => row['is_last'] === 1).length).toBeLessThanOrEqual(1);
  expect((await at.world.contact(at.member, at.group))?.['lastContent']).toContain(String(last?.content));
});

it('SEC-1: row 35: an event is stored as a code and shown in the reader’s language', async () => {
  await at.say(at.owner, at.group, 'm-1');
  await at.im(at.owner, 'undoMessage', { id: 'm-1' });
  const stored = await at.world.server.core.store.read((tx) => tx.messages.byId('m-1' as never));
  expect(stored).toMatchObject({ content: '', note: { note: 'recalled', by: at.owner.id } });
  expect(JSON.stringify(stored)).not.toMatch(/[\u4e00-\u9fff]/);
});

it('SEC-1: row 43: the copy of an own message shows the conversation as the reader sees it', async () => {
  const [sender, reader] = [await at.world.online(at.owner), await at.world.online(at.manager)];
  await at.say(at.owner, at.manager.id, 'm-1');
  expect(sender.of('simple')[0]?.data).toMatchObject({ contactInfo: { id: at.manager.id } });
  expect(reader.of('simple')[0]?.data).toMatchObject({ contactInfo: { id: at.owner.id } });
});

it('SEC-1: row 45: nothing is published before its commit; a failed one notifies no user', async () => {
  let broken = false;
  const world = await startWorld({
    store: (store) => ({
      ...store,
      epoch: () => store.epoch(),
      close: () => store.close(),
      read: (work) => store.read(work),
      write: (work) =>
        store.write(async (tx) => {
          const value = await work(tx);
          if (broken) throw new Error('disk');
          return value;
        }),
    }),
  });
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const socket = await world.online(bela);
  broken = true;
  const answer = await world.raw('/enterprise/im/sendMessage', {
    method: 'POST',
    headers: { authorization: anna.token },
    body: JSON.stringify({ id: 'm-1', toContactId: String(bela.id), type: 'text', content: 'x', at: [] }),
  });
  expect(answer.status).toBe(500);
  await world.settle();
  expect(socket.frames).toEqual([]);
  broken = false;
  await world.close();
});

it('SEC-1: row 47: the work of a call is done before its answer', async () => {
  const sent = await at.say(at.owner, at.manager.id, 'm-1');
  await at.im(at.manager, 'setMsgIsRead', { toContactId: String(at.owner.id), messages: [{ id: 'm-1' }] });
  expect((await at.world.contact(at.manager, at.owner.id))?.['unread']).toBe(0);
  await at.world.ok(at.owner, 'im/forwardMessage', { user_ids: [at.group], msg_id: sent.data['msg_id'] });
  expect(
    (await at.world.rows(at.member, 'im/getMessageList', { toContactId: at.group })).at(-1)?.content,
  ).toBe('words m-1');
});

it('SEC-1: row 58: no quote and no change reveals text from before a user joined', async () => {
  await at.world.close();
  at = await house({ uploads: await localUploads() });
  const { world, owner, member, mallory, group, im } = at;
  const before = (await at.say(owner, group, 'before')).data;
  const ownerCard = { type: 'contact', content: 'words card', extends: { id: owner.id } };
  await world.ok(owner, 'im/sendMessage', { id: 'card', toContactId: group, ...ownerCard });
  const file = await sendFile(world, owner, group, textFile('words of a name.txt', 'x'));
  await world.befriend(owner, mallory);
  const { cursor } = await world.call(mallory, 'im/getContacts');
  await world.ok(owner, 'group/addGroupUser', { id: group, user_ids: [mallory.id] });
  const [live, other] = [await world.online(mallory), await world.online(member)];
  for (const [id, { msg_id }] of Object.entries({ text: before, name: file }))
    await world.say(owner, group, `answer ${id}`, { id: `q-${id}`, pid: msg_id });
  await im(owner, 'updateCard', { id: 'card', extends: { id: member.id } });
  const readView = async (who: typeof owner) => ({
    page: await world.rows(who, 'im/getMessageList', { toContactId: group }),
    found: (await im(who, 'search', { keywords: 'answer' })).data,
    browsed: await world.rows(who, 'im/getMessageList', {
      toContactId: group,
      type: 'all',
      keywords: 'answer',
    }),
    missed: await world.ok(who, 'im/sync', { cursor }),
    held: await world.ok(who, 'im/sync', { positions: { [group]: 0 } }),
  });
  for (const [where, answer] of [
    ...Object.entries(await readView(mallory)),
    ['live', live.frames] as const,
  ]) {
    const text = JSON.stringify(answer);
    expect([where, /words (?:before|card|of a name)/.test(text), text.includes('answer text')]).toEqual([
      where,
      false,
      true,
    ]);
  }
  const reports = live.of('group').map((frame) => frame.data.extends);
  expect(reports).toEqual(
    [before, file].map(({ msg_id }) => ({ msg_id, user_id: owner.id, realname: 'owner name', content: '' })),
  );
  // Members from that time, and all members where history is open, see the quoted text.
  for (const answer of [other.frames, (await readView(member)).page])
    expect(JSON.stringify(answer)).toContain('owner name：words before');
  await world.ok(owner, 'group/groupSetting', { id: group, setting: { history: 1 } });
  for (const answer of Object.values(await readView(mallory)))
    expect(JSON.stringify(answer)).toContain('owner name：words before');
});
