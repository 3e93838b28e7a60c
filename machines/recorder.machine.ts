import { assign, emit, setup } from 'xstate';
import { mediaLimits } from '../src/domain/limits.ts';

/**
 * Records a voice message or a video (REC-1 … REC-4). It stops after 60 s and keeps the recording; a voice
 * message under a second is refused. The driver of the effects owns the device.
 */
export interface RecorderContext {
  readonly kind: 'voice' | 'video';
  /** Seconds of the recording so far. */
  readonly seconds: number;
  readonly problem: 'denied' | 'failed' | 'tooShort' | null;
}

export type RecorderEvent =
  | { readonly type: 'record.asked' }
  | { readonly type: 'device.granted' }
  | { readonly type: 'device.denied' }
  | { readonly type: 'device.failed' }
  | { readonly type: 'record.stop' }
  | { readonly type: 'record.cancel' }
  /** A recording of an earlier visit or page is there again. */
  | { readonly type: 'record.restored'; readonly seconds: number }
  /** The device has delivered the recording. */
  | { readonly type: 'record.ready' }
  | { readonly type: 'preview.send' }
  | { readonly type: 'preview.discard' };

export type RecorderEffect =
  | { readonly type: 'askDevice' }
  | { readonly type: 'startDevice' }
  /** Stop and deliver the recording. */
  | { readonly type: 'finishDevice' }
  | { readonly type: 'releaseDevice' }
  | { readonly type: 'dropRecording' }
  | { readonly type: 'sendRecording'; readonly seconds: number }
  | { readonly type: 'tellProblem'; readonly problem: 'denied' | 'failed' | 'tooShort' };

export const recorderMachine = setup({
  types: {
    context: {} as RecorderContext,
    events: {} as RecorderEvent,
    emitted: {} as RecorderEffect,
    input: {} as { readonly kind: 'voice' | 'video' },
  },
  delays: { second: 1_000 },
  guards: {
    isTooShort: ({ context }) => context.kind === 'voice' && context.seconds < mediaLimits.voiceMinSec,
    isAtTheLimit: ({ context }) =>
      context.seconds + 1 >= (context.kind === 'voice' ? mediaLimits.voiceMaxSec : mediaLimits.videoMaxSec),
  },
  actions: {
    startOver: assign({ seconds: 0, problem: null }),
    restore: assign({
      seconds: ({ context, event }) => (event.type === 'record.restored' ? event.seconds : context.seconds),
    }),
    countSecond: assign({ seconds: ({ context }) => context.seconds + 1 }),
    ask: emit({ type: 'askDevice' }),
    start: emit({ type: 'startDevice' }),
    finish: emit({ type: 'finishDevice' }),
    release: emit({ type: 'releaseDevice' }),
    drop: emit({ type: 'dropRecording' }),
    send: emit(({ context }) => ({ type: 'sendRecording', seconds: context.seconds })),
    refuse: assign({
      problem: (_, how: { readonly problem: 'denied' | 'failed' | 'tooShort' }) => how.problem,
    }),
    tell: emit(({ context }) => ({ type: 'tellProblem', problem: context.problem ?? 'failed' })),
  },
}).createMachine({
  id: 'recorder',
  context: ({ input }) => ({ kind: input.kind, seconds: 0, problem: null }),
  initial: 'idle',
  states: {
    idle: {
      on: { 'record.asked': 'asking', 'record.restored': { target: 'preview', actions: 'restore' } },
    },
    asking: {
      entry: ['startOver', 'ask'],
      on: {
        'device.granted': 'recording',
        'device.denied': { target: 'refused', actions: { type: 'refuse', params: { problem: 'denied' } } },
        'device.failed': { target: 'refused', actions: { type: 'refuse', params: { problem: 'failed' } } },
        'record.cancel': { target: 'idle', actions: 'release' },
        // Released before the device was ready: there is no recording.
        'record.stop': {
          target: 'refused',
          actions: ['release', { type: 'refuse', params: { problem: 'tooShort' } }],
        },
      },
    },
    recording: {
      entry: 'start',
      on: {
        'record.stop': [
          {
            guard: 'isTooShort',
            target: 'refused',
            actions: ['release', 'drop', { type: 'refuse', params: { problem: 'tooShort' } }],
          },
          { target: 'finishing' },
        ],
        'record.cancel': { target: 'idle', actions: ['release', 'drop'] },
        'device.failed': {
          target: 'refused',
          actions: ['release', 'drop', { type: 'refuse', params: { problem: 'failed' } }],
        },
      },
      initial: 'counting',
      states: {
        counting: {
          after: {
            second: [
              { guard: 'isAtTheLimit', target: '#recorder.finishing', actions: 'countSecond' },
              { target: 'counting', reenter: true, actions: 'countSecond' },
            ],
          },
        },
      },
    },
    finishing: {
      entry: 'finish',
      exit: 'release',
      on: {
        'record.ready': 'preview',
        'record.cancel': { target: 'idle', actions: 'drop' },
        'device.failed': {
          target: 'refused',
          actions: ['drop', { type: 'refuse', params: { problem: 'failed' } }],
        },
      },
    },
    preview: {
      on: {
        'preview.send': { target: 'idle', actions: 'send' },
        'preview.discard': { target: 'idle', actions: 'drop' },
      },
    },
    refused: { entry: 'tell', on: { 'record.asked': 'asking' } },
  },
});
