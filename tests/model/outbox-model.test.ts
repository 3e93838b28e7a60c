import * as fc from 'fast-check';
import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { outboxMachine } from '../../machines/outbox.machine.ts';
import type { AttemptResult, OutboxEffect, QueueChange, QueueItem } from '../../machines/outbox.machine.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

/** The result of a request, from the network and the server. */
type Luck = 'fine' | 'lostOnTheWay' | 'answerLost' | 'serverError' | 'tooFast' | 'refused' | 'sessionOver';
const LUCK: readonly Luck[] = [
  'fine',
  'fine',
  'lostOnTheWay',
  'answerLost',
  'serverError',
  'tooFast',
  'refused',
  'sessionOver',
];

type Step =
  | { readonly kind: 'write' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'discard' | 'retry'; readonly which: number }
  | { readonly kind: 'allow' | 'forbid' | 'network' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'write' }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(0, 1, 50, 1_000, 31_000).map((ms): Step => ({ kind: 'wait', ms })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('discard' as const, 'retry' as const), which: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'allow' }, { kind: 'forbid' }, { kind: 'network' }) },
);

/** The outbox against a server that is only a list of ids, in order of arrival, each once. */
function world(luck: readonly Luck[], events: boolean) {
  const clock = createVirtualClock();
  const actor = createActor(outboxMachine, { clock });
  const server: string[] = [];
  const recalled = new Set<string>();
  const failed = new Set<string>();
  const removedIds = new Set<string>();
  const wrong: string[] = [];
  let requests = 0;
  let allowed = false;
  const post = (id: string) => {
    if (server.includes(id) || recalled.has(id)) return;
    server.push(id);
    if (events) clock.setTimeout(() => actor.send({ type: 'item.settled', id }), 5);
  };
  const attempt = (effect: OutboxEffect & { type: 'attempt' }) => {
    const how = luck[requests] ?? 'fine';
    requests += 1;
    if (!allowed) wrong.push(`attempt while forbidden: ${effect.ids.join()}`);
    const arrives = how === 'fine' || how === 'answerLost';
    if (arrives) for (const id of effect.ids) post(id);
    const results = effect.ids.map((id): AttemptResult => {
      if (how === 'fine') return { id, outcome: 'sent' };
      // A message in the ledger gets its first result, even if the server refuses all else.
      if (
        server.includes(id) &&
        how !== 'answerLost' &&
        how !== 'lostOnTheWay' &&
        how !== 'serverError' &&
        how !== 'sessionOver'
      )
        return { id, outcome: 'sent' };
      if (how === 'refused') return { id, outcome: 'refused', reason: 'no' };
      if (how === 'tooFast') return { id, outcome: 'later', waitMs: 300 };
      return { id, outcome: how === 'sessionOver' ? 'held' : 'unknown' };
    });
    clock.setTimeout(
      () => actor.send({ type: 'attempt.answered', attempt: effect.attempt, results }),
      how === 'answerLost' ? 10_000 : 10,
    );
  };
  const change = (one: QueueChange): void => {
    if (one.type === 'itemGone') removedIds.add(one.id);
    else if (one.status === 'failed') failed.add(one.id);
    else failed.delete(one.id);
  };
  actor.on('*', (effect) => {
    if (effect.type === 'attempt') return attempt(effect);
    if (effect.type === 'recall') {
      recalled.add(effect.id);
      clock.setTimeout(
        () =>
          actor.send({
            type: 'attempt.answered',
            attempt: effect.attempt,
            results: [{ id: effect.id, outcome: 'sent' }],
          }),
        10,
      );
    } else effect.changes.forEach(change);
  });
  actor.start();
  const allow = (on: boolean) => {
    allowed = on;
    actor.send({ type: on ? 'sending.allowed' : 'sending.forbidden' });
  };
  return { clock, actor, server, recalled, failed, gone: removedIds, wrong, allow };
}

describe('the outbox against a plain list', () => {
  it('SEND-4, SEND-6, SEND-7, SEND-13: each message arrives once and in order, under any network faults', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.array(fc.constantFrom(...LUCK), { maxLength: 12 }),
        fc.boolean(),
        async (steps, luck, events) => {
          const { clock, actor, server, recalled, failed, gone, wrong, allow } = world(luck, events);
          const written: string[] = [];
          const retried = new Set<string>();
          const discarded = new Set<string>();
          allow(true);
          for (const one of steps) {
            if (one.kind === 'wait') await clock.advance(one.ms);
            else if (one.kind === 'write') {
              const item: QueueItem = {
                id: `m${written.length}`,
                bytes: 10,
                status: 'queued',
                discarded: false,
              };
              written.push(item.id);
              actor.send({ type: 'item.queued', item });
            } else if (one.kind === 'allow' || one.kind === 'forbid') allow(one.kind === 'allow');
            else if (one.kind === 'network') actor.send({ type: 'network.returned' });
            else if (one.kind === 'discard' || one.kind === 'retry') {
              const id = written[one.which];
              if (id === undefined) continue;
              if (one.kind === 'retry' && failed.has(id)) retried.add(id);
              if (one.kind === 'discard' && !gone.has(id)) discarded.add(id);
              actor.send(
                one.kind === 'retry' ? { type: 'item.retried', id } : { type: 'item.discarded', id },
              );
            }
          }
          // Faults stop: everything comes to an end.
          for (let round = 0; round < 20; round += 1) {
            allow(true);
            await clock.advance(31_000);
          }
          expect(wrong).toEqual([]);
          for (const id of written) {
            if (discarded.has(id)) expect(server.includes(id) && !recalled.has(id)).toBe(false);
            else expect(server.includes(id) !== failed.has(id)).toBe(true);
          }
          // A refused message that the user sends again counts as a later one. All others keep their order.
          const inOrder = written.filter((id) => server.includes(id) && !retried.has(id));
          expect(server.filter((id) => !retried.has(id))).toEqual(inOrder);
          expect(new Set(server).size).toBe(server.length);
          actor.stop();
          expect(clock.pending()).toBe(0);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('SEND-13: an earlier attempt that may have arrived is recalled, though a later one was delayed', async () => {
    for (const second of ['sessionOver', 'tooFast'] as const) {
      const { clock, actor, server, recalled, allow } = world(['answerLost', second], false);
      allow(true);
      actor.send({ type: 'item.queued', item: { id: 'm', bytes: 10, status: 'queued', discarded: false } });
      actor.send({ type: 'item.discarded', id: 'm' });
      for (let round = 0; round < 3; round += 1) {
        allow(true);
        await clock.advance(31_000);
      }
      expect([server, [...recalled]]).toEqual([['m'], ['m']]);
    }
  });

  it('SEND-4: an answer to an older attempt says nothing', async () => {
    const clock = createVirtualClock();
    const actor = createActor(outboxMachine, { clock });
    actor.start();
    const answer = (attempt: number, outcome: 'sent' | 'unknown') =>
      actor.send({ type: 'attempt.answered', attempt, results: [{ id: 'm', outcome }] });
    actor.send({ type: 'sending.allowed' });
    actor.send({ type: 'item.queued', item: { id: 'm', bytes: 10, status: 'queued', discarded: false } });
    answer(1, 'unknown');
    await clock.advance(1_000);
    answer(1, 'sent');
    expect([actor.getSnapshot().value, actor.getSnapshot().context.items.length]).toEqual(['sending', 1]);
    answer(2, 'sent');
    expect([actor.getSnapshot().value, actor.getSnapshot().context.items.length]).toEqual(['resting', 0]);
  });

  it('SEND-8: waiting items go out together, at most 50 items or 256 KiB', async () => {
    const clock = createVirtualClock();
    const actor = createActor(outboxMachine, { clock });
    const sizes: number[] = [];
    actor.on('attempt', (effect) => {
      sizes.push(effect.ids.length);
      actor.send({
        type: 'attempt.answered',
        attempt: effect.attempt,
        results: effect.ids.map((id) => ({ id, outcome: 'sent' as const })),
      });
    });
    actor.start();
    for (let n = 0; n < 120; n += 1)
      actor.send({
        type: 'item.queued',
        item: { id: `s${n}`, bytes: 10, status: 'queued', discarded: false },
      });
    for (let n = 0; n < 3; n += 1)
      actor.send({
        type: 'item.queued',
        item: { id: `l${n}`, bytes: 200 * 1_024, status: 'queued', discarded: false },
      });
    actor.send({ type: 'sending.allowed' });
    expect(sizes).toEqual([50, 50, 21, 1, 1]);
  });
});
