import type * as v from 'valibot';
import { CALL } from '../../../domain/call.ts';
import { messageId, parseTarget, privateStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { call as limits, duration } from '../../../domain/limits.ts';
import type { sendToMsg as signalCall } from '../../../wire/calls/signalling.ts';
import { command } from '../../core.ts';
import type { Core } from '../../core.ts';
import { stepData } from '../../frames/call-frames.ts';
import type { Step } from '../../frames/call-frames.ts';
import { messageData } from '../../frames/message-data.ts';
import { seconds } from '../../frames/wire-values.ts';
import type { WireFrame } from '../../frames/wire-frame.ts';
import { Refused } from '../../refused.ts';
import type { Answer, SignedIn } from '../context.ts';
import { begin } from './begin.ts';
import type { Begun } from './begin.ts';
import { CallBook } from './book.ts';
import type { LiveCall } from './book.ts';
import { ended } from './end.ts';
import type { Ending } from './end.ts';

type Body = v.InferOutput<typeof signalCall.body>;

/** Signalling of calls: who may say what when, told to the right devices (CALL-15 …). */
export interface Signalling {
  signal(context: SignedIn, body: Body): Promise<Answer>;
  stop(): void;
}

export function createSignalling(core: Core): Signalling {
  const book = new CallBook(core.clock);
  core.hub.callsOnBind((user, had) => book.onBind(user, had));
  const on = { core, book };
  return {
    signal: (context, body) => (body.event === 'calling' ? calling(on, context, body) : step(on, context, body)),
    stop: () => book.stop(),
  };
}

interface On {
  readonly core: Core;
  readonly book: CallBook;
}

async function calling(on: On, { session }: SignedIn, body: Body): Promise<Answer> {
  const { core, book } = on;
  const callee = peerOf(session.user, body);
  if (!core.config().chatInfo.webrtc) throw new Refused('callsOff');
  if (book.full) throw new Refused('away');
  const offline = !core.hub.isOnline(callee);
  const before = book.of(session.user);
  const ringing = { id: body.id, caller: session.user, callee, video: body.type === 1, isMobile: session.isMobile, offline };
  const begun = await command(core, (tx, record) => begin(core, tx, record, ringing, before));
  if (!begun.repeated) {
    for (const live of before) if (!begun.lost || live.caller !== callee) book.over(live);
    const live = await follow(on, begun, session.user, callee);
    if (offline || begun.lost) book.over(live);
  }
  return { data: await answerOf(core, begun, session.user) };
}

async function follow(on: On, { row }: Begun, caller: UserId, callee: UserId): Promise<LiveCall> {
  const { core, book } = on;
  const live: LiveCall = { id: row.id, msgId: row.msgId, stream: row.stream, caller, callee, extra: row.extra ?? {}, state: 'ringing', talkingSinceMs: 0, frames: [], made: 0, timer: null };
  const author = await core.store.read((tx) => tx.users.byId(caller));
  const data = messageData(row, callee, 'push', { settings: core.settings, author });
  book.add(live);
  // The ring itself comes with the conversation; kept, it finds devices that bind while it rings.
  book.keep(live, callee, 'calling', { type: 'webrtc', time: seconds(row.sentAtMs), data });
  book.after(live, limits.ringMs, () => {
    finish(on, live, { by: null, code: CALL.noAnswer, talkSec: 0 }).catch((error: unknown) => core.log.write('error', 'call not ended', { error: String(error) }));
  });
  return live;
}

/** Offline is told in the answer itself: `busy` with a reason, as older clients know it (CALL-13). */
async function answerOf(core: Core, { row, seq }: Begun, caller: UserId): Promise<unknown> {
  const author = await core.store.read((tx) => tx.users.byId(caller));
  const data = messageData(row, caller, 'answer', { settings: core.settings, author });
  const facts = row.extra?.['reason'] === 'offline' ? { ...row.extra, event: 'busy', code: CALL.busy, reason: 'offline' } : row.extra;
  return { ...data, extends: facts, stream: row.stream, seq };
}

function peerOf(me: UserId, body: Body): UserId {
  const target = parseTarget(body.toContactId);
  if (target?.kind !== 'person') throw new Refused('contactUnknown');
  if (target.user === me) throw new Refused('notSelf');
  return target.user;
}

/** Everything after the first ring. A late frame of a call that is over changes nothing and is no fault (CALL-8). */
async function step(on: On, { session }: SignedIn, body: Body): Promise<Answer> {
  const me = session.user;
  const peer = peerOf(me, body);
  const live = on.book.get(messageId(body.id));
  if (!live) return ofTheRecord(on, me, peer, body);
  if (![live.caller, live.callee].includes(me) || ![live.caller, live.callee].includes(peer)) throw new Refused('callUnknown');
  if (live.state !== 'over') await act(on, live, me, peer, body, session.isMobile);
  return { data: await dataOf(on.core, live, me, body, session.isMobile) };
}

async function act(on: On, live: LiveCall, me: UserId, peer: UserId, body: Body, isMobile: boolean): Promise<void> {
  const isCaller = me === live.caller;
  const nowMs = on.core.clock.nowMs();
  switch (body.event) {
    case 'acceptRtc':
      if (isCaller || live.state !== 'ringing') throw new Refused('callState');
      Object.assign(live, { state: 'talking', talkingSinceMs: nowMs });
      on.book.after(live, limits.forgottenMs, () => on.book.forget(live));
      await tell(on, live, me, peer, body, isMobile);
      return tell(on, live, me, me, { ...body, event: 'otherOpt' }, isMobile);
    case 'offer':
    case 'answer':
      if (live.state !== 'talking' || isCaller !== (body.event === 'offer')) throw new Refused('callState');
      return tell(on, live, me, peer, body, isMobile);
    case 'iceCandidate':
      if (live.state !== 'talking') throw new Refused('callState');
      return tell(on, live, me, peer, body, isMobile);
    case 'busy':
      if (isCaller || live.state !== 'ringing') throw new Refused('callState');
      return finish(on, live, { by: me, code: CALL.busy, talkSec: 0 });
    case 'hangup':
      return finish(on, live, hangup(live, isCaller, me, body, nowMs));
    case 'calling':
    case 'otherOpt':
    case 'turndown':
    case 'mediaDevices':
      return;
  }
}

/** How far the call is decides the code, not the client: only "no answer" and "not connected" are its to say (CALL-17). */
function hangup(live: LiveCall, isCaller: boolean, by: UserId, body: Body, nowMs: number): Ending {
  if (live.state === 'talking') {
    const talked = Math.floor((nowMs - live.talkingSinceMs) / duration.SECOND);
    if (body.code === CALL.noAnswer) return { by, code: CALL.noAnswer, talkSec: 0 };
    return { by, code: CALL.ended, talkSec: Math.min(body.callTime ?? talked, talked) };
  }
  if (!isCaller) return { by, code: CALL.refused, talkSec: 0 };
  return { by, code: body.code === CALL.noAnswer ? CALL.noAnswer : CALL.cancelled, talkSec: 0 };
}

async function finish({ core, book }: On, live: LiveCall, ending: Ending): Promise<void> {
  await command(core, (tx, record) => ended(tx, record, live, ending));
  book.over(live);
}

/** A step goes to the other side's devices, or to one's own; it is kept for those that bind later (CALL-18). */
async function tell({ core, book }: On, live: LiveCall, from: UserId, to: UserId, body: Body, isMobile: boolean): Promise<void> {
  const frame = await frameOf(core, live, from, to, body, isMobile);
  const numbered = book.keep(live, to, body.event, frame);
  if (!numbered) throw new Refused('tooOften');
  core.hub.tell(to, numbered);
}

async function frameOf(core: Core, live: LiveCall, from: UserId, to: UserId, body: Body, isMobile: boolean): Promise<WireFrame> {
  const sender = await core.store.read((tx) => tx.users.byId(from));
  const atMs = core.clock.nowMs();
  const accepted = body.event === 'acceptRtc' || body.event === 'otherOpt';
  const told: Step = {
    event: body.event,
    from,
    sender,
    to: from === to ? otherOf(live, to) : to,
    code: accepted ? CALL.accepted : CALL.ringing,
    talkSec: '',
    sdp: body.event === 'offer' || body.event === 'answer' ? body.sdp : '',
    candidate: body.event === 'iceCandidate' ? body.iceCandidate : '',
    isMobile,
  };
  return { type: 'webrtc', time: seconds(atMs), data: stepData(live, told, atMs, core) };
}

const otherOf = (live: LiveCall, user: UserId): UserId => (live.caller === user ? live.callee : live.caller);

async function dataOf(core: Core, live: LiveCall, me: UserId, body: Body, isMobile: boolean): Promise<unknown> {
  return (await frameOf(core, live, me, otherOf(live, me), body, isMobile)).data;
}

/** A call that this server no longer follows, as after a restart: hanging up still closes its record. */
async function ofTheRecord({ core }: On, me: UserId, peer: UserId, body: Body): Promise<Answer> {
  await command(core, async (tx, record) => {
    const row = await tx.messages.byId(messageId(body.id));
    if (row?.type !== 'webrtc' || row.stream !== privateStream(me, peer)) throw new Refused('callUnknown');
    if (body.event !== 'hangup') return;
    await ended(tx, record, row, { by: me, code: row.from === me ? CALL.cancelled : CALL.refused, talkSec: 0 });
  });
  return {};
}
