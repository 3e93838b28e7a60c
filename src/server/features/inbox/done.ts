import type * as v from 'valibot';
import { msgId, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { type InboxDone, NOTHING_MARKED, withDone, withoutDone } from '../../../domain/inbox.ts';
import { INBOX } from '../../../domain/kept.ts';
import { inboxLimits as limits } from '../../../domain/message-limits.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { inboxDone as call } from '../../../wire/calls/inbox.ts';
import { preferenceOf } from '../../../wire/kept.ts';
import { command } from '../../kernel/core.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';

/** The entries that the user has marked as done (INBOX-4). */
export async function doneOf(tx: ReadTx, user: UserId): Promise<InboxDone> {
  const row = await tx.preferences.get(user, INBOX);
  const stored = row && preferenceOf(INBOX, JSON.parse(row.value));
  return (stored?.name === INBOX ? stored.value : null) ?? NOTHING_MARKED;
}

/**
 * Adds to the register, or removes from it. The server merges what several devices mark at one time; a
 * repeated request changes nothing. A number of another conversation has no effect: only what the user may
 * read is in the inbox.
 */
export async function markDone(
  { core, session: { user } }: SignedIn,
  { list, on }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer> {
  const marks = list.map((one) => ({ msgId: msgId(one.msg_id), why: one.why, atMs: one.at_ms }));
  await command(core, async (tx, record) => {
    // The event first: it locks the own stream, so that no mark is lost to another one.
    await record.event(userStream(user), { kind: 'kept', name: INBOX, op: INBOX });
    const before = await doneOf(tx, user);
    const next = on
      ? withDone(before, marks, { sinceMs: tx.nowMs - limits.ageMaxMs, most: limits.doneMax })
      : withoutDone(
          before,
          marks.map((one) => one.msgId),
        );
    await tx.preferences.save({ user, name: INBOX, value: JSON.stringify(next), atMs: tx.nowMs });
    return null;
  });
  return {};
}
