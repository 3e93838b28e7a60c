import { createActor } from 'xstate';
import { callMachine, type CallEvent } from '../../machines/call.machine.ts';
import { outboxMachine, type QueueItem } from '../../machines/outbox.machine.ts';
import { socketMachine } from '../../machines/socket.machine.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { inspectionOver } from '../../src/client/state/inspection.ts';
import { EventLog } from '../../src/client/state/log.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import type { OutboxItem } from '../../src/client/state/state.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { aLast, aMessage, aPosition, facts, framed, place, postedEvent, self } from './contacts.ts';

const BELA = { id: userId(9), displayName: 'Bela Hill', realname: 'Bela Hill', avatar: '' };
const ANNA = { id: self.id, displayName: 'Anna Lake', realname: 'Anna Lake', avatar: '' };
const CHAT = contactId(9);
const STREAM = '7-9';
const WRITTEN = messageId('aaaaaaaa-0003');
const CALL = 'cccccccc-0005';
/** 8 in the morning in London. */
const START_MS = Date.UTC(2026, 4, 2, 7);

const sentBy = (from: Message['from'], n: number, id: string, content: string, atMs: number): Message =>
  aMessage(id, from.id, { n, content, from, sentAtMs: atMs });

/** The app of one user over the real store and machines, on a virtual clock. */
function stage() {
  const clock = createVirtualClock({ startMs: START_MS });
  const quiet = { post: () => undefined, listen: () => () => undefined };
  const inspection = inspectionOver({
    clock,
    channel: quiet,
    app: 'story',
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
  const socket = createActor(socketMachine, { id: 'socket', input: { signedIn: true }, ...options });
  const outbox = createActor(outboxMachine, { id: 'outbox 9', ...options });
  const call = createActor(callMachine, {
    id: 'call',
    input: { self: self.id, peer: 9, call: CALL, caller: true, video: false },
    ...options,
  });
  return { clock, inspection, store, socket, outbox, call };
}

type Stage = ReturnType<typeof stage>;

const shows = ({ inspection }: Stage, path: string): void =>
  inspection.shows({ path, width: 390, height: 780, dark: false, language: 'en' });

/** Anna's list loads, and she opens the chat with Bela. */
async function opens(on: Stage): Promise<void> {
  const { clock, store, socket } = on;
  shows(on, '/pages/index/index');
  store.dispatch({ type: 'signedIn', self: { ...self, realname: 'Anna Lake' } });
  const now = clock.nowMs();
  store.dispatch({
    type: 'contactsLoaded',
    contacts: [
      facts(9, {
        displayName: 'Bela Hill',
        realname: 'Bela Hill',
        isOnline: true,
        index: 'B',
        last: aLast({ n: 2, content: 'Are you on the way?', sentAtMs: now - 240_000 }),
        lastSentAtMs: now - 240_000,
        unread: 1,
        position: aPosition(STREAM, { seq: 2, count: 2, mark: 1 }),
      }),
      facts('group-4', {
        displayName: 'Hikers',
        realname: 'Hikers',
        index: 'H',
        last: aLast({ n: 5, content: 'Eight at the bridge', sentAtMs: now - 3_600_000 }),
        lastSentAtMs: now - 3_600_000,
        position: aPosition('group-4', { seq: 5, count: 5, mark: 5 }),
      }),
    ],
    epoch: 'e',
    cursor: '0-2',
    selfSeq: 0,
    applications: 0,
  });
  socket.start();
  socket.send({ type: 'connect.asked' });
  await clock.advance(300);
  bound(on, 1);
  await clock.advance(1_500);
  store.dispatch({ type: 'chatOpened', conversation: CHAT });
  shows(on, '/pages/message/chat?id=9');
  store.dispatch({ type: 'pageRequested', conversation: CHAT, which: 'first' });
  await clock.advance(90);
  store.dispatch({
    type: 'pageLoaded',
    conversation: CHAT,
    which: 'first',
    messages: [
      sentBy(BELA, 1, 'aaaaaaaa-0001', 'I am at the bridge already', now - 300_000),
      sentBy(BELA, 2, 'aaaaaaaa-0002', 'Are you on the way?', now - 240_000),
    ],
    complete: true,
    reachesEnd: true,
  });
  read(on, 1, 2);
}

/** Anna's mark in the chat, as the server confirms it. */
function read({ store }: Stage, seq: number, n: number): void {
  const event = { type: 'readMarkSet', conversation: CHAT, mark: n, own: 0, seq: n, count: n } as const;
  store.framed(framed(event, place('u7', seq)), 'live');
}

function bound({ store, socket }: Stage, number: number): void {
  socket.send({ type: 'socket.opened', socket: number });
  socket.send({ type: 'init.received', socket: number, plain: false });
  socket.send({ type: 'pong.received', socket: number, bound: true });
  store.dispatch({ type: 'connectionChanged', connection: { name: 'open', bound: true } });
}

/** Offline she writes; the first answer is lost, so it is sent again, and the server keeps one message. */
async function writesOffline(on: Stage): Promise<void> {
  const { clock, store, socket, outbox } = on;
  const put = (status: OutboxItem['status']) =>
    store.dispatch({
      type: 'outboxPut',
      item: {
        message: {
          id: WRITTEN,
          to: CHAT,
          type: 'text',
          content: 'In the tunnel, there in 10 minutes',
          at: [],
          quote: null,
          extra: null,
          createdAtMs: START_MS + 9_000,
        },
        status,
        reason: null,
      },
    });
  const item: QueueItem = { id: WRITTEN, bytes: 120, status: 'queued', discarded: false };
  await clock.advance(3_000);
  socket.send({ type: 'socket.closed', socket: 1 });
  store.dispatch({ type: 'connectionChanged', connection: { name: 'lost' } });
  outbox.start();
  await clock.advance(4_000);
  put('queued');
  outbox.send({ type: 'item.queued', item });
  await clock.advance(6_000);
  socket.send({ type: 'network.returned' });
  await clock.advance(200);
  bound(on, 2);
  outbox.send({ type: 'sending.allowed' });
  put('sending');
  await clock.advance(1_000);
  outbox.send({
    type: 'attempt.answered',
    attempt: outbox.getSnapshot().context.attempt,
    results: [{ id: WRITTEN, outcome: 'unknown' }],
  });
  put('unknown');
  await clock.advance(outbox.getSnapshot().context.waitMs);
  await clock.advance(120);
  const message = sentBy(ANNA, 3, WRITTEN, 'In the tunnel, there in 10 minutes', clock.nowMs() - 1_200);
  store.framed(framed(postedEvent(9, message), place(STREAM, 3)), 'live');
  outbox.send({ type: 'item.settled', id: WRITTEN });
}

async function isRead(on: Stage): Promise<void> {
  const { clock, store } = on;
  await clock.advance(5_000);
  store.framed(framed({ type: 'partnerRead', conversation: CHAT, n: 3 }), 'live');
  await clock.advance(4_000);
  const answer = sentBy(BELA, 4, 'aaaaaaaa-0004', 'Call me, I will show you the view', clock.nowMs());
  store.framed(framed(postedEvent(9, answer), place(STREAM, 4)), 'live');
  read(on, 2, 4);
}

/** A call whose media is cut for four seconds, and goes on. */
async function callsThroughACut(on: Stage): Promise<void> {
  const { clock, store, call } = on;
  const then = async (ms: number, event: CallEvent) => {
    await clock.advance(ms);
    call.send(event);
  };
  await clock.advance(3_000);
  call.start();
  shows(on, `/pages/message/call?msg_id=${CALL}&type=0&status=1&id=9&name=Bela+Hill&avatar=`);
  await then(600, { type: 'devices.ready' });
  await then(2_500, { type: 'peer.accepted', call: CALL });
  await then(700, { type: 'media.connected' });
  await then(8_000, { type: 'media.interrupted' });
  await then(4_000, { type: 'media.connected' });
  await then(9_000, { type: 'user.hungUp' });
  shows(on, '/pages/message/chat?id=9');
  const record = aMessage(CALL, self.id, {
    n: 5,
    type: 'webrtc',
    content: '',
    extra: { code: 906, callTime: 21 },
    from: ANNA,
    sentAtMs: clock.nowMs(),
  });
  store.framed(framed(postedEvent(9, record), place(STREAM, 5)), 'live');
}

/**
 * The session that the demo opens in the inspector: a message written without a network, sent once and read,
 * and a call that survives a cut.
 */
export async function storyScript(): Promise<string> {
  const on = stage();
  await opens(on);
  await writesOffline(on);
  await isRead(on);
  await callsThroughACut(on);
  return on.inspection
    .lines()
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}
