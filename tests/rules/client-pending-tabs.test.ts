import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { persistenceLimits as limits } from '../../src/client/state/limits.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { loggedIn, PARTNER, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const SLIP = messageId('slip');
/** Other stored keys besides pending changes. */
const OTHERS = ['snapshot', 'wishes-stamp'];

/** Pages of one browser. The first one writes and is offline, later ones are in the background. */
async function browser() {
  const [profile, clock] = [createMemoryProfile(), createVirtualClock()];
  const first = await loggedIn({ profile, clock });
  await clock.advance(1_000);
  first.page.setOnline(false);
  const page = async (): Promise<Scripted> => {
    const on = await scripted({ profile, clock, isVisible: false });
    on.page.setOnline(false);
    await on.client.start();
    await on.settle();
    return on;
  };
  const listStored = () => [...profile.stored('7', 'meta')].filter(([name]) => !OTHERS.includes(name));
  return { profile, clock, first, page, kept: listStored };
}
const shut = async (on: Scripted): Promise<void> => {
  on.page.shut();
  await on.client.stop();
  await on.settle();
};
const pinned = ({ client }: Scripted) => client.core.get().pending.top.get(BERT);
const listReports = (on: Scripted) =>
  on.of('/setChatTop').map(({ body }) => (body as { is_top: number }).is_top);
const slips = (on: Scripted) => on.of('/pinMessage').map(({ body }) => (body as { on: number }).on);

it('SEND-12: a press in a page that does not write survives that page', async () => {
  const { clock, page, first } = await browser();
  const second = await page();
  await second.client.actions.setTop(BERT, true);
  await clock.advance(limits.saveAfterMs);
  await shut(second);
  // The one that writes does so once more.
  await first.client.actions.archiveChat(BERT, true);
  await clock.advance(limits.saveAfterMs);
  const third = await page();
  expect(pinned(third)).toBe(true);
  third.page.setOnline(true);
  await third.settle();
  expect(listReports(third)).toEqual([1]);
});

it('SEND-12: a press a moment before a page closes survives it, too', async () => {
  const { page } = await browser();
  const second = await page();
  await second.client.actions.setTop(BERT, true);
  await shut(second);
  expect(pinned(await page())).toBe(true);
});

it('SEND-12: without a network it is written at once: a page that dies a moment later loses nothing', async () => {
  const { page, kept } = await browser();
  const second = await page();
  await second.client.actions.setTop(BERT, true);
  await second.settle();
  expect(kept()).toHaveLength(1);
});

it('SEND-12: a page that writes from now on leaves what another one wants', async () => {
  const { clock, first, page } = await browser();
  await first.client.actions.setTop(BERT, true);
  const second = await page();
  await first.client.actions.pinMessage(BERT, SLIP, true);
  await clock.advance(limits.saveAfterMs);
  second.page.setVisible(true);
  await second.client.actions.archiveChat(BERT, true);
  await clock.advance(10 * limits.saveAfterMs);
  await shut(first);
  const { pending } = (await page()).client.core.get();
  expect([[...pending.top], [...pending.messagePin.keys()], [...pending.archive]]).toEqual([
    [[BERT, true]],
    [SLIP],
    [[BERT, true]],
  ]);
});

it('SEND-12: the sending page sends the changes that a closed page left', async () => {
  const { clock, first, page } = await browser();
  first.page.setOnline(true);
  first.answer('/setChatTop', { code: 0, data: {} });
  await clock.advance(60_000);
  const second = await page();
  await second.client.actions.setTop(BERT, true);
  await clock.advance(limits.saveAfterMs);
  expect([pinned(first), listReports(first)]).toEqual([undefined, []]);
  await shut(second);
  expect(listReports(first)).toEqual([1]);
});

it('SEND-12: a confirmed change is no longer stored, and does not come back', async () => {
  const { clock, first, page, kept } = await browser();
  await first.client.actions.setTop(BERT, true);
  const second = await page();
  await clock.advance(limits.saveAfterMs);
  expect(kept()).toEqual([
    ['wish top 9', { order: 1, wish: { register: 'top', conversation: BERT, value: true } }],
  ]);
  for (const on of [first, second]) {
    on.answer('/setChatTop', { code: 0, data: {} });
    on.answer('/getContacts', {
      code: 0,
      data: [{ ...PARTNER, is_top: 1 }],
      count: 0,
      cursor: 'c1',
      epoch: 'e2',
    });
    on.answer('/sync', { code: 0, data: { epoch: 'e2', cursor: 'c1', more: 0, frames: [], resync: [] } });
    on.page.setOnline(true);
  }
  await clock.advance(60_000);
  expect([listReports(first), pinned(first), kept()]).toEqual([[1], undefined, []]);
});

it('SEND-12: many sent changes go with one write, and a newer change of another page stays', async () => {
  const { clock, first, page, profile, kept } = await browser();
  for (const id of ['a', 'b', 'c']) await first.client.actions.pinMessage(BERT, messageId(id), true);
  await clock.advance(limits.saveAfterMs);
  const second = await page();
  const writes: (readonly string[])[] = [];
  const records = { ...profile.records };
  Object.assign(profile.records, {
    write: (...[user, changes, when]: Parameters<typeof records.write>) => {
      if (changes.every(({ value }) => value === undefined)) writes.push(changes.map(({ key }) => key));
      return records.write(user, changes, when);
    },
  });
  first.answer('/pinMessage', { code: 1, msg: 'no' });
  first.page.setOnline(true);
  await clock.advance(10);
  await second.client.actions.pinMessage(BERT, messageId('b'), false);
  await clock.advance(60_000);
  expect(writes).toEqual([['wish messagePin a', 'wish messagePin c']]);
  expect(kept().map(([name]) => name)).toEqual(['wish messagePin b']);
});

it('SEND-12: of two pages with different changes, the last press is sent', async () => {
  const { clock, first, page } = await browser();
  await first.client.actions.pinMessage(BERT, SLIP, true);
  await clock.advance(limits.saveAfterMs);
  const second = await page();
  expect([...second.client.core.get().pending.messagePin.keys()]).toEqual([SLIP]);
  await first.client.actions.pinMessage(BERT, SLIP, false);
  await clock.advance(limits.saveAfterMs);
  for (const on of [first, second]) {
    on.answer('/pinMessage', { code: 0, data: {} });
    on.page.setOnline(true);
    await on.settle();
  }
  expect([slips(first), slips(second)]).toEqual([[0], []]);
});

it('SEND-12: another page learns of a change even if sent ones could not be removed yet', async () => {
  const { clock, first, page, profile } = await browser();
  for (const id of ['told', 'pressed']) await first.client.actions.pinMessage(BERT, messageId(id), true);
  const second = await page();
  const records = { ...profile.records };
  Object.assign(profile.records, {
    write: (...[user, changes, when]: Parameters<typeof records.write>) =>
      changes.every(({ value }) => value === undefined)
        ? Promise.resolve(false)
        : records.write(user, changes, when),
  });
  first.answer('/pinMessage', ({ body }) =>
    (body as { readonly id: string }).id === 'told' ? { code: 1, msg: 'no' } : { kind: 'timeout' },
  );
  first.page.setOnline(true);
  await first.settle();
  await first.client.actions.pinMessage(BERT, messageId('pressed'), false);
  await clock.advance(2 * limits.saveAfterMs);
  expect([...second.client.core.get().pending.messagePin.keys()]).toEqual(['told']);
});

it('SEND-12: the list that an earlier build stored is split into one record for each change', async () => {
  const { clock, profile, page, first, kept } = await browser();
  await shut(first);
  const pendingChange = { register: 'top', conversation: BERT, value: true } as const;
  await profile.records.write('7', [{ store: 'meta', key: 'wishes', value: [pendingChange] }]);
  const second = await page();
  expect(pinned(second)).toBe(true);
  await clock.advance(limits.saveAfterMs);
  expect(kept()).toEqual([['wish top 9', { order: 1, wish: pendingChange }]]);
});

it('SEND-12, SESS-3: after a log-out in another tab nothing is stored any more', async () => {
  const { clock, first, page, kept } = await browser();
  const second = await page();
  await second.client.actions.setTop(BERT, true);
  await first.client.actions.logout();
  await clock.advance(60_000);
  expect(kept()).toEqual([]);
});

it('SEND-12: a write to a full disk is repeated, and the change is stored then', async () => {
  const { clock, first, profile, kept } = await browser();
  const room = { ...profile.records };
  Object.assign(profile.records, { write: () => Promise.reject(new Error('no room left')) });
  await first.client.actions.setTop(BERT, true);
  await clock.advance(10_000);
  expect([kept(), first.logged.some((line) => line.startsWith('wishes.notStored'))]).toEqual([[], true]);
  Object.assign(profile.records, room);
  await clock.advance(limits.saveAgainMaxMs);
  expect(kept()).toHaveLength(1);
});
