import type * as v from 'valibot';
import { canonicalEmoji } from '../../../domain/emoji-set.ts';
import { messageId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { isPictureEmoji, pictureKeyOf } from '../../../domain/links.ts';
import { reactionLimits as limits } from '../../../domain/message-limits.ts';
import { countReaction, reactionRefusal, canHaveReactions } from '../../../domain/reactions.ts';
import type { ReactionCount } from '../../../domain/message.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { react as call, reactions as peopleCall } from '../../../wire/calls/messages.ts';
import { conversationFor, wireId } from '../../frames/wire-values.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { reachesBlocker, privateTo } from '../../access/private-delivery.ts';
import { writeAccess, visibleMessage } from '../../access/conversation.ts';
import { card } from '../../frames/user-data.ts';
import type { SignedIn } from '../context.ts';
import type { Gathering } from './gathering.ts';

/** One press: the user, the emoji, and whether to add or remove it. */
export interface Reacting {
  readonly user: UserId;
  readonly emoji: string;
  readonly on: boolean;
}

/** Presses that wait to be written together (REACT-6). */
export type ReactionGathering = Gathering<Reacting, Reacted>;

export type Reacted = { readonly on: 0 | 1 } | Refusal;

/** Sets the desired state, not a toggle: a repeated request changes nothing (REACT-3). */
export async function react(
  { reactions, session }: SignedIn,
  { id, emoji: rawEmoji, on }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const emoji = isPictureEmoji(rawEmoji) ? rawEmoji : canonicalEmoji(rawEmoji);
  if (emoji === null) return new Refusal('reactionUnknown');
  const result = await reactions.add(id, { user: session.user, emoji, on });
  return result instanceof Refusal ? result : { data: result };
}

/** Writes all merged presses on one message: one event reports them (REACT-6). */
export const writeReactions = (
  core: Core,
  id: string,
  requests: readonly Reacting[],
): Promise<readonly Reacted[]> =>
  command(core, async (tx, record) => {
    const row = await tx.messages.byId(messageId(id));
    const tally = row && (await tx.reactions.tallies(row.stream, [row.n])).get(row.n);
    let counts = tally?.counts ?? [];
    const who = new Set<UserId>();
    let added: UserId | null = null;
    const answers: Reacted[] = [];
    for (const one of requests) {
      const next = await place(core, tx, row, counts, one);
      answers.push(next instanceof Refusal ? next : { on: one.on ? 1 : 0 });
      if (next instanceof Refusal || next === counts) continue;
      counts = next;
      who.add(one.user);
      if (one.on && one.user !== row?.from) added = one.user;
    }
    if (row === null || who.size === 0) return answers;
    const { stream, msgId, n, from } = row;
    const { seq } = await record.event(stream, {
      kind: 'reacted',
      msgId,
      id: row.id,
      n,
      from,
      who: [...who],
      ...(added !== null && { added }),
      ...privateTo(row),
    });
    await tx.reactions.setTally(stream, n, { seq, counts });
    return answers;
  });

/** The counts after it; the same object if nothing changes. */
async function place(
  core: Core,
  tx: WriteTx,
  message: MessageRow | null,
  counts: readonly ReactionCount[],
  { user, emoji, on }: Reacting,
): Promise<readonly ReactionCount[] | Refusal> {
  const target = await visibleMessage(tx, user, message);
  if (target instanceof Refusal) return target;
  const { stream, n } = target.row;
  const ownReactions = await tx.reactions.ofUsers(stream, n, [user]);
  const mine = ownReactions.map((one) => one.emoji);
  if (mine.includes(emoji) === on) return counts;
  if (!on) {
    await tx.reactions.delete(stream, n, user, emoji);
    return countReaction(counts, emoji, -1);
  }
  if (!canHaveReactions(target.row) || (await reachesBlocker(tx, target.row, user)))
    return new Refusal('reactionKind');
  const right = await writeAccess(core, tx, user, String(wireId(conversationFor(user, stream))), tx.nowMs);
  if (right instanceof Refusal) return right;
  const refusal = reactionRefusal(mine, counts, emoji);
  if (refusal === 'reactionsOwn') return new Refusal(refusal, { facts: { max: limits.ownMax } });
  if (refusal === 'reactionsFull') return new Refusal(refusal, { facts: { max: limits.differentMax } });
  const fileId = await fileFor(tx, user, target.row, emoji);
  if (fileId instanceof Refusal) return fileId;
  // Reactions of one user keep their order, at any speed.
  const atMs = Math.max(tx.nowMs, (ownReactions.at(-1)?.atMs ?? 0) + 1);
  await tx.reactions.insert({ stream, n, user, emoji, fileId, atMs });
  return countReaction(counts, emoji, 1);
}

/** A picture must be the user's own, an emoji of the server, or already be under the message. */
async function fileFor(
  tx: ReadTx,
  user: UserId,
  { stream, n }: MessageRow,
  emoji: string,
): Promise<number | null | Refusal> {
  if (!isPictureEmoji(emoji)) return null;
  const there = await tx.reactions.fileOf(stream, n, emoji);
  if (there !== null) return there;
  // The same bytes have several files: one per uploader.
  const key = pictureKeyOf(emoji);
  const own = await tx.emoji.of(user, Number.MAX_SAFE_INTEGER);
  const files = await tx.files.byIds(own.map(({ fileId }) => fileId));
  const file = [...files.values()].find((one) => one.key === key)?.id ?? (await tx.packs.serverFile(key));
  return file ?? new Refusal('reactionUnknown');
}

/** Users who reacted, newest first; for readers of the message (REACT-8). */
export async function reactionPeople(
  { core, session: { user } }: SignedIn,
  { id, page, limit }: v.InferOutput<typeof peopleCall.body>,
): Promise<EndpointAnswer | Refusal> {
  return core.store.read(async (tx) => {
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(id)));
    if (target instanceof Refusal) return target;
    const { stream, n } = target.row;
    const tally = (await tx.reactions.tallies(stream, [n])).get(n);
    const rows = await tx.reactions.people(stream, n, (page - 1) * limit, limit);
    const ids = [...new Set(rows.map((row) => row.user))];
    const users = await tx.users.byIds(ids);
    const names = await tx.friends.nicknames(user, ids);
    return {
      data: rows.map((row) => ({
        emoji: row.emoji,
        user: card(users.get(row.user) ?? null, row.user, names.get(row.user)),
        time: Math.floor(row.atMs / 1_000),
      })),
      count: (tally?.counts ?? []).reduce((sum, [, count]) => sum + count, 0),
    };
  });
}
