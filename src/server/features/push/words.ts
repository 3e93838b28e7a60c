import { conversationFor } from '../../frames/wire-values.ts';
import { clockText } from '../../../domain/clock-text.ts';
import { captionOf, secondsIn } from '../../../domain/message.ts';
import { toPlain } from '../../../domain/markup.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import { callTag, chatTag, notificationOf, reminderTag, UNSENT_TAG } from '../../../domain/notification.ts';
import type { GeneralWords, NotificationKind } from '../../../domain/notification.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { contactId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import type { PushKind, PushSubRow } from '../../../ports/store/push.ts';
import type { LastRow, MessageRow, ScheduledRow } from '../../../ports/store.ts';
import { nameForReader, textForReader } from '../../kernel/for-reader.ts';
import { say } from '../../kernel/texts.ts';
import type { Reason } from '../../kernel/texts.ts';
import { bodyOf } from '../../kernel/scheduled-body.ts';

type Language = PushSubRow['language'];

const LABELS: Readonly<Record<Language, Partial<Readonly<Record<MessageType | 'poll', string>>>>> = {
  zh: {
    image: '[图片]',
    emoji: '[自定义表情]',
    voice: '[语音]',
    video: '[视频]',
    file: '[文件]',
    location: '[位置]',
    contact: '[名片]',
    poll: '[投票]',
  },
  en: {
    image: '[Image]',
    emoji: '[Custom emoji]',
    voice: '[Voice]',
    video: '[Video]',
    file: '[File]',
    location: '[Location]',
    contact: '[Contact card]',
    poll: '[Poll]',
  },
};
/** Texts of albums. */
const PICTURES: Readonly<Record<Language, (count: number) => string>> = {
  zh: (count) => `[${count} 张图片]`,
  en: (count) => `[${count} images]`,
};
const GENERAL: Readonly<Record<Language, GeneralWords>> = {
  zh: {
    message: '有新消息',
    reminder: '提醒',
    call: '来电',
    missed: '[未接来电]',
    unsent: '有定时消息未发送',
  },
  en: {
    message: 'New message',
    reminder: 'Reminder',
    call: 'Incoming call',
    missed: '[Missed call]',
    unsent: 'A scheduled message was not sent',
  },
};
const CALLS: Readonly<Record<Language, { readonly voice: string; readonly video: string }>> = {
  zh: { voice: '[语音通话]', video: '[视频通话]' },
  en: { voice: '[Voice call]', video: '[Video call]' },
};

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
  const label = together > 1 ? PICTURES[language](together) : LABELS[language][kind];
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
  job: Exclude<PushKind, 'clear' | 'unsent'>,
  { row, sender, group }: PushFacts,
  { language, showsWords }: PushSubRow,
  viewer: UserId,
): string {
  const kind = job === 'mention' || job === 'edited' ? 'message' : job;
  const general = GENERAL[language];
  const call = CALLS[language][row.extra?.['type'] === 1 ? 'video' : 'voice'];
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
  };
  return JSON.stringify(notificationOf(facts, showsWords, general));
}

const TAGS: Readonly<Record<Exclude<NotificationKind, 'unsent'>, (row: MessageRow) => string>> = {
  message: ({ stream }) => chatTag(stream),
  reminder: ({ msgId }) => reminderTag(msgId),
  call: ({ msgId }) => callTag(msgId),
  missed: ({ msgId }) => callTag(msgId),
};

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
  return JSON.stringify(notificationOf(facts, showsWords, GENERAL[language]));
}

/** Closes a notification; it has no words. */
export const clearing = (tag: string): string => JSON.stringify({ type: 'push', kind: 'clear', tag });
