import type * as v from 'valibot';
import { groupOfStream, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { isFor } from '../../../domain/visible.ts';
import { canHaveAnswers } from '../../../domain/message.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { followThread as followCall, getThread as call } from '../../../wire/calls/messages.ts';
import { loadList, formsInParts } from '../../frames/history.ts';
import { command } from '../../kernel/core.ts';
import { TextWork } from '../../kernel/long-read.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { noteUnreadable, withLines } from './history.ts';
import { accessTo, visibleAbove } from '../../access/conversation.ts';
import type { ConversationAccess } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';

type Body = v.InferOutput<typeof call.body>;

/** A thread as one user may see it: `first` null if that message is deleted, or invisible to them. */
interface Thread {
  readonly at: ConversationAccess;
  readonly root: number;
  readonly first: MessageRow | null;
}

/** The first message and a page of answers, oldest first; for their readers (THREAD-4, THREAD-5). */
export async function getThread(
  { core, language, session: { user } }: SignedIn,
  body: Body,
): Promise<EndpointAnswer | Refusal> {
  const data = await core.store.read(async (tx) => {
    const thread = await threadOf(tx, user, body);
    if (thread instanceof Refusal) return thread;
    const { at, root } = thread;
    const { stream } = at;
    const unreadable = thread.first === null ? await unreadableFirst(tx, thread) : null;
    const first =
      thread.first ?? withLines(unreadable === null ? [] : [unreadable], [root], language)[0] ?? null;
    const rows = await tx.messages.thread({ ...queryOf(body, thread), viewer: user });
    const visibleRows = [...(first === null ? [] : [first]), ...rows];
    return {
      root,
      first,
      missing: unreadable === null ? [] : [root],
      stream,
      count: rows.length,
      list: await loadList(tx, stream, visibleRows, user, core.settings),
      seq: (await tx.streams.get(stream))?.head ?? 0,
      follow: (await isFollowed(tx, user, thread)) ? 1 : 0,
    };
  });
  if (data instanceof Refusal) return data;
  const { root, first, count, list, seq, follow, stream, missing } = data;
  noteUnreadable(core, stream, missing);
  const work = new TextWork(core.store);
  const forms = await formsInParts(work, list, first === null ? 1 : 2);
  const fittingRows = first === null ? forms : forms.slice(1);
  const towardsEnd = body.before_n === undefined && body.after_n !== undefined;
  return {
    data: {
      root,
      seq,
      first: first === null ? null : forms[0],
      rows: towardsEnd ? fittingRows : fittingRows.toReversed(),
      more: forms.length < list.rows.length || count === body.limit ? 1 : 0,
      follow,
    },
    characters: work.characters,
  };
}

/** A line in place of a first message whose page of the database is damaged (OPS-20). */
async function unreadableFirst(tx: ReadTx, { at, root }: Thread): Promise<MessageRow | null> {
  const query = { stream: at.stream, fromN: visibleAbove(at), afterN: root - 1, limit: 1 };
  const { rows, unreadable = [] } = await tx.messages.page(query);
  return unreadable.includes(root) ? (rows.find(({ n }) => n === root) ?? null) : null;
}

const queryOf = (body: Body, { at, root }: Thread) => ({
  stream: at.stream,
  root,
  fromN: visibleAbove(at),
  limit: body.limit,
  ...(body.before_n !== undefined && { beforeN: body.before_n }),
  ...(body.after_n !== undefined && { afterN: body.after_n }),
});

/** Finds a thread by any of its messages; an unreadable one reveals nothing. */
async function threadOf(
  tx: ReadTx,
  user: UserId,
  { toContactId, root: ordinal }: { readonly toContactId: string; readonly root: number },
): Promise<Thread | Refusal> {
  const at = await accessTo(tx, user, toContactId);
  if (at instanceof Refusal) return at;
  const above = visibleAbove(at);
  const see = async (n: number): Promise<MessageRow | null> => {
    const row = n > above ? await tx.messages.byN(at.stream, n) : null;
    return row && isFor(row, user) ? row : null;
  };
  const message = await see(ordinal);
  const root = message?.root ?? ordinal;
  const row = root === ordinal ? message : await see(root);
  const first = row !== null && canHaveAnswers(row) ? row : null;
  const isEmpty =
    first === null &&
    (await tx.messages.thread({ stream: at.stream, viewer: user, root, fromN: above, limit: 1 })).length ===
      0;
  return isEmpty ? new Refusal('messageUnknown') : { at, root, first };
}

/** Users who began a thread or answered follow it until they choose otherwise; in groups alone (THREAD-6). */
async function isFollowed(tx: ReadTx, user: UserId, { at, root, first }: Thread): Promise<boolean> {
  if (at.kind !== 'group') return false;
  return (await tx.threads.follows(at.stream, root, user)) ?? first?.from === user;
}

/** Sets the desired state, and always writes an event: a pending change waits for it (THREAD-6). */
export async function followThread(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof followCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const thread = await threadOf(tx, user, body);
    if (thread instanceof Refusal) return thread;
    const { at, root } = thread;
    if (at.kind !== 'group') return new Refusal('groupUnknown');
    await tx.threads.setFollow(at.stream, root, user, body.on);
    await record.event(userStream(user), { kind: 'follow', of: at.stream, root, on: body.on });
    return null;
  });
  return refusal ?? {};
}

/** Thread data in the answer to its sender. */
export interface AnswerNews {
  readonly root: number;
  readonly count: number;
  readonly follow?: 1;
}

/** An answer just written: its new count, for its frame and its sender (THREAD-3). */
interface Answering {
  readonly row: MessageRow;
  readonly seq: number;
  /** The message it quotes. */
  readonly quoted: MessageRow | null;
}

/**
 * Counts answers of one command, in order; the thread's author and those who answer follow it from then on.
 * Returns the count after each, by its ordinal.
 */
export async function countAnswers(
  tx: WriteTx,
  answers: readonly Answering[],
): Promise<ReadonlyMap<MessageRow, AnswerNews>> {
  const counts = new Map<MessageRow, AnswerNews>();
  for (const { row, seq, quoted } of answers) {
    const { stream, root, from } = row;
    if (root === null) continue;
    const tally = (await tx.threads.tallies(stream, [root])).get(root);
    // With several in one command, the later ones are already written.
    const count = tally ? tally.count + 1 : await tx.messages.answers(stream, root, row.n);
    await tx.threads.setTally(stream, root, { seq, count });
    counts.set(row, { root, count });
    if (groupOfStream(stream) === null) continue;
    if (quoted?.n === root) await tx.threads.followAtFirst(stream, root, quoted.from);
    await tx.threads.followAtFirst(stream, root, from);
    counts.set(row, await newsFor(tx, row, { root, count }));
  }
  return counts;
}

/** The same for an earlier one: its first answer may never have arrived (SEND-1). */
export async function answerNews(tx: ReadTx, row: MessageRow): Promise<AnswerNews | null> {
  const { stream, root } = row;
  if (root === null) return null;
  const tally = (await tx.threads.tallies(stream, [root])).get(root);
  return tally === undefined ? null : newsFor(tx, row, { root, count: tally.count });
}

async function newsFor(tx: ReadTx, { stream, from }: MessageRow, news: AnswerNews): Promise<AnswerNews> {
  return (await tx.threads.follows(stream, news.root, from)) === true ? { ...news, follow: 1 } : news;
}

/**
 * An answer was deleted: recounts the rest, so that repeating it is harmless. Runs after the event, which
 * locks the stream on engines with concurrent writers.
 */
export async function recountThread(
  tx: WriteTx,
  { stream, root }: Pick<MessageRow, 'stream' | 'root'>,
  seq: number,
): Promise<void> {
  if (root === null) return;
  await tx.threads.setTally(stream, root, { seq, count: await tx.messages.answers(stream, root) });
}
