import { expect, it } from 'vitest';
import { createVirtualClock } from '../../../simulator/time/virtual-clock.ts';
import { msgId, streamId, userId, userStream } from '../../../src/domain/ids.ts';
import { searchLimits as limits } from '../../../src/domain/limits.ts';
import type { SearchFilter } from '../../../src/domain/search-filter.ts';
import type { FileQuery, MessageRow } from '../../../src/ports/store.ts';
import { findMessages, type SearchQuery } from '../../../src/server/features/search/find.ts';
import { file, member, post } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('1-2');
const B = streamId('group-3');
const C = streamId('group-4');
const ME = userId(1);

/** Search for messages, files and emoji. */
export function searching(here: Here): void {
  const say = async (rows: readonly Partial<MessageRow>[], stream = A) =>
    here.store.write(async (tx) => {
      for (const row of rows) await post(tx, stream, row);
    });
  const find = async (
    words: string,
    { at = null, limit = 50 }: { readonly at?: SearchQuery['at']; readonly limit?: number } = {},
  ) => {
    const { rows } = await findMessages(
      { store: here.store, clock: createVirtualClock() },
      { user: ME, keywords: words, at, skip: 0, take: limit },
    );
    return rows.map((row) => row.content);
  };
  const inA = { at: { stream: A, aboveN: 0 } };

  it('SEARCH-17: words of each script are found as their readers type them', async () => {
    const pairs = [
      ['내일 한국어 수업', ['한', '하', 'ㅎㅏㄴㄱ', '한구', '한국얼']],
      ['달걀 두 개', ['닭', '달갸', 'ㄷㅏㄹ']],
      ['コーヒーをのむ', ['こーひー', 'ｺｰﾋｰ', 'ヲノム']],
      ['إلى المدرسة يا أحمد', ['الي المدرسه', 'احمد', 'الى']],
      ['قیمت کتاب ۲۵', ['كتاب 25', 'قيمت']],
      ['שָׁלוֹם לך', ['שלום']],
      ['फ़ोन पर हूँ', ['फोन', 'हूं']],
      ['IŞIK İSTANBUL', ['ışık', 'isik', 'istanbul']],
      ['Straße für Öl', ['strasse fur', 'öl']],
      ['Đức Việt', ['duc viet']],
      ['Ещё ёлка', ['еще', 'ЕЛКА']],
    ] as const;
    await say(pairs.map(([content]) => ({ content })));
    const wrong = async () => {
      const all = pairs.flatMap(([content, typed]) => typed.map((words) => ({ content, words })));
      const found = await Promise.all(all.map(({ words }) => find(words, inA)));
      return all.filter(({ content }, at) => found[at]?.includes(content) !== true).map(({ words }) => words);
    };
    expect(await wrong()).toEqual(['한국얼']);
    await indexed();
    expect(await wrong()).toEqual(['한국얼']);
  });

  it('SEARCH-1: one character, two and more are found in every script, newest first', async () => {
    await say(
      ['今天天气很好', 'Hello, World', '明天见', 'say "a<b" &amp; go', 'ÉTÉ 2026', '😀😀'].map((content) => ({
        content,
      })),
    );
    expect(await find('天', inA)).toEqual(['明天见', '今天天气很好']);
    expect(await find('天气', inA)).toEqual(['今天天气很好']);
    expect(await find('见', inA)).toEqual(['明天见']);
    expect(await find('lo, wor', inA)).toEqual(['Hello, World']);
    expect(await find('été', inA)).toEqual(['ÉTÉ 2026']);
    expect(await find('２０２６', inA)).toEqual(['ÉTÉ 2026']);
    expect(await find('😀', inA)).toEqual(['😀😀']);
    expect(await find('& g', inA)).toEqual(['say "a<b" &amp; go']);
    expect(await find('昨天', inA)).toEqual([]);
    expect(await find('%', inA)).toEqual([]);
  });

  it('SEARCH-17: words with accents and typographic signs are found as they are typed', async () => {
    const lines = ['Réunion avec Jérôme', 'naïve façade', 'we don’t ship', 'İstanbul ofisi', 'non‑breaking'];
    await say(lines.map((content) => ({ content })));
    const typed = ['reunion', 'jerome', 'naive', 'facade', "don't", 'istanbul', 'non-breaking', 'JÉRÔME'];
    const findMatches = async () => Promise.all(typed.map(async (words) => (await find(words, inA)).join()));
    const meant = [lines[0], lines[0], lines[1], lines[1], lines[2], lines[3], lines[4], lines[0]];
    // While they wait for the index, and in it.
    expect(await findMatches()).toEqual(meant);
    await indexed();
    expect(await findMatches()).toEqual(meant);
  });

  const narrowed = async (filter: SearchFilter) => {
    const on = { store: here.store, clock: createVirtualClock() };
    const expected = { user: ME, keywords: '', filter, ...inA, skip: 0, take: 10 };
    return (await findMessages(on, expected)).rows.map((row) => row.content);
  };

  it('SEARCH-14: without words by author, kind and days, in steps', async () => {
    const minute = 60_000;
    await say(
      Array.from({ length: 600 }, (_, i) => ({
        content: `line ${i}`,
        from: userId(i % 200 === 0 ? 7 : 8),
        sentAtMs: i * 60 * minute,
      })),
    );
    expect(await narrowed({ from: userId(7) })).toEqual(['line 400', 'line 200', 'line 0']);
    expect(await narrowed({ from: userId(7), untilMs: 400 * 60 * minute })).toEqual(['line 200', 'line 0']);
    expect(await narrowed({ from: userId(7), sinceMs: 200 * 60 * minute })).toEqual(['line 400', 'line 200']);
    expect(await narrowed({ sinceMs: 598 * 60 * minute })).toEqual(['line 599', 'line 598']);
    expect(await narrowed({ from: userId(7), has: 'voice' })).toEqual([]);
    expect(await narrowed({ from: userId(9) })).toEqual([]);
  });

  it('SEARCH-10: a phrase is found in the index, messages that only have its words are not read', async () => {
    await say(
      ['w1 w2 w3 w4 w5', 'w1 w3 w5', 'w5 w3 w1', 'x w1 w3 w5', 'w1xw3 w5', 'w1 w3 w5 w7', 'aw1 w3 w5b'].map(
        (content) => ({ content }),
      ),
    );
    await here.store.write((tx) => tx.words.index(A, 50));
    const newest = await here.store.read((tx) => tx.messages.place(A, 0, msgId(Number.MAX_SAFE_INTEGER)));
    if (!newest) return expect.fail('nothing there');
    const { rows, scanCount, rest } = await here.store.read((tx) =>
      tx.messages.search({ place: newest, words: '"w1 w3 w5"', types: [], limit: 50 }),
    );
    expect(rows.map(({ row, sure }) => [row.content, sure])).toEqual([
      ['aw1 w3 w5b', true],
      ['w1 w3 w5 w7', true],
      ['x w1 w3 w5', true],
      ['w1 w3 w5', true],
    ]);
    // One block, and four messages are read.
    expect([scanCount, rest]).toEqual([1 + 4, null]);
    expect(await find('w3 w', inA)).toEqual([
      'aw1 w3 w5b',
      'w1 w3 w5 w7',
      'w1xw3 w5',
      'x w1 w3 w5',
      'w5 w3 w1',
      'w1 w3 w5',
      'w1 w2 w3 w4 w5',
    ]);
  });

  it('SEARCH-10: a step looks at so many blocks and says where it goes on', async () => {
    const filler = 'x'.repeat(limits.blockBytes / 3);
    await say(
      Array.from({ length: 9 }, (_, i) => ({ content: `${i % 3 === 0 ? 'ab cd' : 'cd ab'} ${filler}` })),
    );
    await here.store.write((tx) => tx.words.index(A, 6));
    const steps: (readonly [number, number])[] = [];
    let place = await here.store.read((tx) => tx.messages.place(A, 0, msgId(Number.MAX_SAFE_INTEGER)));
    while (place) {
      const at = place;
      const { rows, rest } = await here.store.read((tx) =>
        tx.messages.search({ place: at, words: 'ab cd', types: [], limit: 1 }),
      );
      steps.push([at.newest.n, rows.filter(({ row }) => row.content.startsWith('ab')).length]);
      place = rest;
    }
    expect(steps.map(([n]) => n)).toEqual(steps.map(([n]) => n).toSorted((a, b) => b - a));
    expect(steps.reduce((sum, [, count]) => sum + count, 0)).toBe(3);
    expect(steps.length).toBeGreaterThan(2);
  });

  const indexed = async (stream = A, limit = 50) =>
    (await here.store.write((tx) => tx.words.index(stream, limit))).messageCount;

  it('SEARCH-8: what waits for the index is found like what is in it, in one order', async () => {
    await say(['天气一', '天气二', 'house', '天气三'].map((content) => ({ content })));
    expect(await here.store.read((tx) => tx.words.waiting('', 9))).toEqual([A]);
    expect(await indexed(A, 2)).toBe(2);
    expect(await find('天气', inA)).toEqual(['天气三', '天气二', '天气一']);
    expect(await find('天', { ...inA, limit: 2 })).toEqual(['天气三', '天气二']);
    expect([await indexed(), await indexed()]).toEqual([2, 0]);
    expect(await here.store.read((tx) => tx.words.waiting('', 9))).toEqual([]);
    expect(await find('天气', inA)).toEqual(['天气三', '天气二', '天气一']);
    expect(await find('ous', inA)).toEqual(['house']);
    await say([{ content: '天气四' }]);
    expect(await find('天', { ...inA, limit: 2 })).toEqual(['天气四', '天气三']);
  });

  it('LIMIT-19: of long messages few are put in at once, at least one', async () => {
    const most = limits.indexCharacters;
    await say([most - 9, most - 9, 100, most + 9].map((length) => ({ content: 'we '.repeat(length / 3) })));
    const steps: (readonly [number, boolean])[] = [];
    for (let more = true; more;) {
      const step = await here.store.write((tx) => tx.words.index(A, 50));
      ({ more } = step);
      steps.push([step.messageCount, more]);
    }
    expect(steps).toEqual([
      [1, true],
      [1, true],
      [1, true],
      [1, false],
    ]);
    expect(await here.store.read((tx) => tx.words.waiting('', 9))).toEqual([]);
  });

  it('SEARCH-12: nothing is left of before an update that was not there', async () => {
    await say([{ content: 'house' }]);
    expect(await here.store.write((tx) => tx.words.takeOver(9))).toBe(false);
  });

  it('SEARCH-8: words fill one block after another, and what is changed finds its place', async () => {
    const filler = 'x'.repeat(limits.blockBytes / 4);
    await say(Array.from({ length: 14 }, (_, i) => ({ content: `house ${i + 1} ${filler}` })));
    for (let n = 0; n < 3; n += 1) await indexed(A, 5);
    const { rows } = await here.store.read((tx) => tx.messages.page({ stream: A, fromN: 0, limit: 20 }));
    const numberOf = (n: number) => rows.find((row) => row.n === n)?.msgId ?? msgId(0);
    const numbers = async () => (await find('house', inA)).map((content) => content.split(' ')[1]);
    for (const n of [1, 6, 14]) {
      const change = { content: `new house ${n} ${filler}${filler}` };
      await here.store.write((tx) => tx.messages.update(numberOf(n), change));
    }
    await indexed();
    expect((await find('new house', inA)).map((content) => content.split(' ')[2])).toEqual(['14', '6', '1']);
    expect(await numbers()).toHaveLength(14);
    for (const n of [2, 13]) await here.store.write((tx) => tx.messages.delete(numberOf(n)));
    await here.store.write((tx) => tx.messages.clear(A, 5, 50));
    expect(await numbers()).toEqual(['house', '12', '11', '10', '9', '8', '7', 'house']);
  });

  it('SEARCH-8: what is recalled, changed, deleted or cleared while it waits, or later, leaves no word', async () => {
    await say(['秘密一', '秘密二', '秘密三', '秘密四', '秘密五'].map((content) => ({ content })));
    await indexed(A, 1);
    const { rows } = await here.store.read((tx) => tx.messages.page({ stream: A, fromN: 0, limit: 9 }));
    const [five, four, three] = rows.map((row) => row.msgId);
    await here.store.write((tx) =>
      tx.messages.update(five ?? msgId(0), { type: 'event', content: '', recalled: true }),
    );
    await here.store.write((tx) => tx.messages.update(four ?? msgId(0), { content: '公开四' }));
    await here.store.write((tx) => tx.messages.delete(three ?? msgId(0)));
    await indexed();
    expect(await find('秘密', inA)).toEqual(['秘密二', '秘密一']);
    expect(await find('公开', inA)).toEqual(['公开四']);
    await here.store.write((tx) => tx.messages.delete(rows.at(-1)?.msgId ?? msgId(0)));
    await say([{ content: '秘密六' }]);
    await here.store.write((tx) => tx.messages.clear(A, 6, 50));
    expect(await indexed()).toBe(0);
    expect([...(await find('秘密', inA)), ...(await find('公开', inA))]).toEqual([]);
  });

  it('SEARCH-2: recall, change, deletion and clearing erase the words', async () => {
    await say([{ content: '秘密一' }, { content: '秘密二' }, { content: '秘密三' }, { content: '秘密四' }]);
    const rows = await here.store.read((tx) => tx.messages.page({ stream: A, fromN: 0, limit: 9 }));
    const [four, three, two] = rows.rows.map((row) => row.msgId);
    await here.store.write((tx) =>
      tx.messages.update(four ?? msgId(0), { type: 'event', content: '', recalled: true }),
    );
    await here.store.write((tx) => tx.messages.update(three ?? msgId(0), { content: '公开三' }));
    await here.store.write((tx) => tx.messages.delete(two ?? msgId(0)));
    expect(await find('秘密', inA)).toEqual(['秘密一']);
    expect(await find('公开', inA)).toEqual(['公开三']);
    await here.store.write((tx) => tx.messages.clear(A, 3, 50));
    expect([...(await find('秘密', inA)), ...(await find('公开', inA))]).toEqual([]);
  });

  it('SEARCH-3: everywhere means the conversations of this person, above what they may read, and the favourites', async () => {
    await say([{ content: 'word in A', sentAtMs: 1 }], A);
    await say(
      [
        { content: 'word before', sentAtMs: 2 },
        { content: 'word after', sentAtMs: 3 },
      ],
      B,
    );
    await say(
      [
        { content: 'word old', sentAtMs: 4 },
        { content: 'word new', sentAtMs: 5 },
      ],
      C,
    );
    await say([{ content: 'word of others', sentAtMs: 6 }], streamId('5-6'));
    await say([{ content: 'word kept', sentAtMs: 7 }], userStream(ME));
    await here.store.write(async (tx) => {
      await tx.members.save(member(A, ME));
      await tx.members.save(member(B, ME, { fromN: 1 }));
      await tx.members.save(member(C, ME, { fromN: 1 }));
    });
    expect(await find('word')).toEqual(['word kept', 'word new', 'word after', 'word in A']);
    await here.store.write((tx) => tx.members.update(C, ME, { untilSeq: 9 }));
    expect(await find('word')).toEqual(['word kept', 'word after', 'word in A']);
    expect(await find('word', { at: { stream: B, aboveN: 1 } })).toEqual(['word after']);
    expect(await find('word', { limit: 1 })).toEqual(['word kept']);
    expect(await here.store.read((tx) => tx.members.lateMemberships(ME))).toHaveLength(1);
  });

  it('FILE-3: files are listed by the messages that hold them', async () => {
    const id = await here.store.write((tx) => tx.files.insert(file({ name: 'Plan 50%.png' })));
    const holds = { type: 'image', content: 'Plan 50%.png', extra: { file: { id, cate: 2 } } } as const;
    await say([{ ...holds, from: ME }, { ...holds, from: userId(2) }, { content: 'no file' }], A);
    await say([holds], streamId('5-6'));
    await here.store.write((tx) => tx.members.save(member(A, ME)));
    const query: FileQuery = {
      user: ME,
      open: [],
      role: 'any',
      cate: null,
      keywords: '',
      page: 1,
      limit: 10,
    };
    const list = async (part: Partial<FileQuery>) => {
      const { rows, total } = await here.store.read((tx) => tx.files.list({ ...query, ...part }));
      return [rows.map((row) => row.message.n), total];
    };
    expect(await list({})).toEqual([[2, 1], 2]);
    expect(await list({ role: 'sent' })).toEqual([[1], 1]);
    expect(await list({ role: 'received', cate: 2, keywords: '50%' })).toEqual([[2], 1]);
    expect(await list({ cate: 1 })).toEqual([[], 0]);
    expect(await list({ page: 2, limit: 1 })).toEqual([[1], 2]);
    expect(await list({ keywords: '%x' })).toEqual([[], 0]);
    await here.store.read(async (tx) => {
      const row = await tx.files.byId(id);
      expect(await tx.files.findBytes(row?.key ?? '', A, 0)).toEqual(row);
      expect(await tx.files.findBytes(row?.key ?? '', A, 2)).toBeNull();
      expect([
        await tx.files.isHeld(id, A, 0),
        await tx.files.isHeld(id, A, 2),
        await tx.files.isHeld(id, B, 0),
      ]).toEqual([true, false, false]);
      expect((await tx.files.placesOf(id, ME)).map(({ n }) => n)).toEqual([1, 2]);
      expect((await tx.files.every(query)).total).toBe(1);
      expect(await tx.files.unused(Number.MAX_SAFE_INTEGER, 0, 9)).toEqual([]);
    });
    // A file from a Mac, whose accent is a separate character (SEARCH-17).
    const menu = await here.store.write((tx) => tx.files.insert(file({ name: 'Cafe\u0301 Größe.pdf' })));
    await say([{ ...holds, from: ME, extra: { file: { id: menu, cate: 2 } } }], A);
    expect(await list({ keywords: 'café gro' })).toEqual([[4], 1]);
    expect(await list({ keywords: 'GROSSE' })).toEqual([[4], 1]);
  });

  it('FILE-5: what nothing holds any more is found', async () => {
    const id = await here.store.write((tx) => tx.files.insert(file()));
    await say([{ type: 'image', extra: { file: { id, cate: 2 } } }]);
    const { rows } = await here.store.read((tx) => tx.messages.page({ stream: A, fromN: 0, limit: 1 }));
    await here.store.write((tx) => tx.messages.delete(rows[0]?.msgId ?? msgId(0)));
    expect(
      (await here.store.read((tx) => tx.files.unused(Number.MAX_SAFE_INTEGER, 0, 9))).map((row) => row.id),
    ).toEqual([id]);
    await here.store.write((tx) => tx.emoji.save(ME, id, 'x'));
    expect(await here.store.read((tx) => tx.files.unused(Number.MAX_SAFE_INTEGER, 0, 9))).toEqual([]);
  });

  it('EMOJI-1: the newest is first, adding again moves to the front, and only mine change', async () => {
    await here.store.write(async (tx) => {
      for (const id of [11, 12, 13]) await tx.emoji.save(ME, id, `e${id}`);
      await tx.emoji.save(userId(2), 11, 'theirs');
    });
    const mine = async () => here.store.read((tx) => tx.emoji.of(ME, 99));
    const order = async () => (await mine()).map((row) => row.fileId);
    expect(await order()).toEqual([13, 12, 11]);
    await here.store.write((tx) => tx.emoji.save(ME, 11, 'again'));
    expect(await order()).toEqual([11, 13, 12]);
    const ids = new Map((await mine()).map((row) => [row.fileId, row.id]));
    await here.store.write((tx) => tx.emoji.move(ME, [ids.get(12) ?? 0, ids.get(13) ?? 0, 4]));
    expect(await order()).toEqual([12, 13, 11]);
    await here.store.write((tx) => tx.emoji.delete(userId(2), [ids.get(12) ?? 0]));
    await here.store.write((tx) => tx.emoji.delete(ME, [ids.get(13) ?? 0]));
    expect(await order()).toEqual([12, 11]);
    expect(await here.store.read((tx) => tx.emoji.count(ME))).toBe(2);
  });
}
