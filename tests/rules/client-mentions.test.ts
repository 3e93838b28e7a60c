import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import { loggedIn, scripted, type Scripted } from '../support/scripted-server.ts';

const GROUP = contactId('group-5');
const listRequests = (on: Scripted) =>
  on.of('/readAtMsg').map(({ body }) => {
    const { toContactId, n } = body as { readonly toContactId: string; readonly n: number };
    return [toContactId, n];
  });
const waiting = ({ client }: Scripted) => [...client.core.get().pending.mentionRead.keys()];

it('COUNT-14: a mention read without a network outlives the page, and is sent afterwards', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.page.setOnline(false);
  for (const n of [3, 1, 3]) await first.client.actions.readMention(GROUP, n);
  await first.clock.advance(1_000);
  expect(listRequests(first)).toEqual([]);
  await first.client.stop();
  const second = await scripted({ profile });
  second.answer('/readAtMsg', { code: 0 });
  await second.client.start();
  await second.settle();
  expect(listRequests(second)).toEqual([
    [GROUP, 3],
    [GROUP, 1],
  ]);
  await second.clock.advance(1_000);
  expect(waiting(second)).toEqual([]);
});

it('COUNT-14: sent once, and tried again in silence where the server does not answer', async () => {
  const on = await loggedIn();
  on.answer('/readAtMsg', { kind: 'timeout' });
  await on.client.actions.readMention(GROUP, 2);
  await on.settle();
  expect(waiting(on)).toEqual([`${GROUP} 2`]);
  on.answer('/readAtMsg', { code: 0 });
  await on.clock.advance(60_000);
  expect([waiting(on), on.notices]).toEqual([[], []]);
  const count = listRequests(on).length;
  await on.clock.advance(60_000);
  expect(listRequests(on)).toHaveLength(count);
});

it('COUNT-14: refused, or read with all others, it waits no longer', async () => {
  const on = await loggedIn();
  on.answer('/readAtMsg', { code: 400, msg: 'not in this group' });
  await on.client.actions.readMention(GROUP, 2);
  await on.settle();
  expect([waiting(on), on.notices]).toEqual([[], []]);
  on.answer('/readAtMsg', { kind: 'timeout' });
  await on.client.actions.readMention(GROUP, 4);
  await on.client.actions.readMention(GROUP, 9);
  on.push('mentionMark', { id: GROUP, mark: 5, mentions: 1, seq: 5, count: 9 }, { stream: 'u7', seq: 1 });
  await on.settle();
  expect(waiting(on)).toEqual([`${GROUP} 9`]);
});
