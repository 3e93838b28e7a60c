import type * as v from 'valibot';
import { buttonsIn } from '../../../domain/bots.ts';
import { isEditable, mayEdit } from '../../../domain/edit.ts';
import { withForwardMark } from '../../../domain/forward-mark.ts';
import { type UserId, messageId, userId } from '../../../domain/ids.ts';
import { pushLimits } from '../../../domain/limits.ts';
import { firstLink } from '../../../domain/link-preview.ts';
import { type MentionName, mentionsIn, ONLINE } from '../../../domain/mention-names.ts';
import { EVERYBODY } from '../../../domain/mentions.ts';
import { toPlain } from '../../../domain/markup.ts';
import { captionOf } from '../../../domain/message.ts';
import { RICH, type WordMarks, withWordMarks, wordMarksIn } from '../../../domain/rich-text.ts';
import { isUnseen } from '../../../domain/unseen.ts';
import type { EventFacts, MessageRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { editMessage as call } from '../../../wire/calls/messages.ts';
import { linkInExtra, withLink } from '../../files/held-file.ts';
import { withMembersOnly } from '../../frames/mention-names.ts';
import { conversationFor, wireId } from '../../frames/wire-values.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { isOvertaken, overtaken, withMade } from '../../kernel/newer.ts';
import { privateTo, reachesBlocker } from '../../access/private-delivery.ts';
import { once } from '../../kernel/operation.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { type ConversationAccess, writeAccess, visibleMessage } from '../../access/conversation.ts';
import { type MentionRequest, everybody, mentionedMembers, setsIn } from '../../access/mentions.ts';
import type { SignedIn } from '../context.ts';
import { recountMentions } from '../marks/marks.ts';
import { wantMention, wasReworded, wasUnmentioned } from '../push/want.ts';
import { checkedButtons } from './buttons.ts';
import { cleanText, cleaningCost, hasFormat, marksFor } from './compose.ts';
import { takeItems } from '../message-rate.ts';

/** Changes of an edit to the mentioned users. */
export interface MentionChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
  /** Members of `added` the message has mentioned before; 0: all of them. */
  readonly again: readonly number[];
  readonly notices: ReadonlyMap<number, number>;
}

// Members excluded from a mention of all have a negative number.
const wideMentions = (at: readonly number[]): readonly number[] => at.filter((user) => user >= EVERYBODY);

/** Read before the edit's event is written, since the event contains the former mentions. */
async function mentionChange(tx: ReadTx, row: MessageRow, people: readonly number[]): Promise<MentionChange> {
  const [before, after] = [wideMentions(row.at), wideMentions(people)];
  const existing = await tx.mentions.notices(row.stream, row.n);
  const notices = new Map(existing.map(({ user, seq }) => [user, seq]));
  const added = after.filter((user) => !before.includes(user));
  const removed = before.filter((user) => !after.includes(user));
  const isAgain = (user: number) => added.includes(user) || added.includes(EVERYBODY) || user === EVERYBODY;
  const again = added.length === 0 ? [] : [...notices.keys()].filter(isAgain);
  return { added, removed, again, notices };
}

/**
 * Stores the members waiting for the push of this edit, and those already notified: one notification per
 * member and message (EDIT-4). Returns true if a push is needed.
 */
async function noteMentions(
  tx: WriteTx,
  { stream, n, sentAtMs }: MessageRow,
  { added, removed, notices }: MentionChange,
  seq: number,
): Promise<boolean> {
  // The push of the message itself waits until then, and uses the mentions of that moment.
  const isFresh = tx.nowMs < sentAtMs + pushLimits.unseenMs;
  for (const user of removed) {
    const state = notices.get(user);
    if (state === undefined) await tx.mentions.setNotice(stream, n, { user, seq: isFresh ? -1 : 0 });
    else if (state > 0) await tx.mentions.setNotice(stream, n, { user, seq: -1 });
  }
  const waiting = added.filter((user) => (notices.get(user) ?? notices.get(EVERYBODY) ?? -1) < 0);
  for (const user of waiting) await tx.mentions.setNotice(stream, n, { user, seq });
  return waiting.length > 0;
}

type EditBody = v.InferOutput<typeof call.body>;

/**
 * Replaces the text, and keeps no former one (EDIT-2). It requires the present right to write there, and
 * costs as much as a message (EDIT-1). The same text is not an edit.
 */
export async function editMessage(context: SignedIn, body: EditBody): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  if (core.config().chatInfo.editTimeSec === 0) return new Refusal('editOff');
  const refusal = await takeItems(context, 1, cleaningCost(body.content));
  if (refusal) return refusal;
  const result = await command(core, (tx, record) =>
    once(tx, session.user, body.op, () => editAll(core, tx, record, session.user, body)),
  );
  if (result instanceof Refusal) return result;
  if (body.preview) context.previews.want(session.user, body.id);
  return { data: result };
}

/** The text, then the buttons if they are named (BOT-13). `isReplaced`: at any age of the message. */
export async function editAll(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  body: EditBody,
  isReplaced = false,
): Promise<{ readonly rev: number } | Refusal> {
  const result = await edit(core, tx, record, me, body, isReplaced);
  const row = await tx.messages.byId(messageId(body.id));
  if (result instanceof Refusal || !row || body.extends?.['buttons'] === undefined) return result;
  const extra = await checkedButtons(tx, me, { ...row.extra, buttons: body.extends['buttons'] });
  if (extra instanceof Refusal) return extra;
  const { msgId, id, stream } = row;
  if (JSON.stringify(buttonsIn(extra)) === JSON.stringify(buttonsIn(row.extra))) return result;
  await tx.messages.update(msgId, { extra });
  await record.event(stream, { kind: 'updated', msgId, id, ...privateTo(row) });
  return result;
}

async function edit(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  body: EditBody,
  isReplaced: boolean,
): Promise<{ readonly rev: number } | Refusal> {
  const target = await visibleMessage(tx, me, await tx.messages.byId(messageId(body.id)));
  if (target instanceof Refusal) return target;
  const { row, at } = target;
  const refusal =
    checkEdit(core, row, me, isReplaced ? null : tx.nowMs) ?? (await silenced(core, tx, me, row));
  if (refusal) return refusal;
  // The blocker's view stays: a new text would reach them.
  if (await reachesBlocker(tx, row, me)) return new Refusal('editLate');
  const isEditOf = ({ kind, ...facts }: EventFacts) =>
    kind === 'edited' && 'id' in facts && facts.id === row.id;
  const isSeen = body.rev === undefined || body.rev >= row.rev;
  if (!isSeen && (await isOvertaken(tx, row.stream, body, isEditOf))) return overtaken();
  const words = wordsFor(row, body.content);
  if (words instanceof Refusal) return words;
  const names = mentionsIn(body.extends);
  const people = await peopleFor(core, tx, { row, at }, { at: body.at, names });
  if (people instanceof Refusal) return people;
  const marks = await marksIn(tx, row, body, { words, people, sets: setsIn(at, names) });
  const isSame =
    wordsOf(row) === words &&
    JSON.stringify(marks) === JSON.stringify(wordMarksIn(row.extra)) &&
    people.join() === row.at.join();
  if (isSame) return { rev: row.rev };
  const rev = row.rev + 1;
  const { isOver, patch } = withoutOldLink(row, changed(row, words, marks));
  await tx.messages.update(row.msgId, { ...patch, at: people, rev });
  await mention(tx, row, people, at);
  const apart = await tx.mentions.apartAt(row.stream, row.n);
  const change = await mentionChange(tx, row, people);
  const { msgId, id, n, from } = row;
  if (isOver) await record.event(row.stream, { kind: 'previewed', msgId, id, n, from, ...privateTo(row) });
  const edited: EventFacts = {
    kind: 'edited',
    msgId,
    id,
    n,
    from,
    rev,
    was: row.at,
    at: people,
    ...(change.again.length > 0 && { again: change.again }),
    ...privateTo(row),
    // The list shows the caption of an album's first picture.
    ...(row.type === 'text' ? {} : { lastN: (await tx.messages.last(row.stream, 0))?.n ?? null }),
  };
  const { seq } = await record.event(row.stream, withMade(edited, body, tx.nowMs));
  await wasReworded(core, tx, row, seq);
  if (people.join() === row.at.join()) return { rev };
  await recountMentions(tx, record, row.stream, apart);
  if (await noteMentions(tx, row, change, seq))
    await wantMention(core, tx, { stream: row.stream, seq, msgId: row.msgId });
  if (change.removed.length > 0) await wasUnmentioned(core, tx, row, { ...row, ...patch, at: people });
  return { rev };
}

/** `nowMs` null: at any age. */
function checkEdit(core: Core, row: MessageRow, me: UserId, nowMs: number | null): Refusal | null {
  const mine = row.from === me;
  if (!mine) return new Refusal('noPermission');
  if (!isEditable(row)) return new Refusal('editKind');
  if (nowMs === null) return null;
  const { editTimeSec } = core.config().chatInfo;
  const ageSec = (nowMs - row.sentAtMs) / 1_000;
  return mayEdit({ mine, ageSec, editTimeSec }, row) ? null : new Refusal('editLate');
}

/** Why they may not write there now. */
async function silenced(core: Core, tx: WriteTx, me: UserId, row: MessageRow): Promise<Refusal | null> {
  const right = await writeAccess(core, tx, me, String(wireId(conversationFor(me, row.stream))), tx.nowMs);
  return right instanceof Refusal ? right : null;
}

const wordsOf = (row: MessageRow): string => (row.type === 'text' ? row.content : captionOf(row.extra));

/** A file may have no caption. */
function wordsFor(row: MessageRow, content: string): string | Refusal {
  return row.type !== 'text' && isUnseen(toPlain(content)) ? '' : cleanText(content);
}

interface NewWords {
  readonly words: string;
  readonly people: readonly number[];
  readonly sets: readonly MentionName[];
}

/** Marks of a new text; a caption mentions no user. */
async function marksIn(
  tx: WriteTx,
  row: MessageRow,
  body: EditBody,
  { words, people, sets }: NewWords,
): Promise<WordMarks> {
  if (row.type !== 'text') return words !== '' && hasFormat(body) ? { format: RICH } : {};
  const extra = withWordMarks(null, marksFor(body, words));
  return wordMarksIn(await withMembersOnly(tx, row.stream, extra, people, sets));
}

function changed(
  row: MessageRow,
  words: string,
  marks: WordMarks,
): Partial<Pick<MessageRow, 'content' | 'extra'>> {
  // Other words are the forwarder's own (FORWARD-2).
  const marked = withWordMarks(withForwardMark(row.extra, null), marks);
  if (row.type === 'text') return { content: words, extra: marked };
  const { caption: _before, ...extra } = marked ?? {};
  return { extra: words === '' ? extra : { ...extra, caption: words } };
}

/**
 * A card belongs to the first address: a different address drops it, and also the mark of its removal
 * (PREVIEW-8).
 */
function withoutOldLink(
  row: MessageRow,
  patch: Partial<Pick<MessageRow, 'content' | 'extra'>>,
): { readonly isOver: boolean; readonly patch: typeof patch } {
  const link = linkInExtra(row.extra);
  const next = { ...row, ...patch };
  if (link === null || firstLink(next.content, next.extra) === link.url) return { isOver: false, patch };
  return { isOver: !link.gone, patch: { ...patch, extra: withLink(next.extra, null) } };
}

/**
 * A mention of all members remains, even if the author may no longer make one. One of the members online
 * still means those of the first time.
 */
async function peopleFor(
  core: Core,
  tx: WriteTx,
  { row, at }: { readonly row: MessageRow; readonly at: ConversationAccess },
  { at: ids, names }: MentionRequest,
): Promise<readonly number[] | Refusal> {
  if (row.type !== 'text') return row.at;
  if (ids.includes(ONLINE) && mentionsIn(row.extra).some(({ id }) => id === ONLINE)) return row.at;
  if (at.kind === 'group' && ids.includes(EVERYBODY) && row.at.includes(EVERYBODY)) return everybody(tx, at);
  const request = { at: [...new Set(ids)], names };
  return mentionedMembers(tx, at, request, (user) => core.hub.isOnline(user));
}

/** Newly mentioned users have it unread, however far they have read mentions (EDIT-4, COUNT-15). */
async function mention(
  tx: WriteTx,
  row: MessageRow,
  people: readonly number[],
  at: ConversationAccess,
): Promise<void> {
  if (people.join() === row.at.join()) return;
  await tx.mentions.delete(row.stream, row.n);
  if (people.length === 0) return;
  await tx.mentions.insert(row.stream, row.n, people);
  if (at.kind !== 'group' || row.at[0] === EVERYBODY) return;
  const users = people[0] === EVERYBODY ? 'all' : people.map((id) => userId(id));
  // A user excluded from a mention of all has a negative number.
  const leftOut = people.filter((id) => id < 0).map((id) => userId(-id));
  await tx.mentions.addLate(row.stream, row.n, users, [
    row.from,
    ...row.at.map((id) => userId(id)),
    ...leftOut,
  ]);
}
