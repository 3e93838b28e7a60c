import { beforeEach, expect, it } from 'vitest';
import { serverLimits as limits } from '../../src/server/kernel/limits.ts';
import type { Fields } from '../support/fields.ts';
import type { Envelope } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const COUNT = 60;

const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all' });
beforeEach(async () => {
  for (let n = 1; n <= COUNT; n += 1) {
    await world.say(anna, bela.id, `${n} ${'&amp;'.repeat(2_000)}`, { id: `heavy-${n}` });
    await world.clock.advance(2_000);
  }
});

type Page = Envelope<readonly Fields[]> & { readonly more?: 1 };
const page = (more: object): Promise<Page> =>
  world.call(bela, 'im/getMessageList', { toContactId: anna.id, page: 1, limit: 100, ...more });
const ns = ({ data }: Page): readonly number[] => data.map(({ n }) => n);
const bytes = ({ data }: Page): number => new TextEncoder().encode(JSON.stringify(data)).length;

it('LIMIT-15: a page holds so many bytes and says that there is more; paging both ways brings every row once', async () => {
  const back: number[] = [];
  for (let before: unknown; ;) {
    const got = await page({ peek: 1, ...(before === undefined ? {} : { last_id: before }) });
    expect(bytes(got)).toBeLessThanOrEqual(limits.pageBytesMax + 100);
    expect(got.count).toBe(COUNT + 1 - back.length);
    back.unshift(...ns(got));
    before = got.data[0]?.['msg_id'];
    if (got.more !== 1) break;
  }
  expect(back).toEqual(Array.from({ length: COUNT + 1 }, (_, at) => at + 1));
  const forth: number[] = [];
  for (let more: unknown = 1; more === 1;) {
    const got = await page({ peek: 1, after_n: forth.at(-1) ?? 0 });
    expect(bytes(got)).toBeLessThanOrEqual(limits.pageBytesMax + 100);
    forth.push(...ns(got));
    more = got.more;
  }
  expect(forth).toEqual(back);
});

it('LIMIT-15: a plain client’s page is cut as well, never below a page of the contract, and its count says that there is more', async () => {
  const whole = await page({});
  expect([whole.data.length < COUNT, whole.data.length >= limits.contractPage, whole.count]).toEqual([
    true,
    true,
    COUNT + 1,
  ]);
  expect(ns(whole).at(-1)).toBe(COUNT + 1);
  const usual = await page({ limit: limits.contractPage });
  expect([usual.data.length, usual.more]).toEqual([limits.contractPage, undefined]);
  // Lists by kind go on by page number.
  const first = await page({ limit: 30, type: 'text', peek: 1 });
  expect([first.data.length, first.more]).toEqual([30, undefined]);
});

it('LIMIT-9: pages of a base-protocol client also cost by characters; others do not wait', async () => {
  const answers: number[] = [];
  for (let requestCount = 0; requestCount < 12; requestCount += 1)
    answers.push((await page({ limit: 50 })).code);
  expect([answers[0], answers.at(-1)]).toEqual([0, 400]);
  expect(await world.code(anna, 'im/getMessageList', { toContactId: bela.id, page: 1, peek: 1 })).toBe(0);
  await world.clock.advance(limits.answerRate.windowMs);
  // The same rows as bytes alone.
  for (let requestCount = 0; requestCount < 12; requestCount += 1)
    expect((await page({ limit: 50, peek: 1 })).code).toBe(0);
}, 60_000);
