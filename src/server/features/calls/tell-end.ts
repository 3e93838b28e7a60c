import { CALL, type CallCode } from '../../../domain/call.ts';
import { type MessageId, type UserId, peopleOfStream } from '../../../domain/ids.ts';
import type { MessageRow, UserRow } from '../../../ports/store.ts';
import { stepData } from '../../frames/call-frames.ts';
import { toSeconds } from '../../frames/wire-values.ts';
import type { Core } from '../../kernel/core.ts';
import type { FollowedCall, Following } from './book.ts';
import type { Ending } from './end.ts';

/**
 * The user behind a call step. Most steps are sent after their command was committed, so if the store fails
 * they are sent without a name: a device that misses one rings on, or stays locked (COMMIT-3).
 */
export const senderOf = (core: Core, from: UserId, call: MessageId): Promise<UserRow | null> =>
  core.store
    .read((tx) => tx.users.byId(from))
    .catch((error: unknown) => {
      core.log.write('warn', 'step of a call told without a name', { call, error: String(error) });
      return null;
    });

/** Facts sent at the end of a call, from this server's tracking or from its record alone. */
export type CallFacts = Pick<FollowedCall, 'id' | 'msgId' | 'caller' | 'callee' | 'extra'>;

export function callFactsOf({ id, msgId, stream, from, extra }: MessageRow): CallFacts {
  const callee = (peopleOfStream(stream) ?? []).find((user) => user !== from) ?? from;
  return { id, msgId, caller: from, callee, extra: extra ?? {} };
}

/** Sides that no longer receive it in the conversation (CALL-36). */
export async function tellOthers(
  core: Core,
  call: CallFacts,
  ending: Ending,
  readers: readonly UserId[],
): Promise<void> {
  for (const user of [call.caller, call.callee])
    if (!readers.includes(user)) await tellEnd(core, call, user, ending);
}

/**
 * Another node ended it by its record, because it could not reach this one, and may not have reached the two
 * users either (CALL-43).
 */
export async function overByRecord({ core, book }: Following, live: FollowedCall): Promise<void> {
  book.over(live);
  const { row, readers } = await core.store.read(async (tx) => ({
    row: await tx.messages.byMsgId(live.msgId),
    readers: await tx.members.idsOf(live.stream),
  }));
  const { code, callTime } = row?.extra ?? {};
  const ending = {
    by: null,
    code: code === undefined || code === CALL.ringing ? CALL.ended : (code as CallCode),
    talkSec: Number(callTime) || 0,
  };
  live.ending = ending;
  await tellOthers(core, live, ending, readers);
}

/**
 * Sends the end of a call to a user who no longer reads the conversation, because the friendship ended: no
 * other event reaches their devices (CALL-36). An absent device receives it with its next bind.
 */
async function tellEnd(
  core: Core,
  live: CallFacts,
  to: UserId,
  { by, code, talkSec }: Ending,
): Promise<void> {
  const other = live.caller === to ? live.callee : live.caller;
  const mine = by === to;
  const from = mine ? to : other;
  const sender = await senderOf(core, from, live.id);
  const atMs = core.clock.nowMs();
  const event = mine ? 'otherOpt' : code === CALL.busy ? 'busy' : 'hangup';
  const step = {
    event,
    from,
    sender,
    to: mine ? other : to,
    code,
    talkSec,
    sdp: '',
    candidate: '',
    isMobile: live.extra['isMobile'] === 1,
  };
  core.hub.tell(to, { type: 'webrtc', time: toSeconds(atMs), data: stepData(live, step, atMs, core) });
}
