import { CALL, type CallCode, MERGED } from '../../../domain/call.ts';
import { type UserId, peopleOfStream } from '../../../domain/ids.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { EventRecorder } from '../../kernel/core.ts';
import { privateTo } from '../../access/private-delivery.ts';
import { callIsOver } from '../push/want.ts';
import { markSeen } from '../seen-line.ts';
import type { FollowedCall } from './book.ts';

/** Other devices of a busy user showed the call (CALL-47). */
const MISSED: ReadonlySet<CallCode> = new Set([CALL.cancelled, CALL.noAnswer, CALL.busy]);

export interface Ending {
  /** Null: the server, after the timeout. */
  readonly by: UserId | null;
  readonly code: CallCode;
  readonly talkSec: number;
  /** The two continue in the other user's simultaneous call (CALL-9). */
  readonly merged?: boolean;
}

/**
 * Writes the end into the record, and both sides receive it in the conversation (CALL-16), even if the record
 * was deleted since (CALL-32). False if it was already over.
 */
export async function ended(
  tx: WriteTx,
  record: EventRecorder,
  live: Pick<FollowedCall, 'id' | 'msgId' | 'stream'> & Partial<Pick<FollowedCall, 'state'>>,
  { by, code, talkSec, merged = false }: Ending,
): Promise<boolean> {
  const row = await tx.messages.byMsgId(live.msgId);
  await tx.calls.endRinging(live.msgId);
  await tx.calls.endTalking(live.msgId);
  if (row ? row.extra?.['code'] !== CALL.ringing : (live.state ?? 'over') === 'over') return false;
  const facts = { code, callTime: talkSec, ...(merged && { reason: MERGED }) };
  if (row) await tx.messages.update(row.msgId, { extra: { ...row.extra, ...facts } });
  const callee = row && (peopleOfStream(row.stream) ?? []).find((user) => user !== row.from);
  if (row && callee) await callIsOver(tx, row, callee, MISSED.has(code) && !merged);
  // Former friends no longer read the conversation; they are notified separately (CALL-36).
  if ((await tx.members.idsOf(live.stream)).length === 0) return true;
  const isSeen = merged || (by === callee && code === CALL.refused);
  if (row && callee && isSeen) await markSeen(tx, record, row, callee);
  const event = code === CALL.busy ? 'busy' : 'hangup';
  const audience = row ? privateTo(row) : {};
  await record.event(live.stream, {
    kind: 'call',
    msgId: live.msgId,
    id: live.id,
    event,
    by,
    code,
    talkSec,
    ...audience,
  });
  return true;
}
