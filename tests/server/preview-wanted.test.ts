import { beforeEach, expect, it } from 'vitest';
import { userId } from '../../src/domain/ids.ts';
import { makePreview } from '../../src/server/features/previews/make-preview.ts';
import { Previews } from '../../src/server/features/previews/previews.ts';
import { HTML, PAGE, scriptedPages } from '../support/web-pages.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

let pages = scriptedPages();
beforeEach(() => {
  pages = scriptedPages();
  pages.put(PAGE, HTML);
});
const house = setUpThreePeople({ options: () => ({ pages }) });

const quotas = { checkRoom: () => Promise.resolve(null) };
const send = (id: string, more: object = {}) =>
  house.world.say(house.anna, house.group, PAGE, { id, ...more });
const make = (who: Person, id: string) =>
  makePreview(
    { core: house.world.server.core, quotas, signal: new AbortController().signal },
    userId(who.id),
    id,
  );

it('PREVIEW-1: no page is asked for what is gone, no text, another’s, or has its card', async () => {
  await send('text');
  await send('back');
  await house.world.ok(house.anna, 'im/undoMessage', { id: 'back' });
  await send('place', {
    type: 'location',
    extends: { lat: 1, lng: 2, name: PAGE, address: PAGE },
    content: PAGE,
  }).catch(() => undefined);
  for (const [who, id] of [
    [house.anna, 'never'],
    [house.anna, 'back'],
    [house.anna, 'place'],
    [house.bela, 'text'],
  ] as const)
    await make(who, id);
  expect(pages.asked).toEqual([]);
  await make(house.anna, 'text');
  const requestCount = pages.asked.length;
  expect(requestCount).toBeGreaterThan(0);
  await make(house.anna, 'text');
  expect(pages.asked).toHaveLength(requestCount);
});

it.each([['of the person'], ['of all']])(
  'PREVIEW-2: beyond the rate %s nothing is asked, however little is to be waited',
  async (whose) => {
    await send('text');
    const take = (key: string): number => Number((key === 'previews') === (whose === 'of all'));
    const previews = new Previews(house.world.server.core, { take } as never, quotas);
    previews.want(userId(house.anna.id), 'text');
    for (let round = 0; round < 5; round += 1) await house.world.settle();
    await previews.stop();
    expect(pages.asked).toEqual([]);
  },
);

it('PREVIEW-2: slow pages of one user hold up no other user’s link', async () => {
  const release = pages.hold();
  for (let at = 0; at < 30; at += 1)
    await send(`slow-${at}`, { content: `https://slow.test/${at}`, preview: 1 });
  await house.world.say(house.bela, house.group, 'https://quick.test/1', { id: 'quick', preview: 1 });
  await house.world.settle();
  expect(pages.asked).toContain('https://quick.test/1');
  release();
});
