import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/client/connection/outcome.ts';
import { groupKindOf } from '../../src/client/connection/api.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { withoutLeaving } from '../../src/client/outbox/leaving.ts';
import { createOutboxRecords } from '../../src/client/outbox/records.ts';
import { isConfirmed, isThere, type PendingSwitch } from '../../src/client/pending-changes/pending-kinds.ts';
import { contactId, FAVOURITES, userId } from '../../src/domain/ids.ts';
import { outboxLimits } from '../../src/domain/limits.ts';
import type { Message } from '../../src/domain/message.ts';
import { stateWith, windowOf } from '../support/scripted-client.ts';
import { loggedIn, messageOf, scripted, type Scripted } from '../support/scripted-server.ts';
import { aContact } from '../support/contacts.ts';

const BERT = contactId(9);
const text = (content: string) => ({ text: content, at: [], quote: null });
const item = (id: string, order: number, more: object = {}) => ({
  message: { id, to: '9', content: id },
  user: 7,
  order,
  status: 'queued',
  reason: null,
  discarded: false,
  asked: null,
  ...more,
});

async function signedIn(options: Parameters<typeof scripted>[0] = {}): Promise<Scripted> {
  const on = await loggedIn(options);
  await on.settle();
  return on;
}

const react = (id: string, on: boolean, to = '9') =>
  ({
    register: 'react',
    conversation: `${id} 👍`,
    value: { to, id, emoji: '👍', on },
  }) as unknown as PendingSwitch;

const vote = (id: string, options: readonly number[], to = '9') =>
  ({ register: 'vote', conversation: id, value: { to, options } }) as unknown as PendingSwitch;

const top = (to: string, value: boolean) =>
  ({ register: 'top', conversation: to, value }) as unknown as PendingSwitch;

const row = (id: string, more: object = {}) =>
  ({ id, recalled: false, content: 'a', n: 1, ...more }) as unknown as Message;

describe('answers about sent items', () => {
  it.each([
    [399, 'unknown'],
    [400, 'refused'],
    [401, 'held'],
    [404, 'refused'],
    [408, 'unknown'],
    [413, 'refused'],
    [429, 'unknown'],
    [499, 'refused'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('SEND-5: the status %i of a send means: %s', (status, outcome) => {
    expect(outcomeOf({ kind: 'http', status } as never).outcome).toBe(outcome);
  });

  it.each([
    [FAVOURITES, 3],
    ['group-3', 1],
    ['9', 0],
    ['system', 2],
  ])('WIRE-1: %s is written as of kind %i', (id, kind) => {
    expect(groupKindOf(contactId(id))).toBe(kind);
  });
});

describe('the stored outbox', () => {
  it('SEND-14: stored rows that are not messages of this user are left out', async () => {
    const profile = createMemoryProfile();
    const { records } = profile;
    const rows = [
      ['a', item('a', 2)],
      ['b', item('b', 1)],
      ['c', item('c', 3, { user: 8 })],
      ['d', null],
      ['e', 5],
      ['f', 'words'],
      ['g', {}],
      ['h', { ...item('h', 4), order: 'x' }],
      ['i', { order: 1, user: 7 }],
      ['j', { ...item('j', 5), message: null }],
      ['k', { ...item('k', 6), message: { id: 5, to: '9' } }],
      ['l', { ...item('l', 7), message: { id: 'l', to: 9 } }],
    ] as const;
    await records.write(
      '7',
      rows.map(([key, value]) => ({ store: 'outbox', key, value })),
    );
    const matches = await createOutboxRecords(userId(7), records, profile.settings()).all(7);
    expect(matches.map(({ message }) => message.id)).toEqual(['b', 'a']);
  });

  it('SEND-13: a removed item is present again once it is stored again', async () => {
    const profile = createMemoryProfile();
    const { records } = profile;
    const outbox = withoutLeaving(createOutboxRecords(userId(7), records, profile.settings()));
    const one = item('a', 1) as never;
    await outbox.save([one]);
    await outbox.remove(one);
    expect(await outbox.all(7)).toEqual([]);
    await outbox.save([one]);
    expect(await outbox.all(7)).toHaveLength(1);
  });

  it('SEND-3: a full outbox accepts no item, and keeps its items', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    await first.client.stop();
    const keys = Array.from({ length: outboxLimits.itemsMax }, (_, n) => String(n).padStart(4, '0'));
    const message = { to: '9', type: 'text', extends: null, at: [], sentAtMs: 1, quote: null };
    await profile.records.write(
      '7',
      keys.map((key, order) => ({
        store: 'outbox',
        key,
        value: item(key, order, { message: { ...message, id: key, content: key } }),
      })),
    );
    const on = await scripted({ profile });
    on.page.setOnline(false);
    await on.client.start();
    await on.settle();
    expect(on.client.actions.unsent()).toBe(outboxLimits.itemsMax);
    expect((await on.client.actions.send(BERT, text('one more'))).ok).toBe(false);
    expect(profile.stored('7', 'outbox').size).toBe(outboxLimits.itemsMax);
    await on.client.stop();
  });

  it('SEND-19: a wait that the server has told is never made shorter', async () => {
    const on = await signedIn({ random: () => 0 });
    const at: number[] = [];
    on.answer('/sendMessage', ({ atMs }) => {
      at.push(atMs);
      return at.length < 3 ? { code: 502, data: { retry_ms: 4_000 } } : { code: 0, data: {} };
    });
    await on.client.actions.send(BERT, text('hello'));
    await on.clock.advance(3_999);
    expect(at).toHaveLength(1);
    await on.clock.advance(10_000);
    expect(at.map((ms) => ms - (at[0] ?? 0))).toEqual([0, 4_000, 8_000]);
  });

  it('STORE-12: a tab that does not send knows when its message has gone', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    const second = await scripted({ profile, clock: first.clock, isVisible: false });
    await second.client.start();
    await second.settle();
    first.answer('/sendMessage', { kind: 'broken' });
    await second.client.actions.send(BERT, text('hello'));
    await first.clock.advance(1_000);
    expect([first, second].map(({ client }) => client.actions.unsent())).toEqual([1, 1]);
    first.answer('/sendMessage', { code: 400, msg: 'no' });
    await first.clock.advance(60_000);
    const [one] = first.client.core.get().outbox.get(BERT) ?? [];
    if (one) first.client.actions.discard(one.message.id);
    await first.clock.advance(1_000);
    expect([first, second].map(({ client }) => client.actions.unsent())).toEqual([0, 0]);
  });
});

describe('pending changes', () => {
  const state = stateWith(
    [{ ...aContact(9), isTop: true }],
    windowOf(aContact(9), [
      row('plain'),
      row('recalled', { recalled: true }),
      row('mine', { reactions: { mine: ['👍'] }, poll: { mine: [1, 2] } }),
    ]),
  );

  it.each<[string, PendingSwitch, boolean, boolean]>([
    ['a press that is counted', react('mine', true), true, true],
    ['one taken back that is still counted', react('mine', false), true, false],
    ['a press on what has none', react('plain', true), true, false],
    ['one taken back from what has none', react('plain', false), true, true],
    ['a press on what was recalled', react('recalled', true), false, false],
    ['a press on what is not here', react('gone', true), false, true],
    ['a press in a chat that is not here', react('mine', true, '12'), false, true],
    ['a vote that is counted', vote('mine', [1, 2]), true, true],
    ['another vote', vote('mine', [1]), true, false],
    ['a vote where none was given', vote('plain', [1]), true, false],
    ['no vote where none was given', vote('plain', []), true, true],
    ['a vote on what is not here', vote('gone', [1]), false, true],
    ['a pin that stands', top('9', true), true, true],
    ['a pin that is to go', top('9', false), true, false],
    ['a pin of a chat that is not here', top('12', true), false, false],
  ])(
    'SEND-12: of %s is known whether its thing is there, and whether it is so',
    (_, pendingChange, there, so) => {
      expect([isThere(state, pendingChange), isConfirmed(state, pendingChange)]).toEqual([there, so]);
    },
  );

  it('SEND-12: a pending change waiting for its second try is sent when the network returns', async () => {
    const on = await signedIn();
    on.answer('/setChatTop', { kind: 'broken' });
    await on.client.actions.setTop(BERT, true);
    await on.settle();
    for (let times = 0; times < 2; times += 1) {
      on.page.setOnline(false);
      await on.clock.advance(60_000);
      const before = on.of('/setChatTop').length;
      on.page.setOnline(true);
      await on.settle();
      expect(on.of('/setChatTop').length).toBe(before + 1);
    }
    on.answer('/setChatTop', { code: 0 });
    await on.clock.advance(60_000);
    expect(on.client.core.get().pending.top.size).toBe(0);
  });

  it('SEND-12: a mark that its event confirmed is not sent again, though its answer was lost', async () => {
    const on = await signedIn();
    on.answer('/setMsgIsRead', { kind: 'broken' });
    on.push('simple', messageOf(1, 'one'), { stream: '7-9', seq: 1 });
    await on.settle();
    on.client.actions.markRead(BERT, 1);
    await on.clock.advance(3_000);
    // Another event arrives.
    on.push('simple', messageOf(2, 'two'), { stream: '7-9', seq: 2 });
    await on.settle();
    const requestCount = on.of('/setMsgIsRead').length;
    expect(requestCount).toBeGreaterThan(0);
    on.push('readMark', { id: 9, mark: 1, own: 0, seq: 1, count: 1 }, { stream: 'u7', seq: 1 });
    await on.settle();
    expect(on.client.core.get().pending.read.size).toBe(0);
    await on.clock.advance(120_000);
    expect(on.of('/setMsgIsRead')).toHaveLength(requestCount);
  });
});
