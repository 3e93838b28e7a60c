import { expect, it } from 'vitest';
import { messageId, msgId, streamId, userId } from '../../../src/domain/ids.ts';
import { MESSAGE_TYPES } from '../../../src/domain/message.ts';
import type { MessageQuery, MessageRow } from '../../../src/ports/store.ts';
import { fresh, groupLine, member, message, post, START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('1-2');
const B = streamId('group-3');
const ME = userId(1);
const YOU = userId(2);

const picture = (from: number, atSec: number, extra: MessageRow['extra'] = {}) => ({
  type: 'image' as const,
  from: userId(from),
  sentAtMs: START_MS + atSec * 1_000,
  extra,
});
const many = (count: number) => Array.from({ length: count }, () => ({}));

/** Messages: finding, paging both ways, taking back. */
export function messages(here: Here): void {
  const say = (rows: readonly Partial<MessageRow>[], stream = A) =>
    here.store.write(async (tx) => {
      const made = [];
      for (const row of rows) made.push(await post(tx, stream, row));
      return made;
    });
  const page = async (query: Partial<MessageQuery>) => {
    const { rows, total } = await here.store.read((tx) =>
      tx.messages.page({ stream: A, fromN: 0, limit: 10, ...query }),
    );
    return { n: rows.map((row) => row.n), total };
  };

  it('STREAM-4: a message comes back whole, by each of its names', async () => {
    const row = message({
      id: messageId(fresh('whole')),
      type: 'location',
      content: '<b>l’été</b> 你好 😀',
      at: [0, 7],
      pid: msgId(3),
      extra: { latitude: 1.5, nested: { list: [1, 'a', null] } },
      note: { note: 'recalled', by: ME, name: 'Somebody', byManager: true },
    });
    const id = await here.store.write(async (tx) => {
      await tx.streams.advance(A, true);
      return tx.messages.insert(row);
    });
    const whole = { ...row, msgId: id, rev: 0, root: null, only: null };
    await here.store.read(async (tx) => {
      expect(await tx.messages.byId(row.id)).toEqual(whole);
      expect(await tx.messages.byMsgId(id)).toEqual(whole);
      expect(await tx.messages.byN(A, 1)).toEqual(whole);
      expect(await tx.messages.last(A, 0)).toEqual(whole);
      expect((await tx.messages.byMsgIds([id, msgId(999)])).get(id)).toEqual(whole);
      expect((await tx.messages.page({ stream: A, fromN: 0, limit: 1 })).rows).toEqual([whole]);
      expect([
        await tx.messages.byId(messageId('no')),
        await tx.messages.byMsgId(msgId(999)),
        await tx.messages.byN(A, 2),
      ]).toEqual([null, null, null]);
    });
  });

  it('BLOCK-2, BLOCK-8: what is one person’s alone is read and counted by them and nobody else', async () => {
    await say([{ from: YOU, content: 'first' }, { from: YOU, only: YOU }, { from: ME }]);
    const root = { root: 1, pid: msgId(1) };
    await say([
      { ...root, from: YOU, only: YOU },
      { ...root, from: ME },
      { from: YOU, only: YOU },
    ]);
    expect(await page({ viewer: ME })).toEqual({ n: [5, 3, 1], total: 3 });
    expect(await page({ viewer: YOU })).toEqual({ n: [6, 5, 4, 3, 2, 1], total: 6 });
    expect(await page({})).toEqual({ n: [5, 3, 1], total: 3 });
    expect(await page({ viewer: ME, types: ['text'] })).toEqual({ n: [5, 3, 1], total: 3 });
    expect(await page({ viewer: ME, afterN: 1, limit: 1 })).toEqual({ n: [3], total: 3 });
    await here.store.write(async (tx) => {
      for (const user of [ME, YOU]) await tx.members.save(member(A, user));
    });
    await here.store.read(async (tx) => {
      expect((await tx.messages.byN(A, 2))?.only).toBe(YOU);
      const thread = { stream: A, root: 1, fromN: 0, limit: 9 };
      const answers = async (viewer: typeof ME) =>
        (await tx.messages.thread({ ...thread, viewer })).map(({ n }) => n);
      expect([await answers(ME), await answers(YOU)]).toEqual([[5], [5, 4]]);
      expect(await tx.messages.answersOfOne(A, [1, 2])).toEqual([{ root: 1, only: YOU, count: 1 }]);
      expect((await tx.messages.lastFor(A, ME, 4))?.n).toBe(3);
      expect((await tx.messages.lastFor(A, YOU, 4))?.n).toBe(4);
      const last = async (user: typeof ME) => (await tx.conversations.one(user, A))?.last?.n;
      expect([await last(ME), await last(YOU)]).toEqual([5, 6]);
    });
  });

  it('SEND-17: many are written at once, and their numbers rise in the order given', async () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      message({
        id: messageId(fresh('many')),
        stream: at % 3 === 0 ? streamId('group-9') : A,
        n: 40 - at,
        content: `said ${at}`,
      }),
    );
    const made = await here.store.write((tx) => tx.messages.insertAll(rows));
    const numbers = made.map((row) => row.msgId);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(made).toEqual(
      rows.map((row, at) => ({ ...row, msgId: numbers[at], rev: 0, root: null, only: null })),
    );
    for (const row of made) expect(await here.store.read((tx) => tx.messages.byId(row.id))).toEqual(row);
  });

  it('EDIT-2: an edit changes words, names and rev, and its former words are nowhere', async () => {
    const [made] = await say([{ id: messageId(fresh('edited')), content: 'former' }]);
    const number = msgId(made?.msgId ?? 0);
    const before = await here.store.read((tx) => tx.messages.byMsgId(number));
    await here.store.write((tx) => tx.messages.update(number, { content: 'present', at: [7], rev: 1 }));
    const after = await here.store.read((tx) => tx.messages.byMsgId(number));
    expect(after).toEqual({ ...before, content: 'present', at: [7], rev: 1 });
  });

  it('SEND-1: an id belongs to one message', async () => {
    const twice = { id: messageId('twice') };
    await say([twice]);
    await expect(say([twice], B)).rejects.toThrow();
    expect(await here.store.read((tx) => tx.streams.get(B))).toBeNull();
  });

  it('WIRE-1: pages go from the newest backwards and say how many there are', async () => {
    await say(many(5));
    expect(await page({ limit: 2 })).toEqual({ n: [5, 4], total: 5 });
    expect(await page({ limit: 2, page: 2 })).toEqual({ n: [3, 2], total: 5 });
    expect(await page({ limit: 2, page: 3 })).toEqual({ n: [1], total: 5 });
    expect(await page({ limit: 2, page: 4 })).toEqual({ n: [], total: 5 });
    expect(await page({ stream: B })).toEqual({ n: [], total: 0 });
  });

  it('WIRE-1: scrolling back goes below a message and says how many remain', async () => {
    const made = await say(many(5));
    const below = (index: number, page = 1) => ({ beforeMsgId: made[index]?.msgId ?? 0, limit: 2, page });
    expect(await page(below(3))).toEqual({ n: [3, 2], total: 3 });
    expect(await page(below(3, 7))).toEqual({ n: [3, 2], total: 3 });
    expect(await page(below(0))).toEqual({ n: [], total: 0 });
  });

  it('STREAM-10: what lies before the own interval is on no page', async () => {
    const made = await say(many(5));
    expect(await page({ fromN: 3 })).toEqual({ n: [5, 4], total: 2 });
    expect(await page({ fromN: 3, beforeMsgId: made[4]?.msgId ?? 0 })).toEqual({ n: [4], total: 1 });
    expect(await page({ fromN: 5 })).toEqual({ n: [], total: 0 });
    expect(await here.store.read((tx) => tx.messages.last(A, 5))).toBeNull();
  });

  it('WIRE-1: history is filtered by kind', async () => {
    await say([
      { content: '100% Sure' },
      { content: '100 sure' },
      { type: 'image', content: '/sure.png' },
      { content: '你好' },
      { content: 'a_b!c' },
    ]);
    expect(await page({ types: ['image'] })).toEqual({ n: [3], total: 1 });
    expect(await page({ types: ['image', 'text'], limit: 2 })).toEqual({ n: [5, 4], total: 5 });
  });

  it('LIMIT-20: pages of a kind, and of all but some, go on and count right whatever was deleted and whatever may be seen', async () => {
    const kinds = [
      'event',
      'text',
      'image',
      'text',
      'file',
      'image',
      'text',
      'event',
      'image',
      'text',
    ] as const;
    const made = await say(kinds.map((type) => ({ type })));
    for (const n of [4, 6])
      await here.store.write((tx) => tx.messages.delete(made[n - 1]?.msgId ?? msgId(0)));
    const before = (n: number) => made[n - 1]?.msgId ?? 0;
    expect(await page({ types: ['image'], limit: 1 })).toEqual({ n: [9], total: 2 });
    expect(await page({ types: ['image'], limit: 1, page: 2 })).toEqual({ n: [3], total: 2 });
    expect(await page({ types: ['image'], beforeMsgId: before(9) })).toEqual({ n: [3], total: 1 });
    expect(await page({ types: ['image'], fromN: 3 })).toEqual({ n: [9], total: 1 });
    expect(await page({ types: ['image', 'file'] })).toEqual({ n: [9, 5, 3], total: 3 });
    expect(await page({ types: ['text'], limit: 2 })).toEqual({ n: [10, 7], total: 3 });
    expect(await page({ types: ['text'], limit: 2, page: 2 })).toEqual({ n: [2], total: 3 });
    const all = MESSAGE_TYPES.filter((type) => type !== 'event');
    expect(await page({ types: all, limit: 3 })).toEqual({ n: [10, 9, 7], total: 6 });
    expect(await page({ types: all, limit: 3, page: 2 })).toEqual({ n: [5, 3, 2], total: 6 });
    expect(await page({ types: all, beforeMsgId: before(7) })).toEqual({ n: [5, 3, 2], total: 3 });
    expect(await page({ types: all, fromN: 2, beforeMsgId: before(7) })).toEqual({ n: [5, 3], total: 2 });
    expect(await page({ types: all, stream: B })).toEqual({ n: [], total: 0 });
  });

  it('COUNT-2: messages are found by either name, with their place and whom they mention', async () => {
    const made = await say([{ id: messageId('named'), at: [2] }, {}, { at: [0] }], B);
    const matches = await here.store.read((tx) =>
      tx.messages.byNames([messageId('named'), messageId('no')], [made[2]?.msgId ?? msgId(0), msgId(999)]),
    );
    expect(matches.toSorted((a, b) => a.n - b.n).map(({ n, stream, at }) => [n, stream, at])).toEqual([
      [1, B, [2]],
      [3, B, [0]],
    ]);
    expect(await here.store.read((tx) => tx.messages.byNames([], []))).toEqual([]);
  });

  it('COUNT-3: my mentions are listed from the mark on, without my own', async () => {
    await say([{ from: YOU }, { from: YOU }, { from: ME }, { from: YOU }, { from: YOU }]);
    await here.store.write(async (tx) => {
      await tx.mentions.insert(A, 1, [ME]);
      await tx.mentions.insert(A, 2, [YOU]);
      await tx.mentions.insert(A, 3, [ME, 0]);
      await tx.mentions.insert(A, 4, [ME, YOU, ME]);
      await tx.mentions.insert(A, 5, [ME, 0]);
    });
    expect(await page({ mentioning: { user: ME, afterN: 0 } })).toEqual({ n: [5, 4, 1], total: 3 });
    expect(await page({ mentioning: { user: ME, afterN: 1 } })).toEqual({ n: [5, 4], total: 2 });
    expect(await page({ mentioning: { user: ME, afterN: 0 }, fromN: 4 })).toEqual({ n: [5], total: 1 });
  });

  it('BLOCK-11: everybody is mentioned but those who are left out', async () => {
    await say([{ from: YOU }, { from: YOU }, { from: YOU }], B);
    await here.store.write(async (tx) => {
      await tx.members.save(member(B, ME));
      await tx.mentions.insert(B, 1, [0, -1, -7]);
      await tx.mentions.insert(B, 2, [0, -7]);
      await tx.mentions.insert(B, 3, [ME]);
    });
    expect(await page({ stream: B, mentioning: { user: ME, afterN: 0 } })).toEqual({ n: [3, 2], total: 2 });
    await here.store.write(async (tx) => {
      expect(await tx.mentions.count(B, ME, 0)).toBe(2);
      expect((await tx.conversations.one(ME, B))?.mentions).toBe(2);
      expect((await tx.conversations.of(ME, [B]))[0]?.mentions).toBe(2);
      await tx.mentions.delete(B, 1);
      expect(await tx.mentions.count(B, userId(7), 0)).toBe(0);
      await tx.mentions.delete(B, 2);
      expect(await tx.mentions.count(B, ME, 0)).toBe(1);
    });
  });

  it('BLOCK-11: members who have blocked somebody are found by their numbers', async () => {
    await here.store.write(async (tx) => {
      for (const user of [ME, YOU, userId(7)]) await tx.blocked.insert({ user, other: userId(9), atMs: 1 });
      for (const user of [YOU, ME]) await tx.members.save(member(A, user));
      expect(await tx.blocked.among(A, userId(9), 5)).toEqual([ME, YOU].toSorted((a, b) => a - b));
      expect(await tx.blocked.among(A, userId(9), 1)).toHaveLength(1);
      expect(await tx.blocked.among(B, userId(9), 5)).toEqual([]);
    });
  });

  it('LIST-6: what stands before a picture is given with it, newest first, and a list has its album', async () => {
    const [first] = await say([
      { from: YOU },
      picture(2, 1, { caption: 'words' }),
      picture(2, 2),
      picture(2, 3),
    ]);
    expect((await here.store.read((tx) => tx.messages.before(A, 4, 2))).map(({ n }) => n)).toEqual([3, 2]);
    await here.store.write((tx) => tx.members.save(member(A, ME)));
    const album = async () => {
      const [one, all] = await here.store.read(async (tx) => [
        (await tx.conversations.one(ME, A))?.last,
        (await tx.conversations.of(ME, [A]))[0]?.last,
      ]);
      expect(all?.album).toEqual(one?.album);
      return one?.album ?? null;
    };
    expect(await album()).toEqual({ count: 3, words: 'words' });
    await say([picture(1, 4)]);
    expect(await album()).toEqual({ count: 1, words: '' });
    await say([picture(1, 63), picture(1, 70, { msg_id: first?.msgId ?? 0 })]);
    expect(await album()).toEqual({ count: 0, words: '' });
    await say([{ from: ME }]);
    expect(await album()).toBeNull();
  });

  it('RECALL-1: a recalled message keeps its place and nothing of its content', async () => {
    const [made] = await say([{ content: 'secret', at: [2], extra: { a: 1 } }]);
    await here.store.write((tx) =>
      tx.messages.update(made?.msgId ?? msgId(0), {
        type: 'event',
        content: '',
        at: [],
        recalled: true,
        extra: null,
        note: { note: 'friends' },
      }),
    );
    expect(await here.store.read((tx) => tx.messages.byN(A, 1))).toMatchObject({
      type: 'event',
      content: '',
      at: [],
      recalled: true,
      extra: null,
      note: { note: 'friends' },
      from: ME,
    });
  });

  it('COUNT-6: without the newest message the one before it is the last, and totals follow', async () => {
    const made = await say(many(4));
    const drop = (index: number) =>
      here.store.write((tx) => tx.messages.delete(made[index]?.msgId ?? msgId(0)));
    await drop(3);
    await drop(1);
    expect((await here.store.read((tx) => tx.messages.last(A, 0)))?.n).toBe(3);
    expect(await page({ limit: 1 })).toEqual({ n: [3], total: 2 });
    expect(await page({ limit: 1, page: 2 })).toEqual({ n: [1], total: 2 });
    expect(await page({ beforeMsgId: made[3]?.msgId ?? 0 })).toEqual({ n: [3, 1], total: 2 });
    expect(await page({ fromN: 2 })).toEqual({ n: [3], total: 1 });
    expect(await here.store.read((tx) => tx.streams.get(A))).toMatchObject({ count: 4 });
  });

  it('SEND-2: the number of a deleted message is never given again', async () => {
    const [first] = await say([{}]);
    await here.store.write((tx) => tx.messages.delete(first?.msgId ?? msgId(0)));
    const [second] = await say([{}]);
    expect(second?.msgId).toBeGreaterThan(first?.msgId ?? 0);
    await here.store.write((tx) => tx.messages.delete(msgId(999)));
  });

  it('PINS-1, PINS-7: pins are listed newest first, and go with their messages', async () => {
    const made = await say(many(4));
    const [first, second, third, fourth] = made.map((row, at) => ({
      msgId: row.msgId,
      stream: A,
      n: row.n,
      seq: 10 + at,
      by: ME,
      atMs: START_MS + at,
      afterN: 4,
    }));
    if (!first || !second || !third || !fourth) expect.fail('four were said');
    await here.store.write(async (tx) => {
      for (const pin of [second, first, fourth, third]) await tx.messagePins.insert(pin);
    });
    const pins = () => here.store.read((tx) => tx.messagePins.list(A));
    expect(await pins()).toEqual([fourth, third, second, first]);
    await here.store.write((tx) => tx.messagePins.delete(third.msgId));
    await here.store.write((tx) => tx.messages.delete(fourth.msgId));
    expect(await pins()).toEqual([second, first]);
    expect(
      await here.store.read(async (tx) => [
        await tx.messagePins.count(A),
        await tx.messagePins.has(first.msgId),
        await tx.messagePins.has(third.msgId),
      ]),
    ).toEqual([2, true, false]);
    await here.store.write((tx) => tx.messages.clear(A, first.n, 9));
    expect(await pins()).toEqual([second]);
  });

  it('GROUP-27: lines stand between messages, the newest are kept, clearing takes its own', async () => {
    const insert = (afterN: number, seq: number) =>
      here.store.write((tx) => tx.groupLines.insert(groupLine(seq, afterN), 4));
    for (const [afterN, seq] of [
      [1, 2],
      [1, 3],
      [2, 5],
      [4, 8],
      [4, 9],
    ] as const)
      await insert(afterN, seq);
    const seqs = (from: number, to: number, limit = 9) =>
      here.store.read(async (tx) => (await tx.groupLines.between(A, from, to, limit)).map(({ seq }) => seq));
    expect(await seqs(0, 9)).toEqual([3, 5, 8, 9]);
    expect([await seqs(2, 3), await seqs(0, 9, 2)]).toEqual([[5], [8, 9]]);
    expect(await here.store.read((tx) => tx.groupLines.between(A, 2, 2, 1))).toEqual([groupLine(5, 2)]);
    await here.store.write((tx) => tx.groupLines.clear(A, 2));
    expect(await seqs(0, 9)).toEqual([8, 9]);
  });

  it('COUNT-5, COUNT-17: a deleted message counts as an own one, whoever wrote it', async () => {
    const made = await say([{ from: ME }, { from: YOU }, { from: ME }, { from: ME }]);
    await here.store.write(async (tx) => {
      for (const one of made.slice(1, 3)) await tx.messages.delete(one.msgId);
    });
    const own = (mark: number) => here.store.read((tx) => tx.messages.ownAfter(A, ME, mark));
    expect([await own(0), await own(1), await own(3), await own(4)]).toEqual([4, 3, 1, 0]);
  });
}
