import { emit, setup } from 'xstate';
import { groupCallLimits as limits } from '../src/domain/group-call-limits.ts';

/**
 * The key of this device's frames after others left its group call (GCALL-20): they cannot decrypt later
 * frames. The new key is sent a moment before it is used.
 */
export type GroupCallRekeyEvent = { readonly type: 'device.left' } | { readonly type: 'call.left' };

export type GroupCallRekeyEffect =
  /** Makes another key and sends it to all who are left. */
  | { readonly type: 'rotate' }
  /** Encrypts with the newest key. */
  | { readonly type: 'use' };

export const groupCallRekeyMachine = setup({
  types: { events: {} as GroupCallRekeyEvent, emitted: {} as GroupCallRekeyEffect },
  delays: { rekey: limits.rekeyMs, switch: limits.switchKeyMs },
  actions: { rotate: emit({ type: 'rotate' }), use: emit({ type: 'use' }) },
}).createMachine({
  id: 'groupCallRekey',
  initial: 'steady',
  on: { 'call.left': '.over' },
  states: {
    steady: { on: { 'device.left': 'gathering' } },
    // Others may leave at the same moment.
    gathering: { after: { rekey: 'sending' } },
    sending: {
      entry: 'rotate',
      exit: 'use',
      on: { 'device.left': 'gathering' },
      after: { switch: 'steady' },
    },
    over: { type: 'final' },
  },
});
