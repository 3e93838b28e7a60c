import { expect, it } from 'vitest';
import { hasMomentNews } from '../../src/client/state/kept-shown.ts';
import { loggedIn, type Scripted } from '../support/scripted-server.ts';

const signedIn = async (at: number): Promise<Scripted> => {
  const on = await loggedIn(
    {},
    {
      'moments/news': { code: 0, data: { at } },
      'im/getKept': { code: 0, data: { seq: 0, more: 0, list: [] } },
      'im/keep': { code: 0, data: {} },
    },
  );
  return on;
};
const hear = (on: Scripted, at: number) => on.push('moments', { at });
const isNew = (on: Scripted) => hasMomentNews(on.client.core.get());

it('MOMENT-7: missed moments are requested when a socket is bound, and show as new', async () => {
  const on = await signedIn(5);
  await on.settle();
  expect(on.of('moments/news')).toHaveLength(1);
  expect(isNew(on)).toBe(true);
  on.socket().close();
  await on.clock.advance(15_000);
  expect(on.of('moments/news')).toHaveLength(2);
});

it('MOMENT-7: looking takes the dot away at once, and what another device looked at too', async () => {
  const on = await signedIn(5);
  await on.client.actions.momentsSeen(5);
  expect(isNew(on)).toBe(false);
  hear(on, 7);
  expect(isNew(on)).toBe(true);
  on.push('kept', { name: 'moments', op: 'other', value: { at: 7 } }, { stream: 'u7', seq: 1 });
  expect(isNew(on)).toBe(false);
});

it('MOMENT-6: every notification counts, and the newest time wins, in any order', async () => {
  const on = await signedIn(0);
  await on.settle();
  const before = on.client.core.get().moments?.moved ?? 0;
  for (const at of [0, 9, 3]) hear(on, at);
  expect(on.client.core.get().moments).toEqual({ atMs: 9, moved: before + 3 });
});
