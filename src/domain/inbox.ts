import type { ContactId, MsgId, UserId } from './ids.ts';
import type { Message } from './message.ts';

/** Why a message is in a user's inbox, the most personal reason first (INBOX-1). */
export const INBOX_REASONS = ['mention', 'reply', 'thread', 'reaction'] as const;
export type InboxReason = (typeof INBOX_REASONS)[number];

/** An entry as the register of done ones needs it. */
export interface InboxMark {
  readonly msgId: MsgId;
  readonly why: readonly InboxReason[];
  /** Time of the message in ms; for reactions, of the newest one. */
  readonly atMs: number;
}

/** A message that concerns the user, as the inbox shows it. */
export interface InboxEntry extends InboxMark {
  readonly conversation: ContactId;
  readonly isUnread: boolean;
  readonly message: Message;
  /** The newest reaction to the user's message, and how many users reacted; null: another reason. */
  readonly reacted: {
    readonly emoji: string;
    readonly people: number;
    readonly by: { readonly id: UserId; readonly name: string };
  } | null;
}

/**
 * Entries that are done (INBOX-4), newest first: number of the message, reasons as bits, and the entry's time
 * in ms. Everything up to `beforeMs` is done, too.
 */
export interface InboxDone {
  readonly beforeMs: number;
  readonly list: readonly (readonly [MsgId, number, number])[];
}

export const NOTHING_MARKED: InboxDone = { beforeMs: 0, list: [] };

const bitOf = (reason: InboxReason): number => 1 << INBOX_REASONS.indexOf(reason);
const bitsOf = (why: readonly InboxReason[]): number => why.reduce((bits, one) => bits | bitOf(one), 0);

/**
 * The reasons that are not done. An edit that adds a mention is a new reason, and a later reaction is newer
 * than what was marked.
 */
export function openReasons({ msgId, why, atMs }: InboxMark, register: InboxDone): readonly InboxReason[] {
  if (atMs <= register.beforeMs) return [];
  const mark = register.list.find(([id]) => id === msgId);
  if (mark === undefined) return why;
  const [, bits, doneMs] = mark;
  return why.filter((one) => (bits & bitOf(one)) === 0 || (one === 'reaction' && atMs > doneMs));
}

/**
 * The register with these entries done.
 * @param sinceMs entries before it left the inbox
 * @param most number of entries that are stored by name
 */
export function withDone(
  register: InboxDone,
  marks: readonly InboxMark[],
  { sinceMs, most }: { readonly sinceMs: number; readonly most: number },
): InboxDone {
  const list = new Map(register.list.map((one) => [one[0], one]));
  for (const { msgId, why, atMs } of marks) {
    const [, bits, doneMs] = list.get(msgId) ?? [msgId, 0, 0];
    list.set(msgId, [msgId, bits | bitsOf(why), Math.max(doneMs, atMs)]);
  }
  const rows = [...list.values()].filter((one) => one[2] >= sinceMs).toSorted((a, b) => b[2] - a[2]);
  const beforeMs = Math.max(register.beforeMs, rows[most]?.[2] ?? 0);
  return { beforeMs, list: rows.slice(0, most) };
}

/** The register without these messages: their entries are open again. */
export function withoutDone(register: InboxDone, msgIds: readonly MsgId[]): InboxDone {
  return { ...register, list: register.list.filter(([id]) => !msgIds.includes(id)) };
}
