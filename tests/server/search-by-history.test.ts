import { expect, it } from 'vitest';
import { searchLimits } from '../../src/domain/limits.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all' });

const page = (more: object) =>
  world.call(anna, 'im/getMessageList', { toContactId: bela.id, page: 1, peek: 1, ...more });
const search = () => world.call(anna, 'im/search', { keywords: 'needle' });

it.each(['all', 'text'])(
  'SEARCH-10: keywords in a history of kind %s count as a search, other pages do not',
  async (type) => {
    const { times, windowMs } = searchLimits.rate;
    for (let at = 0; at < times; at += 1) {
      const { code } = at % 2 === 0 ? await page({ type, keywords: 'needle' }) : await search();
      expect([at, code]).toEqual([at, 0]);
    }
    for (const refused of [await page({ type, keywords: 'needle' }), await search()])
      expect(refused).toMatchObject({ code: 400, data: { retry_ms: expect.any(Number) as number } });
    expect([(await page({})).code, (await page({ type })).code]).toEqual([0, 0]);
    await world.clock.advance(windowMs);
    expect((await page({ type, keywords: 'needle' })).code).toBe(0);
  },
);
