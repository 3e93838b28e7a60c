import type * as v from 'valibot';
import { msgId } from '../../../domain/ids.ts';
import type { locateMessage as call } from '../../../wire/calls/locate-message.ts';
import { conversationFor, wireId } from '../../frames/wire-values.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { visibleMessage } from '../../kernel/standing.ts';
import type { SignedIn } from '../context.ts';

/** Finds the conversation of a linked message; an unreadable message looks like a missing one (LINK-1). */
export async function locateMessage(
  { core, session: { user } }: SignedIn,
  { msg_id: number }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  return core.store.read(async (tx) => {
    const target = await visibleMessage(tx, user, await tx.messages.byMsgId(msgId(number)));
    if (target instanceof Refusal) return target;
    if (target.row.recalled) return new Refusal('messageUnknown');
    return { data: { toContactId: wireId(conversationFor(user, target.row.stream)), n: target.row.n } };
  });
}
