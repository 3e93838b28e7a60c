import { isToMe } from '../../../domain/alert.ts';
import { hasWord } from '../../../domain/alert-words.ts';
import { CALL } from '../../../domain/call.ts';
import { groupOfStream, peopleOfStream, userOfStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import { EVERYBODY, mentionsFor } from '../../../domain/mentions.ts';
import { captionOf } from '../../../domain/message.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { quietHoursEnd } from '../../../domain/quiet-hours.ts';
import { isBusyAt } from '../../../domain/status.ts';
import { preferenceOf } from '../../../wire/kept.ts';
import { inAlbum } from '../../frames/album.ts';
import { withNamesNow } from '../../frames/mention-names.ts';
import type { PushJobRow, PushKind, PushSubRow } from '../../../ports/store/push.ts';
import type { Preference } from '../../../domain/kept.ts';
import type { MemberRow, MessageRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import { mayReadMessage } from '../../access/conversation.ts';
import { answeredAuthor } from '../../access/mentions.ts';
import { payloadOf } from './words.ts';

/** One note on its way to one device. */
export interface Note {
  readonly sub: PushSubRow & { readonly user?: UserId };
  readonly text: string;
}

/**
 * Users to notify of a message: the conversation's members except the author, who have neither read it nor
 * seen it on a visible device. If only mentions notify, or the chat is archived, those it mentions or
 * answers; in a muted one none; always followers of its thread; none during quiet hours (PUSH-3, ALERT-2,
 * THREAD-7, ARCHIVED-6, ALERT-5).
 */
export async function notesOf(tx: ReadTx, job: PushJobRow, nowMs: number): Promise<readonly Note[]> {
  const { kind } = job;
  const row = await tx.messages.byMsgId(job.msgId);
  if (!isOfMessage(kind) || !row || row.recalled) return [];
  if (kind === 'call' && !(await isRinging(tx, row))) return [];
  const users =
    kind === 'reminder'
      ? await reminded(tx, job, row)
      : kind === 'message' || kind === 'edited'
        ? await unseen(tx, job, row)
        : kind === 'mention'
          ? await mentionedLate(tx, job, row, nowMs)
          : await callees(tx, row, nowMs);
  const subs = (await tx.push.ofUsers(users, nowMs)).filter((sub) => job.cid === '' || sub.cid === job.cid);
  if (subs.length === 0) return [];
  const author = await tx.users.byId(row.from);
  const group = groupOfStream(row.stream);
  const groupName = group === null ? null : ((await tx.groups.byId(group))?.name ?? null);
  const messageNow = await inAlbum(tx, (await withNamesNow(tx, [row]))[0] ?? row);
  const notes: Note[] = [];
  for (const sub of subs) {
    const nickname = (await tx.friends.nicknames(sub.user, [row.from])).get(row.from);
    const facts = { row: messageNow, sender: nickname || (author?.realname ?? ''), group: groupName };
    // A reminder is older than the block: it shows no words of that user (BLOCK-17).
    const isFolded = group !== null && (await tx.blocked.has(sub.user, row.from));
    const view = isFolded ? { ...sub, showsWords: false } : sub;
    notes.push({ sub, text: payloadOf(kind, facts, view, sub.user) });
  }
  return notes;
}

const isOfMessage = (kind: PushKind): kind is Parameters<typeof payloadOf>[0] =>
  kind !== 'clear' && kind !== 'unsent' && kind !== 'groupCall' && kind !== 'groupCallOver';

const RINGING: number = CALL.ringing;

/** The record of a call that was answered keeps its code until its end. */
const isRinging = async (tx: ReadTx, { msgId, extra }: MessageRow): Promise<boolean> =>
  extra?.['code'] === RINGING && !(await tx.calls.isTalking(msgId));

async function callees(tx: ReadTx, row: MessageRow, nowMs: number): Promise<readonly UserId[]> {
  const users: UserId[] = [];
  for (const user of peopleOfStream(row.stream) ?? [])
    if (user !== row.from && !(await isBusy(tx, user, nowMs))) users.push(user);
  return users;
}

/** The user who asked for it, while they may read the message. */
async function reminded(tx: ReadTx, job: PushJobRow, row: MessageRow): Promise<readonly UserId[]> {
  const user = userOfStream(job.stream);
  if (user === null || (await tx.push.viewers(job.stream, job.seq)).includes(user)) return [];
  const isWanted = (await tx.later.reminder(user, row.msgId))?.lookMs === null;
  return isWanted && (await mayReadMessage(tx, user, row)) ? [user] : [];
}

async function storedPreference(
  tx: ReadTx,
  user: UserId,
  name: 'alerts' | 'quiet' | 'status',
): Promise<Preference | null> {
  const row = await tx.preferences.get(user, name);
  return row === null ? null : preferenceOf(name, JSON.parse(row.value));
}

/** The user is busy or has quiet hours: calls do not ring (PRES-5, ALERT-5). */
export async function wantsQuiet(tx: ReadTx, user: UserId, atMs: number): Promise<boolean> {
  if (await isBusy(tx, user, atMs)) return true;
  const quiet = await storedPreference(tx, user, 'quiet');
  return quietHoursEnd(quiet?.name === 'quiet' ? quiet.value : null, atMs) !== null;
}

/** The message was sent while the user was busy, or in quiet hours and no exception (PRES-5, ALERT-5). */
async function isAtQuiet(
  tx: ReadTx,
  row: MessageRow,
  { user, ...member }: MemberRow,
  atMs = row.sentAtMs,
): Promise<boolean> {
  if (await isBusy(tx, user, atMs)) return true;
  const preference = await storedPreference(tx, user, 'quiet');
  const hours = preference?.name === 'quiet' ? preference.value : null;
  if (quietHoursEnd(hours, atMs) === null) return false;
  const hasMentionAlerts = member.isNotice || member.atOnly;
  return !(hours?.toMe === true && hasMentionAlerts && (await isMeant(tx, row, user)));
}

async function isBusy(tx: ReadTx, user: UserId, atMs: number): Promise<boolean> {
  const status = await storedPreference(tx, user, 'status');
  return status?.name === 'status' && isBusyAt(status.value, atMs);
}

/** Returns true if it mentions or answers the user, or contains one of their keywords (ALERT-2, ALERT-4). */
async function isMeant(tx: ReadTx, row: MessageRow, user: UserId): Promise<boolean> {
  if (isToMe({ at: mentionsFor(row.at, user), answers: answeredAuthor(row) }, user)) return true;
  const alerts = await storedPreference(tx, user, 'alerts');
  const words = alerts?.name === 'alerts' ? (alerts.value?.words ?? []) : [];
  return words.length > 0 && hasWord(plainWords(row), words);
}

const plain = new WeakMap<MessageRow, string>();

/** Made once for all members with keywords. */
function plainWords(row: MessageRow): string {
  const text = row.type === 'text' ? row.content : captionOf(row.extra);
  const words = plain.get(row) ?? toPlain(unmarked(text, row.extra));
  plain.set(row, words);
  return words;
}

async function unseen(tx: ReadTx, job: PushJobRow, row: MessageRow): Promise<readonly UserId[]> {
  const users: UserId[] = [];
  const following = await followersOf(tx, row);
  for (const member of await away(tx, job, row)) {
    if (member.mark >= row.n) continue;
    const isNotified = isHeard(member, row, following) || (await isMeantHere(tx, row, member));
    if (isNotified && !(await isAtQuiet(tx, row, member))) users.push(member.user);
  }
  return users;
}

/** Members other than the author who may see the message and have not seen this place on a visible device. */
async function away(tx: ReadTx, job: PushJobRow, row: MessageRow): Promise<readonly MemberRow[]> {
  const viewers = new Set(await tx.push.viewers(job.stream, job.seq));
  const blockers = await tx.blocked.by(row.from);
  return (await tx.members.withPush(job.stream)).filter(
    ({ user, fromN }) => user !== row.from && !blockers.has(user) && !viewers.has(user) && row.n > fromN,
  );
}

const followersOf = async (tx: ReadTx, { stream, root }: MessageRow): Promise<ReadonlySet<UserId>> =>
  new Set(root === null ? [] : await tx.threads.followers(stream, root));

const isHeard = (member: MemberRow, { n }: MessageRow, following: ReadonlySet<UserId>): boolean =>
  (member.isNotice && n > (member.archivedTo ?? 0)) || following.has(member.user);

const isMeantHere = async (tx: ReadTx, row: MessageRow, member: MemberRow): Promise<boolean> =>
  (member.isNotice || member.atOnly) && (await isMeant(tx, row, member.user));

/**
 * Returns true if the message is unread by a member it should notify, regardless of mentions before an edit.
 */
export async function stillHears(tx: ReadTx, row: MessageRow, member: MemberRow): Promise<boolean> {
  if (isToMe({ at: mentionsFor(row.at, member.user), answers: null }, member.user)) return true;
  if (member.mark >= row.n) return false;
  return isHeard(member, row, await followersOf(tx, row)) || (await isMeantHere(tx, row, member));
}

/**
 * Users this edit mentions for the first time, if the mention is unread by now: however far they have read
 * the chat, and if mentions notify (EDIT-4).
 */
async function mentionedLate(
  tx: ReadTx,
  job: PushJobRow,
  row: MessageRow,
  nowMs: number,
): Promise<readonly UserId[]> {
  const existing = await tx.mentions.notices(row.stream, row.n);
  const notices = new Map(existing.map(({ user, seq }) => [user, seq]));
  const isWaiting = (user: number): boolean => {
    const own = notices.get(user) ?? -1;
    // A retried device represents its user.
    return job.cid !== '' || (own < 0 ? notices.get(EVERYBODY) === job.seq : own === job.seq);
  };
  const users: UserId[] = [];
  for (const member of await away(tx, job, row)) {
    const { user, mentionMark } = member;
    const isMentioned = isToMe({ at: mentionsFor(row.at, user), answers: null }, user);
    if (!isMentioned || !isWaiting(user) || !(member.isNotice || member.atOnly)) continue;
    if (!(await tx.mentions.isUnread(row.stream, user, row.n, mentionMark))) continue;
    if (!(await isAtQuiet(tx, row, member, nowMs))) users.push(user);
  }
  return users;
}

/** The push of an edited message shows its mentions as well: the push of the edit leaves them out. */
export async function noteMentioned(tx: WriteTx, job: PushJobRow, users: ReadonlySet<UserId>): Promise<void> {
  const row = await tx.messages.byMsgId(job.msgId);
  if (row === null || row.recalled || row.rev === 0) return;
  if (job.kind === 'mention') return tx.mentions.endNotices(row.stream, row.n, job.seq);
  for (const user of users)
    if (isToMe({ at: mentionsFor(row.at, user), answers: null }, user))
      await tx.mentions.setNotice(row.stream, row.n, { user, seq: 0 });
}
