import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { failureText } from '../../src/app/shared/failure-text.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import { outboxLimits } from '../../src/domain/limits.ts';
import {
  loggedIn,
  messageOf,
  scripted,
  type Reply,
  type Scripted,
  type SeenRequest,
} from '../support/scripted-server.ts';

const BERT = contactId(9);
const draft = (text: string) => ({ text, at: [], quote: null });

interface Sent {
  readonly id: string;
  readonly content: string;
}
const acceptRequest = (request: SeenRequest): Reply => {
  const { id, content } = request.body as Sent;
  return { code: 0, data: { ...messageOf(1, content, { from: 7, id }), toContactId: 9 } };
};
const sent = (on: Scripted): readonly string[] =>
  on
    .of('/sendMessage')
    .flatMap((one) => one.body as Sent | readonly Sent[] as Sent)
    .map((one) => one.content);
const unsent = ({ client }: Scripted) => (client.core.get().outbox.get(BERT) ?? []).length;

/** A tab that sends, on a disk that may be full: then nothing is written. */
async function device() {
  const profile = createMemoryProfile();
  const write = profile.records.write.bind(profile.records);
  const room = { full: false, forbidden: false };
  Object.assign(profile.records, {
    write: (...given: Parameters<typeof write>) =>
      room.full || room.forbidden
        ? Promise.reject(new DOMException('no', room.full ? 'QuotaExceededError' : 'SecurityError'))
        : write(...given),
  });
  const first = await loggedIn({ profile });
  const open = async () => {
    const other = await scripted({ profile, isVisible: false });
    await other.client.start();
    await other.settle();
    return other;
  };
  return { profile, room, first, open };
}
async function write(on: Scripted, text: string): Promise<boolean> {
  const { ok } = await on.client.actions.send(BERT, draft(text));
  await on.settle();
  return ok;
}

it('SEND-22: a device without room sends what it cannot store, and warns once', async () => {
  const { profile, room, first } = await device();
  first.answer('/sendMessage', acceptRequest);
  room.full = true;
  first.page.setOnline(false);
  expect([await write(first, 'one'), await write(first, 'two')]).toEqual([true, true]);
  expect(unsent(first)).toBe(2);
  first.page.setOnline(true);
  await first.settle();
  expect(sent(first).toSorted()).toEqual(['one', 'two']);
  expect(first.notices.filter((one) => one.kind === 'text')).toEqual([
    { kind: 'text', key: 'err.notStored' },
  ]);
  expect(profile.stored('7', 'outbox').size).toBe(0);
});

it('SEND-22: a browser that forbids storage is not called full', async () => {
  const { room, first } = await device();
  first.page.setOnline(false);
  room.forbidden = true;
  expect(await write(first, 'one')).toBe(true);
  expect(first.notices.filter((one) => one.kind === 'text')).toEqual([
    { kind: 'text', key: 'err.mayNotStore' },
  ]);
});

it('SEND-22: a message that goes nowhere says what the user can do about it', async () => {
  const { room, first } = await device();
  first.page.setOnline(false);
  room.full = true;
  for (let at = 0; at < outboxLimits.itemsMax; at += 1) await first.client.actions.send(BERT, draft('waits'));
  const answer = await first.client.actions.send(BERT, draft('one more'));
  const words = answer.ok ? '' : failureText(((key: string) => key) as TFunction, answer.reason);
  expect(words).toBe('err.full');
});

it('SEND-22: a message without room is not lost where another tab stores one', async () => {
  const { room, first, open } = await device();
  const second = await open();
  first.answer('/sendMessage', () => ({ kind: 'timeout' }));
  room.full = true;
  await write(first, 'waits');
  room.full = false;
  await write(second, 'stored');
  await first.settle();
  expect(unsent(first)).toBe(2);
  first.answer('/sendMessage', acceptRequest);
  await first.clock.advance(120_000);
  await first.settle();
  expect(sent(first)).toContain('waits');
});

it('SEND-22: a second tab sends what it cannot store, with one id until it has an answer', async () => {
  const { profile, room, first, open } = await device();
  const second = await open();
  room.full = true;
  second.answer('/sendMessage', acceptRequest);
  expect(await write(second, 'at once')).toBe(true);
  expect(sent(second)).toEqual(['at once']);
  second.answer('/sendMessage', () => ({ kind: 'timeout' }));
  expect(await write(second, 'unanswered')).toBe(true);
  expect(unsent(second)).toBe(1);
  second.answer('/sendMessage', acceptRequest);
  await second.clock.advance(120_000);
  await second.settle();
  expect(unsent(second)).toBe(0);
  const again = second.of('/sendMessage').map((one) => one.body as Sent);
  expect(again.filter(({ content }) => content === 'unanswered').length).toBeGreaterThan(1);
  expect(new Set(again.map(({ id }) => id)).size).toBe(2);
  expect(sent(first)).toEqual([]);
  expect(profile.stored('7', 'outbox').size).toBe(0);
});

it('SEND-22: a tab that lost the lock still sends what only its memory has', async () => {
  const { room, first, open } = await device();
  first.answer('/sendMessage', () => ({ kind: 'timeout' }));
  room.full = true;
  await write(first, 'only here');
  const second = await open();
  first.page.setVisible(false);
  second.page.setVisible(true);
  await second.settle();
  await first.settle();
  first.answer('/sendMessage', acceptRequest);
  await first.clock.advance(120_000);
  await first.settle();
  expect(unsent(first)).toBe(0);
  expect(sent(second)).toEqual([]);
});

it('SEND-6, SEND-22: a second tab sends nothing from memory before what waits in the first', async () => {
  const { room, first, open } = await device();
  const second = await open();
  first.answer('/sendMessage', () => ({ kind: 'timeout' }));
  await write(second, 'stored');
  await first.settle();
  room.full = true;
  await write(second, 'from memory');
  expect(sent(second)).toEqual([]);
  room.full = false;
  first.answer('/sendMessage', acceptRequest);
  await first.clock.advance(120_000);
  await second.clock.advance(120_000);
  await first.settle();
  await second.settle();
  const all = [...sent(first), ...sent(second)];
  expect(all.lastIndexOf('stored')).toBeLessThan(all.indexOf('from memory'));
  expect([unsent(first), unsent(second)]).toEqual([0, 0]);
});

it('SEND-6, SEND-22: with room again, what waits in memory is stored before the next message', async () => {
  const { profile, room, first, open } = await device();
  const second = await open();
  first.page.setOnline(false);
  second.page.setOnline(false);
  room.full = true;
  await write(second, 'one');
  room.full = false;
  await write(second, 'two');
  const stored = [...profile.stored('7', 'outbox').values()] as { message: Sent; order: number }[];
  const inOrder = stored.toSorted((a, b) => a.order - b.order);
  expect(inOrder.map(({ message }) => message.content)).toEqual(['one', 'two']);
});

it('SEND-22: items in memory are stored as soon as the device has room', async () => {
  const { profile, room, first } = await device();
  first.page.setOnline(false);
  room.full = true;
  await write(first, 'waits');
  room.full = false;
  await first.clock.advance(120_000);
  expect(profile.stored('7', 'outbox').size).toBe(1);
  room.full = true;
  first.answer('/sendMessage', acceptRequest);
  first.page.setOnline(true);
  await first.settle();
  room.full = false;
  await first.clock.advance(120_000);
  expect([unsent(first), profile.stored('7', 'outbox').size]).toEqual([0, 0]);
});
