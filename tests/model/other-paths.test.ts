import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { callLockMachine } from '../../machines/call-lock.machine.ts';
import { callMachine } from '../../machines/call.machine.ts';
import { groupMachine } from '../../machines/group.machine.ts';
import { recorderMachine } from '../../machines/recorder.machine.ts';
import { updateMachine } from '../../machines/update.machine.ts';
import { uploadMachine } from '../../machines/upload.machine.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/contact.ts';
import { walk } from '../support/machine-paths.ts';

interface Case {
  readonly rule: string;
  readonly machine: AnyStateMachine;
  readonly inputs: readonly unknown[];
  readonly events: readonly (EventObject & Record<string, unknown>)[];
  readonly identity?: (state: AnyMachineSnapshot) => string;
}

const incoming = (call: string, from: number) => ({ call, from, video: true, name: 'n', avatar: '' });

const cases: Readonly<Record<string, Case>> = {
  'call-lock': {
    rule: 'CALL-5',
    machine: callLockMachine,
    inputs: [undefined],
    events: [
      { type: 'signal.received', kind: 'offer', code: 901, peer: 2, fromSelf: false },
      { type: 'signal.received', kind: 'hangup', code: 902, peer: 2, fromSelf: false },
      { type: 'signal.received', kind: 'otherOpt', code: 906, peer: 2, fromSelf: true },
      { type: 'signal.received', kind: 'hangup', code: 902, peer: 3, fromSelf: false },
      { type: 'calling.received', incoming: incoming('u1', 2) },
      { type: 'calling.received', incoming: incoming('u2', 3) },
      { type: 'peer.offline', user: 2 },
      { type: 'page.opened', call: 'u1' },
      { type: 'page.closed' },
    ],
  },
  call: {
    rule: 'CALL-14',
    machine: callMachine,
    inputs: [true, false].map((caller) => ({ self: 9, peer: 7, call: 'u1', caller, video: true })),
    events: [
      { type: 'devices.ready' },
      { type: 'devices.denied' },
      { type: 'user.answered' },
      { type: 'user.hungUp' },
      { type: 'peer.accepted', call: 'u1' },
      { type: 'peer.hungUp', call: 'u1', code: 902 },
      { type: 'peer.hungUp', call: 'old', code: 906 },
      { type: 'peer.busy', call: 'u1' },
      { type: 'peer.unreachable', call: 'u1' },
      { type: 'peer.called', call: 'u2' },
      { type: 'peer.offline' },
      { type: 'own.handled', call: 'u1', code: 904 },
      { type: 'media.connected' },
      { type: 'media.interrupted' },
      { type: 'media.failed' },
    ],
  },
  group: {
    rule: 'ROLE-4',
    machine: groupMachine,
    inputs: [{}],
    events: [
      ...([1, 2, 3] as const).map((role) => ({ type: 'role.given', role })),
      { type: 'member.gone' },
      ...([0, 1, 2] as const).map((nospeak) => ({ type: 'setting.changed', setting: { ...DEFAULT_GROUP_SETTING, nospeak } })),
      { type: 'mute.set', forMs: 60_000 },
      { type: 'mute.set', forMs: 0 },
      { type: 'action.asked', action: 'speak' },
      { type: 'action.asked', action: 'dissolve' },
    ],
    identity: (state) => JSON.stringify([state.value, state.context.role, state.context.setting.nospeak, state.context.mutedForMs > 0]),
  },
  recorder: {
    rule: 'REC-4',
    machine: recorderMachine,
    inputs: [{ kind: 'voice' }, { kind: 'video' }],
    events: [
      { type: 'record.asked' },
      { type: 'device.granted' },
      { type: 'device.denied' },
      { type: 'device.failed' },
      { type: 'record.stop' },
      { type: 'record.cancel' },
      { type: 'record.ready' },
      { type: 'preview.send' },
      { type: 'preview.discard' },
    ],
  },
  update: {
    rule: 'UPD-4',
    machine: updateMachine,
    inputs: [undefined],
    events: [
      { type: 'check.asked', byHand: true },
      { type: 'check.asked', byHand: false },
      { type: 'check.none' },
      { type: 'check.failed' },
      ...['forced', 'optional', 'silent'].map((kind) => ({ type: 'check.found', kind, version: '6.1.0' })),
      { type: 'update.later' },
      { type: 'update.take' },
      { type: 'download.done' },
      { type: 'download.failed' },
      { type: 'install.failed' },
    ],
  },
  upload: {
    rule: 'UP-4',
    machine: uploadMachine,
    inputs: [{ sizeBytes: 10 }],
    events: [
      { type: 'turn.came' },
      { type: 'bytes.sent', sentBytes: 5 },
      { type: 'answer.accepted' },
      { type: 'answer.refused', reason: 'too large' },
      { type: 'transfer.cut' },
      { type: 'upload.cancel' },
      { type: 'upload.retry' },
    ],
  },
};

describe('paths through the other machines', () => {
  for (const [name, { rule, machine, inputs, events, identity }] of Object.entries(cases)) {
    it(`${rule}: generated paths reach every state and every transition of ${name}`, () => {
      const reached = inputs.map((input) =>
        walk(machine, { input, events: () => events, identity: identity ?? ((state) => JSON.stringify([state.value, state.context])) }),
      );
      const inAll = (pick: (one: (typeof reached)[number]) => readonly string[]) =>
        reached.map(pick).reduce((both, one) => both.filter((missing) => one.includes(missing)));
      expect(inAll((one) => one.missingStates)).toEqual([]);
      expect(inAll((one) => one.missingTransitions)).toEqual([]);
    });
  }
});
