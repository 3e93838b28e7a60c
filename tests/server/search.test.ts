import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { describe, expect, it } from 'vitest';
import { visible } from '../../src/domain/visible.ts';
import { toMarkup } from '../../src/domain/markup.ts';
import { indexWords } from '../../src/server/features/search/index-words.ts';
import { sendFile, textFile } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], { friends: 'all', files: true });

const say = (who: Person, to: string | number, words: string) => world.say(who, to, toMarkup(words));
/** Searches twice: while the words of new messages wait, and when they are in the index (SEARCH-8). */
async function search(who: Person, keywords: string, more: object = {}) {
  const ask = () => world.call<readonly Record<string, never>[]>(who, 'im/search', { keywords, ...more });
  const waiting = await ask();
  await indexWords(world.server.core);
  const indexed = await ask();
  expect(indexed).toEqual(waiting);
  return indexed;
}
const findMatches = async (who: Person, keywords: string, more: object = {}) =>
  (await search(who, keywords, more)).data.map(
    (row) => `${String(row['contactId'])}: ${String(row['content'])}`,
  );
const setHistory = (history: boolean) =>
  world.server.core.store.write((tx) =>
    tx.groups.update(1 as never, { setting: { ...DEFAULT_GROUP_SETTING, history } }),
  );

describe('messages that a search finds', () => {
  it('SEARCH-1: words of every script in all my conversations, newest first, each under its conversation', async () => {
    const group = await world.group(anna, [bela]);
    await say(anna, bela.id, '明天下午三点见');
    await world.clock.advance(1);
    await say(bela, group, '下午好');
    await world.clock.advance(1);
    await say(anna, -1, '自己的下午');
    await say(anna, cleo.id, 'Coffee at 3?');
    expect(await findMatches(anna, '下午')).toEqual([
      '-1: 自己的下午',
      `${group}: 下午好`,
      `${bela.id}: 明天下午三点见`,
    ]);
    expect(await findMatches(bela, '下午')).toEqual([`${group}: 下午好`, `${anna.id}: 明天下午三点见`]);
    expect(await findMatches(anna, '三')).toHaveLength(1);
    expect(await findMatches(anna, 'coffee AT')).toEqual([`${cleo.id}: Coffee at 3?`]);
    expect(await findMatches(anna, 'offe')).toHaveLength(1);
    expect(await findMatches(anna, '下 晚')).toEqual([]);
    expect(await findMatches(anna, '下午', { toContactId: group })).toEqual([`${group}: 下午好`]);
  });

  it('SEARCH-18: words apart, in any order, each from its beginning; in quotes together', async () => {
    for (const words of ['one two three', 'two of three', 'none at all, threefold', 'Ngày này năm xưa'])
      await say(anna, bela.id, words);
    expect(await findMatches(anna, 'one three')).toEqual([`${bela.id}: one two three`]);
    expect(await findMatches(anna, 'three two')).toHaveLength(2);
    expect(await findMatches(anna, 'al none')).toEqual([`${bela.id}: none at all, threefold`]);
    expect(await findMatches(anna, 'ne three')).toEqual([]);
    expect(await findMatches(anna, '"two three"')).toEqual([`${bela.id}: one two three`]);
    expect(await findMatches(anna, '"wo thr" one')).toHaveLength(1);
    expect(await findMatches(anna, 'nam xua ngay')).toHaveLength(1);
  });

  it('SEARCH-1: signs of markup and patterns mean themselves', async () => {
    for (const words of ['50% <b>off</b> & more', 'a_b', 'it\'s "quoted"']) await say(anna, bela.id, words);
    expect(await findMatches(anna, '0% <b')).toHaveLength(1);
    expect(await findMatches(anna, '_')).toHaveLength(1);
    expect(await findMatches(anna, "t's")).toHaveLength(1);
    expect(await findMatches(anna, 'amp;')).toEqual([]);
    expect(await findMatches(anna, 'strong')).toEqual([]);
  });

  it('SEARCH-1: files are found by their names', async () => {
    await sendFile(world, anna, bela.id, textFile('年度计划.pdf', 'x'));
    const [row] = (await search(bela, '年度')).data;
    expect(row).toMatchObject({
      type: 'file',
      fileName: '年度计划.pdf',
      content: expect.stringMatching(/^\/files\//),
    });
  });

  it('SEARCH-1: a longer part must occur as it is, not only its pairs', async () => {
    await say(anna, bela.id, 'ab bc abd');
    await say(anna, bela.id, 'xabcx');
    expect(await findMatches(anna, 'abc')).toEqual([`${bela.id}: xabcx`]);
  });

  it('SEARCH-4: pages lose and repeat nothing, also while others write', async () => {
    for (let i = 1; i <= 25; i += 1) await say(anna, bela.id, `word ${i}`);
    const pages = [];
    for (let page = 1; page <= 3; page += 1) pages.push(await search(anna, 'word', { page, limit: 10 }));
    const all = pages.flatMap((page) => page.data.map((row) => String(row['content'])));
    expect(all).toEqual(Array.from({ length: 25 }, (_, i) => `word ${25 - i}`));
    expect(pages.map((page) => page.count)).toEqual([11, 21, 25]);
  });

  it.each(['', '   ', '\u0000'])(
    'SEARCH-1: nothing asked (%j) is refused or finds nothing',
    async (keywords) => {
      await say(anna, bela.id, 'x');
      const answer = await search(anna, keywords);
      expect(answer.code === 400 || answer.data.length === 0).toBe(true);
    },
  );

  it('SEARCH-1: the history browser finds by the same index', async () => {
    await say(anna, bela.id, '会议在周五');
    await sendFile(world, anna, bela.id, textFile('会议.txt', 'x'));
    const browse = async (body: object) =>
      (await world.rows(bela, 'im/getMessageList', { toContactId: anna.id, peek: 1, ...body })).map(
        (row) => row.type,
      );
    expect(await browse({ type: 'all', keywords: '会议' })).toEqual(['file', 'text']);
    expect(await browse({ type: 'text', keywords: '会议' })).toEqual(['text']);
    expect(await browse({ type: 'text', keywords: '周一' })).toEqual([]);
  });
});

describe('messages that a search does not find', () => {
  it('SEARCH-2: recalled or deleted messages', async () => {
    for (const call of ['undoMessage', 'delMessage']) {
      const { id } = await say(anna, bela.id, '秘密');
      expect(await findMatches(bela, '秘密')).toHaveLength(1);
      await world.ok(anna, `/enterprise/im/${call}`, { id });
      expect([...(await findMatches(anna, '秘密')), ...(await findMatches(bela, '秘密'))]).toEqual([]);
    }
  });

  it('SEARCH-3: conversations of others, of strangers and of former members', async () => {
    const group = await world.group(anna, [bela]);
    await say(anna, group, '群里的话');
    await say(anna, bela.id, '两人的话');
    await say(anna, -1, '自己的话');
    expect(await findMatches(cleo, '的话')).toEqual([]);
    expect((await search(cleo, '的话', { toContactId: group })).code).toBe(400);
    expect(await findMatches(bela, '的话')).toHaveLength(2);
    await world.ok(anna, 'group/removeUser', { id: group, user_id: bela.id });
    await world.ok(anna, 'friend/del', { id: bela.id });
    expect(await findMatches(bela, '的话')).toEqual([]);
    expect((await search(bela, '的话', { toContactId: group })).code).toBe(400);
  });

  it('SEARCH-3: messages from before a user joined, unless the group shows its history', async () => {
    const group = await world.group(anna, [bela]);
    await say(anna, group, '以前的话');
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [cleo.id] });
    await say(anna, group, '以后的话');
    expect(await findMatches(cleo, '的话')).toEqual([`${group}: 以后的话`]);
    expect(await findMatches(cleo, '的话', { toContactId: group })).toEqual([`${group}: 以后的话`]);
    await setHistory(true);
    expect(await findMatches(cleo, '的话')).toHaveLength(2);
    expect(await findMatches(cleo, '的话', { toContactId: group })).toHaveLength(2);
    await setHistory(false);
    expect(await findMatches(cleo, '的话')).toHaveLength(1);
  });

  it('SEARCH-3: a single rule decides which messages a user may read', () => {
    const [me, other] = [1 as never, 2 as never];
    const member = { fromN: 5, untilSeq: null };
    expect(visible(me, { kind: 'group', member, history: false })).toBe(5);
    expect(visible(me, { kind: 'group', member, history: true })).toBe(0);
    expect(visible(me, { kind: 'group', member: { ...member, untilSeq: 9 }, history: true })).toBeNull();
    expect(visible(me, { kind: 'group', member: null, history: true })).toBeNull();
    expect([visible(me, { kind: 'person', member }), visible(me, { kind: 'person', member: null })]).toEqual([
      0,
      null,
    ]);
    expect([
      visible(me, { kind: 'favourites', owner: me }),
      visible(me, { kind: 'favourites', owner: other }),
      visible(me, { kind: 'notice' }),
    ]).toEqual([0, null, 0]);
  });
});
