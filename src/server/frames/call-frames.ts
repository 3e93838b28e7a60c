import { MERGED } from '../../domain/call.ts';
import { peopleOfStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import type { EventRow, MessageRow, UserRow } from '../../ports/store.ts';
import { callText } from './event-text.ts';
import type { Facts, FrameKinds } from './frame-kind.ts';
import type { FramingContext, Joined } from './load.ts';
import { authorCard } from './message-data.ts';
import { conversationFor, wireId, wireTime } from './wire-values.ts';
import type { FrameBody } from '../kernel/wire-frame.ts';

export const callFrames: FrameKinds<'call'> = {
  call: {
    addNeeds: (needs, { event }, { msgId }) => {
      needs.messages.add(msgId);
      for (const user of peopleOfStream(event.stream) ?? []) needs.users.add(user);
    },
    frame: callFrame,
  },
};

/** One step of a call's signalling as one side sees it (protocol 4.2). */
export interface CallStep {
  readonly event: string;
  /** The author of the step: the card the receiver sees. */
  readonly from: UserId;
  readonly sender: UserRow | null;
  readonly to: number | string;
  readonly code: number;
  readonly talkSec: number | '';
  readonly sdp: string;
  readonly candidate: string;
  readonly isMobile: boolean;
  /** Ours: the connection of the call; as the sender set it (CALL-20). */
  readonly path?: number | undefined;
}

/** `data` of a `webrtc` frame without a record: all steps after `calling`. */
export function stepData(
  row: Pick<MessageRow, 'id' | 'msgId' | 'extra'>,
  step: CallStep,
  atMs: number,
  context: Pick<FramingContext, 'settings'>,
): Record<string, unknown> {
  const facts = { ...row.extra, code: step.code, callTime: step.talkSec };
  return {
    id: row.id,
    msg_id: row.msgId,
    type: 'webrtc',
    content: callText(facts),
    sendTime: wireTime(atMs, context.settings),
    sendTimeMs: atMs,
    status: 'succeed',
    is_group: 0,
    is_read: 0,
    at: [],
    from_user: step.from,
    fromUser: authorCard(step.from, step.sender),
    toContactId: step.to,
    extends: {
      type: row.extra?.['type'] ?? 0,
      status: '',
      event: step.event,
      code: step.code,
      callTime: step.talkSec,
      sdp: step.sdp,
      iceCandidate: step.candidate,
      isMobile: step.isMobile ? 1 : 0,
      ...(row.extra?.['reason'] === MERGED && { reason: MERGED }),
      ...(step.path === undefined ? {} : { path: step.path }),
    },
  };
}

/** The end of a call: `hangup` or `busy` for the other side, `otherOpt` for the devices of who did it (protocol 4.1). */
function callFrame(
  event: EventRow,
  facts: Facts<'call'>,
  viewer: UserId,
  batchData: Joined,
  context: FramingContext,
): FrameBody {
  const contact = wireId(conversationFor(viewer, event.stream));
  // Deleting a call's record does not hide its end (CALL-32).
  const row = batchData.messages.get(facts.msgId) ?? { id: facts.id, msgId: facts.msgId, extra: null };
  const pair = peopleOfStream(event.stream);
  if (!pair) return { type: 'void', data: { toContactId: contact } };
  const other = pair[0] === viewer ? pair[1] : pair[0];
  // Both continue in the other call: no device shows an end, and none a missed call (CALL-9).
  const mine = facts.by === viewer || row.extra?.['reason'] === MERGED;
  const from = mine ? viewer : other;
  const step: CallStep = {
    event: mine ? 'otherOpt' : facts.event,
    from,
    sender: batchData.users.get(from) ?? null,
    to: mine ? contact : viewer,
    code: facts.code,
    talkSec: facts.talkSec,
    sdp: '',
    candidate: '',
    isMobile: row.extra?.['isMobile'] === 1,
  };
  return { type: 'webrtc', data: stepData(row, step, event.atMs, context) };
}
