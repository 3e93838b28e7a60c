import { assign, emit, setup } from 'xstate';

/**
 * Checks for a newer version and decides how to offer it (UPD-1 … UPD-4). Forced: nothing else can be done.
 * Optional: a quiet bar that may be postponed. Silent: used with the next reload.
 */
export type UpdateKind = 'forced' | 'optional' | 'silent';

export interface UpdateContext {
  /** The user asked for it, so "nothing new" is also reported. */
  readonly byHand: boolean;
  readonly version: string | null;
  readonly kind: UpdateKind | null;
  /** Put off once: not offered again before this version changes. */
  readonly putOff: string | null;
}

export type UpdateEvent =
  | { readonly type: 'check.asked'; readonly byHand: boolean }
  | { readonly type: 'check.none' }
  | { readonly type: 'check.found'; readonly kind: UpdateKind; readonly version: string }
  | { readonly type: 'check.failed' }
  | { readonly type: 'update.later' }
  | { readonly type: 'update.take' }
  | { readonly type: 'download.done' }
  | { readonly type: 'download.failed' }
  | { readonly type: 'install.failed' };

export type UpdateEffect =
  | { readonly type: 'askServer' }
  | { readonly type: 'tellLatest' }
  | { readonly type: 'tellCheckFailed' }
  | { readonly type: 'download' }
  | { readonly type: 'install' }
  | { readonly type: 'tellDownloadFailed' }
  | { readonly type: 'tellInstallFailed' };

export const updateMachine = setup({
  types: { context: {} as UpdateContext, events: {} as UpdateEvent, emitted: {} as UpdateEffect },
  guards: {
    isForced: ({ event }) => event.type === 'check.found' && event.kind === 'forced',
    isSilent: ({ event }) => event.type === 'check.found' && event.kind === 'silent',
    wasPutOff: ({ context, event }) =>
      event.type === 'check.found' && !context.byHand && context.putOff === event.version,
    byHand: ({ context }) => context.byHand,
    wasForced: ({ context }) => context.kind === 'forced',
    wasSilent: ({ context }) => context.kind === 'silent',
  },
  actions: {
    askServer: emit({ type: 'askServer' }),
    tellLatest: emit({ type: 'tellLatest' }),
    tellCheckFailed: emit({ type: 'tellCheckFailed' }),
    download: emit({ type: 'download' }),
    install: emit({ type: 'install' }),
    tellDownloadFailed: emit({ type: 'tellDownloadFailed' }),
    tellInstallFailed: emit({ type: 'tellInstallFailed' }),
    storeByHand: assign({ byHand: ({ event }) => event.type === 'check.asked' && event.byHand }),
    keepFound: assign(({ event }) =>
      event.type === 'check.found' ? { version: event.version, kind: event.kind } : {},
    ),
    putOff: assign({ putOff: ({ context }) => context.version }),
  },
}).createMachine({
  id: 'update',
  context: { byHand: false, version: null, kind: null, putOff: null },
  initial: 'idle',
  states: {
    idle: { on: { 'check.asked': { target: 'checking', actions: 'storeByHand' } } },
    checking: {
      entry: 'askServer',
      on: {
        'check.none': [{ guard: 'byHand', target: 'idle', actions: 'tellLatest' }, { target: 'idle' }],
        'check.failed': [{ guard: 'byHand', target: 'idle', actions: 'tellCheckFailed' }, { target: 'idle' }],
        'check.found': [
          { guard: 'isForced', target: 'forced', actions: 'keepFound' },
          { guard: 'isSilent', target: 'downloading', actions: 'keepFound' },
          { guard: 'wasPutOff', target: 'idle' },
          { target: 'offered', actions: 'keepFound' },
        ],
      },
    },
    offered: {
      on: {
        'update.take': 'downloading',
        'update.later': { target: 'idle', actions: 'putOff' },
        'check.asked': { target: 'checking', actions: 'storeByHand' },
      },
    },
    /** No way past it. */
    forced: { on: { 'update.take': 'downloading' } },
    downloading: {
      entry: 'download',
      on: {
        'download.done': 'installing',
        'download.failed': [
          { guard: 'wasForced', target: 'forced', actions: 'tellDownloadFailed' },
          // The check was automatic, so its failure is not reported.
          { guard: 'wasSilent', target: 'idle' },
          { target: 'offered', actions: 'tellDownloadFailed' },
        ],
      },
    },
    installing: {
      entry: 'install',
      on: {
        'install.failed': [
          { guard: 'wasForced', target: 'forced', actions: 'tellInstallFailed' },
          { target: 'offered', actions: 'tellInstallFailed' },
        ],
      },
    },
  },
});
