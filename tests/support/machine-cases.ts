import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { callLockMachine } from '../../machines/call-lock.machine.ts';
import { callMachine } from '../../machines/call.machine.ts';
import { catchUpMachine, type CatchUpContext } from '../../machines/catch-up.machine.ts';
import { groupMachine } from '../../machines/group.machine.ts';
import type { AttemptResult } from '../../machines/outbox-queue.ts';
import { outboxMachine, type OutboxContext } from '../../machines/outbox.machine.ts';
import { recorderMachine } from '../../machines/recorder.machine.ts';
import { sessionMachine } from '../../machines/session.machine.ts';
import { socketMachine, type SocketContext } from '../../machines/socket.machine.ts';
import { updateMachine } from '../../machines/update.machine.ts';
import { uploadMachine } from '../../machines/upload.machine.ts';
import { wishMachine, type WishContext } from '../../machines/wish.machine.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/contact.ts';

/** What a machine may be told and when two of its states count as one, so that walks stay finite. */
export interface MachineCase {
  readonly rule: string;
  readonly machine: AnyStateMachine;
  readonly inputs?: readonly unknown[];
  readonly events: (state: AnyMachineSnapshot) => readonly Event[];
  readonly identity: (state: AnyMachineSnapshot) => string;
}

type Event = EventObject & Readonly<Record<string, unknown>>;

const whole = (state: AnyMachineSnapshot): string => JSON.stringify([state.value, state.context]);
const always = (events: readonly Event[]) => (): readonly Event[] => events;
const plain = (...types: readonly string[]): readonly Event[] => types.map((type) => ({ type }));
const incoming = (call: string, from: number) => ({ call, from, video: true, name: 'n', avatar: '' });

/** Everything that can happen, said by the present socket and by an orphan. */
function socketEvents(state: AnyMachineSnapshot): readonly Event[] {
  const { socket } = state.context as SocketContext;
  return [
    ...plain('connect.asked', 'close.asked', 'retry.asked', 'user.signedIn', 'user.signedOut'),
    ...plain('foreground.returned', 'network.returned', 'call.answered'),
    ...plain('socket.opened', 'socket.failed', 'socket.closed', 'init.received', 'ping.received').map((event) => ({ ...event, socket })),
    { type: 'pong.received', socket, bound: true },
    { type: 'pong.received', socket, bound: false },
    { type: 'socket.opened', socket: socket - 1 },
    { type: 'socket.closed', socket: socket - 1 },
  ];
}

function socketIdentity(state: AnyMachineSnapshot): string {
  const { signedIn, openFailures, closes, unanswered, raised } = state.context as SocketContext;
  // One of the two counters at a time: their rules do not touch each other.
  const counters = closes === 1 ? `f${openFailures}` : openFailures === 1 ? `c${closes}` : 'both';
  return JSON.stringify([state.value, signedIn, counters, Math.min(unanswered, 2), raised]);
}

function outboxEvents(state: AnyMachineSnapshot): readonly Event[] {
  const { attempt } = state.context as OutboxContext;
  const answer = (result: AttemptResult, of = attempt): Event => ({ type: 'attempt.answered', attempt: of, results: [result] });
  return [
    { type: 'item.queued', item: { id: 'a', bytes: 100, status: 'queued', discarded: false } },
    ...plain('item.retried', 'item.discarded', 'item.settled').map((event) => ({ ...event, id: 'a' })),
    answer({ id: 'a', outcome: 'sent' }),
    answer({ id: 'a', outcome: 'unknown' }),
    answer({ id: 'a', outcome: 'held' }),
    answer({ id: 'a', outcome: 'refused', reason: 'no' }),
    answer({ id: 'a', outcome: 'later', waitMs: 500 }),
    answer({ id: 'a', outcome: 'sent' }, attempt - 1),
    ...plain('sending.allowed', 'sending.forbidden', 'network.returned'),
  ];
}

function catchUpEvents(state: AnyMachineSnapshot): readonly Event[] {
  const { question } = state.context as CatchUpContext;
  return [
    ...plain('socket.bound', 'socket.gone', 'sync.wanted'),
    { type: 'sync.answered', question },
    { type: 'sync.failed', question },
    { type: 'sync.answered', question: question - 1 },
  ];
}

/** Every machine there is, by the name of its file. */
export const machineCases: Readonly<Record<string, MachineCase>> = {
  socket: { rule: 'SOCK-12', machine: socketMachine, inputs: [{ signedIn: true }], events: socketEvents, identity: socketIdentity },
  session: {
    rule: 'SESS-1',
    machine: sessionMachine,
    events: always([
      ...plain('token.missing', 'login.asked', 'login.refused', 'logout.asked', 'token.refused', 'login.elsewhere', 'token.vanished'),
      { type: 'token.found', user: 7 },
      { type: 'login.accepted', user: 7 },
    ]),
    identity: whole,
  },
  outbox: {
    rule: 'SEND-4',
    machine: outboxMachine,
    events: outboxEvents,
    identity: (state) => {
      const { items, inFlight, allowed, misses, waitMs } = state.context as OutboxContext;
      return JSON.stringify([state.value, items, inFlight, allowed, Math.min(misses, 2), waitMs > 0]);
    },
  },
  wish: {
    rule: 'SEND-12',
    machine: wishMachine,
    inputs: [{ allowed: true, pauseMs: 10 }],
    events: always([
      ...plain('wish.made', 'wish.gone', 'sending.allowed', 'sending.forbidden', 'network.returned'),
      ...['done', 'refused', 'unknown', 'held'].map((outcome) => ({ type: 'request.answered', outcome })),
      { type: 'request.answered', outcome: 'later', waitMs: 700 },
    ]),
    identity: (state) => {
      const { allowed, wanted, misses, waitMs } = state.context as WishContext;
      return JSON.stringify([state.value, allowed, wanted, Math.min(misses, 2), waitMs > 0]);
    },
  },
  'catch-up': {
    rule: 'SYNC-4',
    machine: catchUpMachine,
    events: catchUpEvents,
    identity: (state) => {
      const { again, misses } = state.context as CatchUpContext;
      return JSON.stringify([state.value, again, Math.min(misses, 3)]);
    },
  },
  'call-lock': {
    rule: 'CALL-5',
    machine: callLockMachine,
    events: always([
      { type: 'signal.received', kind: 'offer', code: 901, peer: 2, fromSelf: false },
      { type: 'signal.received', kind: 'hangup', code: 902, peer: 2, fromSelf: false },
      { type: 'signal.received', kind: 'otherOpt', code: 906, peer: 2, fromSelf: true },
      { type: 'signal.received', kind: 'hangup', code: 902, peer: 3, fromSelf: false },
      { type: 'calling.received', incoming: incoming('u1', 2) },
      { type: 'calling.received', incoming: incoming('u2', 3) },
      { type: 'peer.offline', user: 2 },
      { type: 'page.opened', call: 'u1' },
      { type: 'page.closed' },
    ]),
    identity: whole,
  },
  call: {
    rule: 'CALL-14',
    machine: callMachine,
    inputs: [true, false].map((caller) => ({ self: 9, peer: 7, call: 'u1', caller, video: true })),
    events: always([
      ...plain('devices.ready', 'devices.denied', 'user.answered', 'user.hungUp', 'peer.offline'),
      ...plain('media.connected', 'media.interrupted', 'media.failed'),
      ...plain('peer.accepted', 'peer.busy', 'peer.unreachable').map((event) => ({ ...event, call: 'u1' })),
      { type: 'peer.hungUp', call: 'u1', code: 902 },
      { type: 'peer.hungUp', call: 'old', code: 906 },
      { type: 'peer.called', call: 'u2' },
      { type: 'own.handled', call: 'u1', code: 904 },
    ]),
    identity: whole,
  },
  group: {
    rule: 'ROLE-4',
    machine: groupMachine,
    inputs: [{}],
    events: always([
      ...[1, 2, 3].map((role) => ({ type: 'role.given', role })),
      { type: 'member.gone' },
      ...[0, 1, 2].map((nospeak) => ({ type: 'setting.changed', setting: { ...DEFAULT_GROUP_SETTING, nospeak } })),
      { type: 'mute.set', forMs: 60_000 },
      { type: 'mute.set', forMs: 0 },
      { type: 'action.asked', action: 'speak' },
      { type: 'action.asked', action: 'dissolve' },
    ]),
    identity: (state) => JSON.stringify([state.value, state.context.role, state.context.setting.nospeak, state.context.mutedForMs > 0]),
  },
  recorder: {
    rule: 'REC-4',
    machine: recorderMachine,
    inputs: [{ kind: 'voice' }, { kind: 'video' }],
    events: always(
      plain(
        'record.asked', 'device.granted', 'device.denied', 'device.failed', 'record.stop',
        'record.cancel', 'record.ready', 'preview.send', 'preview.discard',
      ),
    ),
    identity: whole,
  },
  update: {
    rule: 'UPD-4',
    machine: updateMachine,
    events: always([
      { type: 'check.asked', byHand: true },
      { type: 'check.asked', byHand: false },
      ...plain('check.none', 'check.failed'),
      ...['forced', 'optional', 'silent'].map((kind) => ({ type: 'check.found', kind, version: '6.1.0' })),
      ...plain('update.later', 'update.take', 'download.done', 'download.failed', 'install.failed'),
    ]),
    identity: whole,
  },
  upload: {
    rule: 'UP-4',
    machine: uploadMachine,
    inputs: [{ sizeBytes: 10 }],
    events: always([
      ...plain('turn.came', 'answer.accepted', 'transfer.cut', 'upload.cancel', 'upload.retry'),
      { type: 'bytes.sent', sentBytes: 5 },
      { type: 'answer.refused', reason: 'too large' },
    ]),
    identity: whole,
  },
};
