import type { AnyMachineSnapshot } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { AttemptResult, QueueItem } from '../../machines/outbox-queue.ts';
import { outboxMachine, type OutboxContext, type OutboxEvent } from '../../machines/outbox.machine.ts';
import { wishMachine, type WishContext, type WishEvent } from '../../machines/wish.machine.ts';
import { walk } from '../support/machine-paths.ts';

const item = (id: string): QueueItem => ({ id, bytes: 100, status: 'queued', discarded: false });

const outboxEvents = (state: AnyMachineSnapshot): readonly OutboxEvent[] => {
  const { attempt } = state.context as OutboxContext;
  const answer = (result: AttemptResult, of = attempt): OutboxEvent => ({ type: 'attempt.answered', attempt: of, results: [result] });
  return [
    { type: 'item.queued', item: item('a') },
    { type: 'item.retried', id: 'a' },
    { type: 'item.discarded', id: 'a' },
    { type: 'item.settled', id: 'a' },
    answer({ id: 'a', outcome: 'sent' }),
    answer({ id: 'a', outcome: 'unknown' }),
    answer({ id: 'a', outcome: 'held' }),
    answer({ id: 'a', outcome: 'refused', reason: 'no' }),
    answer({ id: 'a', outcome: 'later', waitMs: 500 }),
    answer({ id: 'a', outcome: 'sent' }, attempt - 1),
    { type: 'sending.allowed' },
    { type: 'sending.forbidden' },
    { type: 'network.returned' },
  ];
};

const outboxIdentity = (state: AnyMachineSnapshot): string => {
  const { items, inFlight, allowed, misses, waitMs } = state.context as OutboxContext;
  return JSON.stringify([state.value, items, inFlight, allowed, Math.min(misses, 2), waitMs > 0]);
};

const wishIdentity = (state: AnyMachineSnapshot): string => {
  const { allowed, wanted, misses, waitMs } = state.context as WishContext;
  return JSON.stringify([state.value, allowed, wanted, Math.min(misses, 2), waitMs > 0]);
};

const WISH: readonly WishEvent[] = [
  { type: 'wish.made' },
  { type: 'wish.gone' },
  { type: 'request.answered', outcome: 'done' },
  { type: 'request.answered', outcome: 'refused' },
  { type: 'request.answered', outcome: 'unknown' },
  { type: 'request.answered', outcome: 'held' },
  { type: 'request.answered', outcome: 'later', waitMs: 700 },
  { type: 'sending.allowed' },
  { type: 'sending.forbidden' },
  { type: 'network.returned' },
];

describe('paths through the sending machines', () => {
  it('SEND-4: generated paths reach every state and every transition of the outbox', () => {
    const reached = walk(outboxMachine, { events: outboxEvents, identity: outboxIdentity });
    expect([reached.missingStates, reached.missingTransitions]).toEqual([[], []]);
  });

  it('SEND-12: generated paths reach every state and every transition of a wish', () => {
    const reached = walk(wishMachine, { input: { allowed: true, pauseMs: 10 }, events: () => WISH, identity: wishIdentity });
    expect([reached.missingStates, reached.missingTransitions]).toEqual([[], []]);
  });
});
