import { assign, emit, setup } from 'xstate';

/**
 * One permission of a device (notifications, camera, microphone, location). It is requested when needed,
 * explained before the browser asks, and remembered when refused, with instructions to undo that (PERM-1 …
 * PERM-4).
 */
export interface PermissionContext {
  /** Explained on this device earlier: the browser may ask at once. */
  readonly explained: boolean;
}

/**
 * The browser's current permission; `unknown`: the browser does not report it, and asks the user
 * automatically.
 */
export type PermissionState = 'granted' | 'denied' | 'default' | 'unknown' | 'unsupported';

export type PermissionEvent =
  | { readonly type: 'permission.wanted'; readonly standing: PermissionState }
  | { readonly type: 'explanation.accepted' }
  | { readonly type: 'explanation.declined' }
  | { readonly type: 'browser.granted' }
  | { readonly type: 'browser.denied' }
  /** Closed without an answer. */
  | { readonly type: 'browser.dismissed' };

export type PermissionEffect =
  | { readonly type: 'explain' }
  | { readonly type: 'askBrowser' }
  | { readonly type: 'allowed' }
  | { readonly type: 'notAllowed' }
  /** Only the browser's own settings lead back. */
  | { readonly type: 'showWayBack' };

/** Transitions for a need in any state: the browser's current permission decides. */
const NEEDED = [
  { guard: 'isGranted', target: 'granted', actions: 'tellAllowed' },
  { guard: 'isRefused', target: 'refused', actions: ['tellNotAllowed', 'showWayBack'] },
  { guard: 'isAbsent', target: 'idle', actions: 'tellNotAllowed' },
  { guard: 'wasExplained', target: 'asking' },
  { target: 'explaining' },
] as const;

export const permissionMachine = setup({
  types: {
    context: {} as PermissionContext,
    events: {} as PermissionEvent,
    emitted: {} as PermissionEffect,
    input: {} as PermissionContext,
  },
  guards: {
    isGranted: ({ event }) =>
      event.type === 'permission.wanted' && (event.standing === 'granted' || event.standing === 'unknown'),
    isRefused: ({ event }) => event.type === 'permission.wanted' && event.standing === 'denied',
    isAbsent: ({ event }) => event.type === 'permission.wanted' && event.standing === 'unsupported',
    wasExplained: ({ context }) => context.explained,
  },
  actions: {
    explain: emit({ type: 'explain' }),
    askBrowser: emit({ type: 'askBrowser' }),
    tellAllowed: emit({ type: 'allowed' }),
    tellNotAllowed: emit({ type: 'notAllowed' }),
    showWayBack: emit({ type: 'showWayBack' }),
    keepExplained: assign({ explained: true }),
  },
}).createMachine({
  id: 'permission',
  context: ({ input }) => ({ explained: input.explained }),
  initial: 'idle',
  states: {
    /** Initial or postponed: the next need asks again. */
    idle: { on: { 'permission.wanted': NEEDED } },
    explaining: {
      entry: 'explain',
      on: {
        'explanation.accepted': { target: 'asking', actions: 'keepExplained' },
        'explanation.declined': { target: 'idle', actions: 'tellNotAllowed' },
      },
    },
    asking: {
      entry: 'askBrowser',
      on: {
        'browser.granted': { target: 'granted', actions: 'tellAllowed' },
        'browser.denied': { target: 'refused', actions: ['tellNotAllowed', 'showWayBack'] },
        'browser.dismissed': { target: 'idle', actions: 'tellNotAllowed' },
      },
    },
    /** The user may change it in the browser's settings at any time, in either direction. */
    granted: { on: { 'permission.wanted': NEEDED } },
    refused: { on: { 'permission.wanted': NEEDED } },
  },
});
