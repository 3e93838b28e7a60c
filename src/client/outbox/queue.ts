import { createActor, type ActorRefFrom } from 'xstate';
import { outboxMachine } from '../../../machines/outbox.machine.ts';
import { jitter, jitterAbove } from '../../domain/duration.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { OutboxParts } from './interface.ts';

export type Queue = ActorRefFrom<typeof outboxMachine>;

/** The queue of one conversation, with varied waits (SEND-19). */
export const createQueue = (
  { random, clock, watch }: Pick<OutboxParts, 'random' | 'clock' | 'watch'>,
  to: ContactId,
): Queue =>
  createActor(
    outboxMachine.provide({
      delays: {
        retry: ({ context }) => (context.misses > 0 ? jitter : jitterAbove)(context.waitMs, random.next()),
      },
    }),
    { id: `outbox ${to}`, clock, inspect: watch },
  );
