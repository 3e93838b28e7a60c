import type * as v from 'valibot';
import { messageId, msgId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { frameLimits } from '../../../domain/list-limits.ts';
import { loadList, formsInParts } from '../../frames/history.ts';
import { storeLimits as limits } from '../../kernel/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { TextWork } from '../../kernel/long-read.ts';
import type { NamedRow, ReadTx } from '../../../ports/store.ts';
import type { readAtMsg as atCall, setMsgIsRead as readCall } from '../../../wire/calls/messages.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { type Marks, tellEachOther } from '../marks/marks.ts';
import { groupAccess, accessTo } from '../../access/conversation.ts';
import type { ConversationAccess } from '../../access/conversation.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { notifyAfter } from '../../kernel/notify-after.ts';

type ReadBody = v.InferOutput<typeof readCall.body>;

/**
 * Everything up to the newest message named was shown; only messages of this conversation count (COUNT-2).
 * A base-protocol client has no other call for mentions, so it has also seen that it is mentioned there
 * (COUNT-11). Its mark decides, not the absence of ordinals: such clients send whole messages back.
 */
export async function setMsgIsRead(
  { core, marks, isOurs, session: { user } }: SignedIn,
  body: ReadBody,
): Promise<EndpointAnswer | Refusal> {
  const outcome = await messagesOf(core, user, body);
  if (outcome instanceof Refusal) return outcome;
  const { at, rows } = outcome;
  if (at.kind === 'favourites') return {};
  const n = Math.max(0, ...rows.map((row) => row.n), ...body.messages.flatMap((one) => one.n ?? []));
  // The mark may wait for its second (COUNT-8); what else is read with it does not.
  const saving = n > 0 ? marks.read(user, at.stream, n) : null;
  const work = new TextWork(core.store);
  await Promise.all([saving, isOurs ? null : readByName({ core, marks, work }, user, at, rows)]);
  return { characters: work.characters };
}

type Rows = readonly NamedRow[];

interface Reading {
  readonly core: Core;
  readonly marks: Marks;
  readonly work: TextWork;
}

async function readByName(on: Reading, user: UserId, at: ConversationAccess, rows: Rows): Promise<void> {
  const mentioned = Math.max(
    0,
    ...rows.filter((row) => row.at.includes(user) || row.at.includes(0)).map((row) => row.n),
  );
  if (at.kind === 'group' && mentioned > 0) await on.marks.mentionMark(user, at.stream, mentioned);
  if (at.kind === 'person') await notifyAuthor(on, at, user, rows);
}

/** Finds the stream and the named messages; very many are read in steps (LIMIT-19). */
async function messagesOf(
  { store }: Pick<Core, 'store'>,
  user: UserId,
  { toContactId, messages }: ReadBody,
): Promise<{ readonly at: ConversationAccess; readonly rows: Rows } | Refusal> {
  const step = limits.rowsOfTurn;
  const outcome = await store.read(async (tx) => {
    const at = await accessTo(tx, user, toContactId);
    if (at instanceof Refusal) return at;
    return { at, rows: [...(await rowsNamed(tx, at, messages.slice(0, step)))] };
  });
  if (outcome instanceof Refusal) return outcome;
  const { at, rows } = outcome;
  for (let from = step; from < messages.length; from += step) {
    await store.turn?.();
    rows.push(...(await store.read((tx) => rowsNamed(tx, at, messages.slice(from, from + step)))));
  }
  return { at, rows };
}

/** Named messages of this conversation; those with a number are found by it. */
async function rowsNamed(
  tx: ReadTx,
  { stream }: ConversationAccess,
  messages: ReadBody['messages'],
): Promise<Rows> {
  const numbers = messages.flatMap((one) => (one.msg_id ? [msgId(one.msg_id)] : []));
  const ids = messages.flatMap((one) => (!one.msg_id && one.id ? [messageId(one.id)] : []));
  return (await tx.messages.byNames(ids, numbers))
    .filter((row) => row.stream === stream)
    .toSorted((a, b) => a.n - b.n);
}

/**
 * Sends base-protocol clients of the author each message at once; the mark itself is sent once a second
 * (COUNT-8), and is stored even if this fails. The frame has the whole message: such a client copies text,
 * time and state from it into its own (COUNT-12).
 */
async function notifyAuthor(
  { core, work }: Omit<Reading, 'marks'>,
  at: Extract<ConversationAccess, { kind: 'person' }>,
  reader: UserId,
  rows: Rows,
): Promise<void> {
  const author = at.other;
  const own = rows.filter((row) => row.from === author);
  for (let from = 0; from < own.length; from += frameLimits.pageLimitMax)
    await notifyAfter(core.log, 'read messages not told', { author }, async () => {
      const part = own.slice(from, from + frameLimits.pageLimitMax);
      const loaded = await core.store.read(async (tx) => {
        if (!(await tellEachOther(tx, [reader, author]))) return null;
        const messages = await tx.messages.byMsgIds(part.map((row) => row.msgId));
        const inOrder = [...messages.values()].toSorted((a, b) => a.n - b.n);
        return loadList(tx, at.stream, inOrder, author, core.settings, 'plain');
      });
      const list = loaded === null ? [] : await formsInParts(work, loaded);
      if (list.length === 0) return;
      const time = Math.floor(core.clock.nowMs() / 1_000);
      const data = list.map((message) => ({ ...message, is_read: 1 }));
      core.hub.tell(author, { type: 'isRead', time, data, derived: 1 });
    });
}

/** COUNT-9, COUNT-14. */
export async function readAtMsg(
  { core, marks, session: { user } }: SignedIn,
  body: v.InferOutput<typeof atCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const at = await core.store.read((tx) => groupAccess(tx, user, body.toContactId));
  if (at instanceof Refusal) return at;
  if (body.n) await marks.oneMention(user, at.stream, body.n);
  else await marks.mentionMark(user, at.stream);
  return {};
}
