import type { ContactId, MessageId, MsgId, StreamId } from './ids.ts';
import { pushLimits } from './limits.ts';

/**
 * A conversation, a call and a reminder have one notification each on a device. A newer one with the same tag
 * replaces it, and it is closed by the tag.
 */
export const chatTag = (stream: StreamId): string => `chat-${stream}`;
export const callTag = (call: MsgId | MessageId): string => `call-${call}`;
export const groupCallTag = (stream: StreamId): string => `group-call-${stream}`;
export const reminderTag = (message: MsgId): string => `reminder-${message}`;
export const isReminderTag = (tag: string): boolean => tag.startsWith('reminder-');

/** All scheduled messages of a user that were not sent have one notification. */
export const UNSENT_TAG = 'unsent';

/** Closes all notifications of a device. */
export const EVERY_TAG = '*';

/** `unsent`: a scheduled message that could not be sent (LATER-14). */
export type NotificationKind = 'message' | 'reminder' | 'call' | 'missed' | 'unsent';

export interface CallButtonTexts {
  /** Answer, or join. */
  readonly accept: string;
  readonly decline: string;
}

export interface NotificationFacts {
  readonly kind: NotificationKind;
  readonly tag: string;
  readonly contact: ContactId;
  /** The notified user's name for the sender; null if the text already names the sender. */
  readonly sender: string | null;
  /** Null in a chat of two. */
  readonly group: string | null;
  /** Text of the message, or the kind of the message or call. */
  readonly words: string;
  /** Why it was not sent. */
  readonly why?: string;
  readonly timeMs: number;
  readonly id: MessageId | null;
  readonly msgId?: MsgId;
  /** Texts of the buttons of a call that rings. */
  readonly buttons?: CallButtonTexts;
  /** Place of the event that began the call, in the group's stream. */
  readonly place?: number;
  /** New words of a message that may be shown already (PUSH-21). */
  readonly update?: true;
}

/** The text for each kind on a device that shows no content. */
export type GeneralWords = Readonly<Record<NotificationKind, string>>;

/** Shown by a service worker: pushed by the server, or handed over by a page. */
export interface DeviceNotification {
  readonly type: 'push';
  /** A reminder opens its message, like a notification of it; a failed message opens its list. */
  readonly kind: Exclude<NotificationKind, 'reminder' | 'unsent'>;
  readonly tag: string;
  readonly title: string;
  readonly content: string;
  readonly time: number;
  /** Replaces the notification of the same message silently, and is not shown without one (PUSH-21). */
  readonly update?: true;
  /** Of a call: the user answers or declines on the notification (PUSH-25). */
  readonly buttons?: CallButtonTexts;
  readonly payload: {
    readonly toContactId: ContactId;
    readonly is_group: 0 | 1;
    readonly msg_id?: MsgId;
    readonly id?: MessageId;
    readonly call?: MessageId;
    readonly place?: number;
    /** The page that it opens, instead of the chat. */
    readonly page?: 'later';
  };
}

/** The title of a notification without a sender. */
const NAME = 'Parley';

/**
 * The only source of notification texts: for the server's pushes and for the open page (PUSH-12). Without
 * `showsWords` a notification has neither names nor text (PUSH-4).
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
    kind: kind === 'reminder' || kind === 'unsent' ? 'message' : kind,
    tag,
    ...(showsWords ? wordsOf(facts, general) : { title: NAME, content: general[kind] }),
    time: timeMs,
    ...(facts.update && { update: true }),
    ...(facts.buttons && { buttons: facts.buttons }),
    payload: {
      toContactId: contact,
      ...(msgId !== undefined && { msg_id: msgId }),
      is_group: group === null ? 0 : 1,
      ...(id !== null && (rings ? { call: id } : { id })),
      ...(facts.place !== undefined && { place: facts.place }),
      ...(kind === 'unsent' && { page: 'later' }),
    },
  };
}

const shortened = (words: string): string =>
  [...words.replace(/\s+/g, ' ').trim()].slice(0, pushLimits.wordsMax).join('');

function wordsOf({ kind, sender, group, words, why = '' }: NotificationFacts, general: GeneralWords) {
  if (kind === 'unsent') {
    const parts = [`${sender === null ? '' : `${sender}: `}${why}`, shortened(words)];
    return { title: general.unsent, content: parts.filter((part) => part !== '').join(' · ') };
  }
  const body = shortened(words) || general[kind];
  const chat = group ?? sender ?? NAME;
  return kind === 'reminder'
    ? { title: `${general.reminder}: ${chat}`, content: body }
    : { title: chat, content: group === null || sender === null ? body : `${sender}: ${body}` };
}
