import * as v from 'valibot';
import type { ContactId } from '../../domain/ids.ts';
import type { Message, MessagePin } from '../../domain/message.ts';
import { contact, count, onField, person, secondsField, shownText, timeField } from '../down/fields.ts';
import { decodeMessageRow } from '../down/message.ts';
import { read } from '../down/read.ts';
import { int, whole } from '../scalars.ts';

const goesOn = v.object({ more: v.literal(1) });

/**
 * True for a page with fewer rows than requested because of their size (LIMIT-15); a base-protocol server
 * never reports that.
 */
export const isCutPage = (envelope: unknown): boolean => v.is(goesOn, envelope);

/** Decodes rows of getMessageList without malformed ones; `rows` counts the received ones. */
export function decodePage(data: unknown): { readonly messages: readonly Message[]; readonly rows: number } {
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  const messages = rows.flatMap((row) => {
    const decoded = decodeMessageRow(row);
    return decoded.ok ? [decoded.value] : [];
  });
  return { messages, rows: rows.length };
}

const targetAnswer = v.object({ toContactId: contact, code: int, msg: shownText });

/** One answer per target of forwardMessage, in order. */
export const decodeForwarded = (data: unknown) =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown) => {
    const parsed = read(targetAnswer, row, 'forward');
    return parsed.ok
      ? [{ to: parsed.value.toContactId, ok: parsed.value.code === 0, message: parsed.value.msg }]
      : [];
  });

const located = v.object({ toContactId: contact });

/** Decodes the answer of locateMessage: the conversation as the reader sees it; null: malformed. */
export function decodeLocated(data: unknown): ContactId | null {
  const parsed = v.safeParse(located, data);
  return parsed.success ? parsed.output.toContactId : null;
}

const voterRow = v.object({
  time: secondsField,
  user: v.object({ user_id: person, displayName: shownText, realname: shownText, avatar: shownText }),
});

const envelope = v.object({ data: v.array(v.unknown()), count });

/** An answer of `voters`; rows that cannot be read are left out. */
export function decodeVoters(answer: unknown) {
  const parsed = read(envelope, answer, 'voters');
  if (!parsed.ok) return { rows: [], total: 0 };
  const rows = parsed.value.data.flatMap((one) => {
    const read = v.safeParse(voterRow, one);
    if (!read.success) return [];
    const { time, user } = read.output;
    return [
      {
        atMs: time * 1_000,
        id: user.user_id,
        name: user.displayName || user.realname,
        avatar: user.avatar,
      },
    ];
  });
  return { rows, total: parsed.value.count };
}

const pinRow = v.object({
  seq: whole,
  by: person,
  byName: shownText,
  pinTime: timeField,
  after_n: whole,
  message: v.unknown(),
});
const pinPage = v.object({ seq: whole, more: onField, pins: v.array(v.unknown()) });

/** A pinned message with where it was pinned. */
export interface PinnedMessage {
  readonly pin: MessagePin;
  readonly message: Message;
}

/**
 * Decodes the answer of getMessagePins: the place of the stream at which it is valid, and whether older pins
 * exist. Drops malformed rows; null: malformed answer.
 */
export function decodeMessagePins(
  data: unknown,
): { readonly seq: number; readonly more: boolean; readonly pins: readonly PinnedMessage[] } | null {
  const parsed = v.safeParse(pinPage, data);
  if (!parsed.success) return null;
  const { seq, more, pins } = parsed.output;
  return { seq, more, pins: pins.flatMap(pinnedIn) };
}

function pinnedIn(given: unknown): readonly PinnedMessage[] {
  const decoded = v.safeParse(pinRow, given);
  const message = decoded.success ? decodeMessageRow(decoded.output.message) : null;
  if (!decoded.success || !message?.ok || message.value.n === null) return [];
  const { seq, by, byName, pinTime: atMs, after_n: afterN } = decoded.output;
  const { id, msgId, n, rev = 0 } = message.value;
  return [{ message: message.value, pin: { id, msgId, n, seq, by, byName, atMs, afterN, rev } }];
}

const reactionRow = v.object({
  emoji: v.pipe(v.string(), v.nonEmpty()),
  time: secondsField,
  user: v.object({ user_id: person, displayName: shownText, realname: shownText, avatar: shownText }),
});

/** An answer of `reactions`; rows that cannot be read are left out. */
export function decodeReactionPeople(answer: unknown) {
  const parsed = read(envelope, answer, 'reactions');
  if (!parsed.ok) return { rows: [], total: 0 };
  const rows = parsed.value.data.flatMap((one) => {
    const read = v.safeParse(reactionRow, one);
    if (!read.success) return [];
    const { emoji, time, user } = read.output;
    const name = user.displayName || user.realname;
    return [{ emoji, atMs: time * 1_000, id: user.user_id, name, avatar: user.avatar }];
  });
  return { rows, total: parsed.value.count };
}

const readerRow = v.object({
  user_id: person,
  displayName: shownText,
  realname: shownText,
  avatar: shownText,
});

/** An answer of `readBy`; rows that cannot be read are left out. */
export function decodeReaders(answer: unknown) {
  const parsed = read(envelope, answer, 'readBy');
  if (!parsed.ok) return { rows: [], of: 0 };
  const rows = parsed.value.data.flatMap((one) => {
    const read = v.safeParse(readerRow, one);
    if (!read.success) return [];
    const { user_id: id, displayName, realname, avatar } = read.output;
    return [{ id, name: displayName || realname, avatar }];
  });
  return { rows, of: parsed.value.count };
}

const threadAnswer = v.object({
  root: v.pipe(whole, v.minValue(1)),
  first: v.unknown(),
  rows: v.array(v.unknown()),
  more: onField,
  follow: onField,
});

/** A page of a thread, oldest first. */
export interface ThreadPage {
  readonly root: number;
  /** Null: removed, or not visible to this user. */
  readonly first: Message | null;
  readonly messages: readonly Message[];
  readonly more: boolean;
  readonly follows: boolean;
}

/** Decodes the answer of getThread, without malformed rows. Null: malformed. */
export function decodeThread(data: unknown): ThreadPage | null {
  const parsed = v.safeParse(threadAnswer, data);
  if (!parsed.success) return null;
  const { root, first, rows, more, follow: follows } = parsed.output;
  return { root, first: messageIn(first)[0] ?? null, messages: rows.flatMap(messageIn), more, follows };
}

function messageIn(row: unknown): readonly Message[] {
  const decoded = row === null || row === undefined ? null : decodeMessageRow(row);
  return decoded?.ok ? [decoded.value] : [];
}
