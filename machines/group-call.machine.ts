import { assign, emit, setup } from 'xstate';
import { callLimits } from '../src/domain/call-limits.ts';
import type { GroupCallEnd } from '../src/domain/group-call.ts';
import { groupCallLimits as limits } from '../src/domain/group-call-limits.ts';

/**
 * The participation of this device in the call of a group, from the first press to its end (GCALL-11). The
 * machine holds no connection and no list: it requests effects, and the driver reports what the list shows.
 */
export interface GroupCallContext {
  /** The page was loaded again during the call. */
  readonly returning: boolean;
  readonly end: GroupCallEnd | null;
  /** Requests to join without an answer since the last one. */
  readonly misses: number;
}

export type GroupCallEvent =
  | { readonly type: 'devices.ready' }
  | { readonly type: 'devices.denied' }
  | { readonly type: 'user.returned' }
  | { readonly type: 'user.left' }
  | { readonly type: 'join.accepted' }
  | { readonly type: 'join.refused'; readonly end: GroupCallEnd }
  /** The server could not be reached, or its answer was lost. */
  | { readonly type: 'join.failed' }
  | { readonly type: 'self.listed' }
  /** The call continues without this device. */
  | { readonly type: 'self.absent' }
  /** The list has the same user with another device. */
  | { readonly type: 'self.elsewhere' }
  | { readonly type: 'call.over' }
  /** The group is no longer in the list of this user. */
  | { readonly type: 'self.noMember' }
  | { readonly type: 'server.away' }
  /** A new bind, and the list is complete again. */
  | { readonly type: 'server.back' }
  | { readonly type: 'session.closed' };

export type GroupCallEffect =
  | { readonly type: 'prepareDevices' }
  | { readonly type: 'join' }
  | { readonly type: 'leave' }
  /** Another attempt to reach the server. */
  | { readonly type: 'reconnect' }
  /** Reports what the list shows, although it did not change. */
  | { readonly type: 'checkList' }
  | { readonly type: 'releaseMedia' }
  | { readonly type: 'ended'; readonly end: GroupCallEnd };

const over = (end: GroupCallEnd) => ({ type: 'over', params: { end } }) as const;
const leave = (end: GroupCallEnd) => ({
  target: '#groupCall.ended',
  actions: ['leave' as const, over(end)],
});

export const groupCallMachine = setup({
  types: {
    context: {} as GroupCallContext,
    events: {} as GroupCallEvent,
    emitted: {} as GroupCallEffect,
    input: {} as Pick<GroupCallContext, 'returning'>,
  },
  delays: {
    prepare: callLimits.prepareMs,
    away: limits.awayMaxMs,
    list: limits.connectMs,
    again: ({ context: { misses } }) => limits.againMs[Math.min(misses, limits.againMs.length) - 1] ?? 0,
  },
  guards: {
    isReturning: ({ context }) => context.returning,
  },
  actions: {
    prepareDevices: emit({ type: 'prepareDevices' }),
    join: emit({ type: 'join' }),
    leave: emit({ type: 'leave' }),
    reconnect: emit({ type: 'reconnect' }),
    checkList: emit({ type: 'checkList' }),
    releaseMedia: emit({ type: 'releaseMedia' }),
    tellEnd: emit(({ context }) => ({ type: 'ended', end: context.end ?? 'left' })),
    over: assign((_, how: { readonly end: GroupCallEnd }) => how),
    overByServer: assign({ end: ({ event, context }) => ('end' in event ? event.end : context.end) }),
    countMiss: assign({ misses: ({ context }) => Math.min(context.misses + 1, limits.againMs.length) }),
    forgetMisses: assign({ misses: 0 }),
  },
}).createMachine({
  id: 'groupCall',
  context: ({ input }) => ({ returning: input.returning, end: null, misses: 0 }),
  initial: 'starting',
  on: { 'session.closed': { target: '.ended', actions: over('left') } },
  states: {
    starting: { always: [{ guard: 'isReturning', target: 'returning' }, { target: 'opening' }] },

    // The user is asked, while the call lasts, but not without end: other calls are refused in that time.
    returning: {
      on: {
        'user.returned': 'opening',
        'user.left': { target: 'ended', actions: over('left') },
        'call.over': { target: 'ended', actions: over('over') },
      },
      after: { away: { target: 'ended', actions: over('left') } },
    },

    opening: {
      entry: 'prepareDevices',
      on: {
        'devices.ready': 'joining',
        'devices.denied': { target: 'ended', actions: over('deviceDenied') },
        'user.left': { target: 'ended', actions: over('left') },
        // A user who returns must not begin a new call.
        'call.over': { guard: 'isReturning', target: 'ended', actions: over('over') },
      },
      after: { prepare: { target: 'ended', actions: over('deviceDenied') } },
    },

    joining: {
      initial: 'asking',
      on: {
        'join.accepted': 'inCall',
        'join.refused': { target: 'ended', actions: 'overByServer' },
        'server.back': { target: '.asking', reenter: true },
        'user.left': leave('left'),
      },
      states: {
        asking: { entry: 'join', on: { 'join.failed': 'waiting' } },
        waiting: { entry: 'countMiss', after: { again: 'asking' } },
      },
      after: { away: leave('lost') },
    },

    inCall: {
      entry: 'forgetMisses',
      initial: 'joined',
      on: {
        'self.elsewhere': { target: 'ended', actions: over('elsewhere') },
        'call.over': { target: 'ended', actions: over('over') },
        'self.noMember': { target: 'ended', actions: over('notMember') },
        'server.away': 'reconnecting',
        'user.left': leave('left'),
      },
      states: {
        joined: {
          on: { 'self.listed': 'steady', 'self.absent': 'renewing', 'server.back': 'renewing' },
          after: { list: { target: 'joined', reenter: true, actions: 'checkList' } },
        },
        steady: { on: { 'self.absent': 'renewing', 'server.back': 'renewing' } },
        // Joins again under the same name, while the connections continue.
        renewing: {
          entry: 'join',
          on: {
            'join.accepted': 'joined',
            'join.refused': { target: '#groupCall.ended', actions: 'overByServer' },
            'join.failed': '#groupCall.reconnecting.waiting',
            'server.back': { target: 'renewing', reenter: true },
          },
        },
      },
    },

    reconnecting: {
      initial: 'away',
      on: {
        'self.elsewhere': { target: 'ended', actions: over('elsewhere') },
        'call.over': { target: 'ended', actions: over('over') },
        'self.noMember': { target: 'ended', actions: over('notMember') },
        'server.back': { target: '.asking', reenter: true },
        'user.left': leave('left'),
      },
      states: {
        // The socket itself waits longer between its attempts (SOCK-3).
        away: {
          entry: 'countMiss',
          after: { again: { target: 'away', reenter: true, actions: 'reconnect' } },
        },
        asking: {
          entry: 'join',
          on: {
            'join.accepted': '#groupCall.inCall',
            'join.refused': { target: '#groupCall.ended', actions: 'overByServer' },
            'join.failed': 'waiting',
            'server.away': 'away',
          },
        },
        waiting: { entry: 'countMiss', on: { 'server.away': 'away' }, after: { again: 'asking' } },
      },
      after: { away: leave('lost') },
    },

    ended: { type: 'final', entry: ['releaseMedia', 'tellEnd'] },
  },
});
