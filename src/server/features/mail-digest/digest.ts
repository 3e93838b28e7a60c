import { type ContactPosition, isHidden, unreadOf } from '../../../domain/contact.ts';
import { MINUTE } from '../../../domain/duration.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { MailMessage } from '../../../ports/mail.ts';
import type { ConversationView, MailDigestRow, ReadTx, UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { nameForReader } from '../../kernel/for-reader.ts';
import { mailDigestLimits as limits } from '../../kernel/job-limits.ts';
import { readLong } from '../../kernel/long-read.ts';
import { joined, phrase, phraseIn, type Phrase } from '../../kernel/phrase.ts';
import { offLink } from './turn-off.ts';

/** Null: this server sends no such mails (DIGEST-1). */
export function digestSender(core: Core) {
  const { mail } = core;
  const { publicUrl } = core.settings;
  return mail && publicUrl && core.config().sysInfo.mailDigest === true ? { mail, publicUrl } : null;
}

/** The verified address of a user who may log in; null: no mail is sent. Bots and guests have none. */
export const digestAddress = (user: UserRow | null): string | null =>
  user?.active === true && user.isAuth && user.account.includes('@') ? user.account : null;

/** The minute in which the user was there last: a connection, a login or a request of a session. */
export async function lastThere(core: Core, tx: ReadTx, user: UserId): Promise<number> {
  if (core.hub.isReachable(user)) return Math.floor(core.clock.nowMs() / MINUTE);
  const logins = await tx.tokens.ofUser(user, 0);
  return Math.max(
    (await tx.users.lastSeen(user)) ?? 0,
    ...logins.map(({ createdAtMs, lastUse }) => Math.max(lastUse.minute, Math.floor(createdAtMs / MINUTE))),
  );
}

/** Holds what a user gets now, and when the server looks again. */
export interface Finding {
  /** Identifies the absence: there is at most one mail for each (DIGEST-3). */
  readonly there: number;
  readonly mail: MailMessage | null;
  readonly lookMs: number;
  /** The user is in an absence, for which failed mails count. */
  readonly isAway: boolean;
}

/** A digest is due a day after the user was there, if something is unread (DIGEST-2). */
export const findDigest = (core: Core, row: MailDigestRow): Promise<Finding> =>
  readLong(core.store, async (tx, steps) => {
    const nowMs = core.clock.nowMs();
    const there = await lastThere(core, tx, row.user);
    const none = { there, mail: null, isAway: true };
    const user = await tx.users.byId(row.user);
    if (digestAddress(user) === null) return { ...none, lookMs: nowMs + limits.awayMs };
    const awayMs = (there + 1) * MINUTE + limits.awayMs;
    // A clock that was set back makes no absence longer (TIME-7).
    if (awayMs > nowMs) return { ...none, isAway: false, lookMs: Math.min(awayMs, nowMs + limits.awayMs) };
    const lookMs = nowMs + limits.lookAgainMs;
    if (row.sentFor === there) return { ...none, lookMs };
    const blocked = new Set((await tx.blocked.of(row.user)).map(({ other }) => other));
    const chats: UnreadChat[] = [];
    for (let part = await tx.conversations.part(row.user, null); part;) {
      for (const view of part.views) chats.push(...unreadIn(view, blocked, there * MINUTE));
      await steps.did(part.views.length);
      part = await tx.conversations.part(row.user, part.last);
    }
    return { ...none, lookMs, mail: user && letterOf(core, row, user, chats) };
  });

interface UnreadChat {
  readonly name: string;
  readonly unread: number;
  readonly mentions: number;
  readonly newestMs: number;
}

/** Counts as notifications do: nothing in a muted chat, only mentions where only those notify (DIGEST-4). */
function unreadIn(
  { member, stream, last, mentions, partner, group }: ConversationView,
  blocked: ReadonlySet<UserId>,
  sinceMs: number,
): readonly UnreadChat[] {
  const { isNotice, atOnly, archivedTo } = member;
  const at: Pick<ContactPosition, 'count' | 'mark' | 'own' | 'hiddenTo'> = { ...member, count: stream.count };
  const isNew = last !== null && last.sentAtMs >= sinceMs;
  const isMuted = !isNotice && !atOnly;
  if (!isNew || isMuted || isHidden(at) || (partner && blocked.has(partner.user.id))) return [];
  const isPutAway = archivedTo !== null && stream.count <= archivedTo;
  const unread = isNotice && !isPutAway ? unreadOf(at) : mentions;
  const name = group?.name ?? (partner?.nickname || partner?.user.realname);
  return unread > 0 && name !== undefined ? [{ name, unread, mentions, newestMs: last.sentAtMs }] : [];
}

/** Names of chats and numbers, never the text of a message; no time, which a time zone could change. */
function letterOf(
  core: Core,
  { user: id, language }: MailDigestRow,
  user: UserRow,
  chats: readonly UnreadChat[],
): MailMessage | null {
  const { publicUrl } = core.settings;
  if (chats.length === 0 || !publicUrl) return null;
  const { name } = core.config().sysInfo;
  const newestChats = chats.toSorted((a, b) => b.newestMs - a.newestMs).slice(0, limits.chatsMax);
  const more = chats.length - newestChats.length;
  const count = chats.reduce((sum, { unread }) => sum + unread, 0);
  const off = offLink(core, publicUrl, id);
  const lines: readonly Phrase[] = [
    phrase('mail.digest.intro', { name }),
    '',
    ...newestChats.map((chat) => chatLine(chat, language)),
    ...(more > 0 ? [phrase('mail.digest.more', { count: more })] : []),
    '',
    publicUrl,
    '',
    phrase('mail.digest.why'),
    off,
  ];
  return {
    to: user.account,
    subject: phraseIn(phrase('mail.digest.subject', { count, name }), language),
    text: phraseIn(joined(lines, '\n'), language),
    headers: {
      'List-Unsubscribe': `<${off}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

const chatLine = ({ name, unread, mentions }: UnreadChat, language: string): Phrase =>
  phrase('mail.digest.chat', {
    // A name cannot look like another line.
    chat: nameForReader(name, language).replaceAll(/\s+/g, ' '),
    unread: mentions > 0 ? `${unread} (@${mentions})` : unread,
  });
