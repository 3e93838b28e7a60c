import { expect, it } from 'vitest';
import { contactId, userId } from '../../src/domain/ids.ts';
import { askedAgainMax } from '../../src/client/state/limits.ts';
import { browser, signIn, until } from '../support/real-device.ts';
import { ME, PARTNER, scripted } from '../support/scripted-server.ts';
import { startWorld } from '../support/world.ts';

it('STORE-15: the first page of the open chat is lost while the socket stays: it comes by itself', async () => {
  const world = await startWorld();
  const [a, b] = [await browser(world).open(), await browser(world).open()];
  await signIn(world, a, 'anna');
  await signIn(world, b, 'bert');
  const [idA, idB] = [a, b].map((tab) => tab.client.core.get().self?.id ?? 0) as [number, number];
  const [toB, toA] = [contactId(idB), contactId(idA)];
  await a.client.actions.applyFriend(userId(idB), 'hello');
  await b.client.actions.applyFriend(userId(idA), 'hello');
  await until(world, () => a.client.core.get().contacts.has(toB) && b.client.core.get().contacts.has(toA));
  b.network.loseRequests = /getMessageList/;
  b.client.actions.openChat(toA);
  const page = () => b.client.core.get().conversations.get(toA);
  await until(world, () => page()?.loading === 'failed');
  await a.client.actions.send(toB, { text: 'are you there?', at: [], quote: null });
  b.network.loseRequests = null;
  await until(world, () => page()?.live === true);
  expect(
    page()
      ?.chunks.flat()
      .map((one) => one.content),
  ).toContain('are you there?');
  for (const tab of [a, b]) await tab.crash();
  await world.close();
});

const BERT = contactId(PARTNER.id);
const LOST = { kind: 'broken' } as const;
/** Longer than the pause between two beats of the socket. */
const BEAT_MS = 60_000;
const signedIn = async () => {
  const on = await scripted();
  await on.client.start();
  await on.login();
  return on;
};

it.each([
  ['/getMessagePins', { seq: 0, pins: [], more: 0 }, 'messagePins'],
  ['/getLater', { seq: 0, list: [], more: 0 }, 'refreshLater'],
  ['/groupLines', [], 'groupLines'],
] as const)(
  'STORE-15: %s is asked for by a page itself: what is lost is asked for again',
  async (call, data, name) => {
    const on = await signedIn();
    on.answer(call, LOST);
    const ask = { messagePins: [BERT], refreshLater: [], groupLines: [contactId('group-1'), 1, 2] }[name];
    const answer = (on.client.actions[name] as (...args: readonly unknown[]) => Promise<{ ok: boolean }>)(
      ...ask,
    );
    await on.clock.advance(BEAT_MS);
    await on.settle();
    expect(on.of(call).length).toBeGreaterThan(1);
    on.answer(call, { code: 0, data });
    await on.clock.advance(BEAT_MS);
    expect(await answer).toMatchObject({ ok: true });
    const asked = on.of(call).length;
    await on.clock.advance(BEAT_MS);
    expect(on.of(call)).toHaveLength(asked);
  },
);

it('STORE-15: what is asked for by itself is asked once where it is refused, and not for ever', async () => {
  const on = await signedIn();
  on.answer('/getMessagePins', { code: 403, msg: 'no' });
  expect(await on.client.actions.messagePins(BERT)).toMatchObject({ ok: false });
  on.answer('/getMessagePins', LOST);
  const answer = on.client.actions.messagePins(BERT);
  await on.clock.advance(BEAT_MS * askedAgainMax);
  expect(await answer).toMatchObject({ ok: false });
  expect(on.of('/getMessagePins')).toHaveLength(1 + askedAgainMax);
});

it('STORE-15: whoever asks for the same anew, or logs out, ends the wait', async () => {
  const on = await signedIn();
  on.answer('/getMessagePins', LOST);
  const first = on.client.actions.messagePins(BERT);
  const second = on.client.actions.messagePins(BERT);
  await on.clock.advance(BEAT_MS);
  expect(await first).toMatchObject({ ok: false });
  await on.client.actions.logout();
  on.answer('/login', { code: 0, data: { authToken: 'bearer t2', userInfo: { ...ME, user_id: 8, id: 8 } } });
  await on.login();
  const asked = on.of('/getMessagePins').length;
  await on.clock.advance(BEAT_MS);
  expect(await second).toMatchObject({ ok: false });
  expect(on.of('/getMessagePins')).toHaveLength(asked);
});
