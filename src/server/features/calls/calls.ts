import type * as v from 'valibot';
import { CALL } from '../../../domain/call.ts';
import { clientId, messageId, parseTarget, privateStream } from '../../../domain/ids.ts';
import type { ClientId, UserId } from '../../../domain/ids.ts';
import { callLimits as limits, duration } from '../../../domain/limits.ts';
import type { sendToMsg as signalCall } from '../../../wire/calls/signalling.ts';
import { command } from '../../kernel/core.ts';
import type { CallsOnBind, Core, EventRecorder } from '../../kernel/core.ts';
import { messageData } from '../../frames/message-data.ts';
import type { MessageFacts } from '../../frames/message-data.ts';
import { toSeconds } from '../../frames/wire-values.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { MessageRow, ReadTx, UserRow, WriteTx } from '../../../ports/store.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { orTaken } from '../messages/post.ts';
import { takeItems } from '../message-rate.ts';
import { callIsOver } from '../push/want.ts';
import { begin } from './begin.ts';
import type { BegunCall } from './begin.ts';
import { CallBook, talkSecOf } from './book.ts';
import type { FollowedCall, Following } from './book.ts';
import type { CallOnBind } from '../../kernel/core.ts';
import { markSeen } from '../seen-line.ts';
import { type Ending, ended } from './end.ts';
import { noteHolder, watchHolders } from './holders.ts';
import { onAllNodes } from './on-all-nodes.ts';
import { callFactsOf, overByRecord, tellOthers } from './tell-end.ts';
import type { CallFacts } from './tell-end.ts';
import { dataOf, tell, tellBoth } from './tell-step.ts';

type Body = v.InferOutput<typeof signalCall.body>;

/** The user of a step, and the socket. */
export type Signaller = Pick<SignedIn, 'session' | 'client'>;

/** A call leaves a line in the conversation, and counts as a message (LIMIT-14). */
export async function sendToMsg(context: SignedIn, body: Body): Promise<EndpointAnswer | Refusal> {
  if (body.event === 'calling') {
    const refusal = await takeItems(context, 1);
    if (refusal) return refusal;
  }
  return context.signalling.signal(context, body);
}

/** Signalling of calls: checks each step's sender and time, and sends it to the right devices (CALL-15 …). */
export interface Signalling {
  signal(context: Signaller, body: Body): Promise<EndpointAnswer | Refusal>;
  /** Returns true if this node tracks the call. */
  follows(id: string): boolean;
  stop(): void;
}

/** The same with what only nodes ask of each other. */
export interface Here extends Signalling {
  onBind(user: UserId, client: ClientId, had: Readonly<Record<string, number>>): CallsOnBind;
}

export function createSignalling(core: Core): Signalling {
  const book = new CallBook(core.clock);
  const on = { core, book };
  const here: Here = {
    follows: (id) => book.get(messageId(id)) !== null,
    onBind: (user, client, had) => onBind(on, user, client, had),
    signal: (context, body) =>
      body.event === 'calling' ? calling(on, context, body) : step(on, context, body),
    stop: () => book.stop(),
  };
  const all = core.peers ? onAllNodes(core, core.peers, here) : here;
  core.hub.callsOnBind((user, client, had) => all.onBind(user, client, had));
  return all;
}

/**
 * A call whose record another node has closed is over for this one, too: devices notified now would receive
 * no other end (CALL-43).
 */
async function closeEnded(on: Following, lives: readonly FollowedCall[]): Promise<void> {
  const talks = lives.filter((live) => live.state === 'talking');
  if (talks.length === 0) return;
  const open = await on.core.store.read((tx) =>
    Promise.all(talks.map((live) => tx.calls.isTalking(live.msgId))),
  );
  for (const [at, live] of talks.entries())
    if (open[at] === false && live.state === 'talking') await overByRecord(on, live);
}

async function onBind(
  on: Following,
  user: UserId,
  client: ClientId,
  had: Readonly<Record<string, number>>,
): Promise<readonly CallOnBind[]> {
  await closeEnded(on, on.book.of(user));
  return on.book.onBind(user, client, had);
}

async function calling(
  on: Following,
  { session, client }: Signaller,
  body: Body,
): Promise<EndpointAnswer | Refusal> {
  const { core, book } = on;
  const callee = peerOf(session.user, body);
  if (callee instanceof Refusal) return callee;
  if (!core.config().chatInfo.webrtc) return new Refusal('callsOff');
  if (book.full) return new Refusal('away');
  // A device that takes pushes rings as well as one with a window (CALL-33).
  const offline = !core.hub.isReachable(callee) && !(await canReceivePushes(core, callee));
  const identity = await core.store.read((tx) => asShownTo(tx, session.user, callee));
  const before = book.of(session.user);
  const ringing = {
    id: body.id,
    caller: session.user,
    callee,
    video: body.type === 1,
    isMobile: session.isMobile,
    offline,
  };
  const outcome = await orTaken(core, ringing.id, () =>
    command(core, (tx, record) => begin(core, tx, record, ringing, before)),
  );
  if (outcome instanceof Refusal) return outcome;
  if (!outcome.repeated) {
    for (const live of before) if (!outcome.isLost || live.caller !== callee) book.over(live);
    const live = follow(on, outcome, identity, callee);
    noteHolder(live, session.user, client);
    if (outcome.row.extra?.['reason'] === 'offline' || outcome.isLost) book.over(live);
    for (const one of outcome.left) await tellOthers(core, one.live, one.ending, one.readers);
  }
  return { data: answerOf(core, outcome, identity.author) };
}

/** The caller, with the remark that the called one has for them. */
async function asShownTo(tx: ReadTx, caller: UserId, callee: UserId): Promise<CallerIdentity> {
  const names = await tx.friends.nicknames(callee, [caller]);
  return { author: await tx.users.byId(caller), alias: names.get(caller) ?? '' };
}
type CallerIdentity = Pick<MessageFacts, 'author' | 'alias'>;

async function canReceivePushes(core: Core, user: UserId): Promise<boolean> {
  if (!core.push?.active) return false;
  return (await core.store.read((tx) => tx.push.ofUsers([user], core.clock.nowMs()))).length > 0;
}

/** Synchronous: an answer to the ring may arrive as soon as it is written. */
function follow(on: Following, { row }: BegunCall, identity: CallerIdentity, callee: UserId): FollowedCall {
  const { core, book } = on;
  const live: FollowedCall = {
    id: row.id,
    msgId: row.msgId,
    stream: row.stream,
    caller: row.from,
    callee,
    extra: row.extra ?? {},
    state: 'ringing',
    talkingSinceMs: 0,
    ending: null,
    frames: [],
    frameCount: 0,
    executedOps: new Set(),
    holders: new Map(),
    timer: null,
  };
  const data = messageData(row, callee, 'push', { settings: core.settings, ...identity });
  book.add(live);
  // The conversation delivers the ring itself; the stored step reaches devices that bind while it rings.
  book.keep(live, callee, 'calling', { type: 'webrtc', time: toSeconds(row.sentAtMs), data });
  book.after(live, limits.ringMs, () => {
    finish(on, live, { by: null, code: CALL.noAnswer, talkSec: 0 }).catch((error: unknown) =>
      core.log.write('error', 'call not ended', { error: String(error) }),
    );
  });
  return live;
}

/** The answer itself reports an offline callee: `busy` with a reason, as older clients know it (CALL-13). */
function answerOf(core: Core, { row, seq }: BegunCall, author: UserRow | null): unknown {
  const data = messageData(row, row.from, 'answer', { settings: core.settings, author });
  const facts =
    row.extra?.['reason'] === 'offline'
      ? { ...row.extra, event: 'busy', code: CALL.busy, reason: 'offline' }
      : row.extra;
  return { ...data, toContactId: row.from, extends: facts, stream: row.stream, seq };
}

function peerOf(me: UserId, body: Body): UserId | Refusal {
  const target = parseTarget(body.toContactId);
  if (target?.kind !== 'person') return new Refusal('contactUnknown');
  if (target.user === me) return new Refusal('notSelf');
  return target.user;
}

/** Steps after the first ring. A late frame of an ended call is ignored (CALL-8). */
async function step(
  on: Following,
  { session, client }: Signaller,
  body: Body,
): Promise<EndpointAnswer | Refusal> {
  const me = session.user;
  const peer = peerOf(me, body);
  if (peer instanceof Refusal) return peer;
  const live = on.book.get(messageId(body.id));
  if (!live) return ofTheRecord(on, me, peer, body);
  if (![live.caller, live.callee].includes(me) || ![live.caller, live.callee].includes(peer))
    return new Refusal('callUnknown');
  await closeEnded(on, [live]);
  if (live.state !== 'over' && !isBeside(live, me, client, body)) {
    const refusal = await once(live, me, body.op, () => act(on, live, me, peer, body, session.isMobile));
    if (refusal) return refusal;
  }
  if (body.event === 'acceptRtc' && live.state === 'talking') noteHolder(live, me, client);
  return { data: await dataOf(on.core, live, me, body, session.isMobile) };
}

/** A repeat of a step whose answer got lost is the same step (CALL-19). */
async function once(
  live: FollowedCall,
  me: UserId,
  op: string | undefined,
  execute: () => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const name = `${me} ${op ?? ''}`;
  if (op !== undefined && live.executedOps.has(name)) return null;
  live.executedOps.add(name);
  let isAccepted = false;
  try {
    const refusal = await execute();
    isAccepted = refusal === null;
    return refusal;
  } finally {
    if (!isAccepted) live.executedOps.delete(name);
  }
}

async function act(
  on: Following,
  live: FollowedCall,
  me: UserId,
  peer: UserId,
  body: Body,
  isMobile: boolean,
): Promise<Refusal | null> {
  const isCaller = me === live.caller;
  const elapsedMs = on.core.clock.elapsedMs();
  switch (body.event) {
    case 'acceptRtc':
      if (live.state === 'talking' && isReturn(body)) return tellBoth(on, live, me, peer, body, isMobile);
      if (isCaller || live.state !== 'ringing') return new Refusal('callState');
      // Stored first: a restart ends calls that still ring, and must not end a talk (CALL-30).
      if (!(await command(on.core, (tx, record) => answered(tx, record, live))))
        return new Refusal('callState');
      Object.assign(live, { state: 'talking', talkingSinceMs: elapsedMs });
      watchHolders(on, live, (ending) => finish(on, live, ending));
      return tellBoth(on, live, me, peer, body, isMobile);
    case 'offer':
    case 'answer':
      if (live.state !== 'talking' || isCaller !== (body.event === 'offer')) return new Refusal('callState');
      return tell(on, live, me, peer, body, isMobile);
    case 'iceCandidate':
      if (live.state !== 'talking') return new Refusal('callState');
      return tell(on, live, me, peer, body, isMobile);
    case 'busy':
      if (isCaller || live.state !== 'ringing') return new Refusal('callState');
      await finish(on, live, { by: me, code: CALL.busy, talkSec: 0 });
      return null;
    case 'hangup':
      await finish(on, live, {
        ...hangup(live, isCaller, me, body, elapsedMs),
        merged: isCaller && on.book.isCrossed(live),
      });
      return null;
    case 'calling':
    case 'otherOpt':
    case 'turndown':
    case 'mediaDevices':
      return null;
  }
}

/**
 * "Not connected", sent by a device of the callee outside the talk: it accepted too late, or its acceptance
 * was lost, and another device of the user talks (CALL-17).
 */
const isBeside = (
  { state, callee, holders }: FollowedCall,
  me: UserId,
  client: Signaller['client'],
  { event, code }: Body,
): boolean =>
  event === 'hangup' &&
  code === CALL.noAnswer &&
  state === 'talking' &&
  me === callee &&
  holders.get(me)?.has(clientId(client ?? '')) === false;

/** Stores it, and removes the ring from the user's other devices (PUSH-5). */
async function answered(tx: WriteTx, record: EventRecorder, live: FollowedCall): Promise<boolean> {
  const rang = await tx.calls.endRinging(live.msgId);
  if (!rang) return false;
  await tx.calls.addTalking(live.msgId);
  await markSeen(tx, record, live, live.callee);
  await callIsOver(tx, live, live.callee, false);
  return true;
}

/**
 * One of two talking users reloaded the page, and resumes the talk: it names the last connection it knew
 * (CALL-46).
 */
const isReturn = ({ path }: Body): boolean => (path ?? 0) > 0;

/**
 * The state of the call decides the code, not the client: it may only choose "no answer" and "not connected"
 * (CALL-17).
 */
function hangup(live: FollowedCall, isCaller: boolean, by: UserId, body: Body, elapsedMs: number): Ending {
  if (live.state === 'talking') {
    const talked = talkSecOf(live, elapsedMs);
    if (body.code === CALL.noAnswer) return { by, code: CALL.noAnswer, talkSec: 0 };
    return { by, code: CALL.ended, talkSec: Math.min(body.callTime ?? talked, talked) };
  }
  if (!isCaller) return { by, code: CALL.refused, talkSec: 0 };
  return { by, code: body.code === CALL.noAnswer ? CALL.noAnswer : CALL.cancelled, talkSec: 0 };
}

async function finish({ core, book }: Following, live: FollowedCall, ending: Ending): Promise<void> {
  const readers = await command(core, async (tx, record) => {
    await ended(tx, record, live, ending);
    return tx.members.idsOf(live.stream);
  });
  live.ending = ending;
  book.over(live);
  await tellOthers(core, live, ending, readers);
}

interface OverByRecord {
  readonly call: CallFacts;
  readonly ending: Ending;
  readonly readers: readonly UserId[];
}

/** A call that this server no longer follows, as after a restart: hanging up still closes its record. */
async function ofTheRecord(
  { core }: Following,
  me: UserId,
  peer: UserId,
  body: Body,
): Promise<EndpointAnswer | Refusal> {
  const stream = privateStream(me, peer);
  const over = await command(core, async (tx, record): Promise<OverByRecord | Refusal | null> => {
    const row = await tx.messages.byId(messageId(body.id));
    if (row === null)
      return (await endWithoutRecord(tx, record, me, peer, body)) ?? new Refusal('callUnknown');
    if (row.type !== 'webrtc' || row.stream !== stream) return new Refusal('callUnknown');
    // Which device is in the talk is not known any more, but none that takes the call only now (CALL-37).
    if (body.event === 'acceptRtc' && !isReturn(body) && (await tx.calls.isTalking(row.msgId)))
      return new Refusal('callState');
    if (body.event !== 'hangup') return null;
    const ending = await endingOf(tx, row, me, body);
    return ending && (await ended(tx, record, row, ending))
      ? { call: callFactsOf(row), ending, readers: await tx.members.idsOf(stream) }
      : null;
  });
  if (over instanceof Refusal) return over;
  if (over) await tellOthers(core, over.call, over.ending, over.readers);
  return {};
}

/** Its record was deleted: the ledger of sends still holds its start and its caller (CALL-32). */
async function endWithoutRecord(
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  peer: UserId,
  { id, event }: Body,
): Promise<OverByRecord | null> {
  const ledgerRow = event === 'hangup' ? await tx.sends.get(messageId(id)) : null;
  if (ledgerRow?.stream !== privateStream(me, peer)) return null;
  const { msgId, stream, sender: caller } = ledgerRow;
  const rang = await tx.calls.endRinging(msgId);
  const talked = await tx.calls.endTalking(msgId);
  if (!rang && !talked) return null;
  const code = talked ? CALL.ended : me === caller ? CALL.cancelled : CALL.refused;
  const ending = { by: me, code, talkSec: 0 };
  await ended(tx, record, { id: ledgerRow.id, msgId, stream, state: 'talking' }, ending);
  const call = { id: ledgerRow.id, msgId, caller, callee: me === caller ? peer : me, extra: {} };
  return { call, ending, readers: await tx.members.idsOf(stream) };
}

async function endingOf(tx: WriteTx, row: MessageRow, me: UserId, body: Body): Promise<Ending | null> {
  if (await tx.calls.endRinging(row.msgId))
    return { by: me, code: row.from === me ? CALL.cancelled : CALL.refused, talkSec: 0 };
  // Another device of the callee may be talking; a caller who has not learned so sends the same (CALL-37).
  if (body.code === CALL.noAnswer)
    return row.from === me ? { by: me, code: CALL.noAnswer, talkSec: 0 } : null;
  // Answered before the restart; since when is not known, but not before it rang (CALL-17).
  const mostSec = Math.max(0, Math.floor((tx.nowMs - row.sentAtMs) / duration.SECOND));
  return { by: me, code: CALL.ended, talkSec: Math.min(body.callTime ?? 0, mostSec) };
}
