import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contactId, userStream, type StreamId } from '../../src/domain/ids.ts';
import { command } from '../../src/server/kernel/core.ts';
import { frame, framer } from '../../src/server/frames/frame.ts';
import { namePy } from '../../src/domain/initials.ts';
import { indexLetter } from '../../src/domain/name-order.ts';
import { messageList } from '../../src/server/frames/history.ts';
import { addFriend as applyFriend } from '../../src/server/features/friends/apply.ts';
import { setNickname, update as answerFriend } from '../../src/server/features/friends/answer.ts';
import { delChat, isNotice, setChatTop } from '../../src/server/features/contacts/flags.ts';
import { addGroupUser } from '../../src/server/features/groups/members.ts';
import { editGroupName } from '../../src/server/features/groups/rule.ts';
import { delMessage, undoMessage } from '../../src/server/features/messages/take-back.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { liveWorld, type LiveWorld, type Somebody } from '../support/live-world.ts';

let world: LiveWorld;
let ann: Somebody;
let ben: Somebody;
let eve: Somebody;
let stream: StreamId;
beforeEach(async () => {
  world = await liveWorld();
  [ann, ben, eve] = [await world.somebody('Ann'), await world.somebody('Ben'), await world.somebody('Eve')];
  stream = await world.befriend(ann, ben);
  await world.befriend(ann, eve);
});
afterEach(() => world.close());

const context = { settings: { wireTime: 's' }, online: () => false } as const;
const events = (of: StreamId) => world.core.store.read((tx) => tx.streams.events(of, 0, 1_000));
const framesOf = (of: StreamId, viewer: Somebody) =>
  world.core.store.read(async (tx) =>
    Promise.all((await tx.streams.events(of, 0, 1_000)).map((event) => frame(tx, event, viewer.id, context))),
  );
const lastFrame = async (of: StreamId, viewer: Somebody) => (await framesOf(of, viewer)).at(-1);
const rowOf = async (viewer: Somebody, id: string | number) =>
  (await contactsAnswer(world.core, viewer.id)).rows.read().find((row) => String(row['id']) === String(id));

describe('streams', () => {
  it('STREAM-1: every change is an event of exactly one stream, its own', async () => {
    const group = await world.group(ann, ben);
    const before = new Map<StreamId, number>();
    const all = [stream, group.stream, userStream(ann.id), userStream(ben.id)];
    const measureGrowth = async () => {
      const matches: string[] = [];
      for (const one of all) {
        const head = (await world.core.store.read((tx) => tx.streams.get(one)))?.head ?? 0;
        if (head > (before.get(one) ?? 0)) matches.push(`${one} +${head - (before.get(one) ?? 0)}`);
        before.set(one, head);
      }
      return matches;
    };
    await measureGrowth();
    const sent = await world.say(ann, ben.id, 'x');
    expect(await measureGrowth()).toEqual([`${stream} +1`]);
    await undoMessage(ann.context, { id: sent.id });
    expect(await measureGrowth()).toEqual([`${stream} +1`]);
    await world.say(ann, group.ref, 'x');
    expect(await measureGrowth()).toEqual([`${group.stream} +1`]);
    await setChatTop(ben.context, { id: group.ref, is_top: true });
    expect(await measureGrowth()).toEqual([`${userStream(ben.id)} +1`]);
    await world.marks.read(ben.id, stream, sent.n);
    expect(await measureGrowth()).toEqual([`${stream} +1`]);
    await world.say(ann, -1, 'note to self');
    expect(await measureGrowth()).toEqual([`${userStream(ann.id)} +1`]);
  });

  it('STREAM-3: a command that is rolled back leaves no gap and publishes nothing', async () => {
    const device = await world.device(ben);
    const first = await world.say(ann, ben.id, 'one');
    const failed = command(world.core, async (_, record) => {
      await record.event(stream, { kind: 'read', user: ann.id, mark: 1, own: 0, count: 1 });
      throw new Error('no');
    });
    const second = world.say(ann, ben.id, 'two');
    await expect(failed).rejects.toThrow('no');
    expect((await second).seq).toBe(first.seq + 1);
    await world.settle();
    expect(device.events().map(({ seq }) => seq)).toEqual([first.seq, first.seq + 1]);
  });

  it('STREAM-4: event rows hold no content, and recall and deletion erase it everywhere', async () => {
    const group = await world.group(ann, ben);
    const one = await world.say(ann, group.ref, 'TOPSECRET one');
    const two = await world.say(ann, group.ref, 'TOPSECRET two', { pid: one.msg_id });
    expect(JSON.stringify(await events(group.stream))).not.toContain('TOPSECRET');
    expect(JSON.stringify(await lastFrame(group.stream, ben))).toContain('Ann：TOPSECRET one');
    await delMessage(ann.context, { id: one.id });
    await undoMessage(ann.context, { id: two.id });
    expect(JSON.stringify(await framesOf(group.stream, ben))).not.toContain('TOPSECRET');
    expect(JSON.stringify(await contactsAnswer(world.core, ben.id))).not.toContain('TOPSECRET');
  });

  it('STREAM-4: a quote of a message that was taken back keeps who, not what', async () => {
    const one = await world.say(ann, ben.id, 'quoted words');
    const two = await world.say(ben, ann.id, 'answer', { pid: one.msg_id });
    await undoMessage(ann.context, { id: one.id });
    const page = await world.core.store.read(async (tx) => {
      const row = await tx.messages.byMsgId(two.msg_id as never);
      return row ? messageList(tx, stream, [row], ann.id, context.settings) : [];
    });
    expect(page[0]).toMatchObject({
      content: 'answer',
      pid: one.msg_id,
      extends: { msg_id: one.msg_id, realname: 'Ann', content: '' },
    });
  });

  it('STREAM-5: group frames are the same bytes for all members, made once', async () => {
    const group = await world.group(ann, ben, eve);
    await setNickname(ben.context, { friend_id: await friendId(ben, ann), nickname: 'Annie' });
    const sent = await world.say(ann, group.ref, 'hello', { at: [ben.id, eve.id] });
    await undoMessage(ann.context, { id: sent.id });
    await editGroupName(ann.context, { id: group.ref, displayName: 'Crew' });
    await world.core.store.read(async (tx) => {
      const rows = await tx.streams.events(group.stream, 0, 100);
      const viewers = [ann.id, ben.id, eve.id];
      const made = await framer(
        tx,
        rows.map((event) => ({ event, viewers })),
        context,
      );
      for (const event of rows) {
        const texts = viewers.map((viewer) => made.framed(event, viewer).text());
        expect(new Set(texts).size).toBe(1);
        expect(made.framed(event, ann.id)).toBe(made.framed(event, ben.id));
      }
    });
  });

  it('STREAM-5: the gateway sends what the one function makes', async () => {
    const device = await world.device(ben);
    const group = await world.group(ann, ben);
    await world.say(ann, ben.id, 'hello');
    await world.settle();
    const arrived = device.events();
    const made = [
      ...(await framesOf(userStream(ben.id), ben)),
      ...(await framesOf(stream, ben)),
      ...(await framesOf(group.stream, ben)),
    ];
    for (const one of arrived) {
      const same = made.find((other) => other.stream === one.stream && other.seq === one.seq);
      // Presence is a register of the moment; the rest is the same.
      expect(JSON.parse(JSON.stringify(same).replaceAll('"is_online":0', '"is_online":1'))).toEqual(
        JSON.parse(JSON.stringify(one).replaceAll('"is_online":0', '"is_online":1')),
      );
    }
    expect(arrived).toHaveLength(2);
  });
});

async function friendId(of: Somebody, other: Somebody): Promise<number> {
  const row = await world.core.store.read((tx) => tx.friends.between(of.id, other.id));
  if (!row) throw new Error('no friends');
  return row.id;
}

describe('frames by event', () => {
  it('RECALL-2: a recall names subject and new last message as each side sees it', async () => {
    const sent = await world.say(ann, ben.id, 'oops');
    await undoMessage(ann.context, { id: sent.id });
    expect(await lastFrame(stream, ann)).toMatchObject({
      type: 'undoMessage',
      data: {
        id: sent.id,
        msg_id: sent.msg_id,
        n: sent.n,
        toContactId: ben.id,
        content: '你撤回了一条消息',
        by: ann.id,
        byName: 'Ann',
        byManager: 0,
        from_user: ann.id,
      },
    });
    expect(await lastFrame(stream, ben)).toMatchObject({
      data: {
        toContactId: ann.id,
        content: '对方撤回了一条消息',
        is_last: 1,
        last: { n: sent.n, type: 'event', extends: { note: 'recalled', by: ann.id } },
      },
    });
  });

  it('COUNT-6: deletion leads to the message that remains, hidden from those who came after it', async () => {
    const group = await world.group(ann, ben);
    await world.say(ann, group.ref, 'older');
    await addGroupUser(ann.context, { id: group.ref, user_ids: [eve.id] });
    const lines = await events(group.stream);
    const line = lines.at(-1)?.facts;
    const newest = await world.say(ann, group.ref, 'newest');
    await delMessage(ann.context, { id: newest.id });
    if (line?.kind !== 'message') throw new Error('the line of joining is missing');
    // The line of joining remains, but not for a member who joined after it.
    await world.core.store.write((tx) => tx.members.update(group.stream, eve.id, { fromN: line.n }));
    expect(await lastFrame(group.stream, ben)).toMatchObject({
      type: 'delMessage',
      data: { id: newest.id, n: newest.n, last: { n: line.n, type: 'event' } },
    });
    expect(await lastFrame(group.stream, eve)).toMatchObject({ type: 'delMessage', data: { last: null } });
    await world.setSetting(group.id, { history: true });
    expect(await lastFrame(group.stream, eve)).toMatchObject({ data: { last: { n: line.n } } });
  });

  it('FRIEND-2: an application is a message of `system` with what waits, its answer a count', async () => {
    const dan = await world.somebody('Dan');
    await applyFriend(dan.context, { user_id: ben.id, remark: 'hi', op: undefined });
    const request = await lastFrame(userStream(ben.id), ben);
    expect(request).toMatchObject({
      type: 'simple',
      data: {
        toContactId: 'system',
        is_group: 2,
        type: 'event',
        fromUser: { id: 'system' },
        content: 'Dan请求添加你为好友',
        pending: 1,
        from_user: dan.id,
      },
    });
    expect(request?.data).not.toHaveProperty('at');
    await answerFriend(ben.context, { friend_id: await friendId(dan, ben), status: 1 });
    expect((await framesOf(userStream(ben.id), ben)).slice(-2)).toMatchObject([
      { type: 'appendContact', data: { id: dan.id, type: 'event', displayName: 'Dan' } },
      { type: 'applications', data: { pending: 0 } },
    ]);
  });

  it('LIST-10: pins, mutes and hidden chats are events of the user’s stream that name the conversation', async () => {
    const group = await world.group(ann, ben);
    await setChatTop(ben.context, { id: String(ann.id), is_top: true });
    await isNotice(ben.context, { id: group.ref, is_notice: false, at_only: false, quiet_until: 0 });
    await delChat(ben.context, { id: group.ref });
    expect((await framesOf(userStream(ben.id), ben)).slice(-3)).toMatchObject([
      { type: 'setChatTop', data: { id: ann.id, is_top: 1, is_group: 0 } },
      { type: 'setIsNotice', data: { id: group.ref, is_notice: 0, is_group: 1 } },
      { type: 'hideChat', data: { id: group.ref, n: 1 } },
    ]);
  });

  it('FRIEND-5: a private nickname is an event of the user’s stream; an empty one ends it', async () => {
    const friend = await friendId(ben, ann);
    await setNickname(ben.context, { friend_id: friend, nickname: 'Annie' });
    expect(await lastFrame(userStream(ben.id), ben)).toMatchObject({
      type: 'remark',
      data: { id: ann.id, displayName: 'Annie' },
    });
    await world.say(ann, ben.id, 'hi');
    expect(await lastFrame(stream, ben)).toMatchObject({
      data: { fromUser: { displayName: 'Annie', realname: 'Ann' }, contactInfo: { displayName: 'Annie' } },
    });
    expect(await lastFrame(stream, ann)).toMatchObject({
      data: { fromUser: { displayName: 'Ann' }, contactInfo: { displayName: 'Ben' } },
    });
  });

  it('GROUP-2: a new member sees the group from the base, old members see who came', async () => {
    const group = await world.group(ann, ben);
    await addGroupUser(ann.context, { id: group.ref, user_ids: [eve.id] });
    await world.say(ann, group.ref, 'after the base');
    const rows = await framesOf(group.stream, ben);
    expect(rows.slice(1, 3)).toMatchObject([
      { type: 'addGroupUser', data: { group_id: group.ref, user_ids: [eve.id], members: 3 } },
      {
        type: 'group',
        data: {
          type: 'event',
          content: 'Ann邀请Eve加入了群聊',
          extends: { note: 'joined', users: [eve.id], names: ['Eve'], by: ann.id },
        },
      },
    ]);
    expect(await lastFrame(userStream(eve.id), eve)).toMatchObject({
      type: 'addGroup',
      data: {
        id: group.ref,
        stream: group.stream,
        seq: 3,
        count: 2,
        mark: 2,
        own: 0,
        unread: 0,
        is_at: 0,
        last: { n: 2, type: 'event' },
        role: 3,
        members: 3,
      },
    });
  });

  it('WIRE-6: message times go out in seconds or as set, list times in milliseconds', async () => {
    await world.say(ann, ben.id, 'now');
    const sec = Math.floor(world.clock.nowMs() / 1_000);
    const [event] = (await events(stream)).slice(-1);
    expect(await lastFrame(stream, ben)).toMatchObject({
      time: sec,
      data: { sendTime: sec, contactInfo: { lastSendTime: world.clock.nowMs() } },
    });
    const inMs = await world.core.store.read((tx) =>
      frame(tx, event!, ben.id, { ...context, settings: { wireTime: 'ms' } }),
    );
    expect(inMs.data).toMatchObject({ sendTime: world.clock.nowMs() });
  });
});

describe('contact rows', () => {
  it('COUNT-1: a row says what is unread and the arithmetic behind it', async () => {
    const group = await world.group(ann, ben);
    await world.say(ann, group.ref, 'one');
    await world.say(ben, group.ref, 'two');
    await world.say(ann, group.ref, 'three', { at: [ben.id] });
    expect(await rowOf(ben, group.ref)).toMatchObject({
      displayName: 'Team',
      group_id: group.id,
      owner_id: ann.id,
      is_group: 1,
      index: '#',
      setting: { manage: 0, invite: 1, profile: 0, history: 0, nospeak: 0 },
      members: 2,
      role: 3,
      stream: group.stream,
      count: 4,
      mark: 1,
      own: 1,
      unread: 2,
      is_at: 1,
      lastContent: 'three',
      lastSendTime: world.clock.nowMs(),
      last: { n: 4, type: 'text', content: 'three', from_user: ann.id },
    });
  });

  it('LIST-15: the row of a group names its last author; a one-to-one row need not', async () => {
    const group = await world.group(ann, ben);
    await world.say(ann, group.ref, 'all of you');
    await world.say(ann, ben.id, 'just you');
    const [inGroup, alone] = [await rowOf(ben, group.ref), await rowOf(ben, ann.id)];
    const written = (await world.core.store.read((tx) => tx.users.byId(ann.id)))?.realname;
    expect(inGroup).toMatchObject({ last: { content: 'all of you', from_name: written } });
    expect(alone).toMatchObject({ last: { content: 'just you' } });
    expect(alone?.['last']).not.toHaveProperty('from_name');
  });

  it('LIST-8: a hidden chat shows nothing until the next message', async () => {
    await world.say(ann, ben.id, 'hi');
    await delChat(ben.context, { id: contactId(ann.id) });
    expect(await rowOf(ben, ann.id)).toMatchObject({
      lastContent: '',
      lastSendTime: 0,
      unread: 0,
      last: { content: 'hi' },
    });
    await world.say(ann, ben.id, 'again');
    expect(await rowOf(ben, ann.id)).toMatchObject({ lastContent: 'again', unread: 2 });
  });

  it('COUNT-8: a one-to-one row carries the partner’s mark', async () => {
    const { n } = await world.say(ann, ben.id, 'hi');
    await world.marks.read(ben.id, stream, n);
    expect(await rowOf(ann, ben.id)).toMatchObject({ peer_mark: n, mark: 1, own: 1, unread: 0 });
  });

  it('SYNC-1: the list ends with the two static rows, and its cursor is that of the same moment', async () => {
    await world.say(ann, -1, 'note');
    const answer = await contactsAnswer(world.core, ann.id);
    expect(answer.rows.read().slice(-2)).toMatchObject([
      { id: 'admin_notice', is_group: 2 },
      { id: -1, is_group: 3, lastContent: 'note', unread: 0, stream: userStream(ann.id) },
    ]);
    expect(answer.rows.read().map((row) => row['is_group'])).toEqual([0, 0, 2, 3]);
    expect(answer.seq).toBe((await world.core.store.read((tx) => tx.streams.get(userStream(ann.id))))?.head);
  });

  it('LIST-18: letters and search names come from Latin letters, anything else is under #', () => {
    const names = ['ann', 'Éva', '王', '7up', ' Bo', 'ßen', 'ﬁn'];
    expect(names.map(indexLetter)).toEqual(['A', 'E', '#', '#', 'B', 'S', 'F']);
    expect(['Ann Lee', '王小明', 'A1b'].map(namePy)).toEqual(['annlee', '', 'ab']);
  });
});
