import type * as v from 'valibot';
import { ARCHIVED_FOR_GOOD } from '../../../domain/contact.ts';
import { type StreamId, type UserId, userStream } from '../../../domain/ids.ts';
import { alertLimits as limits } from '../../../domain/kept-limits.ts';
import type { EventFacts, MemberRow, ReadTx } from '../../../ports/store.ts';
import type {
  archiveChat as archiveChatCall,
  delChat as delChatCall,
  isNotice as isNoticeCall,
  markUnread as markUnreadCall,
  setChatTop as setChatTopCall,
} from '../../../wire/calls/contacts.ts';
import { type Core, command } from '../../kernel/core.ts';
import { type StopJob, startJob } from '../../kernel/job.ts';
import { type PendingFields, isOvertaken, overtaken, withMade } from '../../kernel/newer.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { FailedRows, NO_RETRIES, type RowRetries } from '../../kernel/row-retries.ts';
import { isMemberAccess, accessTo } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import { wasRead } from '../push/want.ts';
import { ensureReadableConversation } from './ensure-private-conversation.ts';

type Answered = Promise<EndpointAnswer | Refusal>;

/** The row, and the event for the own stream. */
interface Flag {
  readonly row: Partial<MemberRow>;
  readonly ownEvent: EventFacts;
}

export const setChatTop = (context: SignedIn, body: v.InferOutput<typeof setChatTopCall.body>): Answered =>
  flagged(context, body.id, body, (of) => ({
    row: { isTop: body.is_top },
    ownEvent: { kind: 'top', of, on: body.is_top },
  }));

/** Sets the notification level, and the time at which all notify again (ALERT-1, ALERT-3). */
export const isNotice = (context: SignedIn, body: v.InferOutput<typeof isNoticeCall.body>): Answered =>
  flagged(context, body.id, body, (of) => {
    const { is_notice: on } = body;
    const atOnly = !on && body.at_only;
    const untilMs = on || body.quiet_until === 0 ? null : body.quiet_until;
    return {
      row: { isNotice: on, atOnly, quietUntilMs: untilMs },
      ownEvent: {
        kind: 'notice',
        of,
        on,
        ...(atOnly && { atOnly }),
        ...(untilMs !== null && { untilMs }),
      },
    };
  });

export const archiveChat = (context: SignedIn, body: v.InferOutput<typeof archiveChatCall.body>): Answered =>
  flagged(context, body.id, body, (of) => {
    const to = body.on ? ARCHIVED_FOR_GOOD : null;
    return { row: { archivedTo: to }, ownEvent: { kind: 'archive', of, to } };
  });

export const markUnread = (context: SignedIn, body: v.InferOutput<typeof markUnreadCall.body>): Answered =>
  flagged(context, body.id, body, async (of, tx) => {
    const { on, n } = body;
    if (!on || n === undefined)
      return { row: { isMarked: on, markedFrom: null }, ownEvent: { kind: 'unread', of, on } };
    if (n > ((await tx.streams.get(of))?.count ?? 0)) return new Refusal('messageUnknown');
    return { row: { isMarked: on, markedFrom: n }, ownEvent: { kind: 'unread', of, on, n } };
  });

/** Hidden from this person's list until the next message (LIST-8). */
export const delChat = (context: SignedIn, body: v.InferOutput<typeof delChatCall.body>): Answered =>
  flagged(context, body.id, {}, async (of, tx) => {
    const n = (await tx.streams.get(of))?.count ?? 0;
    return { row: { hiddenTo: n }, ownEvent: { kind: 'hide', of, n } };
  });

/**
 * A chat's state in a list is private: it is stored in the member row, and only the own stream is notified
 * (LIST-10).
 */
async function flagged(
  context: SignedIn,
  id: string,
  fields: PendingFields,
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
    const { row, ownEvent } = flags;
    const isSame = (facts: EventFacts) =>
      facts.kind === ownEvent.kind && 'of' in facts && facts.of === at.stream;
    if (await isOvertaken(tx, userStream(user), fields, isSame)) return overtaken();
    await tx.members.update(at.stream, user, row);
    // Muted: what is shown of it closes (PUSH-22).
    if (row.isNotice === false && row.atOnly !== true) await wasRead(core, tx, user, at.stream);
    await record.event(userStream(user), withMade(ownEvent, fields, tx.nowMs));
    return null;
  });
  return refusal ?? {};
}

async function place(tx: ReadTx, user: UserId, ref: string) {
  const at = await accessTo(tx, user, ref);
  if (at instanceof Refusal) return at;
  if (!isMemberAccess(at)) return new Refusal('contactUnknown');
  return at;
}

/**
 * Ends expired mutes, on every node: a second node finds them lifted (ALERT-3). Returns the number of chats
 * unmuted.
 */
export async function liftQuiet(core: Core, rows: RowRetries = NO_RETRIES): Promise<number> {
  const most = limits.overAtOnce + rows.waiting;
  const over = await core.store.read((tx) => tx.members.quietOver(core.clock.nowMs(), most));
  let count = 0;
  for (const { stream, user } of over)
    if (await rows.attempt(`${user} in ${stream}`, () => liftOne(core, stream, user))) count += 1;
  if (count > 0) core.log.write('info', 'chats are heard again', { lifted: count });
  return count;
}

async function liftOne(core: Core, stream: StreamId, user: UserId): Promise<boolean> {
  const outcome = await command(core, async (tx, record) => {
    const member = await tx.members.getAny(stream, user);
    if (member === null || member.quietUntilMs === null || member.quietUntilMs > tx.nowMs) return false;
    await tx.members.update(stream, user, { isNotice: true, atOnly: false, quietUntilMs: null });
    // Members who left in the meantime are not notified.
    if (member.untilSeq !== null) return false;
    await record.event(userStream(user), { kind: 'notice', of: stream, on: true, due: true });
    return true;
  });
  return outcome;
}

export function startLiftingQuiet(core: Core): StopJob {
  const rows = new FailedRows(core, 'a chat whose quiet was over was not lifted');
  const work = async (): Promise<void> => void (await liftQuiet(core, rows));
  return startJob(core, {
    rows,
    failed: 'chats whose quiet was over were not lifted',
    waitMs: () => limits.lookMs,
    atOnce: true,
    work,
  });
}
