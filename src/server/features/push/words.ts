import { conversationFor } from '../../frames/wire-values.ts';
import { clockText } from '../../../domain/clock-text.ts';
import { captionOf, secondsIn } from '../../../domain/message.ts';
import { toPlain } from '../../../domain/markup.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import {
  callTag,
  chatTag,
  groupCallTag,
  notificationOf,
  reminderTag,
  UNSENT_TAG,
} from '../../../domain/notification.ts';
import type { CallButtonTexts, GeneralWords, NotificationKind } from '../../../domain/notification.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { contactId, messageId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import type { PushKind, PushSubRow } from '../../../ports/store/push.ts';
import type { GroupCallRow, LastRow, MessageRow, ScheduledRow } from '../../../ports/store.ts';
import { nameForReader, textForReader } from '../../kernel/for-reader.ts';
import { phrase, phraseIn } from '../../kernel/phrase.ts';
import { say } from '../../kernel/texts.ts';
import type { Reason } from '../../kernel/texts.ts';
import { bodyOf } from '../../kernel/scheduled-body.ts';

type Language = PushSubRow['language'];
const LABELLED = ['image', 'emoji', 'voice', 'video', 'file', 'location', 'contact', 'poll'] as const;

function labelOf(kind: MessageType | 'poll', language: Language): string | undefined {
  const labelled = LABELLED.find((one) => one === kind);
  return labelled && phraseIn(phrase(`push.${labelled}`), language);
}

function generalIn(language: Language): GeneralWords {
  const text = (key: 'newMessage' | 'reminder' | 'call' | 'missed' | 'unsent') =>
    phraseIn(phrase(`push.${key}`), language);
  return {
    message: text('newMessage'),
    reminder: text('reminder'),
    call: text('call'),
    missed: text('missed'),
    unsent: text('unsent'),
  };
}

const buttonsIn = (accept: 'answer' | 'join', language: Language): CallButtonTexts => ({
  accept: phraseIn(phrase(`push.${accept}`), language),
  decline: phraseIn(phrase('push.decline'), language),
});

export interface PushFacts {
  readonly row: MessageRow & LastRow;
  /** The receiver's name for the sender. */
  readonly sender: string;
  /** Null in one-to-one. */
  readonly group: string | null;
}

const textsByRow = new WeakMap<PushFacts['row'], Map<Language, string>>();

/** Made once for all devices of one job: its message is one object. */
function wordsOf(row: PushFacts['row'], language: Language): string {
  const texts = textsByRow.get(row) ?? new Map<Language, string>();
  textsByRow.set(row, texts);
  const words = texts.get(language) ?? makeWords(row, language);
  texts.set(language, words);
  return words;
}

/** The text of a message, or its kind in brackets with the caption (PUSH-4). */
function makeWords(row: PushFacts['row'], language: Language): string {
  const together = row.album?.count ?? 0;
  const { extra } = row;
  const kind = isPoll(extra) ? 'poll' : row.type;
  const label =
    together > 1 ? phraseIn(phrase('push.images', { count: together }), language) : labelOf(kind, language);
  const isLabelled = label !== undefined && row.type !== 'location' && row.type !== 'contact';
  const words =
    isLabelled && kind !== 'poll'
      ? (row.album?.words ?? unmarked(captionOf(extra), extra))
      : textForReader(unmarked(row.content, extra), language);
  const text = [factsOf(row), toPlain(words).trim()].filter((part) => part !== '').join(' · ');
  if (text === '') return label ?? '';
  return isLabelled ? `${label} ${text}` : text;
}

/** The name of a file, or the length of a voice message (LIST-6). */
function factsOf({ type, content, extra }: PushFacts['row']): string {
  if (type === 'file') return content;
  const seconds = type === 'voice' ? secondsIn(extra) : 0;
  return seconds > 0 ? clockText(seconds) : '';
}

/** The notification of one device; one without previews gets no text (PUSH-4). */
export function payloadOf(
  job: Exclude<PushKind, 'clear' | 'unsent' | 'groupCall' | 'groupCallOver'>,
  { row, sender, group }: PushFacts,
  { language, showsWords }: PushSubRow,
  viewer: UserId,
): string {
  const kind = job === 'mention' || job === 'edited' ? 'message' : job;
  const general = generalIn(language);
  const call = phraseIn(phrase(row.extra?.['type'] === 1 ? 'push.videoCall' : 'push.voiceCall'), language);
  const facts = {
    kind,
    tag: TAGS[kind](row),
    contact: conversationFor(viewer, row.stream),
    sender: nameForReader(sender, language),
    group,
    words: kind === 'missed' ? general.missed : kind === 'call' ? call : wordsOf(row, language),
    timeMs: row.sentAtMs,
    id: row.id,
    msgId: row.msgId,
    ...(job === 'edited' && { update: true as const }),
    ...(job === 'call' && { buttons: buttonsIn('answer', language) }),
  };
  return JSON.stringify(notificationOf(facts, showsWords, general));
}

const TAGS: Readonly<Record<Exclude<NotificationKind, 'unsent'>, (row: MessageRow) => string>> = {
  message: ({ stream }) => chatTag(stream),
  reminder: ({ msgId }) => reminderTag(msgId),
  call: ({ msgId }) => callTag(msgId),
  missed: ({ msgId }) => callTag(msgId),
};

export interface GroupCallFacts {
  readonly call: GroupCallRow;
  /** The receiver's name for the user who began it. */
  readonly sender: string;
  readonly group: string;
  readonly place: number;
}

/** The call of a group rings on a device (PUSH-24). */
export function groupCallPayload(
  { call, sender, group, place }: GroupCallFacts,
  { language, showsWords }: PushSubRow,
  viewer: UserId,
): string {
  const facts = {
    kind: 'call',
    tag: groupCallTag(call.stream),
    contact: conversationFor(viewer, call.stream),
    sender: nameForReader(sender, language),
    group,
    words: phraseIn(phrase('push.groupCall'), language),
    timeMs: call.startedAtMs,
    id: messageId(call.id),
    buttons: buttonsIn('join', language),
    place,
  } as const;
  return JSON.stringify(notificationOf(facts, showsWords, generalIn(language)));
}

/** A scheduled message that was not sent, with its reason; it leads to the list of them (LATER-14). */
export function unsentPayload(
  { row, chat }: { readonly row: ScheduledRow; readonly chat: string | null },
  { language, showsWords }: PushSubRow,
): string {
  const { toContactId, content, extends: extra } = bodyOf(row);
  const facts = {
    kind: 'unsent',
    tag: UNSENT_TAG,
    contact: contactId(toContactId),
    sender: chat && nameForReader(chat, language),
    group: null,
    words: toPlain(unmarked(content, extra)),
    why: say(row.failed as Reason, language),
    timeMs: row.dueMs,
    id: null,
  } as const;
  return JSON.stringify(notificationOf(facts, showsWords, generalIn(language)));
}

/** Closes a notification; it has no words. */
export const clearing = (tag: string): string => JSON.stringify({ type: 'push', kind: 'clear', tag });
