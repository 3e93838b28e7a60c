import type { AnyStateMachine } from 'xstate';
import { callLockMachine } from '../../machines/call-lock.machine.ts';
import { callMachine } from '../../machines/call.machine.ts';
import { catchUpMachine } from '../../machines/catch-up.machine.ts';
import { groupMachine } from '../../machines/group.machine.ts';
import { outboxMachine } from '../../machines/outbox.machine.ts';
import { recorderMachine } from '../../machines/recorder.machine.ts';
import { sessionMachine } from '../../machines/session.machine.ts';
import { socketMachine } from '../../machines/socket.machine.ts';
import { updateMachine } from '../../machines/update.machine.ts';
import { uploadMachine } from '../../machines/upload.machine.ts';
import { wishMachine } from '../../machines/wish.machine.ts';

/** A machine as the inspector and the charts list it. */
export interface Listed {
  /** Name of its file and of its chart. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** To start one that nobody runs, to look at. */
  readonly input?: unknown;
}

export const MACHINES: readonly Listed[] = [
  { name: 'socket', machine: socketMachine, input: { signedIn: true } },
  { name: 'session', machine: sessionMachine },
  { name: 'catch-up', machine: catchUpMachine },
  { name: 'outbox', machine: outboxMachine },
  { name: 'wish', machine: wishMachine, input: { allowed: true, pauseMs: 1_000 } },
  { name: 'call-lock', machine: callLockMachine },
  { name: 'call', machine: callMachine, input: { self: 7, peer: 8, call: 'call-1', caller: true, video: true } },
  { name: 'group', machine: groupMachine, input: { role: 3 } },
  { name: 'recorder', machine: recorderMachine, input: { kind: 'voice' } },
  { name: 'upload', machine: uploadMachine, input: { sizeBytes: 1_000 } },
  { name: 'update', machine: updateMachine },
];

/** By the id that a running actor tells. */
export const machineOf = (id: string): Listed | undefined => MACHINES.find((one) => one.machine.id === id);
