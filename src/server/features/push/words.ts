import { conversationFor } from '../../frames/wire-values.ts';
import { captionOf } from '../../../domain/message.ts';
import { toPlain } from '../../../domain/markup.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { pushLimits as limits } from '../../../domain/limits.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import type { PushKind, PushSubRow } from '../../../ports/store/push.ts';
import type { LastRow, MessageRow } from '../../../ports/store.ts';
import { callTag, chatTag, reminderTag } from './want.ts';

type Language = PushSubRow['language'];

const LABELS: Readonly<Record<Language, Partial<Readonly<Record<MessageType | 'poll', string>>>>> = {
  zh: {
    image: '[图片]',
    emoji: '[表情]',
    voice: '[语音]',
    video: '[视频]',
    file: '[文件]',
    location: '[位置]',
    contact: '[名片]',
    poll: '[投票]',
  },
  en: {
    image: '[Image]',
    emoji: '[Emoji]',
    voice: '[Voice]',
    video: '[Video]',
    file: '[File]',
    location: '[Location]',
    contact: '[Contact card]',
    poll: '[Poll]',
  },
};
/** Of pictures that stand together. */
const PICTURES: Readonly<Record<Language, (count: number) => string>> = {
  zh: (count) => `[${count} 张图片]`,
  en: (count) => `[${count} images]`,
};
const WORDS = {
  zh: {
    message: '有新消息',
    reminder: '提醒',
    call: '来电',
    missed: '[未接来电]',
    voice: '[语音通话]',
    video: '[视频通话]',
  },
  en: {
    message: 'New message',
    reminder: 'Reminder',
    call: 'Incoming call',
    missed: '[Missed call]',
    voice: '[Voice call]',
    video: '[Video call]',
  },
} as const;
const NAME = 'Parley';

export interface PushFacts {
  readonly row: MessageRow & LastRow;
  /** As the receiver calls the sender. */
  readonly sender: string;
  /** Null in one-to-one. */
  readonly group: string | null;
}

/**
 * The words of a message: its first 50 characters, or what it is, in brackets, with the words under it
 * (PUSH-4).
 */
function wordsOf(row: PushFacts['row'], language: Language): string {
  const together = row.album?.count ?? 0;
  const { extra } = row;
  const kind = isPoll(extra) ? 'poll' : row.type;
  const label = together > 1 ? PICTURES[language](together) : LABELS[language][kind];
  const held = label !== undefined && row.type !== 'location' && row.type !== 'contact';
  const words =
    held && kind !== 'poll'
      ? (row.album?.words ?? unmarked(captionOf(extra), extra))
      : unmarked(row.content, extra);
  const said = toPlain(words).replace(/\s+/g, ' ').trim();
  if (said === '') return label ?? WORDS[language].message;
  return [...(held ? `${label} ${said}` : said)].slice(0, limits.wordsMax).join('');
}

/** What one device is told; a device that wants no words gets none (PUSH-4). */
export function payloadOf(
  kind: PushKind,
  { row, sender, group }: PushFacts,
  sub: PushSubRow,
  viewer: UserId,
): string {
  const chat = String(conversationFor(viewer, row.stream));
  const rings = kind === 'call' || kind === 'missed';
  const reminds = kind === 'reminder';
  const tag = rings ? callTag(row.msgId) : reminds ? reminderTag(row.msgId) : chatTag(row.stream);
  const payload = {
    toContactId: chat,
    msg_id: row.msgId,
    is_group: group === null ? 0 : 1,
    ...(rings ? { call: row.id } : {}),
  };
  // To a device it is a note that leads to a message, as any other.
  const base = { type: 'push', kind: reminds ? 'message' : kind, tag, time: row.sentAtMs, payload };
  const words = WORDS[sub.language];
  if (!sub.showsWords)
    return JSON.stringify({
      ...base,
      title: NAME,
      content: rings ? words.call : reminds ? words.reminder : words.message,
    });
  if (kind === 'missed') return JSON.stringify({ ...base, title: sender, content: words.missed });
  if (kind === 'call')
    return JSON.stringify({
      ...base,
      title: sender,
      content: row.extra?.['type'] === 1 ? words.video : words.voice,
    });
  const said = wordsOf(row, sub.language);
  if (reminds)
    return JSON.stringify({ ...base, title: `${words.reminder}: ${group ?? sender}`, content: said });
  return JSON.stringify({
    ...base,
    title: group ?? sender,
    content: group === null ? said : `${sender}: ${said}`,
  });
}

/** Takes a notification away; there is nothing to read in it. */
export const clearing = (tag: string): string => JSON.stringify({ type: 'push', kind: 'clear', tag });
