import { isToMe } from '../../../domain/alert-levels.ts';
import { hasWord } from '../../../domain/alert-words.ts';
import { CALL } from '../../../domain/call.ts';
import { groupOfStream, peopleOfStream, userOfStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import { mentionsFor } from '../../../domain/mentions.ts';
import { captionOf } from '../../../domain/message.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { quietHoursEnd } from '../../../domain/quiet-hours.ts';
import { keptOf } from '../../../wire/kept.ts';
import { inAlbum } from '../../frames/album.ts';
import { withNamesNow } from '../../frames/mention-names.ts';
import type { PushJobRow, PushSubRow } from '../../../ports/store/push.ts';
import type { Kept } from '../../../domain/kept.ts';
import type { MemberRow, MessageRow, ReadTx } from '../../../ports/store.ts';
import { mayReadRow } from '../../kernel/standing.ts';
import { payloadOf } from './words.ts';

/** One note on its way to one device. */
export interface Note {
  readonly sub: PushSubRow;
  readonly text: string;
}

/**
 * Who is told of a message: its conversation's members but the author, who have neither read it nor seen
 * it on a visible device; where only mentions may, or it is put away, those whom it mentions or answers; of
 * one that is muted nobody; always those who follow its thread; nobody in quiet hours (PUSH-3, ALERT-2,
 * THREAD-7, ARCHIVED-6, ALERT-5).
 */
export async function notesOf(tx: ReadTx, job: PushJobRow, nowMs: number): Promise<readonly Note[]> {
  const { kind } = job;
  const row = kind === 'clear' ? null : await tx.messages.byMsgId(job.msgId);
  if (kind === 'clear' || !row || row.recalled) return [];
  if (kind === 'call' && row.extra?.['code'] !== RINGING) return [];
  const users =
    kind === 'reminder'
      ? await reminded(tx, job, row)
      : kind === 'message'
        ? await unseen(tx, job, row)
        : callee(row);
  const subs = (await tx.push.ofUsers(users, nowMs)).filter((sub) => job.cid === '' || sub.cid === job.cid);
  if (subs.length === 0) return [];
  const author = await tx.users.byId(row.from);
  const group = groupOfStream(row.stream);
  const groupName = group === null ? null : ((await tx.groups.byId(group))?.name ?? null);
  const shown = await inAlbum(tx, (await withNamesNow(tx, [row]))[0] ?? row);
  const notes: Note[] = [];
  for (const sub of subs) {
    const nickname = (await tx.friends.nicknames(sub.user, [row.from])).get(row.from);
    const facts = { row: shown, sender: nickname || (author?.realname ?? ''), group: groupName };
    notes.push({ sub, text: payloadOf(kind, facts, sub, sub.user) });
  }
  return notes;
}

const RINGING: number = CALL.ringing;

const callee = (row: MessageRow): readonly UserId[] =>
  (peopleOfStream(row.stream) ?? []).filter((user) => user !== row.from);

/** Whoever asked for it, while they may read the message. */
async function reminded(tx: ReadTx, job: PushJobRow, row: MessageRow): Promise<readonly UserId[]> {
  const user = userOfStream(job.stream);
  if (user === null || (await tx.push.seen(job.stream, job.seq)).includes(user)) return [];
  const isWanted = (await tx.later.reminder(user, row.msgId))?.lookMs === null;
  return isWanted && (await mayReadRow(tx, user, row)) ? [user] : [];
}

/** Who wrote what it quotes; stored with it by the server. */
const answeredIn = ({ pid, extra }: MessageRow): number | null => {
  const author = pid === null ? null : extra?.['user_id'];
  return typeof author === 'number' ? author : null;
};

async function keptBy(tx: ReadTx, user: UserId, name: 'alerts' | 'quiet'): Promise<Kept | null> {
  const kept = await tx.kept.get(user, name);
  return kept === null ? null : keptOf(name, JSON.parse(kept.value));
}

/** It was said while their quiet hours held, and is none of what they hear nevertheless (ALERT-5). */
async function isAtQuiet(tx: ReadTx, row: MessageRow, { user, ...member }: MemberRow): Promise<boolean> {
  const kept = await keptBy(tx, user, 'quiet');
  const hours = kept?.name === 'quiet' ? kept.value : null;
  if (quietHoursEnd(hours, row.sentAtMs) === null) return false;
  const hearsMentions = member.isNotice || member.atOnly;
  return !(hours?.toMe === true && hearsMentions && (await isMeant(tx, row, user)));
}

/** It mentions them, answers them, or says a word of theirs (ALERT-2, ALERT-4). */
async function isMeant(tx: ReadTx, row: MessageRow, user: UserId): Promise<boolean> {
  if (isToMe({ at: mentionsFor(row.at, user), answers: answeredIn(row) }, user)) return true;
  const alerts = await keptBy(tx, user, 'alerts');
  const words = alerts?.name === 'alerts' ? (alerts.value?.words ?? []) : [];
  const said = row.type === 'text' ? row.content : captionOf(row.extra);
  return hasWord(toPlain(unmarked(said, row.extra)), words);
}

async function unseen(tx: ReadTx, job: PushJobRow, row: MessageRow): Promise<readonly UserId[]> {
  const seen = new Set(await tx.push.seen(job.stream, job.seq));
  const users: UserId[] = [];
  const following = new Set(row.root === null ? [] : await tx.threads.followers(row.stream, row.root));
  const blockers = await tx.blocked.by(row.from);
  for (const member of await tx.members.withPush(job.stream)) {
    if (
      member.user === row.from ||
      blockers.has(member.user) ||
      seen.has(member.user) ||
      member.mark >= row.n ||
      row.n <= member.fromN
    )
      continue;
    const isHeard = member.isNotice && row.n > (member.archivedTo ?? 0);
    const hearsMentions = member.isNotice || member.atOnly;
    const isTold =
      isHeard || following.has(member.user) || (hearsMentions && (await isMeant(tx, row, member.user)));
    if (isTold && !(await isAtQuiet(tx, row, member))) users.push(member.user);
  }
  return users;
}
