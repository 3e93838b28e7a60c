import { assign, emit, setup } from 'xstate';
import { uploadLimits as limits } from '../src/domain/limits.ts';

/**
 * One pending file (UP-1 … UP-4): queued, sending with progress, done, failed or cancelled. A broken
 * connection is retried a few times and a refusal is not; a postponed upload continues at its time. While the
 * device has no connection, an upload waits (UP-2).
 */
export interface UploadContext {
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly attempts: number;
  readonly reason: string | null;
  /** The server's wait before the next attempt, and the number of such answers. */
  readonly waitMs: number;
  readonly putOffs: number;
}

export type UploadEvent =
  /** A place among the running uploads is free. */
  | { readonly type: 'turn.came' }
  | { readonly type: 'bytes.sent'; readonly sentBytes: number }
  | { readonly type: 'answer.accepted' }
  | { readonly type: 'answer.refused'; readonly reason: string }
  /** The server postponed it: other uploads may take its place until then. */
  | { readonly type: 'answer.later'; readonly waitMs: number }
  | { readonly type: 'transfer.cut' }
  /** Cut while the device has no connection: the attempt does not count. */
  | { readonly type: 'transfer.lost' }
  | { readonly type: 'network.returned' }
  | { readonly type: 'upload.cancel' }
  | { readonly type: 'upload.retry' };

export type UploadEffect =
  | { readonly type: 'askTurn' }
  | { readonly type: 'startTransfer' }
  | { readonly type: 'abortTransfer' }
  | { readonly type: 'giveTurnBack' };

export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    emitted: {} as UploadEffect,
    input: {} as { readonly sizeBytes: number },
  },
  delays: {
    beforeRetry: limits.retryMs,
    transfer: limits.timeoutMs,
    serverWait: ({ context }) => context.waitMs,
  },
  guards: {
    mayTryAgain: ({ context }) => context.attempts < limits.attemptsMax,
    mayBePutOff: ({ context }) => context.putOffs < limits.postponementsMax,
  },
  actions: {
    askTurn: emit({ type: 'askTurn' }),
    startTransfer: emit({ type: 'startTransfer' }),
    abortTransfer: emit({ type: 'abortTransfer' }),
    giveTurnBack: emit({ type: 'giveTurnBack' }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1, sentBytes: 0 }),
    uncountAttempt: assign({ attempts: ({ context }) => context.attempts - 1 }),
    startOver: assign({ attempts: 0, sentBytes: 0, reason: null, putOffs: 0 }),
    // A postponement by the server is not a failure.
    putOff: assign({
      attempts: 0,
      sentBytes: 0,
      putOffs: ({ context }) => context.putOffs + 1,
      waitMs: ({ event }) => (event.type === 'answer.later' ? event.waitMs : 0),
    }),
    // Progress never decreases and never exceeds the size.
    keepProgress: assign({
      sentBytes: ({ context, event }) =>
        event.type === 'bytes.sent'
          ? Math.min(context.sizeBytes, Math.max(context.sentBytes, event.sentBytes))
          : context.sentBytes,
    }),
    allSent: assign({ sentBytes: ({ context }) => context.sizeBytes }),
    keepReason: assign({ reason: ({ event }) => (event.type === 'answer.refused' ? event.reason : null) }),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({
    sizeBytes: input.sizeBytes,
    sentBytes: 0,
    attempts: 0,
    reason: null,
    waitMs: 0,
    putOffs: 0,
  }),
  initial: 'queued',
  states: {
    queued: {
      entry: 'askTurn',
      on: { 'turn.came': 'sending', 'upload.cancel': { target: 'cancelled', actions: 'giveTurnBack' } },
    },
    sending: {
      entry: ['countAttempt', 'startTransfer'],
      on: {
        'bytes.sent': { actions: 'keepProgress' },
        'answer.accepted': { target: 'done', actions: ['allSent', 'giveTurnBack'] },
        'answer.refused': { target: 'failed', actions: ['keepReason', 'giveTurnBack'] },
        'answer.later': [
          { guard: 'mayBePutOff', target: 'putOff', actions: ['putOff', 'giveTurnBack'] },
          { target: 'failed', actions: 'giveTurnBack' },
        ],
        'transfer.cut': [
          { guard: 'mayTryAgain', target: 'waiting' },
          { target: 'failed', actions: 'giveTurnBack' },
        ],
        'transfer.lost': { target: 'waiting', actions: 'uncountAttempt' },
        'upload.cancel': { target: 'cancelled', actions: ['abortTransfer', 'giveTurnBack'] },
      },
      after: {
        transfer: [
          { guard: 'mayTryAgain', target: 'waiting', actions: 'abortTransfer' },
          { target: 'failed', actions: ['abortTransfer', 'giveTurnBack'] },
        ],
      },
    },
    waiting: {
      on: {
        'upload.cancel': { target: 'cancelled', actions: 'giveTurnBack' },
        'upload.retry': 'sending',
        'network.returned': 'sending',
      },
      after: { beforeRetry: 'sending' },
    },
    /** Released its place; other uploads continue. */
    putOff: {
      on: { 'upload.cancel': 'cancelled', 'upload.retry': 'queued' },
      after: { serverWait: 'queued' },
    },
    failed: {
      on: { 'upload.retry': { target: 'queued', actions: 'startOver' }, 'upload.cancel': 'cancelled' },
    },
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
});
