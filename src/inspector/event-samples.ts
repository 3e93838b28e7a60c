import type { AttemptResult } from '../../machines/outbox.machine.ts';
import type { EventObject } from 'xstate';
import { DEFAULT_GROUP_SETTING } from '../domain/group-fields.ts';

/**
 * Sample events for each machine, with contents that match its context: for sending by hand, and for random
 * walks in tests. Timers are not included, because the machine has its own.
 */
export type Sample = EventObject & Readonly<Record<string, unknown>>;
type Context = Readonly<Record<string, unknown>>;

const plain = (...types: readonly string[]): readonly Sample[] => types.map((type) => ({ type }));
const incoming = (call: string, from: number) => ({ call, from, video: true, name: 'n', avatar: '' });

/** All socket events, of the current socket and of an old one. */
function socketEvents(context: Context): readonly Sample[] {
  const socket = Number(context['socket']);
  return [
    ...plain('connect.asked', 'close.asked', 'retry.asked', 'user.signedIn', 'user.signedOut'),
    ...plain('foreground.returned', 'network.returned', 'call.answered'),
    ...plain(
      'socket.opened',
      'socket.failed',
      'socket.closed',
      'ping.received',
      'bind.answered',
      'bind.failed',
    ).map((event) => ({ ...event, socket })),
    { type: 'init.received', socket, plain: false },
    { type: 'init.received', socket, plain: true },
    { type: 'pong.received', socket, bound: true },
    { type: 'pong.received', socket, bound: false },
    { type: 'pong.received', socket, bound: null },
    { type: 'socket.opened', socket: socket - 1 },
    { type: 'socket.closed', socket: socket - 1 },
  ];
}

function outboxEvents(context: Context): readonly Sample[] {
  const attempt = Number(context['attempt']);
  const answer = (result: AttemptResult, of = attempt): Sample => ({
    type: 'attempt.answered',
    attempt: of,
    results: [result],
  });
  return [
    { type: 'item.queued', item: { id: 'a', bytes: 100, status: 'queued', discarded: false } },
    ...plain('item.retried', 'item.discarded', 'item.settled', 'item.released').map((event) => ({
      ...event,
      id: 'a',
    })),
    answer({ id: 'a', outcome: 'sent' }),
    answer({ id: 'a', outcome: 'unknown' }),
    answer({ id: 'a', outcome: 'held' }),
    answer({ id: 'a', outcome: 'refused', reason: 'no' }),
    answer({ id: 'a', outcome: 'later', waitMs: 500 }),
    answer({ id: 'a', outcome: 'sent' }, attempt - 1),
    ...plain('sending.allowed', 'sending.forbidden', 'network.returned'),
  ];
}

function catchUpEvents(context: Context): readonly Sample[] {
  const question = Number(context['question']);
  return [
    ...plain('socket.bound', 'socket.gone', 'sync.wanted', 'list.stale'),
    { type: 'sync.answered', question },
    { type: 'sync.failed', question },
    { type: 'sync.answered', question: question - 1 },
  ];
}

/** Events of the current call, and of one that is over. */
function callEvents(context: Context): readonly Sample[] {
  const { call } = context;
  return [
    ...plain('devices.ready', 'devices.denied', 'user.answered', 'user.hungUp', 'peer.offline'),
    ...plain('media.connected', 'media.interrupted', 'media.failed'),
    ...plain('peer.accepted', 'peer.returned', 'peer.busy', 'peer.unreachable', 'calling.failed').map(
      (event) => ({ ...event, call }),
    ),
    { type: 'peer.hungUp', call, code: 902 },
    { type: 'peer.hungUp', call: 'old', code: 906 },
    { type: 'peer.called', call: 'u2' },
    { type: 'own.handled', call, code: 904 },
  ];
}

const SESSION: readonly Sample[] = [
  ...plain(
    'token.missing',
    'login.asked',
    'login.refused',
    'logout.asked',
    'token.refused',
    'login.elsewhere',
    'token.vanished',
  ),
  { type: 'token.found', user: 7 },
  { type: 'login.accepted', user: 7 },
];

const PENDING_CHANGE: readonly Sample[] = [
  ...plain('wish.made', 'wish.gone', 'sending.allowed', 'sending.forbidden', 'network.returned'),
  ...['done', 'refused', 'unknown', 'held'].map((outcome) => ({ type: 'request.answered', outcome })),
  { type: 'request.answered', outcome: 'later', waitMs: 700 },
];

const QUIET: readonly Sample[] = [
  { type: 'end.set', waitMs: 700 },
  { type: 'end.set', waitMs: 60_000 },
  { type: 'end.dropped' },
];

const CALL_LOCK: readonly Sample[] = [
  { type: 'signal.received', call: 'u1', kind: 'offer', code: 901, peer: 2, fromSelf: false },
  { type: 'signal.received', call: 'u2', kind: 'offer', code: 901, peer: 2, fromSelf: false },
  { type: 'signal.received', call: 'u1', kind: 'hangup', code: 902, peer: 2, fromSelf: false },
  { type: 'signal.received', call: 'u1', kind: 'otherOpt', code: 906, peer: 2, fromSelf: true },
  { type: 'signal.received', call: 'u3', kind: 'hangup', code: 902, peer: 3, fromSelf: false },
  { type: 'calling.received', incoming: incoming('u1', 2) },
  { type: 'calling.received', incoming: incoming('u2', 3) },
  { type: 'peer.offline', user: 2 },
  { type: 'call.over', call: 'u1' },
  { type: 'calls.listed', calls: ['u2'] },
  { type: 'page.opened', call: 'u1' },
  { type: 'page.closed' },
];

const GROUP_CALL: readonly Sample[] = [
  ...plain('devices.ready', 'devices.denied', 'user.returned', 'user.left', 'join.accepted', 'join.failed'),
  { type: 'join.refused', end: 'full' },
  ...plain('self.listed', 'self.absent', 'self.elsewhere', 'self.noMember', 'call.over'),
  ...plain('server.away', 'server.back', 'session.closed'),
];

const GROUP_CALL_PEER: readonly Sample[] = plain(
  'media.connected',
  'media.interrupted',
  'media.failed',
  'peer.offered',
  'peer.gone',
);

const GROUP_CALL_KEYS: readonly Sample[] = plain(
  'greeting.received',
  'key.asked',
  'key.received',
  'key.changed',
  'frames.missing',
  'device.gone',
);

const GROUP: readonly Sample[] = [
  ...[1, 2, 3].map((role) => ({ type: 'role.given', role })),
  { type: 'member.gone' },
  ...[0, 1, 2].map((nospeak) => ({
    type: 'setting.changed',
    setting: { ...DEFAULT_GROUP_SETTING, nospeak },
  })),
  { type: 'mute.set', forMs: 60_000 },
  { type: 'mute.set', forMs: 0 },
  { type: 'action.asked', action: 'speak' },
  { type: 'action.asked', action: 'dissolve' },
];

const RECORDER: readonly Sample[] = [
  ...plain(
    'record.asked',
    'device.granted',
    'device.denied',
    'device.failed',
    'record.stop',
    'record.cancel',
    'record.ready',
    'preview.send',
    'preview.discard',
  ),
  { type: 'record.restored', seconds: 7 },
];

const UPLOAD: readonly Sample[] = [
  ...plain('turn.came', 'answer.accepted', 'transfer.cut', 'transfer.lost', 'network.returned'),
  ...plain('upload.cancel', 'upload.retry'),
  { type: 'bytes.sent', sentBytes: 5 },
  { type: 'answer.refused', reason: 'too large' },
  { type: 'answer.later', waitMs: 30_000 },
];

const UPDATE: readonly Sample[] = [
  { type: 'check.asked', byHand: true },
  { type: 'check.asked', byHand: false },
  ...plain('check.none', 'check.failed'),
  ...['forced', 'optional', 'silent'].map((kind) => ({ type: 'check.found', kind, version: '6.1.0' })),
  ...plain('update.later', 'update.take', 'download.done', 'download.failed', 'install.failed'),
];

const TYPING: readonly Sample[] = [
  ...plain('text.typed', 'text.dropped', 'work.ended', 'message.sent'),
  { type: 'work.began', what: 'voice' },
  { type: 'work.began', what: 'file' },
];

/** Samples by the name of the machine's file. */
const PERMISSION: readonly Sample[] = [
  ...['granted', 'denied', 'default', 'unknown', 'unsupported'].map((standing) => ({
    type: 'permission.wanted',
    standing,
  })),
  ...plain(
    'explanation.accepted',
    'explanation.declined',
    'browser.granted',
    'browser.denied',
    'browser.dismissed',
  ),
];

export const SAMPLES = {
  socket: socketEvents,
  session: () => SESSION,
  'catch-up': catchUpEvents,
  outbox: outboxEvents,
  'pending-change': () => PENDING_CHANGE,
  quiet: () => QUIET,
  typing: () => TYPING,
  typist: () => plain('typing.heard', 'typing.ended'),
  'call-lock': () => CALL_LOCK,
  call: callEvents,
  'group-call': () => GROUP_CALL,
  'group-call-peer': () => GROUP_CALL_PEER,
  'group-call-keys': () => GROUP_CALL_KEYS,
  'group-call-rekey': () => plain('device.left', 'call.left'),
  group: () => GROUP,
  recorder: () => RECORDER,
  upload: () => UPLOAD,
  update: () => UPDATE,
  permission: () => PERMISSION,
} satisfies Readonly<Record<string, (context: Context) => readonly Sample[]>>;
