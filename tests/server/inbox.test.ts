import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../src/domain/duration.ts';
import { inboxLimits as limits } from '../../src/domain/message-limits.ts';
import type { Fields } from '../support/fields.ts';
import { runs } from '../support/runs.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople();

interface Entry {
  readonly contactId: string | number;
  readonly why: readonly string[];
  readonly at_ms: number;
  readonly unread: 0 | 1;
  readonly people?: number;
  readonly emoji?: string;
  readonly by?: Fields;
  readonly message: Fields;
}

let made = 0;
const say = (who: Person, to: string | number, content = 'words', more: object = {}) =>
  world.say(who, to, content, { id: `i-${(made += 1)}`, ...more });
const inbox = (who: Person) => world.ok<readonly Entry[]>(who, 'im/getInbox');
/** Entries as texts: reasons and content. */
const shown = async (who: Person) =>
  (await inbox(who)).map(({ why, message }) => `${why.join('+')}: ${message['content']}`);
const markOf = ({ why, at_ms, message }: Entry) => ({ msg_id: message['msg_id'], why, at_ms });
const done = (who: Person, entries: readonly Entry[], on: 0 | 1 = 1) =>
  world.ok(who, 'im/inboxDone', { list: entries.map(markOf), on });
const mute = (who: Person, more: object = { is_notice: 0 }) =>
  world.ok(who, 'im/isNotice', { id: group, ...more });

describe('the inbox', () => {
  it('INBOX-1: has mentions, replies, followed threads and reactions of all chats in order', async () => {
    const mine = await say(anna, group, 'mine');
    await say(bela, group, 'nothing');
    await say(bela, group, 'for anna', { at: [anna.id] });
    const reply = await say(cleo, group, 'a reply', { pid: mine['msg_id'] });
    await say(bela, group, 'in the thread', { pid: reply['msg_id'] });
    const private1 = await say(anna, bela.id, 'private');
    await say(bela, anna.id, 'answer', { pid: private1['msg_id'] });
    await say(bela, anna.id, 'nothing, either');
    await world.clock.advance(10);
    await world.ok(bela, 'im/react', { id: mine['id'], emoji: '👍', on: 1 });
    await world.clock.advance(10);
    await world.ok(cleo, 'im/react', { id: mine['id'], emoji: '🎉', on: 1 });
    expect(await shown(anna)).toEqual([
      'reaction: mine',
      'reply: answer',
      'thread: in the thread',
      'reply+thread: a reply',
      'mention: for anna',
    ]);
    const [reaction, answer] = await inbox(anna);
    expect(reaction).toMatchObject({ contactId: group, people: 2, emoji: '🎉', by: { user_id: cleo.id } });
    expect(answer?.contactId).toBe(bela.id);
    expect(await shown(cleo)).toEqual(['reply+thread: in the thread']);
    expect(await shown(bela)).toEqual([]);
  });

  it('INBOX-1: a mention of all members is one of each, once with the other reasons', async () => {
    const mine = await say(bela, group, 'mine');
    await say(anna, group, 'all', { at: [0], pid: mine['msg_id'] });
    expect(await shown(bela)).toEqual(['mention+reply+thread: all']);
    expect(await shown(cleo)).toEqual(['mention: all']);
    expect(await shown(anna)).toEqual([]);
  });

  it('INBOX-1, LIMIT-19: has those of more chats than are read at once', async () => {
    const expected: string[] = [];
    for (let at = 0; at <= 2 * limits.chatsAtOnce; at += 1) {
      const own = await world.group(bela, [anna]);
      await say(bela, own, `in ${at}`, { at: [anna.id] });
      expected.unshift(`mention: in ${at}`);
    }
    expect(await shown(anna)).toEqual(expected);
  });

  it('INBOX-1: has messages of 30 days, at most 100', async () => {
    await say(bela, group, 'old', { at: [anna.id] });
    world.clock.jump(limits.ageMaxMs - DAY);
    const [reader, writer] = [await world.login(anna.account), await world.login(bela.account)];
    await say(writer, group, 'new', { at: [anna.id] });
    expect(await shown(reader)).toEqual(['mention: new', 'mention: old']);
    world.clock.jump(DAY + 1);
    expect(await shown(reader)).toEqual(['mention: new']);
    for (let at = 0; at < limits.shownMax; at += 1) {
      world.clock.jump(1_000);
      await say(writer, group, `m${at}`, { at: [anna.id] });
    }
    const entries = await shown(reader);
    expect(entries.length).toBe(limits.shownMax);
    expect(entries.at(-1)).toBe('mention: m0');
  });

  it('INBOX-2: an entry is unread while its message is unread in its chat, a reaction never', async () => {
    const mine = await say(anna, group, 'mine');
    await say(bela, group, 'for anna', { at: [anna.id] });
    const reply = await say(bela, group, 'a reply', { pid: mine['msg_id'] });
    await world.ok(bela, 'im/react', { id: mine['id'], emoji: '👍', on: 1 });
    const unread = async () =>
      (await inbox(anna)).map((entry) => `${entry.message['content']} ${entry.unread}`).toSorted();
    expect(await unread()).toEqual(['a reply 1', 'for anna 1', 'mine 0']);
    await world.ok(anna, 'im/setMsgIsRead', { toContactId: group, messages: [{ n: reply['n'] }] });
    await world.ok(anna, 'im/readAtMsg', { toContactId: group });
    await world.clock.advance(2_000);
    expect(await unread()).toEqual(['a reply 0', 'for anna 0', 'mine 0']);
  });

  it('INBOX-3: lacks what was recalled, deleted, cleared or edited away', async () => {
    const recalled = await say(bela, group, 'recalled', { at: [anna.id] });
    const deleted = await say(bela, group, 'deleted', { at: [anna.id] });
    const edited = await say(bela, group, 'edited', { at: [anna.id] });
    const plain = await say(bela, group, 'plain');
    expect((await inbox(anna)).length).toBe(3);
    await world.ok(bela, 'im/undoMessage', { id: recalled['id'] });
    await world.ok(bela, 'im/delMessage', { id: deleted['id'] });
    await world.ok(bela, 'im/editMessage', { id: edited['id'], content: 'edited now', at: [] });
    expect(await shown(anna)).toEqual([]);
    await world.ok(bela, 'im/editMessage', { id: plain['id'], content: 'for anna', at: [anna.id] });
    expect(await shown(anna)).toEqual(['mention: for anna']);
    await world.ok(anna, '/enterprise/group/clearMessage', { id: group });
    expect(await shown(anna)).toEqual([]);
  });

  it('INBOX-3: a former member, and one without the history, find nothing of a group', async () => {
    await say(anna, group, 'for bela', { at: [bela.id] });
    expect((await inbox(bela)).length).toBe(1);
    await world.ok(anna, '/enterprise/group/removeUser', { id: group, user_id: bela.id });
    expect(await inbox(bela)).toEqual([]);
    await world.ok(anna, '/enterprise/group/addGroupUser', { id: group, user_ids: [bela.id] });
    await world.settle();
    const history = await world.history(bela, group);
    expect((await inbox(bela)).length).toBe(history.some((row) => row['content'] === 'for bela') ? 1 : 0);
  });

  it('INBOX-3: lacks messages and reactions of blocked users', async () => {
    const mine = await say(anna, group, 'mine');
    await say(bela, group, 'for anna', { at: [anna.id] });
    await world.ok(bela, 'im/react', { id: mine['id'], emoji: '👍', on: 1 });
    await world.clock.advance(10);
    await world.ok(cleo, 'im/react', { id: mine['id'], emoji: '🎉', on: 1 });
    await world.clock.advance(10);
    await world.ok(bela, 'im/react', { id: mine['id'], emoji: '🎉', on: 1 });
    expect((await inbox(anna))[0]).toMatchObject({ people: 2, by: { user_id: bela.id } });
    await world.ok(anna, 'im/blockPerson', { id: bela.id, on: 1 });
    expect(await shown(anna)).toEqual(['reaction: mine']);
    expect((await inbox(anna))[0]).toMatchObject({ people: 1, by: { user_id: cleo.id } });
    await world.ok(anna, 'im/blockPerson', { id: cleo.id, on: 1 });
    expect(await shown(anna)).toEqual([]);
    await world.ok(anna, 'im/blockPerson', { id: bela.id, on: 0 });
    expect((await shown(anna)).toSorted()).toEqual(['mention: for anna', 'reaction: mine']);
  });

  it('INBOX-3: a muted chat adds replies in followed threads only', async () => {
    const mine = await say(anna, group, 'mine');
    await say(bela, group, 'for anna', { at: [anna.id] });
    await say(bela, group, 'a reply', { pid: mine['msg_id'] });
    await world.ok(bela, 'im/react', { id: mine['id'], emoji: '👍', on: 1 });
    await mute(anna);
    expect(await shown(anna)).toEqual(['thread: a reply']);
    await world.ok(anna, 'im/followThread', { toContactId: group, root: mine['n'], on: 0 });
    expect(await shown(anna)).toEqual([]);
    await mute(anna, { is_notice: 0, at_only: 1 });
    expect((await shown(anna)).toSorted()).toEqual(['mention: for anna', 'reaction: mine', 'reply: a reply']);
  });

  it('INBOX-5: base-protocol clients learn nothing of it, and reading it marks nothing as read', async () => {
    await say(bela, group, 'for anna', { at: [anna.id] });
    const plain = await world.online(anna, { plain: true });
    const count = plain.frames.length;
    const before = await world.contact(anna, group);
    await done(anna, await inbox(anna));
    await world.settle();
    expect(plain.frames.length).toBe(count);
    expect(await world.contact(anna, group)).toEqual(before);
    expect(before).toMatchObject({ unread: 1, is_at: 1 });
  });

  it('INBOX-4: what is done is gone on all devices, and returns with a new reason only', async () => {
    const mine = await say(anna, group, 'mine');
    const reply = await say(bela, group, 'a reply', { pid: mine['msg_id'] });
    await world.ok(bela, 'im/react', { id: mine['id'], emoji: '👍', on: 1 });
    const other = await world.online(anna);
    const entries = await inbox(anna);
    await done(anna, entries);
    expect(await shown(anna)).toEqual([]);
    await world.settle();
    expect(other.of('kept').map(({ data }) => data['name'])).toEqual(['inbox']);
    await done(anna, entries);
    expect(await shown(anna)).toEqual([]);
    await world.ok(bela, 'im/editMessage', { id: reply['id'], content: 'a reply!', at: [anna.id] });
    expect(await shown(anna)).toEqual(['mention: a reply!']);
    await world.clock.advance(10);
    await world.ok(cleo, 'im/react', { id: mine['id'], emoji: '👍', on: 1 });
    expect(await shown(anna)).toContain('reaction: mine');
    await done(anna, entries, 0);
    expect((await shown(anna)).toSorted()).toEqual(['mention+reply+thread: a reply!', 'reaction: mine']);
  });

  it('INBOX-4: two devices that mark at one time lose nothing, and a mark leaves newer entries', async () => {
    for (const text of ['a', 'b', 'c']) await say(bela, group, text, { at: [anna.id] });
    const [c, b, a] = await inbox(anna);
    await Promise.all([done(anna, a ? [a] : []), done(anna, b ? [b] : [])]);
    expect(await shown(anna)).toEqual(['mention: c']);
    await say(bela, group, 'd', { at: [anna.id] });
    await done(anna, c ? [c] : []);
    expect(await shown(anna)).toEqual(['mention: d']);
  });

  it('INBOX-4: only the server writes the register, and a false mark changes no other user’s', async () => {
    await say(bela, group, 'for both', { at: [anna.id, cleo.id] });
    const value = { beforeMs: world.clock.nowMs() + DAY, list: [] };
    expect(await world.code(anna, 'im/keep', { name: 'inbox', op: 'o', value })).toBe(400);
    for (const list of [[{ msg_id: 0, why: [], at_ms: 1 }], [{ msg_id: 1, why: ['x'], at_ms: 1 }], 'x'])
      expect(await world.code(anna, 'im/inboxDone', { list, on: 1 })).toBe(400);
    await done(cleo, await inbox(anna));
    expect(await shown(anna)).toEqual(['mention: for both']);
    expect(await shown(cleo)).toEqual([]);
  });
});

/** The inbox as somebody finds it who looks through all chats. */
async function scan(who: Person, others: readonly Person[]): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const to of [group, ...others.map(({ id }) => id)]) {
    const isMuted = (await world.contact(who, to))?.['is_notice'] === 0;
    const page = { toContactId: to, page: 1, limit: 100, peek: 1 };
    const { code, data } = await world.call<readonly Fields[]>(who, 'im/getMessageList', page);
    // A former member finds nothing there.
    const rowsThere = code === 0 ? data : [];
    for (const row of rowsThere) {
      const author = (row['fromUser'] as Fields)['user_id'];
      if (row['type'] === 'event' || row['is_undo'] === 1) continue;
      if (blocked.has(`${who.id} ${author}`)) continue;
      const why: string[] = [];
      if (author === who.id) {
        const people =
          row['reactions'] === undefined
            ? []
            : await world.rows(who, 'im/reactions', { id: row['id'], page: 1, limit: 100 });
        const ids = people.map((one) => (one['user'] as Fields)['user_id']);
        if (!isMuted && ids.some((id) => id !== who.id && !blocked.has(`${who.id} ${id}`)))
          why.push('reaction');
      } else {
        const at = row['at'] ?? [];
        if (!isMuted && (at.includes(who.id) || at.includes(0))) why.push('mention');
        const quoted = (row['extends'] as Fields | null)?.['user_id'];
        if (!isMuted && row['pid'] !== undefined && quoted === who.id) why.push('reply');
        if (row['root'] !== undefined) {
          const thread = await world.ok(who, 'im/getThread', { toContactId: to, root: row['root'] });
          const isAnswered = rowsThere.some(
            (one) =>
              one['root'] === row['root'] &&
              (one['fromUser'] as Fields)['user_id'] === who.id &&
              one['n'] > row['n'],
          );
          if (thread['follow'] === 1 && !isAnswered) why.push('thread');
        }
      }
      if (why.length > 0) rows.push(`${why.join('+')} ${row['id']}`);
    }
  }
  return rows.toSorted();
}
const blocked = new Set<string>();

const OFTEN = ['say', 'mention', 'reply', 'reply', 'private', 'react', 'react'] as const;
const SELDOM = [
  ...([
    'all',
    'unreact',
    'recall',
    'delete',
    'edit',
    'editAt',
    'mute',
    'unmute',
    'follow',
    'unfollow',
  ] as const),
  ...(['leave', 'block', 'unblock', 'unblock'] as const),
];
const step = fc.record({
  what: fc.constantFrom(...OFTEN, ...OFTEN, ...SELDOM),
  who: fc.nat({ max: 2 }),
  other: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 20 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One step of a user; refused ones change nothing. */
async function act({ what, who: index, other: second, pick }: Step): Promise<void> {
  const people = [anna, bela, cleo];
  const [who, other] = [people[index] ?? anna, people[second] ?? anna];
  const to = what === 'private' || pick % 4 === 0 ? (who === anna ? bela.id : anna.id) : group;
  const { data } = await world.call<readonly Fields[]>(who, 'im/getMessageList', {
    toContactId: to,
    page: 1,
    limit: 50,
    peek: 1,
  });
  const rows = Array.isArray(data) ? (data as readonly Fields[]) : [];
  const row = rows[pick % Math.max(1, rows.length)] ?? ({} as Fields);
  const { id, msg_id: pid } = row;
  const post = (more: object) => world.send(who, to, 'words', { id: `p-${(made += 1)}`, ...more });
  const im = (path: string, body: object) => world.call(who, `im/${path}`, body);
  const inGroup = (path: string, body: object) =>
    world.call(anna, `/enterprise/group/${path}`, { id: group, ...body });
  const block = async (on: 0 | 1) => {
    const { code } = await im('blockPerson', { id: other.id, on });
    if (code === 0 && who !== other) blocked[on ? 'add' : 'delete'](`${who.id} ${other.id}`);
  };
  const root = row['root'] ?? row['n'];
  const acts: Record<Step['what'], () => Promise<unknown>> = {
    say: () => post({}),
    mention: () => post({ at: [other.id] }),
    all: () => post({ at: [0] }),
    reply: () => post({ pid }),
    private: () => post({ pid }),
    react: () => im('react', { id, emoji: '👍', on: 1 }),
    unreact: () => im('react', { id, emoji: '👍', on: 0 }),
    recall: () => im('undoMessage', { id }),
    delete: () => im('delMessage', { id }),
    edit: () => im('editMessage', { id, content: 'other', at: [] }),
    editAt: () => im('editMessage', { id, content: 'other', at: [other.id] }),
    mute: () => im('isNotice', { id: group, is_notice: 0 }),
    unmute: () => im('isNotice', { id: group, is_notice: 1 }),
    follow: () => im('followThread', { toContactId: group, root, on: 1 }),
    unfollow: () => im('followThread', { toContactId: group, root, on: 0 }),
    leave: async () => {
      if (who === anna) return;
      await inGroup('removeUser', { user_id: who.id });
      await inGroup('addGroupUser', { user_ids: [who.id] });
    },
    block: () => block(1),
    unblock: () => block(0),
  };
  await acts[what]();
}

describe('the inbox and a look through all chats', () => {
  it('INBOX-1, INBOX-3: find the same, whatever users do', async () => {
    const people = [anna, bela, cleo];
    blocked.clear();
    const reasons = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
        // A page of the history has all messages.
        await world.call(anna, '/enterprise/group/clearMessage', { id: group });
        for (const one of steps) {
          world.clock.jump(60_000);
          await act(one);
        }
        await world.settle();
        for (const who of people) {
          // No limit of a minute applies to the look.
          world.clock.jump(61_000);
          const others = people.filter((one) => one !== who && (who === anna || one === anna));
          const found = await inbox(who);
          for (const one of found) for (const why of one.why) reasons.add(why);
          const ids = found.map(({ why, message }) => `${why.join('+')} ${message['id']}`);
          expect(ids.toSorted()).toEqual(await scan(who, others));
        }
      }),
      { numRuns: Math.min(runs(8), 30), endOnFailure: true },
    );
    expect(reasons.size).toBeGreaterThan(1);
  });
});
