import { CALL } from '../../../domain/call.ts';
import type { CallCode } from '../../../domain/call.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { Recorder } from '../../core.ts';
import type { LiveCall } from './book.ts';

export interface Ending {
  /** Null: the server, because nobody answered. */
  readonly by: UserId | null;
  readonly code: CallCode;
  readonly talkSec: number;
}

/** The record says how the call ended, and both sides hear it in the conversation (CALL-16). False when it was over. */
export async function ended(tx: WriteTx, record: Recorder, live: Pick<LiveCall, 'id' | 'msgId' | 'stream'>, { by, code, talkSec }: Ending): Promise<boolean> {
  const row = await tx.messages.byMsgId(live.msgId);
  if (row?.extra?.['code'] !== CALL.ringing) return false;
  await tx.write.setMessage(row.msgId, { extra: { ...row.extra, code, callTime: talkSec } });
  const event = code === CALL.busy ? 'busy' : 'hangup';
  await record.event(live.stream, { kind: 'call', msgId: row.msgId, id: row.id, event, by, code, talkSec });
  return true;
}
