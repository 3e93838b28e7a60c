import type { ContactId, MessageId, MsgId, StreamId } from './ids.ts';
import { pushLimits } from './limits.ts';

/**
 * A conversation, a call and a reminder have one notification each on a device. A newer one with the same tag
 * replaces it, and it is closed by the tag.
 */
export const chatTag = (stream: StreamId): string => `chat-${stream}`;
export const callTag = (call: MsgId | MessageId): string => `call-${call}`;
export const reminderTag = (message: MsgId): string => `reminder-${message}`;
export const isReminderTag = (tag: string): boolean => tag.startsWith('reminder-');

/** Closes all notifications of a device. */
export const EVERY_TAG = '*';

export type NotificationKind = 'message' | 'reminder' | 'call' | 'missed';

export interface NotificationFacts {
  readonly kind: NotificationKind;
  readonly tag: string;
  readonly contact: ContactId;
  /** As the notified user calls the sender; null where the words name them. */
  readonly sender: string | null;
  /** Null in a chat of two. */
  readonly group: string | null;
  /** The words of the message, or of which kind it or the call is. */
  readonly words: string;
  readonly timeMs: number;
  readonly id: MessageId | null;
  readonly msgId?: MsgId;
}

/** What each kind says on a device that shows no words. */
export type GeneralWords = Readonly<Record<NotificationKind, string>>;

/** What a service worker shows: pushed by the server, or handed over by a page. */
export interface DeviceNotification {
  readonly type: 'push';
  /** A reminder leads to its message, like a notification of it. */
  readonly kind: Exclude<NotificationKind, 'reminder'>;
  readonly tag: string;
  readonly title: string;
  readonly content: string;
  readonly time: number;
  readonly payload: {
    readonly toContactId: ContactId;
    readonly is_group: 0 | 1;
    readonly msg_id?: MsgId;
    readonly id?: MessageId;
    readonly call?: MessageId;
  };
}

/** The title of a notification that names nobody. */
const NAME = 'Parley';

/**
 * The only place where notifications get their words: the server's pushes and the open page's (PUSH-12).
 * Without `showsWords` a notification has neither names nor words (PUSH-4).
 */
export function notificationOf(
  facts: NotificationFacts,
  showsWords: boolean,
  general: GeneralWords,
): DeviceNotification {
  const { kind, tag, contact, group, timeMs, id, msgId } = facts;
  const rings = kind === 'call' || kind === 'missed';
  return {
    type: 'push',
    kind: kind === 'reminder' ? 'message' : kind,
    tag,
    ...(showsWords ? wordsOf(facts, general) : { title: NAME, content: general[kind] }),
    time: timeMs,
    payload: {
      toContactId: contact,
      ...(msgId !== undefined && { msg_id: msgId }),
      is_group: group === null ? 0 : 1,
      ...(id !== null && (rings ? { call: id } : { id })),
    },
  };
}

function wordsOf({ kind, sender, group, words }: NotificationFacts, general: GeneralWords) {
  const said = [...words.replace(/\s+/g, ' ').trim()].slice(0, pushLimits.wordsMax).join('') || general[kind];
  const chat = group ?? sender ?? NAME;
  return kind === 'reminder'
    ? { title: `${general.reminder}: ${chat}`, content: said }
    : { title: chat, content: group === null || sender === null ? said : `${sender}: ${said}` };
}
