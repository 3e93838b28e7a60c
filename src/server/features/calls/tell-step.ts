import { CALL } from '../../../domain/call.ts';
import type { UserId } from '../../../domain/ids.ts';
import type * as v from 'valibot';
import type { sendToMsg as signalCall } from '../../../wire/calls/signalling.ts';
import { stepData } from '../../frames/call-frames.ts';
import type { CallStep } from '../../frames/call-frames.ts';
import { callText } from '../../frames/event-text.ts';
import { toSeconds } from '../../frames/wire-values.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { WireFrame } from '../../kernel/wire-frame.ts';
import type { FollowedCall, Following } from './book.ts';
import { senderOf } from './tell-end.ts';

type Body = v.InferOutput<typeof signalCall.body>;

/** Sends a step to the other side's devices or to the user's own, and stores it for later ones (CALL-18). */
export async function tell(
  { core, book }: Following,
  live: FollowedCall,
  from: UserId,
  to: UserId,
  body: Body,
  isMobile: boolean,
): Promise<Refusal | null> {
  const frame = await frameOf(core, live, from, to, body, isMobile);
  const numbered = book.keep(live, to, body.event, frame);
  if (!numbered) return new Refusal('tooOften');
  core.hub.tell(to, numbered);
  return null;
}

/** Sends to the other side, and to the user's other devices: this one has the call now. */
export async function tellBoth(
  on: Following,
  live: FollowedCall,
  me: UserId,
  peer: UserId,
  body: Body,
  isMobile: boolean,
): Promise<Refusal | null> {
  let refusal = await tell(on, live, me, peer, body, isMobile);
  if (refusal) return refusal;
  refusal = await tell(on, live, me, me, { ...body, event: 'otherOpt' }, isMobile);
  return refusal;
}

async function frameOf(
  core: Core,
  live: FollowedCall,
  from: UserId,
  to: UserId,
  body: Body,
  isMobile: boolean,
): Promise<WireFrame> {
  const sender = await senderOf(core, from, live.id);
  const atMs = core.clock.nowMs();
  const accepted = body.event === 'acceptRtc' || body.event === 'otherOpt';
  const step: CallStep = {
    event: body.event,
    from,
    sender,
    to: from === to ? otherOf(live, to) : to,
    code: accepted ? CALL.accepted : CALL.ringing,
    talkSec: '',
    sdp: body.event === 'offer' || body.event === 'answer' ? body.sdp : '',
    candidate: body.event === 'iceCandidate' ? body.iceCandidate : '',
    isMobile,
    path: body.path,
  };
  return { type: 'webrtc', time: toSeconds(atMs), data: stepData(live, step, atMs, core) };
}

const otherOf = (live: FollowedCall, user: UserId): UserId =>
  live.caller === user ? live.callee : live.caller;

type StepData = { readonly extends: object };

/** The answer to the step that ended it contains the outcome, as the frame does. */
const withEnding = (data: StepData, { code, talkSec }: NonNullable<FollowedCall['ending']>): unknown => ({
  ...data,
  content: callText({ code, callTime: talkSec }),
  extends: { ...data.extends, code, callTime: talkSec },
});

export async function dataOf(
  core: Core,
  live: FollowedCall,
  me: UserId,
  body: Body,
  isMobile: boolean,
): Promise<unknown> {
  const { data } = await frameOf(core, live, me, otherOf(live, me), body, isMobile);
  return live.ending === null ? data : withEnding(data as StepData, live.ending);
}
