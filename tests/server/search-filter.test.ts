import { describe, expect, it } from 'vitest';
import { toMarkup } from '../../src/domain/markup.ts';
import { indexWords } from '../../src/server/features/search/index-words.ts';
import { png, sendFile, textFile } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const DAY_SEC = 86_400;

const { world, anna, bela, group } = setUpWorld(['anna', 'bela'], {
  friends: 'all',
  group: 'all',
  files: true,
});

let made = 0;
const say = (who: Person, to: string | number, words: string, marks?: { readonly format: 'md' }) =>
  send(who, to, toMarkup(words), marks);
const send = (who: Person, to: string | number, content: string, marks?: { readonly format: 'md' }) =>
  world.say(who, to, content, { id: `f-${(made += 1)}`, extends: marks });
const ask = (who: Person, wanted: object) =>
  world.call<readonly Record<string, unknown>[]>(who, 'im/search', wanted);
/** While words wait for the index and when they are there the answer is the same. */
async function findMatches(who: Person, wanted: object): Promise<readonly unknown[]> {
  const waiting = await ask(who, wanted);
  await indexWords(world.server.core);
  const { data } = await ask(who, wanted);
  expect(data).toEqual(waiting.data);
  return data.map((row) => row['fileName'] || row['content']);
}

describe('a search that is narrowed', () => {
  it('SEARCH-14: filters by author, with words or without, in one conversation or in all', async () => {
    await say(anna, bela.id, 'tea at noon');
    await say(bela, anna.id, 'tea it is');
    await say(bela, group, 'no tea for me');
    expect(await findMatches(anna, { keywords: 'tea', from_user: bela.id })).toEqual([
      'no tea for me',
      'tea it is',
    ]);
    expect(await findMatches(anna, { keywords: 'noon', from_user: bela.id })).toEqual([]);
    expect(await findMatches(anna, { from_user: bela.id })).toEqual(['no tea for me', 'tea it is']);
    expect(await findMatches(anna, { from_user: bela.id, toContactId: group })).toEqual(['no tea for me']);
    expect(await findMatches(bela, { from_user: anna.id })).toEqual(['tea at noon']);
  });

  it('SEARCH-14: filters by content: a picture, a file, a link', async () => {
    await say(anna, bela.id, 'see https://green.test/way');
    await say(anna, bela.id, 'http is a protocol');
    await sendFile(world, anna, bela.id, textFile('plan.txt', 'x'));
    await sendFile(world, anna, bela.id, { ...(await png(20, 20)), name: 'hill.png' });
    expect(await findMatches(bela, { has: 'link' })).toEqual([expect.stringContaining('green.test')]);
    expect(await findMatches(bela, { has: 'file' })).toEqual(['plan.txt']);
    expect(await findMatches(bela, { has: 'image' })).toEqual(['hill.png']);
    expect(await findMatches(bela, { has: 'image', keywords: 'plan' })).toEqual([]);
    expect(await findMatches(bela, { has: 'voice' })).toEqual([]);
    expect(await findMatches(bela, { has: 'link', from_user: bela.id })).toEqual([]);
  });

  it('SEARCH-14: a link behind words is one, and found by where it leads', async () => {
    const nameChange = '[the way](https://named.test/a&b) ||[there](https://hidden.test/)||';
    await say(anna, bela.id, nameChange, { format: 'md' });
    await send(anna, bela.id, '<a href="https://element.test/?a=1&amp;b=2">over there</a>');
    await say(anna, bela.id, '[no way](https://typed.test/');
    await say(anna, bela.id, '[no link](named)', { format: 'md' });
    expect(await findMatches(bela, { has: 'link' })).toEqual(
      ['typed.test', 'element.test', 'named.test'].map((host) => expect.stringContaining(host)),
    );
    for (const keywords of ['named.test/a&b', 'HIDDEN.test', 'the way'])
      expect(await findMatches(bela, { keywords })).toEqual([expect.stringContaining('named.test')]);
    expect(await findMatches(bela, { keywords: 'a=1&b=2' })).toEqual([
      expect.stringContaining('element.test'),
    ]);
  });

  it('SEARCH-14: filters by days, the first one included and the last one not', async () => {
    const begin = Math.floor(world.clock.nowMs() / 1_000);
    for (const day of ['one', 'two', 'three']) {
      await say(anna, bela.id, `day ${day}`);
      await world.clock.advance(DAY_SEC * 1_000);
    }
    const [second, third] = [begin + DAY_SEC, begin + 2 * DAY_SEC];
    expect(await findMatches(bela, { since: second })).toEqual(['day three', 'day two']);
    expect(await findMatches(bela, { until: second })).toEqual(['day one']);
    expect(await findMatches(bela, { keywords: 'day', since: second, until: third })).toEqual(['day two']);
    expect(await findMatches(bela, { since: third + DAY_SEC })).toEqual([]);
    expect(await findMatches(bela, { since: third, until: second })).toEqual([]);
  });

  it('SEARCH-14: pages of what is narrowed lose and repeat nothing', async () => {
    for (let i = 0; i < 300; i += 1) await say(i % 3 === 0 ? bela : anna, group, `line ${i}`);
    const expected = { from_user: bela.id, limit: 30 };
    const all: string[] = [];
    for (let page = 1; page <= 4; page += 1)
      all.push(...(await ask(anna, { ...expected, page })).data.map((row) => String(row['content'])));
    expect(all).toEqual(Array.from({ length: 100 }, (_, i) => `line ${297 - i * 3}`));
  });

  it('SEARCH-14: recalled messages and those of others are not found', async () => {
    const cleo = await world.person('cleo');
    await say(anna, bela.id, 'gone soon');
    await world.ok(anna, 'im/undoMessage', { id: `f-${made}` });
    await say(anna, group, 'only for the group');
    expect(await findMatches(bela, { from_user: anna.id })).toEqual(['only for the group']);
    expect(await findMatches(cleo, { from_user: anna.id })).toEqual([]);
    expect(await findMatches(cleo, { since: 0 })).toEqual([]);
  });

  it('SEARCH-14: neither words nor a filter, or an unknown kind: refused', async () => {
    expect(await ask(anna, {})).toMatchObject({ code: 400, msg: expect.stringContaining('keywords') });
    expect(await ask(anna, { keywords: '  ', toContactId: group })).toMatchObject({ code: 400 });
    expect(await ask(anna, { has: 'gold' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('has'),
    });
    expect(await ask(anna, { since: -1 })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('since'),
    });
  });
});
