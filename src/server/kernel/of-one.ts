import { peopleOfStream, userStream } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../ports/store.ts';
import type { EventRecorder } from './core.ts';

const otherOf = (stream: StreamId, user: UserId): UserId | undefined =>
  peopleOfStream(stream)?.find((one) => one !== user);

/**
 * Who alone reads what somebody says there from now on: they themselves, where the other one of two has
 * blocked them; null: everybody. Asked after the stream was locked, so that a block of the same instant is
 * before it or after it (BLOCK-2).
 */
export async function onlyReader(tx: ReadTx, stream: StreamId, from: UserId): Promise<UserId | null> {
  const other = otherOf(stream, from);
  return other !== undefined && (await tx.blocked.has(other, from)) ? from : null;
}

/** Whether one of two users has blocked the other: neither reaches the other (BLOCK-15). */
export const isApart = async (tx: ReadTx, one: UserId, other: UserId): Promise<boolean> =>
  (await tx.blocked.has(one, other)) || (await tx.blocked.has(other, one));

/**
 * Whether a change to this message would reach a user who has blocked the one who makes it. The other user of
 * the chat reads the message, so the change cannot be its author's alone (BLOCK-9).
 */
export const reachesBlocker = async (
  tx: ReadTx,
  { stream, only }: Pick<MessageRow, 'stream' | 'only'>,
  by: UserId,
): Promise<boolean> => only === null && (await onlyReader(tx, stream, by)) !== null;

/** What an event says of a message that is its author's alone. */
export const toldTo = ({ only }: Pick<MessageRow, 'only'>): { readonly only?: UserId } =>
  only === null ? {} : { only };

/**
 * The other one has nothing of it: to them its ordinal is one of their own, so it is not unread (CALL-41),
 * and a chat that they took out of the list stays out.
 */
export async function keptBack(
  tx: WriteTx,
  record: EventRecorder,
  { stream, n, only }: Pick<MessageRow, 'stream' | 'n' | 'only'>,
): Promise<void> {
  const other = only === null ? undefined : otherOf(stream, only);
  const member = other === undefined ? null : await tx.members.get(stream, other);
  if (other === undefined || !member) return;
  await tx.seen.insert(stream, other, n);
  const isHidden = member.hiddenTo > 0 && n - 1 <= member.hiddenTo;
  await tx.members.update(stream, other, { own: member.own + 1, ...(isHidden && { hiddenTo: n }) });
  if (isHidden) await record.event(userStream(other), { kind: 'hide', of: stream, n });
}
