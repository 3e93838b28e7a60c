import { isToMe } from '../../../domain/alert.ts';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { msgId } from '../../../domain/ids.ts';
import { type InboxMark, type InboxReason, openReasons } from '../../../domain/inbox.ts';
import { mentionsFor } from '../../../domain/mentions.ts';
import { inboxLimits as limits, reactionLimits } from '../../../domain/message-limits.ts';
import { canHaveReactions } from '../../../domain/reactions.ts';
import { isFor, mayRead } from '../../../domain/visible.ts';
import type { MemberRow, MessageRow, ReactedRow, ReadTx } from '../../../ports/store.ts';
import { readableAbove } from '../../access/conversation.ts';
import { answeredAuthor } from '../../access/mentions.ts';
import { type LoadedList, formsInParts, loadList } from '../../frames/history.ts';
import { card } from '../../frames/user-data.ts';
import { conversationFor, toFlag, wireId } from '../../frames/wire-values.ts';
import { type Steps, TextWork, readLong } from '../../kernel/long-read.ts';
import { storeLimits } from '../../kernel/limits.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { firstMessageSince } from '../search/find.ts';
import { doneOf } from './done.ts';

/** A message that concerns the user, and why; `member`: their place in its conversation. */
interface Entry extends InboxMark {
  readonly row: MessageRow;
  readonly member: MemberRow;
  /** Users who reacted to it; 0 for messages of others. */
  readonly people: number;
}

/** Facts about the messages in question, by their number. */
interface Facts {
  readonly followedIds: ReadonlySet<MsgId>;
  /** The user's newest answer in each thread: they know what came before it. */
  readonly ownAnswers: ReadonlyMap<string, number>;
  readonly reacted: ReadonlyMap<MsgId, ReactedRow>;
  readonly blocked: ReadonlySet<UserId>;
}

/**
 * Returns the messages that concern the user and are not done, newest first (INBOX-1). Computed from the
 * messages themselves: what was recalled, deleted or may no longer be read cannot stay (INBOX-3).
 */
export async function getInbox({ core, session: { user } }: SignedIn): Promise<EndpointAnswer> {
  const sinceMs = core.clock.nowMs() - limits.ageMaxMs;
  const { entries, lists, extras } = await readLong(core.store, async (tx, steps) => {
    const blocked = new Set((await tx.blocked.of(user)).map((one) => one.other));
    const entries = await entriesOf(tx, user, { sinceMs, blocked, steps });
    const loaded: LoadedList[] = [];
    for (const [stream, rows] of byStream(entries)) {
      loaded.push(await loadList(tx, stream, rows, user, core.settings));
      await steps.did(EACH_CHAT);
    }
    const more: object[] = [];
    for (const entry of entries) {
      more.push(await extrasOf(tx, entry, blocked));
      await steps.did(EACH_CHAT);
    }
    return { entries, lists: loaded, extras: more };
  });
  const work = new TextWork(core.store);
  const forms = new Map<number, Record<string, unknown>>();
  for (const list of lists)
    for (const form of await formsInParts(work, list)) forms.set(Number(form['msg_id']), form);
  const data = entries.map(({ row, why, atMs }, at) => ({
    contactId: wireId(conversationFor(user, row.stream)),
    why,
    at_ms: atMs,
    ...extras[at],
    message: forms.get(row.msgId),
  }));
  return { data, characters: work.characters };
}

/** Work for one conversation or one entry, as rows that were read. */
const EACH_CHAT = 50;

interface Scope {
  readonly steps: Steps;
  readonly sinceMs: number;
  readonly blocked: ReadonlySet<UserId>;
}

/** The newest messages for each reason. */
interface Candidates {
  readonly mentions: MsgId[];
  readonly replies: MsgId[];
  readonly threads: { readonly msgId: MsgId; readonly isFollowed: boolean }[];
  readonly reacted: ReactedRow[];
}

/** Reads some conversations at once, so that no user with many holds up others (LIMIT-19). */
async function findMessages(tx: ReadTx, user: UserId, { sinceMs, steps }: Scope): Promise<Candidates> {
  const candidates: Candidates = { mentions: [], replies: [], threads: [], reacted: [] };
  const chats = await tx.inbox.chats(user);
  const sinceMsgId = msgId((await firstMessageSince(tx, sinceMs)) - 1);
  let after: StreamId | '' = '';
  for (let at = 0; at < chats.length; at += limits.chatsAtOnce) {
    const last: StreamId | undefined = chats[Math.min(at + limits.chatsAtOnce, chats.length) - 1];
    if (last === undefined) break;
    const query = { user, sinceMsgId, after, last, ofChat: limits.ofChat, limit: limits.examinedMax };
    candidates.mentions.push(...(await tx.inbox.mentioning(query)));
    candidates.replies.push(...(await tx.inbox.answers(query)));
    candidates.threads.push(...(await tx.inbox.inThreads(query)));
    candidates.reacted.push(...(await tx.inbox.reacted(query)));
    await steps.did(storeLimits.rowsOfTurn);
    after = last;
  }
  const most = limits.examinedMax;
  return {
    mentions: candidates.mentions.toSorted((a, b) => b - a).slice(0, most),
    replies: candidates.replies.toSorted((a, b) => b - a).slice(0, most),
    threads: candidates.threads.toSorted((a, b) => b.msgId - a.msgId).slice(0, most),
    reacted: candidates.reacted.toSorted((a, b) => b.atMs - a.atMs || b.msgId - a.msgId).slice(0, most),
  };
}

async function entriesOf(tx: ReadTx, user: UserId, scope: Scope): Promise<readonly Entry[]> {
  const { blocked } = scope;
  const { mentions, replies, threads, reacted } = await findMessages(tx, user, scope);
  const reactedRows = new Map(reacted.map((one) => [one.msgId, one]));
  const ids = [...mentions, ...replies, ...threads.map((one) => one.msgId), ...reactedRows.keys()];
  const rows = await tx.messages.byMsgIds([...new Set(ids)]);
  await scope.steps.did(rows.size);
  const facts: Facts = {
    followedIds: new Set(threads.filter((one) => one.isFollowed).map((one) => one.msgId)),
    reacted: reactedRows,
    ownAnswers: newestAnswers(rows.values(), user),
    blocked,
  };
  const done = await doneOf(tx, user);
  const access = accessTo(tx, user);
  const entries: Entry[] = [];
  for (const row of rows.values()) {
    const place = await access(row.stream);
    if (place === null || !isFor(row, user) || !mayRead(place.above, row.n)) continue;
    const entry = entryOf(row, place.member, facts);
    const why = entry === null ? [] : openReasons(entry, done);
    if (entry !== null && why.length > 0) entries.push({ ...entry, why });
  }
  entries.sort((a, b) => b.atMs - a.atMs || b.msgId - a.msgId);
  return entries.slice(0, limits.shownMax);
}

const threadOf = ({ stream, root }: MessageRow): string => `${stream} ${root}`;

function newestAnswers(rows: Iterable<MessageRow>, user: UserId): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const row of rows)
    if (row.from === user && row.root !== null)
      newest.set(threadOf(row), Math.max(row.n, newest.get(threadOf(row)) ?? 0));
  return newest;
}

/** The user's place in a conversation, read once for each. */
function accessTo(tx: ReadTx, user: UserId) {
  const places = new Map<StreamId, { readonly above: number | null; readonly member: MemberRow } | null>();
  return async (stream: StreamId) => {
    const existing = places.get(stream);
    if (existing !== undefined) return existing;
    const member = await tx.members.get(stream, user);
    const place = member && { above: await readableAbove(tx, user, stream), member };
    places.set(stream, place);
    return place;
  };
}

/** The entry of a message; null: it does not concern the user. */
function entryOf(row: MessageRow, member: MemberRow, facts: Facts): Entry | null {
  if (!canHaveReactions(row) || facts.blocked.has(row.from)) return null;
  const { people = 0, atMs = row.sentAtMs } = facts.reacted.get(row.msgId) ?? {};
  const why = reasonsOf(row, member, facts);
  return why.length === 0 ? null : { msgId: row.msgId, row, member, why, people, atMs };
}

/** A muted chat adds followed threads only: they notify there as well (INBOX-3, THREAD-7). */
function reasonsOf(row: MessageRow, member: MemberRow, facts: Facts): readonly InboxReason[] {
  const isMuted = !member.isNotice && !member.atOnly;
  const { user } = member;
  if (row.from === user) return facts.reacted.has(row.msgId) && !isMuted ? ['reaction'] : [];
  const reasons: InboxReason[] = [];
  if (!isMuted && isToMe({ at: mentionsFor(row.at, user), answers: null }, user)) reasons.push('mention');
  if (!isMuted && answeredAuthor(row) === user) reasons.push('reply');
  if (facts.followedIds.has(row.msgId) && row.n > (facts.ownAnswers.get(threadOf(row)) ?? 0))
    reasons.push('thread');
  return reasons;
}

/** Returns whether it is unread in its chat (INBOX-2), and the newest reaction. */
async function extrasOf(
  tx: ReadTx,
  { row, member, why, people }: Entry,
  blocked: ReadonlySet<UserId>,
): Promise<object> {
  const { stream, n } = row;
  const { user, mark, mentionMark } = member;
  if (why.includes('reaction')) {
    const rows = await tx.reactions.people(stream, n, 0, reactionLimits.peoplePage);
    const newest = rows.find((one) => one.user !== user && !blocked.has(one.user));
    if (newest === undefined) return { unread: 0, people };
    const author = (await tx.users.byIds([newest.user])).get(newest.user) ?? null;
    const alias = (await tx.friends.nicknames(user, [newest.user])).get(newest.user);
    return { unread: 0, people, emoji: newest.emoji, by: card(author, newest.user, alias) };
  }
  const isUnread =
    n > mark || (why.includes('mention') && (await tx.mentions.isUnread(stream, user, n, mentionMark)));
  return { unread: toFlag(isUnread) };
}

function byStream(entries: readonly Entry[]): ReadonlyMap<StreamId, readonly MessageRow[]> {
  const lists = new Map<StreamId, MessageRow[]>();
  for (const { row } of entries) {
    const list = lists.get(row.stream) ?? [];
    list.push(row);
    lists.set(row.stream, list);
  }
  return lists;
}
