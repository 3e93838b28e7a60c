import { CALL, glareKeepsMine } from '../../../domain/call.ts';
import { messageId, privateStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { lets, USUAL_PRIVACY } from '../../../domain/privacy.ts';
import type { LedgerRow, MessageRow, WriteTx } from '../../../ports/store.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { StoreConflictError } from '../../kernel/store-errors.ts';
import { ensurePrivateConversation } from '../contacts/ensure-private-conversation.ts';
import { wantCall } from '../push/want.ts';
import { isSameRequest } from '../messages/post.ts';
import { withhold, onlyReader, privateTo } from '../../access/private-delivery.ts';
import { accessTo, privateRefusal } from '../../access/conversation.ts';
import { talkSecOf, type FollowedCall } from './book.ts';
import { ended } from './end.ts';
import type { Ending } from './end.ts';

export interface Ringing {
  readonly id: string;
  readonly caller: UserId;
  readonly callee: UserId;
  readonly video: boolean;
  readonly isMobile: boolean;
  /** The callee has no device online: the record shows it at once (CALL-13). */
  readonly offline: boolean;
}

export interface BegunCall {
  readonly row: MessageRow;
  readonly seq: number;
  /** Already known by its id: the first result is returned (SEND-1). */
  readonly repeated: boolean;
  /** Both called at once, and the other call continues (CALL-9). */
  readonly isLost: boolean;
  /** The caller's earlier calls, with the users notified of their ends in the conversation. */
  readonly left: readonly Left[];
}

export interface Left {
  readonly live: FollowedCall;
  readonly ending: Ending;
  readonly readers: readonly UserId[];
}

/** Writes the record of a new call, and ends what the caller had before (CALL-15, CALL-16). */
export async function begin(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  call: Ringing,
  before: readonly FollowedCall[],
): Promise<BegunCall | Refusal> {
  const id = messageId(call.id);
  const hash = core.passwords.digest(JSON.stringify(['call', call.callee, call.video]));
  const earlier = await tx.sends.get(id);
  if (earlier) return repeated(tx, call, hash, earlier);
  const refusal = await privateRefusal(core, tx, call.caller, call.callee);
  if (refusal) return refusal;
  await ensurePrivateConversation(core, tx, record, call.caller, String(call.callee));
  const at = await accessTo(tx, call.caller, String(call.callee));
  if (at instanceof Refusal) return at;
  if (at.kind !== 'person') return new Refusal('contactUnknown');
  const crossing = before.find((live) => live.state === 'ringing' && live.caller === call.callee);
  const stream = privateStream(call.caller, call.callee);
  // Asking for the stream locks it where many write at once: a block of this instant is before it or after.
  await tx.streams.get(stream);
  const only = await onlyReader(tx, stream, call.caller);
  // A user who accepts no calls appears offline to all callers (REACH-2).
  const { calls } = (await tx.users.byId(call.callee))?.privacy ?? USUAL_PRIVACY;
  const isAway = call.offline || only !== null || !lets(calls, true);
  const isLost = crossing !== undefined && !glareKeepsMine(call.caller, call.callee);
  const left: Left[] = [];
  for (const live of before) {
    if (live === crossing) continue;
    const ending = leaving(live, call.caller, core.clock.elapsedMs());
    await ended(tx, record, live, ending);
    left.push({ live, ending, readers: await tx.members.idsOf(live.stream) });
  }
  const outcome = await record.listed(stream, async ({ seq, n, atMs }) => {
    const extra = extraOf(call, isAway);
    const fresh = {
      id,
      stream,
      n,
      from: call.caller,
      type: 'webrtc',
      content: '',
      at: [],
      pid: null,
      root: null,
      extra,
      note: null,
      sentAtMs: atMs,
      recalled: false,
      only,
    } as const;
    const row: MessageRow = { ...fresh, msgId: await tx.messages.insert(fresh), rev: 0 };
    const ledger = { id, sender: call.caller, hash, msgId: row.msgId, stream, seq, createdAtMs: tx.nowMs };
    // Another command took the id since the lookup; this one runs again and finds the first result.
    if (!(await tx.sends.insert(ledger))) throw new StoreConflictError('an id was taken meanwhile');
    await tx.members.update(stream, call.caller, { own: at.member.own + 1 });
    if (!isAway) await tx.calls.addRinging(row.msgId);
    if (!isAway) await wantCall(core, tx, { stream, msgId: row.msgId });
    return {
      facts: { kind: 'message', msgId: row.msgId, id, n, from: call.caller, ...privateTo(row) },
      value: { row, seq, repeated: false, isLost, left },
    };
  });
  if (outcome instanceof Refusal) return outcome;
  await withhold(tx, record, outcome.row);
  // Closes the line of the losing call for both; after the other rings, so that both always have a call.
  if (crossing && !isLost) await ended(tx, record, crossing, mergedBy(crossing.caller));
  if (isLost) await ended(tx, record, outcome.row, mergedBy(call.caller));
  return outcome;
}

const mergedBy = (by: UserId): Ending => ({ by, code: CALL.cancelled, talkSec: 0, merged: true });

const extraOf = ({ video, isMobile }: Ringing, isAway: boolean) => ({
  type: video ? 1 : 0,
  status: 3,
  event: 'calling',
  code: isAway ? CALL.noAnswer : CALL.ringing,
  callTime: '',
  sdp: '',
  iceCandidate: '',
  isMobile: isMobile ? 1 : 0,
  ...(isAway ? { reason: 'offline' } : {}),
});

async function repeated(
  tx: WriteTx,
  call: Ringing,
  hash: string,
  ledgerRow: LedgerRow,
): Promise<BegunCall | Refusal> {
  const row =
    ledgerRow.sender === call.caller && isSameRequest(ledgerRow.hash, hash)
      ? await tx.messages.byMsgId(ledgerRow.msgId)
      : null;
  if (!row) return new Refusal('idTaken');
  return { row, seq: ledgerRow.seq, repeated: true, isLost: false, left: [] };
}

/** A user who begins another call has left the previous one. */
function leaving(live: FollowedCall, by: UserId, elapsedMs: number): Ending {
  if (live.state === 'talking') return { by, code: CALL.ended, talkSec: talkSecOf(live, elapsedMs) };
  return { by, code: live.caller === by ? CALL.cancelled : CALL.refused, talkSec: 0 };
}
