import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { messageId } from '../../src/domain/ids.ts';
import { loggedIn, scripted } from '../support/scripted-server.ts';

it('RECALL-4: a recall waits for an undo, goes out once, and reports a refusal', async () => {
  const on = await loggedIn();
  const [kept, gone, late] = [messageId('kept'), messageId('gone'), messageId('late')];
  on.answer('/undoMessage', (request) =>
    (request.body as { readonly id: string }).id === late ? { code: 400, msg: 'too late' } : { code: 0 },
  );
  for (const id of [kept, gone, late]) on.client.actions.recallLater(id, 5_000);
  on.client.actions.openChat(null);
  await on.clock.advance(4_900);
  expect(on.of('/undoMessage')).toEqual([]);
  on.client.actions.keepMessage(kept);
  expect([...on.client.core.get().pending.recall.keys()]).toEqual([gone, late]);
  await on.clock.advance(60_000);
  expect(on.of('/undoMessage').map((one) => one.body)).toEqual([{ id: gone }, { id: late }]);
  expect(on.notices).toEqual([{ kind: 'message', text: 'too late' }]);
  expect(on.client.core.get().pending.recall.size).toBe(0);
});

it('RECALL-4: a recall that waited when the page closed, or was offline, goes out afterwards', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.client.actions.recallLater(messageId('slip'), 5_000);
  await first.clock.advance(1_000);
  await first.client.stop();
  const second = await scripted({ profile });
  second.page.setOnline(false);
  await second.client.start();
  await second.clock.advance(60_000);
  expect(second.of('/undoMessage')).toEqual([]);
  second.page.setOnline(true);
  await second.settle();
  expect(second.of('/undoMessage').map((one) => one.body)).toEqual([{ id: 'slip' }]);
});

it.each(['the first', 'the second'])('RECALL-4: an undo in %s of two tabs holds in both', async (where) => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  const slip = messageId('slip');
  first.client.actions.recallLater(slip, 5_000);
  await first.clock.advance(1_000);
  const second = await scripted({ profile, clock: first.clock });
  await second.client.start();
  await second.settle();
  const waiting = () => [first, second].map(({ client }) => client.core.get().pending.recall.has(slip));
  expect(waiting()).toEqual([true, true]);
  (where === 'the first' ? first : second).client.actions.keepMessage(slip);
  await first.settle();
  expect(waiting()).toEqual([false, false]);
  await first.clock.advance(60_000);
  expect([...first.of('/undoMessage'), ...second.of('/undoMessage')]).toEqual([]);
  // The next recall is carried out.
  first.client.actions.recallLater(slip, 5_000);
  await first.clock.advance(6_000);
  expect(first.of('/undoMessage').map((one) => one.body)).toEqual([{ id: 'slip' }]);
});

it('RECALL-4: a tab that reads what was stored before the undo does not send it', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  const slip = messageId('slip');
  first.client.actions.recallLater(slip, 5_000);
  await first.clock.advance(1_000);
  // Its save of the undo does not come to pass.
  first.client.actions.keepMessage(slip);
  const second = await scripted({ profile, clock: first.clock });
  await second.client.start();
  await second.clock.advance(60_000);
  expect([second.of('/undoMessage'), second.client.core.get().pending.recall.size]).toEqual([[], 0]);
});
