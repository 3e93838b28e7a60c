import type { AnyStateMachine } from 'xstate';
import { callLockMachine } from '../../machines/call-lock.machine.ts';
import { callMachine } from '../../machines/call.machine.ts';
import { catchUpMachine } from '../../machines/catch-up.machine.ts';
import { groupCallKeysMachine } from '../../machines/group-call-keys.machine.ts';
import { groupCallPeerMachine } from '../../machines/group-call-peer.machine.ts';
import { groupCallRekeyMachine } from '../../machines/group-call-rekey.machine.ts';
import { groupCallMachine } from '../../machines/group-call.machine.ts';
import { groupMachine } from '../../machines/group.machine.ts';
import { outboxMachine } from '../../machines/outbox.machine.ts';
import { permissionMachine } from '../../machines/permission.machine.ts';
import { quietMachine } from '../../machines/quiet.machine.ts';
import { recorderMachine } from '../../machines/recorder.machine.ts';
import { sessionMachine } from '../../machines/session.machine.ts';
import { socketMachine } from '../../machines/socket.machine.ts';
import { typingMachine } from '../../machines/typing.machine.ts';
import { typistMachine } from '../../machines/typist.machine.ts';
import { updateMachine } from '../../machines/update.machine.ts';
import { uploadMachine } from '../../machines/upload.machine.ts';
import { pendingChangeMachine } from '../../machines/pending-change.machine.ts';
import { SAMPLES, type Sample } from './event-samples.ts';

/** A machine as the inspector and the charts list it. */
export interface Listed {
  /** Name of its file and of its chart. */
  readonly name: string;
  /** Its task in a few words. */
  readonly about: string;
  readonly machine: AnyStateMachine;
  /** Input to start a machine that the app does not run, for viewing. */
  readonly input?: unknown;
  /** Events that it accepts. */
  readonly events: (context: Readonly<Record<string, unknown>>) => readonly Sample[];
}

export const MACHINES: readonly Listed[] = [
  {
    name: 'socket',
    about: 'the connection to the server',
    machine: socketMachine,
    input: { signedIn: true },
    events: SAMPLES.socket,
  },
  { name: 'session', about: 'who is signed in', machine: sessionMachine, events: SAMPLES.session },
  { name: 'catch-up', about: 'fetches missed events', machine: catchUpMachine, events: SAMPLES['catch-up'] },
  { name: 'outbox', about: 'sends the messages of a chat', machine: outboxMachine, events: SAMPLES.outbox },
  {
    name: 'pending-change',
    about: 'sends a pending change',
    machine: pendingChangeMachine,
    input: { allowed: true, pauseMs: 1_000, holdMs: 5_000 },
    events: SAMPLES['pending-change'],
  },
  { name: 'quiet', about: 'counts the quiet hours', machine: quietMachine, events: SAMPLES.quiet },
  {
    name: 'call-lock',
    about: 'which tab has the call',
    machine: callLockMachine,
    events: SAMPLES['call-lock'],
  },
  {
    name: 'call',
    about: 'one call',
    machine: callMachine,
    input: { self: 7, peer: 8, call: 'call-1', caller: true, video: true },
    events: SAMPLES.call,
  },
  {
    name: 'group-call',
    about: 'this device in the call of a group',
    machine: groupCallMachine,
    input: { returning: false },
    events: SAMPLES['group-call'],
  },
  {
    name: 'group-call-peer',
    about: 'the connection with one other device of a group call',
    machine: groupCallPeerMachine,
    input: { offers: true },
    events: SAMPLES['group-call-peer'],
  },
  {
    name: 'group-call-keys',
    about: 'the keys between this device and one other of a group call',
    machine: groupCallKeysMachine,
    events: SAMPLES['group-call-keys'],
  },
  {
    name: 'group-call-rekey',
    about: 'a new key after a device left a group call',
    machine: groupCallRekeyMachine,
    events: SAMPLES['group-call-rekey'],
  },
  {
    name: 'group',
    about: 'what this member may do in a group',
    machine: groupMachine,
    input: { role: 3 },
    events: SAMPLES.group,
  },
  {
    name: 'recorder',
    about: 'records a voice or video message',
    machine: recorderMachine,
    input: { kind: 'voice' },
    events: SAMPLES.recorder,
  },
  { name: 'typing', about: 'reports that this user types', machine: typingMachine, events: SAMPLES.typing },
  { name: 'typist', about: 'shows that a partner types', machine: typistMachine, events: SAMPLES.typist },
  {
    name: 'upload',
    about: 'sends a file',
    machine: uploadMachine,
    input: { sizeBytes: 1_000 },
    events: SAMPLES.upload,
  },
  { name: 'update', about: 'installs a new version', machine: updateMachine, events: SAMPLES.update },
  {
    name: 'permission',
    about: 'asks the browser for a permission',
    machine: permissionMachine,
    input: { explained: false },
    events: SAMPLES.permission,
  },
];

/** Finds a machine by the id of a running actor. */
export const machineOf = (id: string): Listed | undefined => MACHINES.find((one) => one.machine.id === id);
