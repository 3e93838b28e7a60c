import type * as v from 'valibot';
import { type StreamId, type UserId, msgId } from '../../../domain/ids.ts';
import { searchLimits as searching } from '../../../domain/limits.ts';
import { frameLimits } from '../../../domain/list-limits.ts';
import { MESSAGE_TYPES, type MessageType } from '../../../domain/message.ts';
import type { MessagePage, MessageQuery, MessageRow, ReadTx } from '../../../ports/store.ts';
import { search as searchCall } from '../../../wire/calls/files.ts';
import type { getMessageList as call, locateMessage as locateCall } from '../../../wire/calls/messages.ts';
import { loadList, formsInParts, textLength } from '../../frames/history.ts';
import { conversationFor, wireId } from '../../frames/wire-values.ts';
import type { Core } from '../../kernel/core.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { TextWork } from '../../kernel/long-read.ts';
import { fitting } from '../../kernel/page-bytes.ts';
import { waitForCall } from '../../kernel/rate.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import {
  type ConversationAccess,
  type GroupAccess,
  isMemberAccess,
  accessTo,
  visibleAbove,
  visibleMessage,
} from '../../access/conversation.ts';
import { type TextLanguage, say } from '../../kernel/texts.ts';
import { ensureReadableConversation } from '../contacts/ensure-private-conversation.ts';
import type { SignedIn } from '../context.ts';
import { searchOf } from '../search/find.ts';

type Body = v.InferOutput<typeof call.body>;
type Mode = 'chat' | 'browse' | 'mentions';

const KINDS_SHOWN: readonly MessageType[] = MESSAGE_TYPES.filter((type) => type !== 'event');

/**
 * Pages of a conversation: the chat itself (answered oldest first), the history browser by `type`,
 * and my unseen mentions. Opening the first page of a chat reads it, unless it is a `peek` (COUNT-2).
 */
export async function getMessageList(context: SignedIn, body: Body): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    marks,
    session: { user },
  } = context;
  await ensureReadableConversation(context, body.toContactId);
  const mode: Mode = body.is_at ? 'mentions' : body.type === undefined ? 'chat' : 'browse';
  const words = isSearch(body, mode) ? await searched(context, body) : null;
  if (words instanceof Refusal) return words;
  const scope = await loaded(context, body, mode, words);
  if (scope instanceof Refusal) return scope;
  const { at, list, total, count, newest, unreadable } = scope;
  noteUnreadable(core, at.stream, unreadable);
  const work = new TextWork(core.store);
  const fittingRows = await formsInParts(work, list, leastOf(body, mode));
  const rows = mode === 'chat' && !follows(body) ? fittingRows.toReversed() : fittingRows;
  const opens = mode === 'chat' && body.page === 1 && !body.last_id && !follows(body) && !body.peek;
  if (opens && at.kind === 'group') await tellMentions(context, at, work);
  if (!body.peek && at.kind !== 'favourites') {
    if (opens) await marks.noteShown(user, at.stream, newest);
    if (mode === 'mentions' && at.kind === 'group') await marks.mentionMark(user, at.stream);
  }
  const { characters } = work;
  const answer = { data: rows, count: total, characters };
  return rows.length < count ? { ...answer, beside: { more: 1 } } : answer;
}

const follows = ({ after_n: after }: Body): boolean => after !== undefined;

/** Read as of one moment; `count`: rows of the page before it was cut. */
function loaded(
  { core, language, session: { user } }: SignedIn,
  body: Body,
  mode: Mode,
  words: MessagePage | null,
) {
  return core.store.read(async (tx) => {
    const at = await accessTo(tx, user, body.toContactId);
    if (at instanceof Refusal) return at;
    const page: MessagePage = words ?? (await tx.messages.page(queryOf(body, mode, at, user)));
    const { unreadable = [] } = page;
    const visibleRows = withLines(page.rows, unreadable, language);
    const nearest = mode === 'chat' && follows(body) ? visibleRows.toReversed() : visibleRows;
    const list = await loadList(
      tx,
      at.stream,
      nearest.slice(0, fitting(nearest, textLength, leastOf(body, mode))),
      user,
      core.settings,
      body.peek ? 'history' : body.type === undefined || body.type === 'all' ? 'plain' : 'plainKind',
    );
    const total = mode === 'mentions' ? nearest.length : page.total;
    return { at, list, total, count: nearest.length, newest: await newestOf(tx, at), unreadable };
  });
}

/** The reader sees a line for each message whose page of the database is damaged (OPS-20). */
export function withLines(
  rows: readonly MessageRow[],
  unreadable: readonly number[],
  language: TextLanguage,
): readonly MessageRow[] {
  if (unreadable.length === 0) return rows;
  const content = say('messageUnreadable', language);
  return rows.map((row) => (unreadable.includes(row.n) ? { ...row, content } : row));
}

export function noteUnreadable({ damage, log }: Core, stream: StreamId, unreadable: readonly number[]): void {
  for (const n of unreadable)
    if (damage?.note(`row ${n} of ${stream} in messages`))
      log.write('error', 'a message cannot be read', { table: 'messages', stream, n, advice: ADVICE });
}

const ADVICE = 'run "npm run admin -- check" and take what is damaged from a copy of before';

/**
 * Minimum rows of a page, regardless of size. Ours continues by `more`; base-protocol clients take a page
 * shorter than the contract's for the end, lists by kind continue by page number, and mentions come all at
 * once.
 */
function leastOf({ peek }: Body, mode: Mode): number {
  if (mode !== 'chat') return mode === 'mentions' ? frameLimits.pageLimitMax : serverLimits.listedAtLeast;
  return peek ? 1 : serverLimits.contractPage;
}

/**
 * Base-protocol clients draw their bar of mentions from a frame sent when they open the group (protocol 2.1).
 */
async function tellMentions(
  { core, session: { user } }: SignedIn,
  at: GroupAccess,
  work: TextWork,
): Promise<void> {
  const loaded = await core.store.read(async (tx) => {
    const query = {
      stream: at.stream,
      viewer: user,
      fromN: visibleAbove(at),
      limit: frameLimits.pageLimitMax,
      page: 1,
      mentioning: { user, afterN: at.member.mentionMark },
    };
    return loadList(tx, at.stream, (await tx.messages.page(query)).rows, user, core.settings, 'plain');
  });
  const list = await formsInParts(work, loaded);
  const data = { list, count: list.length, toContactId: at.stream };
  core.hub.tell(user, { type: 'atMsgList', time: Math.floor(core.clock.nowMs() / 1_000), data, derived: 1 });
}

function queryOf(body: Body, mode: Mode, at: ConversationAccess, user: UserId): MessageQuery {
  const query: MessageQuery = {
    stream: at.stream,
    viewer: user,
    fromN: visibleAbove(at),
    limit: body.limit,
    page: body.page,
  };
  if (mode === 'mentions') {
    const afterN = isMemberAccess(at) ? at.member.mentionMark : 0;
    return { ...query, page: 1, limit: frameLimits.pageLimitMax, mentioning: { user, afterN } };
  }
  const paged = body.last_id ? { ...query, beforeMsgId: body.last_id } : query;
  if (mode === 'chat') return body.after_n === undefined ? paged : { ...query, afterN: body.after_n };
  return { ...paged, types: typesOf(body) };
}

const typesOf = ({ type }: Body): readonly MessageType[] =>
  type === undefined || type === 'all' ? KINDS_SHOWN : [type];

const isSearch = ({ keywords, type }: Body, mode: Mode): boolean =>
  mode === 'browse' && keywords !== '' && (type === 'all' || type === 'text');

/**
 * Words of one conversation, by index (SEARCH-1); the total is above what was given while there are
 * more. It costs what a search costs, and counts as one (SEARCH-10).
 */
async function searched({ core, rates, peer, session: { user } }: SignedIn, body: Body) {
  const asker = { user, address: addressKey(peer.address) };
  const wait = waitForCall(rates, searchCall.paths[0] ?? '', searching.rate, asker);
  if (wait > 0) return refusedForNow('tooOften', wait);
  const skip = body.last_id ? 0 : (body.page - 1) * body.limit;
  const at = await core.store.read((tx) => accessTo(tx, user, body.toContactId));
  if (at instanceof Refusal) return at;
  const place = { stream: at.stream, aboveN: visibleAbove(at) };
  const before = body.last_id ? msgId(body.last_id) : undefined;
  const query = {
    user,
    keywords: body.keywords,
    at: place,
    types: typesOf(body),
    before,
    skip,
    take: body.limit,
  };
  const matches = await searchOf({ core, rates }, query);
  if (matches instanceof Refusal) return matches;
  const { rows, more } = matches;
  return { rows, total: skip + rows.length + (more ? 1 : 0) };
}

/** Messages read by opening the chat: all listed at the moment of the page. */
const newestOf = async (tx: ReadTx, at: ConversationAccess): Promise<number> =>
  (await tx.streams.get(at.stream))?.count ?? 0;

/** Finds the conversation of a linked message; an unreadable message looks like a missing one (LINK-1). */
export async function locateMessage(
  { core, session: { user } }: SignedIn,
  { msg_id: number }: v.InferOutput<typeof locateCall.body>,
): Promise<EndpointAnswer | Refusal> {
  return core.store.read(async (tx) => {
    const target = await visibleMessage(tx, user, await tx.messages.byMsgId(msgId(number)));
    if (target instanceof Refusal) return target;
    if (target.row.recalled) return new Refusal('messageUnknown');
    return { data: { toContactId: wireId(conversationFor(user, target.row.stream)), n: target.row.n } };
  });
}
