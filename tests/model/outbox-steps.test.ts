import { describe, expect, it } from 'vitest';
import { outboxMachine } from '../../machines/outbox.machine.ts';
import type {
  AttemptResult,
  OutboxEffect,
  OutboxEvent,
  QueueChange,
  QueueItem,
} from '../../machines/outbox.machine.ts';
import { run } from '../support/machine-run.ts';

const KIB = 1_024;
const item = (id: string, more: Partial<QueueItem> = {}): QueueItem => ({
  id,
  bytes: 10,
  status: 'queued',
  discarded: false,
  ...more,
});

/** A result without its id. */
type Outcome = AttemptResult extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never;
const SENT: Outcome = { outcome: 'sent' };
const UNKNOWN: Outcome = { outcome: 'unknown' };
const HELD: Outcome = { outcome: 'held' };
const later = (waitMs: number): Outcome => ({ outcome: 'later', waitMs });
const refused = (reason = 'no'): Outcome => ({ outcome: 'refused', reason });

/** Changes come in groups. This test looks at each separately. */
type Single = Exclude<OutboxEffect, { type: 'itemsChanged' }> | QueueChange;
const singly = (effects: readonly OutboxEffect[]): readonly Single[] =>
  effects.flatMap<Single>((effect) => (effect.type === 'itemsChanged' ? effect.changes : [effect]));

/** An outbox with permission to send and these items. The test answers every request. */
function outbox(...items: readonly QueueItem[]) {
  const one = run<OutboxEffect, OutboxEvent>(outboxMachine);
  one.send(...items.map((put): OutboxEvent => ({ type: 'item.queued', item: put })));
  one.send({ type: 'sending.allowed' });
  const took = () => singly(one.effects.splice(0));
  const last = () => {
    const match = took().findLast((effect) => effect.type === 'attempt' || effect.type === 'recall');
    return match?.type === 'attempt' ? match.ids : match ? `recall ${match.id}` : null;
  };
  return {
    ...one,
    took,
    /** Requests since the last call: IDs of an attempt, or the recalled item. */
    last,
    state: () => JSON.parse(one.state()) as unknown,
    items: () => one.context().items as readonly QueueItem[],
    /** Answers the present attempt, for each of its ids in their order. */
    answer: (...outcomes: readonly Outcome[]) => {
      const ids = one.context().inFlight as readonly string[];
      const results = outcomes.map((outcome, at) => ({ ...outcome, id: ids[at] ?? '' }));
      one.send({ type: 'attempt.answered', attempt: Number(one.context().attempt), results });
    },
  };
}
type Outbox = ReturnType<typeof outbox>;

/** How long it waits before it asks again, to the millisecond. */
async function wait(on: Outbox): Promise<number> {
  on.took();
  for (let ms = 0; ms <= 100_000; ms += 1) {
    if (on.last() !== null) return ms;
    await on.clock.advance(1);
  }
  return Infinity;
}

describe('the next attempt of the outbox', () => {
  it.each<[string, readonly QueueItem[], unknown]>([
    ['nothing', [], null],
    ['what waits, together', [item('a'), item('b')], ['a', 'b']],
    ['each once', [item('a'), item('a')], ['a']],
    [
      'as much as a request may hold',
      [item('a', { bytes: 128 * KIB }), item('b', { bytes: 128 * KIB }), item('c', { bytes: 0 })],
      ['a', 'b', 'c'],
    ],
    ['and no byte more', [item('a', { bytes: 128 * KIB }), item('b', { bytes: 128 * KIB + 1 })], ['a']],
    ['what is larger alone, but it goes', [item('a', { bytes: 300 * KIB }), item('b')], ['a']],
    ['none that failed', [item('f', { status: 'failed' }), item('a')], ['a']],
    ['only failed ones: nothing', [item('f', { status: 'failed' })], null],
    [
      'those of unknown outcome before those after them',
      [
        item('a', { status: 'unknown' }),
        item('f', { status: 'failed' }),
        item('b', { status: 'unknown' }),
        item('c'),
      ],
      ['a', 'b'],
    ],
    ['what is taken back alone', [item('a', { status: 'recalling' }), item('b')], 'recall a'],
  ])('SEND-8: %s', (_, items, expected) => {
    const one = outbox(...items);
    expect(one.last()).toEqual(expected);
    expect(one.state()).toBe(expected === null ? 'resting' : 'sending');
  });

  it('SEND-4: all of an attempt shows as sending, and the next one says that it may have arrived', () => {
    const one = outbox(item('a'), item('b'));
    const sending = ['a', 'b'].map((id) => ({
      type: 'itemChanged',
      id,
      status: 'sending',
      discarded: false,
      reason: null,
    }));
    expect(one.took()).toEqual([...sending, { type: 'attempt', attempt: 1, ids: ['a', 'b'], again: false }]);
    one.answer(UNKNOWN, later(0));
    one.send({ type: 'network.returned' });
    // They are of two kinds now: one may have arrived, the other waits its turn.
    expect(one.took().at(-1)).toEqual({ type: 'attempt', attempt: 2, ids: ['a'], again: true });
    one.answer(HELD);
    one.send({ type: 'sending.allowed' });
    // The first attempt may have arrived, regardless of the answer to the second.
    expect(one.took().at(-1)).toEqual({ type: 'attempt', attempt: 3, ids: ['a', 'b'], again: true });
    one.answer(SENT, later(0));
    one.send({ type: 'network.returned' });
    expect(one.took().at(-1)).toEqual({ type: 'attempt', attempt: 4, ids: ['b'], again: false });
  });
});

describe('how long the outbox waits', () => {
  it('SEND-4: 1, 2, 4, 8, 15, then 30 s after each unknown outcome; 1 s after a known one', async () => {
    const one = outbox(item('a'));
    const waits: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      one.answer(UNKNOWN);
      expect(one.state()).toBe('waiting');
      waits.push(await wait(one));
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000]);
    one.answer(later(0));
    await wait(one);
    one.answer(UNKNOWN);
    expect(await wait(one)).toBe(1_000);
  });

  it.each<[string, readonly Outcome[], number]>([
    ['as long as the server says', [later(7_000)], 7_000],
    ['the longest of what it says', [later(2_000), later(7_000), later(3_000)], 7_000],
    ['beside an unknown outcome the longer of both', [later(7_000), UNKNOWN], 7_000],
    ['also where that one is longer', [later(500), UNKNOWN], 1_000],
    ['where it says no time a moment, and no loop', [refused(), later(0), SENT], 1],
  ])('SEND-5: %s', async (_, outcomes, expectedMs) => {
    const one = outbox(...outcomes.map((__, at) => item(`m${at}`)));
    one.answer(...outcomes);
    expect(await wait(one)).toBe(expectedMs);
  });

  it('SEND-5: after a refusal or a success, the next waiting message goes at once', () => {
    for (const outcome of [refused(), SENT]) {
      const one = outbox(item('a'));
      one.send({ type: 'item.queued', item: item('b') });
      one.took();
      one.answer(outcome);
      expect([one.last(), one.clock.pending()]).toEqual([['b'], 0]);
    }
  });

  it.each<[string, OutboxEvent, string]>([
    ['the network or a hand', { type: 'network.returned' }, 'sending'],
    ['being allowed anew', { type: 'sending.allowed' }, 'sending'],
    ['not being allowed', { type: 'sending.forbidden' }, 'resting'],
    ['the event of its message', { type: 'item.settled', id: 'a' }, 'resting'],
    ['what is written meanwhile, never', { type: 'item.queued', item: item('b') }, 'waiting'],
  ])('SEND-4: it is ended by %s', async (_, event, state) => {
    const one = outbox(item('a'));
    one.answer(UNKNOWN);
    one.send(event);
    expect([one.state(), one.clock.pending()]).toEqual([state, state === 'waiting' ? 1 : 0]);
  });

  it('SEND-5: refused for its session it goes back; nothing goes out until that is allowed', async () => {
    const one = outbox(item('a'), item('b'));
    one.took();
    one.answer(SENT, HELD);
    expect(one.took()).toEqual([
      { type: 'itemGone', id: 'a' },
      { type: 'itemChanged', id: 'b', status: 'queued', discarded: false, reason: null },
    ]);
    one.send({ type: 'item.queued', item: item('c') }, { type: 'network.returned' });
    await one.clock.advance(100_000);
    expect([one.state(), one.last()]).toEqual(['resting', null]);
    one.send({ type: 'sending.allowed' });
    expect(one.last()).toEqual(['b', 'c']);
  });

  it('SEND-5: an attempt under way stays forbidden when it is answered after sending was forbidden', () => {
    const one = outbox(item('a'));
    one.send({ type: 'sending.forbidden' });
    one.answer(UNKNOWN);
    one.send({ type: 'network.returned' }, { type: 'item.queued', item: item('b') });
    expect(one.state()).toBe('resting');
  });

  it('SEND-5: a refusal keeps its reason; only what failed is tried again by hand', () => {
    const one = outbox(item('a'), item('b'));
    one.took();
    one.answer(refused('too long'), UNKNOWN);
    expect(one.took()).toMatchObject([
      { id: 'a', status: 'failed', reason: 'too long' },
      { id: 'b', status: 'unknown', reason: null },
    ]);
    one.send({ type: 'item.retried', id: 'b' }, { type: 'item.retried', id: 'nobody' });
    expect(one.took()).toEqual([]);
    one.send({ type: 'item.retried', id: 'a' });
    expect(one.took()).toMatchObject([{ id: 'a', status: 'queued', reason: null }]);
    expect(one.items().map(({ status }) => status)).toEqual(['queued', 'unknown']);
  });
});

describe('items that are in their stream', () => {
  it('SEND-7: a settled item is done, and the rest of its attempt waits for the answer', () => {
    const one = outbox(item('a'), item('b'));
    one.took();
    one.send({ type: 'item.settled', id: 'a' });
    expect([one.took(), one.state()]).toEqual([[{ type: 'itemGone', id: 'a' }], 'sending']);
    one.send({ type: 'item.queued', item: item('c') });
    expect(one.last()).toBeNull();
    one.send({ type: 'item.settled', id: 'b' });
    expect(one.last()).toEqual(['c']);
  });

  it('SEND-7: items behind a settled one go at once, and their next wait is the first one', async () => {
    const one = outbox(item('a'));
    one.answer(UNKNOWN);
    await wait(one);
    one.answer(UNKNOWN);
    one.send({ type: 'item.queued', item: item('b') });
    one.took();
    one.send({ type: 'item.settled', id: 'a' });
    expect(one.last()).toEqual(['b']);
    one.answer(UNKNOWN);
    expect(await wait(one)).toBe(1_000);
  });

  it('SEND-7: a settled item is not sent again after an unknown answer', async () => {
    const one = outbox(item('a'), item('b'));
    one.send({ type: 'item.settled', id: 'a' });
    one.took();
    one.send({
      type: 'attempt.answered',
      attempt: 1,
      results: [
        { id: 'a', ...UNKNOWN },
        { id: 'b', ...refused() },
      ] as readonly AttemptResult[],
    });
    expect([one.took().map(({ type }) => type), one.state()]).toEqual([['itemChanged'], 'resting']);
    expect(one.clock.pending()).toBe(0);
  });
});

const REMOVAL = { type: 'itemGone', id: 'a' };
const changed = (status: QueueItem['status']) => ({
  type: 'itemChanged',
  id: 'a',
  status,
  discarded: true,
  reason: null,
});

describe('discarded items', () => {
  it.each<[string, Partial<QueueItem>, unknown]>([
    ['what never left is gone', {}, [REMOVAL]],
    ['what left and came back is taken back', { left: true }, [changed('recalling')]],
    ['and what may have arrived', { status: 'unknown' }, [changed('recalling')]],
    ['and what failed', { status: 'failed' }, [changed('recalling')]],
    ['the answer of what is under way is waited for', { status: 'sending' }, [changed('sending')]],
    ['nothing is discarded twice', { status: 'sending', discarded: true }, []],
  ])('SEND-13: %s', (_, how, expected) => {
    const one = run<OutboxEffect, OutboxEvent>(outboxMachine);
    one.send({ type: 'item.queued', item: item('a', how) }, { type: 'item.discarded', id: 'a' });
    expect(singly(one.effects)).toEqual(expected);
  });

  it('SEND-13: a delayed item has left the device, so a discard recalls it', () => {
    const one = outbox(item('a'));
    one.answer(later(5_000));
    one.took();
    one.send({ type: 'item.discarded', id: 'a' });
    expect(one.took()).toEqual([changed('recalling')]);
  });

  it.each<[string, Outcome]>([
    ['sent', SENT],
    ['refused', refused()],
    ['later', later(5_000)],
    ['held', HELD],
    ['unknown', UNKNOWN],
  ])('SEND-13: under way it is taken back, also after "%s"', async (_, outcome) => {
    const one = outbox(item('a'));
    one.send({ type: 'item.discarded', id: 'a' });
    one.took();
    one.answer(outcome);
    expect(singly(one.effects)[0]).toMatchObject({ id: 'a', status: 'recalling', discarded: true });
    one.send({ type: 'sending.allowed' });
    expect(one.last()).toBe('recall a');
  });

  it.each<[string, Outcome, boolean]>([
    ['sent', SENT, true],
    ['refused', refused(), true],
    ['later', later(1_000), false],
    ['unknown', UNKNOWN, false],
  ])('SEND-13: taking it back is over after "%s": %s', async (_, outcome, isOver) => {
    const one = outbox(item('a', { status: 'recalling', discarded: true }));
    one.took();
    one.answer(outcome);
    expect(one.took()).toEqual(isOver ? [REMOVAL] : []);
    await one.clock.advance(1_000);
    expect(one.last()).toBe(isOver ? null : 'recall a');
  });

  it('SEND-13: its stream event has it taken back, once', () => {
    const one = outbox(item('a'));
    one.send({ type: 'item.discarded', id: 'a' });
    one.took();
    one.send({ type: 'item.settled', id: 'a' });
    expect(one.took()).toEqual([changed('recalling'), { type: 'recall', attempt: 2, id: 'a' }]);
    one.send(
      { type: 'item.queued', item: item('b', { status: 'unknown' }) },
      { type: 'item.settled', id: 'a' },
    );
    expect([one.took(), one.state()]).toEqual([[], 'sending']);
    // Another waiting item is settled as well.
    one.send({ type: 'item.settled', id: 'b' });
    expect([one.took(), one.state()]).toEqual([[{ type: 'itemGone', id: 'b' }], 'sending']);
    one.answer(SENT);
    expect([one.took(), one.state()]).toEqual([[REMOVAL], 'resting']);
  });
});
