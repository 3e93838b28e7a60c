import { peopleOfStream, userStream } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../ports/store.ts';
import type { EventRecorder } from '../kernel/core.ts';

const otherOf = (stream: StreamId, user: UserId): UserId | undefined =>
  peopleOfStream(stream)?.find((one) => one !== user);

/**
 * The only reader of a user's new messages there: the author alone if the partner has blocked them; null:
 * all. Read after the stream was locked, so that a concurrent block is before it or after it (BLOCK-2).
 */
export async function onlyReader(tx: ReadTx, stream: StreamId, from: UserId): Promise<UserId | null> {
  const other = otherOf(stream, from);
  return other !== undefined && (await tx.blocked.has(other, from)) ? from : null;
}

/** Returns true if one of two users has blocked the other: neither reaches the other (BLOCK-15). */
export const isBlockedPair = async (tx: ReadTx, one: UserId, other: UserId): Promise<boolean> =>
  (await tx.blocked.has(one, other)) || (await tx.blocked.has(other, one));

/**
 * Returns true if a change to this message would reach a user who has blocked its author. The partner reads
 * the message, so the change cannot be private to the author (BLOCK-9).
 */
export const reachesBlocker = async (
  tx: ReadTx,
  { stream, only }: Pick<MessageRow, 'stream' | 'only'>,
  by: UserId,
): Promise<boolean> => only === null && (await onlyReader(tx, stream, by)) !== null;

/** Event field of a message that is private to its author. */
export const privateTo = ({ only }: Pick<MessageRow, 'only'>): { readonly only?: UserId } =>
  only === null ? {} : { only };

/**
 * The partner does not receive it: for them its ordinal counts as their own, so it is not unread (CALL-41),
 * and a chat they hid stays hidden.
 */
export async function withhold(
  tx: WriteTx,
  record: EventRecorder,
  { stream, n, only }: Pick<MessageRow, 'stream' | 'n' | 'only'>,
): Promise<void> {
  const other = only === null ? undefined : otherOf(stream, only);
  const member = other === undefined ? null : await tx.members.get(stream, other);
  if (other === undefined || !member) return;
  await tx.readingMarks.insert(stream, other, n);
  const isHidden = member.hiddenTo > 0 && n - 1 <= member.hiddenTo;
  await tx.members.update(stream, other, { own: member.own + 1, ...(isHidden && { hiddenTo: n }) });
  if (isHidden) await record.event(userStream(other), { kind: 'hide', of: stream, n });
}
