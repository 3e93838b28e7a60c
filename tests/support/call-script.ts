import { createActor } from 'xstate';
import { callLockMachine, type CallLockEvent } from '../../machines/call-lock.machine.ts';
import { callMachine, type CallEvent } from '../../machines/call.machine.ts';
import { sessionMachine } from '../../machines/session.machine.ts';
import { socketMachine } from '../../machines/socket.machine.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { inspectionOver } from '../../src/client/state/inspection.ts';
import { EventLog } from '../../src/client/state/log.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';
import type { CallSignal } from '../../src/domain/events.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { aMessage, aPosition, facts, framed, place, postedEvent, self } from './contacts.ts';

const CALL = 'aaaaaaaa-0001';
const LATER = 'bbbbbbbb-0002';

const signal = (kind: string, code: number | null): CallSignal => ({
  kind,
  video: true,
  status: null,
  code,
  talkSec: null,
  sdp: '',
  candidate: '',
  isMobile: false,
  no: null,
  path: null,
});

/** One side of a call, with the real store and machines on a virtual clock. */
function stage() {
  const clock = createVirtualClock();
  const quiet = { post: () => undefined, listen: () => () => undefined };
  const inspection = inspectionOver({
    clock,
    channel: quiet,
    app: 'script',
    title: () => '',
    schedule: () => undefined,
  });
  const store = createStore({
    streams: streamsAtOnce,
    clock,
    log: { write: () => undefined },
    schedule: (run) => run(),
    events: new EventLog(),
  });
  inspection.attach(store.log);
  const options = { clock, inspect: inspection.watch };
  const session = createActor(sessionMachine, { id: 'session', ...options }).start();
  const socket = createActor(socketMachine, { id: 'socket', input: { signedIn: true }, ...options }).start();
  const lock = createActor(callLockMachine, { id: 'call-lock', ...options }).start();
  /** A frame of the caller, and the event that the lock receives. */
  const sendMessage = (
    from: number,
    call: string,
    kind: string,
    code: number | null,
    lockEvent: CallLockEvent,
  ) => {
    const event = {
      type: 'callSignal',
      message: aMessage(call, from, { type: 'webrtc', content: '' }),
      to: contactId(self.id),
      toUser: null,
      signal: signal(kind, code),
      contact: null,
    } as const;
    store.framed(framed(event), 'live');
    lock.send(lockEvent);
  };
  const calls = (from: number, call: string) =>
    sendMessage(from, call, 'calling', 901, {
      type: 'calling.received',
      incoming: { call, from, video: true, name: `Name ${from}`, avatar: '' },
    });
  const other = (from: number, call: string, kind: string, code: number) =>
    sendMessage(from, call, kind, code, {
      type: 'signal.received',
      call,
      kind,
      code,
      peer: from,
      fromSelf: false,
    });
  return { clock, inspection, store, session, socket, lock, calls, other, options };
}

/** Records every call phase: ringing, answered, connected, interrupted and hung up. */
export async function callScript(): Promise<string> {
  const { clock, inspection, store, session, socket, lock, calls, other, options } = stage();
  const pass = (ms: number) => clock.advance(ms);
  session.send({ type: 'token.found', user: self.id });
  store.dispatch({ type: 'signedIn', self });
  store.dispatch({
    type: 'contactsLoaded',
    contacts: [1, 3].map((id) => facts(id, { position: aPosition(`${id}-7`) })),
    epoch: 'e',
    cursor: '0-1',
    selfSeq: 0,
    applications: 0,
  });
  socket.send({ type: 'connect.asked' });
  await pass(300);
  socket.send({ type: 'socket.opened', socket: 1 });
  socket.send({ type: 'init.received', socket: 1, plain: false });
  await pass(60);
  socket.send({ type: 'pong.received', socket: 1, bound: true });
  store.dispatch({ type: 'connectionChanged', connection: { name: 'open', bound: true } });
  store.framed(
    framed(
      postedEvent(1, aMessage('cccccccc-0001', 1, { n: 1, content: 'I call you in a minute' }), null),
      place('1-7', 1),
    ),
    'live',
  );
  await pass(4_000);

  calls(1, CALL);
  const call = createActor(callMachine, {
    id: 'call',
    input: { self: self.id, peer: 1, call: CALL, caller: false, video: true },
    ...options,
  }).start();
  const then = async (ms: number, event: CallEvent) => {
    await pass(ms);
    call.send(event);
  };
  await then(3_000, { type: 'user.answered' });
  await then(900, { type: 'devices.ready' });
  await pass(120);
  other(1, CALL, 'offer', 901);
  other(1, CALL, 'iceCandidate', 901);
  await then(700, { type: 'media.connected' });
  await pass(12_000);
  // A third user calls during the call: one busy answer, however often the frame arrives.
  calls(3, LATER);
  calls(3, LATER);
  await then(2_000, { type: 'media.interrupted' });
  await then(4_000, { type: 'media.connected' });
  await pass(9_000);
  other(1, CALL, 'hangup', 906);
  call.send({ type: 'peer.hungUp', call: CALL, code: 906 });
  await pass(1_500);
  lock.send({ type: 'page.closed' });
  const record = aMessage('cccccccc-0002', 1, {
    n: 2,
    type: 'webrtc',
    content: '',
    extra: { code: 906, callTime: 27 },
    from: { id: userId(1), displayName: 'Name 1', realname: 'Name 1', avatar: '' },
  });
  store.framed(framed(postedEvent(1, record), place('1-7', 2)), 'live');
  return inspection
    .lines()
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}
