import { describe, expect, it } from 'vitest';
import { createOutboxRecords, type StoredItem } from '../../src/client/outbox/records.ts';
import { visibleItemOf } from '../../src/client/outbox/sender.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import type { RecordsPort } from '../../src/ports/storage.ts';
import { item } from '../support/one-chat.ts';
import { loggedIn, messageOf, scripted, type Reply, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const draft = (text: string) => ({ text, at: [], quote: null });

/**
 * A browser profile with slow reads of the outbox, which return the state at the request or at the end. A tab
 * may learn late that another one has taken its place.
 */
function slowProfile() {
  const profile = createMemoryProfile();
  const readAll = profile.records.readAll.bind(profile.records);
  const hold = profile.lock.hold.bind(profile.lock);
  const waiting: (() => void)[] = [];
  const gate = {
    isShut: false,
    isLate: false,
    isBroken: false,
    pause: Promise.resolve(),
    open: () => waiting.splice(0).forEach((go) => go()),
  };
  Object.assign(profile.records, {
    readAll: async (...given: Parameters<typeof readAll>) => {
      const match = await readAll(...given);
      if (gate.isBroken && given[1] === 'outbox') throw new Error('the disk does not answer');
      if (!gate.isShut || given[1] !== 'outbox') return match;
      await new Promise<void>((go) => waiting.push(go));
      return gate.isLate ? readAll(...given) : match;
    },
  });
  Object.assign(profile.lock, {
    hold: (...[name, held, options]: Parameters<typeof hold>) =>
      hold(name, (lost) => held(lost.then(() => gate.pause)), options),
  });
  return { profile, gate };
}

async function write(on: Scripted, text: string) {
  const made = await on.client.actions.send(BERT, draft(text));
  await on.settle();
  if (!made.ok) throw new Error('not written');
  return made.value;
}
const listVisible = ({ client }: Scripted) =>
  (client.core.get().outbox.get(BERT) ?? []).map(({ message }) => message.content);

describe('items discarded while the outbox is read', () => {
  it('SEND-13: a discarded item is not sent, though it was read before its removal', async () => {
    const { profile, gate } = slowProfile();
    const first = await loggedIn({ profile });
    first.page.setOnline(false);
    const id = await write(first, 'never');
    const second = await scripted({ profile, isVisible: false });
    await second.client.start();
    await second.settle();
    gate.isShut = true;
    // The sending tab reads every item that another tab stores.
    await write(second, 'later');
    first.client.actions.discard(id);
    await first.settle();
    gate.isShut = false;
    gate.open();
    await first.settle();
    expect(listVisible(first)).toEqual(['later']);
    first.page.setOnline(true);
    await first.settle();
    expect(first.of('/sendMessage').map(({ body }) => body)).toMatchObject([{ content: 'later' }]);
  });

  it('SEND-13: an item that another tab discarded during its answer is recalled', async () => {
    const { profile, gate } = slowProfile();
    const first = await loggedIn({ profile });
    const second = await scripted({ profile, isVisible: false });
    await second.client.start();
    const answers: ((reply: Reply) => void)[] = [];
    first.answer('/sendMessage', () => new Promise((answer) => void answers.push(answer)));
    const id = await write(first, 'hello');
    await second.settle();
    Object.assign(gate, { isShut: true, isLate: true });
    second.client.actions.discard(id);
    await second.settle();
    for (const answer of answers)
      answer({ code: 0, data: { ...messageOf(1, 'hello', { from: 7, id }), toContactId: 9 } });
    await first.settle();
    gate.isShut = false;
    gate.open();
    await first.settle();
    expect(first.of('/undoMessage').map(({ body }) => body)).toEqual([{ id, discard: 1 }]);
    expect(profile.stored('7', 'outbox').size).toBe(0);
  });

  it('SEND-13: an item that the sending tab discarded stays gone after a late answer', async () => {
    const { profile, gate } = slowProfile();
    const first = await loggedIn({ profile });
    const answers: ((reply: Reply) => void)[] = [];
    first.answer('/sendMessage', () => new Promise((answer) => void answers.push(answer)));
    const id = await write(first, 'hello');
    first.page.setVisible(false);
    const second = await scripted({ profile });
    second.page.setOnline(false);
    await second.client.start();
    await second.settle();
    Object.assign(gate, { isShut: true, isLate: true });
    second.client.actions.discard(id);
    second.page.setOnline(true);
    await second.settle();
    for (const answer of answers) answer({ code: 400, msg: 'the number is used' });
    await first.settle();
    gate.isShut = false;
    gate.open();
    await first.settle();
    await second.settle();
    expect([listVisible(first), listVisible(second), profile.stored('7', 'outbox').size]).toEqual([
      [],
      [],
      0,
    ]);
    expect(second.of('/undoMessage').map(({ body }) => body)).toEqual([{ id, discard: 1 }]);
  });

  it.each([
    ['', false],
    [', also where it cannot read what lies there', true],
  ])('SEND-13: nor does an earlier attempt of a former sending tab restore it%s', async (_, isBroken) => {
    const { profile, gate } = slowProfile();
    const first = await loggedIn({ profile });
    first.page.setOnline(false);
    const id = await write(first, 'never');
    const second = await scripted({ profile });
    second.answer('/sendMessage', { kind: 'timeout' });
    const resolvers: (() => void)[] = [];
    gate.pause = new Promise((done) => void resolvers.push(done));
    await second.client.start();
    await second.settle();
    Object.assign(gate, { isShut: !isBroken, isBroken });
    second.client.actions.discard(id);
    await second.clock.advance(10_000);
    first.page.setOnline(true);
    for (const go of resolvers) go();
    await first.settle();
    Object.assign(gate, { isShut: false, isBroken: false });
    gate.open();
    await write(second, 'later');
    await first.settle();
    expect([listVisible(first), listVisible(second)]).toEqual([['later'], ['later']]);
    expect(first.of('/sendMessage')).toEqual([]);
  });
});

it('SEND-5: a refused message goes out again by the tab that sends, asked for in another one', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.answer('/sendMessage', { code: 401, msg: 'silenced' });
  const id = await write(first, 'again');
  const second = await scripted({ profile, isVisible: false });
  await second.client.start();
  await second.settle();
  expect([listVisible(first), listVisible(second)]).toEqual([['again'], ['again']]);
  first.answer('/sendMessage', { kind: 'timeout' });
  second.client.actions.retry(id);
  await second.settle();
  await first.settle();
  expect([listVisible(first), listVisible(second), first.of('/sendMessage').length]).toEqual([
    ['again'],
    ['again'],
    2,
  ]);
  expect([second.of('/sendMessage'), first.of('/undoMessage')]).toEqual([[], []]);
});

it('SEND-13: an item to be recalled is shown nowhere, in any state', () => {
  const message = item('m1').message;
  const stored = { message, user: 7, order: 1, status: 'queued', reason: null } as const;
  const readView = (parts: Pick<StoredItem, 'discarded' | 'asked'>) =>
    (['queued', 'sending', 'unknown', 'failed', 'recalling'] as const).map(
      (status) => visibleItemOf({ ...stored, ...parts }, status)?.status ?? null,
    );
  const none = [null, null, null, null, null];
  expect(readView({ discarded: true, asked: null })).toEqual(none);
  expect(readView({ discarded: false, asked: 'discard' })).toEqual(none);
  for (const request of [null, 'retry'] as const)
    expect(readView({ discarded: false, asked: request })).toEqual([
      'queued',
      'sending',
      'unknown',
      'failed',
      null,
    ]);
});

it('SEND-14: an attempt on a full disk counts until it is written, or until a manual retry', async () => {
  const profile = createMemoryProfile();
  const { records } = profile;
  const room = { full: false };
  const write: RecordsPort['write'] = (...given) =>
    room.full ? Promise.reject(new Error('no room')) : records.write(...given);
  const outbox = createOutboxRecords(userId(7), { ...records, write }, profile.settings());
  const { message } = item('m1');
  const rest = { user: 7, order: 1, status: 'queued', reason: null, discarded: false, asked: null } as const;
  const at = (atMs: number | null): StoredItem => ({
    ...rest,
    message,
    tried: atMs === null ? null : { ageMs: 0, atMs },
  });
  const attempt = async () => (await outbox.all(7)).map((one) => one.tried?.atMs ?? null);
  await outbox.save([at(null)]);
  room.full = true;
  await expect(outbox.saveLate([at(5)])).rejects.toThrow('no room');
  await expect(outbox.save([at(9)])).rejects.toThrow('no room');
  expect(await attempt()).toEqual([5]);
  room.full = false;
  await outbox.save([at(null)]);
  expect(await attempt()).toEqual([null]);
});
