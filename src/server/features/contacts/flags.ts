import type * as v from 'valibot';
import { ARCHIVED_FOR_GOOD } from '../../../domain/contact.ts';
import { userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { EventFacts, MemberRow, ReadTx } from '../../../ports/store.ts';
import type {
  archiveChat as archiveChatCall,
  delChat as delChatCall,
  isNotice as isNoticeCall,
  markUnread as markUnreadCall,
  setChatTop as setChatTopCall,
} from '../../../wire/calls/contacts.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { ensureReadableConversation } from './ensure-private-conversation.ts';
import { isPlaced, standing } from '../../kernel/standing.ts';

type Answered = Promise<EndpointAnswer | Refusal>;

/** The row, and the event for the own stream. */
interface Flag {
  readonly row: Partial<MemberRow>;
  readonly told: EventFacts;
}

export const setChatTop = (context: SignedIn, body: v.InferOutput<typeof setChatTopCall.body>): Answered =>
  flagged(context, body.id, (of) => ({
    row: { isTop: body.is_top },
    told: { kind: 'top', of, on: body.is_top },
  }));

/** Sets the notification level, and the time at which all notify again (ALERT-1, ALERT-3). */
export const isNotice = (context: SignedIn, body: v.InferOutput<typeof isNoticeCall.body>): Answered =>
  flagged(context, body.id, (of) => {
    const { is_notice: on } = body;
    const atOnly = !on && body.at_only;
    const untilMs = on || body.quiet_until === 0 ? null : body.quiet_until;
    return {
      row: { isNotice: on, atOnly, quietUntilMs: untilMs },
      told: {
        kind: 'notice',
        of,
        on,
        ...(atOnly && { atOnly }),
        ...(untilMs !== null && { untilMs }),
      },
    };
  });

export const archiveChat = (context: SignedIn, body: v.InferOutput<typeof archiveChatCall.body>): Answered =>
  flagged(context, body.id, (of) => {
    const to = body.on ? ARCHIVED_FOR_GOOD : null;
    return { row: { archivedTo: to }, told: { kind: 'archive', of, to } };
  });

export const markUnread = (context: SignedIn, body: v.InferOutput<typeof markUnreadCall.body>): Answered =>
  flagged(context, body.id, async (of, tx) => {
    const { on, n } = body;
    if (!on || n === undefined)
      return { row: { isMarked: on, markedFrom: null }, told: { kind: 'unread', of, on } };
    if (n > ((await tx.streams.get(of))?.count ?? 0)) return new Refusal('messageUnknown');
    return { row: { isMarked: on, markedFrom: n }, told: { kind: 'unread', of, on, n } };
  });

/** Hidden from this person's list until the next message (LIST-8). */
export const delChat = (context: SignedIn, body: v.InferOutput<typeof delChatCall.body>): Answered =>
  flagged(context, body.id, async (of, tx) => {
    const n = (await tx.streams.get(of))?.count ?? 0;
    return { row: { hiddenTo: n }, told: { kind: 'hide', of, n } };
  });

/**
 * A chat's state in a list is private: it is stored in the member row, and only the own stream is notified
 * (LIST-10).
 */
async function flagged(
  context: SignedIn,
  id: string,
  flag: (of: StreamId, tx: ReadTx) => Flag | Promise<Flag | Refusal>,
): Answered {
  const {
    core,
    session: { user },
  } = context;
  await ensureReadableConversation(context, id);
  const refusal = await command(core, async (tx, record) => {
    const at = await place(tx, user, id);
    if (at instanceof Refusal) return at;
    const flags = await flag(at.stream, tx);
    if (flags instanceof Refusal) return flags;
    const { row, told } = flags;
    await tx.members.update(at.stream, user, row);
    await record.event(userStream(user), told);
    return null;
  });
  return refusal ?? {};
}

async function place(tx: ReadTx, user: UserId, ref: string) {
  const at = await standing(tx, user, ref);
  if (at instanceof Refusal) return at;
  if (!isPlaced(at)) return new Refusal('contactUnknown');
  return at;
}
