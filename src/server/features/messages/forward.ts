import type * as v from 'valibot';
import { withButtons } from '../../../domain/bots.ts';
import { type ForwardMark, forwardMarkIn, withForwardMark } from '../../../domain/forward-mark.ts';
import { ANNOUNCER, FAVOURITES, NOTICE_STREAM, msgId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { peopleLimits } from '../../../domain/limits.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import { lets } from '../../../domain/privacy.ts';
import { withWordMarks, wordMarksIn } from '../../../domain/rich-text.ts';
import type { MessageRow, ReadTx } from '../../../ports/store.ts';
import { linkInExtra, withLink } from '../../files/held-file.ts';
import { code } from '../../../wire/envelope.ts';
import type { forwardMessage as call } from '../../../wire/calls/messages.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { refusalAnswer, refusedByStore } from '../../kernel/answer.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { conversationFor } from '../../frames/wire-values.ts';
import { visibleMessage } from '../../access/conversation.ts';
import { withoutHeads } from './compose.ts';
import type { Composed } from './compose.ts';
import { post } from './post.ts';
import { takeItems } from '../message-rate.ts';

type Body = v.InferOutput<typeof call.body>;

interface TargetAnswer {
  readonly toContactId: string;
  readonly id: string;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/**
 * One new message per target, each with its own answer and an id derived from the operation and the
 * target, so that a repeat makes no second copy (FORWARD-1). A target that refuses holds no other back.
 */
export async function forwardMessage(context: SignedIn, body: Body): Promise<EndpointAnswer | Refusal> {
  const { core, session, language } = context;
  const targets = [...new Set(body.user_ids)];
  if (targets.length === 0 || targets.length > peopleLimits.forwardMax)
    return new Refusal('forwardCount', { facts: { max: peopleLimits.forwardMax } });
  const read = await core.store.read(async (tx) => {
    const target = await visibleMessage(tx, session.user, await tx.messages.byMsgId(msgId(body.msg_id)));
    if (target instanceof Refusal) return target;
    const { row } = target;
    return { row, author: await firstAuthor(tx, row, session.user) };
  });
  if (read instanceof Refusal) return read;
  const { row: source } = read;
  // A poll stays in its conversation (POLL-8).
  if (source.recalled || source.type === 'event' || source.type === 'webrtc' || isPoll(source.extra))
    return new Refusal('forwardKind');
  const refusal = await takeItems(context, targets.length);
  if (refusal) return refusal;
  const op = body.op ?? core.ids.uuid();
  const data = await Promise.all(
    targets.map(async (to): Promise<TargetAnswer> => {
      const copy = copyOf(core, source, session.user, op, to);
      const place = to === FAVOURITES ? placeOf(session.user, source) : null;
      const draft = { ...copy, extra: withForwardMark(copy.extra, { author: read.author, place }) };
      const sent = await command(core, (tx, record) => post(context, tx, record, session.user, draft)).catch(
        refusedByStore,
      );
      const ids = { toContactId: to, id: draft.id };
      return sent instanceof Refusal
        ? { ...ids, ...refusalAnswer(sent, language) }
        : { ...ids, code: code.ok, msg: '', data: sent };
    }),
  );
  return { data, msg: data.every((answer) => answer.code === code.ok) ? 'forwarded' : 'forwardPart' };
}

/**
 * The user whose words the copy has: of a forward its first author. Null if the privacy of that user does not
 * let this one name them (FORWARD-3).
 */
async function firstAuthor(tx: ReadTx, row: MessageRow, me: UserId): Promise<ForwardMark['author']> {
  if (row.stream === NOTICE_STREAM) return { id: ANNOUNCER, realname: '' };
  const before = forwardMarkIn(row.extra, row.rev);
  if (before !== null && before.author === null) return null;
  const id = before?.author?.id ?? row.from;
  if (id === ANNOUNCER) return { id, realname: '' };
  const author = await tx.users.byId(id);
  if (author === null) return null;
  const may = id === me || lets(author.privacy.forwards, await tx.friends.areFriends(id, me));
  return may ? { id, realname: author.realname } : null;
}

/** The way back to the original, for the notes of the user; a copy from their notes has none (NOTES-2). */
function placeOf(me: UserId, { stream, msgId }: MessageRow): ForwardMark['place'] {
  const chat = conversationFor(me, stream);
  return chat === FAVOURITES ? null : { chat, msgId };
}

/**
 * Drops the quote and the notifications: both belong to the original conversation. Members of the new one are
 * still shown as mentioned.
 */
function copyOf(core: Core, source: MessageRow, me: UserId, op: string, to: string): Composed {
  return {
    id: core.passwords.digest(`${me} ${op} ${to}`).slice(0, 32),
    to,
    hash: core.passwords.digest(JSON.stringify(['forward', to, source.msgId])),
    type: source.type,
    content: source.type === 'text' ? withoutHeads(source.content) : source.content,
    at: [],
    pid: null,
    extra: withButtons(withoutGone(source.pid === null ? source.extra : withoutQuote(source.extra)), []),
    person: null,
    fileId: null,
  };
}

/** Copies the card of a page, but not the mark of a removed one (PREVIEW-8). */
const withoutGone = (extra: MessageRow['extra']): MessageRow['extra'] =>
  linkInExtra(extra)?.gone ? withLink(extra, null) : extra;

/** Keeps the message's own data but not the quoted author. */
function withoutQuote(extra: MessageRow['extra']): MessageRow['extra'] {
  if (!extra?.['file']) return withLink(withWordMarks(null, wordMarksIn(extra)), linkInExtra(extra));
  const { msg_id: _id, user_id: _user, realname: _name, ...own } = extra;
  return own;
}
