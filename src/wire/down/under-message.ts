import * as v from 'valibot';
import type { ServerEvent, ThreadNews } from '../../domain/events.ts';
import { msgId } from '../../domain/ids.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import { isWebAddress } from '../../domain/links.ts';
import { reactionLimits as limits, pollLimits } from '../../domain/message-limits.ts';
import type { Message, Reactions } from '../../domain/message.ts';
import type { PollTally } from '../../domain/poll.ts';
import { type Result, ok } from '../../domain/result.ts';
import { flag, ifValid, rowId, whole } from '../scalars.ts';
import type { Decoder } from './control.ts';
import {
  type FrameContext,
  contact,
  conversationIn,
  count,
  message,
  onField,
  ordinal,
  person,
  shownText,
  timeField,
} from './fields.ts';
import { type DecodeError, read } from './read.ts';

const emoji = v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.emojiLengthMax));
const choice = v.fallback(v.array(emoji), []);
const counts = v.fallback(v.array(v.tuple([emoji, v.pipe(whole, v.minValue(1))])), []);

/** Reactions of a row of the history (REACT-4). */
export const reactionsField = v.fallback(
  v.optional(
    v.pipe(
      v.object({ at: whole, counts, mine: choice }),
      v.transform((given): Reactions => ({ ...given, mineAt: given.at })),
    ),
  ),
  undefined,
);

/** `reacted`, ours. */
export const reactedFields = v.object({
  id: message,
  n: ordinal,
  toContactId: ifValid(contact),
  from_user: ifValid(person),
  at: count,
  counts,
  chosen: v.fallback(v.array(v.tuple([person, choice])), []),
  added: v.fallback(v.optional(v.object({ user_id: person, name: shownText, emoji })), undefined),
});

function decodeReacted(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(reactedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, n, toContactId, from_user, added, ...rest } = parsed.value;
  return ok({
    type: 'messageReacted',
    conversation: toContactId === undefined ? null : conversationIn(at, toContactId),
    id,
    n,
    author: from_user ?? null,
    at: rest.at,
    counts: rest.counts,
    chosen: rest.chosen,
    added: added ? { user: added.user_id, name: added.name, emoji: added.emoji } : null,
  });
}

const numbers = v.pipe(v.array(whole), v.maxLength(pollLimits.optionsMax));
const pollCounts = v.fallback(numbers, []);

/** The poll tally of a row of the history (POLL-4). */
export const pollField = v.fallback(
  v.optional(
    v.pipe(
      v.object({ at: whole, counts: pollCounts, voters: count, closed: onField, mine: pollCounts }),
      v.transform((given): PollTally => ({ ...given, mineAt: given.at })),
    ),
  ),
  undefined,
);

/** `poll`, ours: the current tally of a poll. `mine` is sent only to users who have changed their vote. */
export const pollFields = v.object({
  id: message,
  toContactId: ifValid(contact),
  at: count,
  counts: pollCounts,
  voters: count,
  closed: onField,
  mine: v.fallback(v.optional(numbers), undefined),
});

function decodePoll(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(pollFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, mine, ...rest } = parsed.value;
  return ok({
    type: 'pollChanged',
    conversation: toContactId === undefined ? null : conversationIn(at, toContactId),
    ...rest,
    mine: mine ?? null,
  });
}

/** `pinned` and `unpinned`, ours: a message was pinned in its conversation, or unpinned (PINS-1). */
export const pinnedFields = v.object({
  toContactId: contact,
  id: message,
  msg_id: rowId,
  n: whole,
  by: person,
  byName: shownText,
  pinTime: timeField,
  after_n: whole,
});
export const unpinnedFields = v.object({ toContactId: contact, id: message });

function decodePinned(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(pinnedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, id, msg_id, n, by, byName, pinTime: atMs, after_n: afterN } = parsed.value;
  const pin = { id, msgId: msgId(msg_id), n, seq: at.place?.seq ?? 0, by, byName, atMs, afterN, rev: 0 };
  return ok({ type: 'messagePinned', conversation: conversationIn(at, toContactId), pin });
}

function decodeUnpinned(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(unpinnedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, id } = parsed.value;
  return ok({ type: 'messageUnpinned', conversation: conversationIn(at, toContactId), id });
}

const side = v.pipe(whole, v.minValue(1));
const link = v.pipe(
  v.object({
    url: v.pipe(v.string(), v.check(isWebAddress)),
    title: shownText,
    text: shownText,
    site: shownText,
    picture: v.fallback(
      v.nullable(v.object({ src: v.pipe(v.string(), v.nonEmpty()), width: side, height: side })),
      null,
    ),
  }),
  v.transform((given): LinkPreview => given),
);

/** The card under a row of the history (PREVIEW-7). */
export const linkField = v.fallback(v.optional(link), undefined);

/** `previewed`, ours. */
export const previewedFields = v.object({
  id: message,
  toContactId: ifValid(contact),
  link: v.fallback(v.nullable(link), null),
});

function decodePreviewed(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(previewedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, toContactId, link: card } = parsed.value;
  return ok({
    type: 'messagePreviewed',
    conversation: toContactId === undefined ? null : conversationIn(at, toContactId),
    id,
    link: card,
  });
}

/** On a message: the thread that it answers; absent if it answers none (THREAD-1). */
export const rootField = v.fallback(v.optional(v.pipe(whole, v.minValue(1))), undefined);

/** Under a row of the history: how many answers it has, as of a place of the stream (THREAD-3). */
export const repliesField = v.fallback(v.optional(v.object({ at: whole, count: whole })), undefined);

/** The thread of an answer that was added or removed. */
export const threadField = v.fallback(
  v.optional(
    v.pipe(
      v.object({
        root: v.pipe(whole, v.minValue(1)),
        count: ifValid(whole),
        follow: onField,
      }),
      v.transform(({ root, count, follow }): ThreadNews => ({ root, count: count ?? null, follows: follow })),
    ),
  ),
  undefined,
);

export const followFields = v.object({ id: contact, root: v.pipe(whole, v.minValue(1)), on: flag });

/** `followThread`, ours: of my own stream (THREAD-6). */
function decodeFollow(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(followFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id: conversation, root, on: follows } = parsed.value;
  return ok({ type: 'threadFollowSet', conversation, root, follows });
}

/** Fields of a message for what is under it; each part has one. */
export const partFields = {
  reactions: reactionsField,
  poll: pollField,
  root: rootField,
  replies: repliesField,
  link: linkField,
};

type PartName = keyof typeof partFields;

/** The parts that a message has. */
export const partsOf = (given: Pick<Message, PartName>): Pick<Message, PartName> => ({
  ...(given.poll && { poll: given.poll }),
  ...(given.reactions && { reactions: given.reactions }),
  ...(given.root !== undefined && { root: given.root }),
  ...(given.replies && { replies: given.replies }),
  ...(given.link && { link: given.link }),
});

/** The frames of each part. */
export const PART_DECODERS = {
  pinned: decodePinned,
  unpinned: decodeUnpinned,
  reacted: decodeReacted,
  poll: decodePoll,
  previewed: decodePreviewed,
  followThread: decodeFollow,
} as const satisfies Readonly<Record<string, Decoder>>;
