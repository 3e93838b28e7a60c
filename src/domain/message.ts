import type { CallLine } from './call.ts';
import type { GroupCallRecord } from './group-call.ts';
import type { ContactId, MessageId, MsgId, UserId } from './ids.ts';
import type { LinkPreview } from './link-preview.ts';
import type { NamedUser } from './mention-names.ts';
import type { PollTally } from './poll.ts';
import type { WordMarks } from './rich-text.ts';

export const MESSAGE_TYPES = [
  'text',
  'event',
  'location',
  'contact',
  'image',
  'emoji',
  'voice',
  'video',
  'file',
  'webrtc',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** A user as shown beside a message. `displayName` is the viewer's private nickname, if there is one. */
export interface Person {
  readonly id: UserId;
  readonly displayName: string;
  readonly realname: string;
  readonly avatar: string;
}

export interface Quote {
  readonly msgId: MsgId;
  readonly content: string;
  readonly userId: UserId;
  readonly realname: string;
  /** Known if it was chosen here: the thread that an answer to it belongs to. */
  readonly root?: number;
  /** Mentioned users, by the names in the text. */
  readonly named?: readonly NamedUser[] | undefined;
}

/** The data of an `event` message; the text in `content` is for clients that do not read the codes. */
export type EventNote =
  | { readonly note: 'groupCreated'; readonly by: UserId; readonly name: string }
  | { readonly note: 'friends' }
  | ({ readonly note: 'groupCall' } & GroupCallRecord)
  | { readonly note: 'timer'; readonly by: UserId; readonly name: string; readonly days: number }
  | { readonly note: 'recalled'; readonly by: UserId; readonly name: string; readonly byManager: boolean }
  | {
      readonly note: 'joined';
      readonly users: readonly UserId[];
      readonly names: readonly string[];
      readonly by: UserId;
      readonly name: string;
    };

/** The caption of a picture, video or file, as markup; '' if it has none (MSG-2). */
export const captionOf = (extra: Readonly<Record<string, unknown>> | null | undefined): string => {
  const caption = extra?.['caption'];
  return typeof caption === 'string' ? caption : '';
};

/** The length of a voice message in seconds; 0 if it is unknown. */
export function secondsIn(extra: Readonly<Record<string, unknown>> | null | undefined): number {
  const seconds = Number(extra?.['duration']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** An emoji and its count under a message, in the order of first use. */
export type ReactionCount = readonly [emoji: string, count: number];

/** The reactions of a message as one user sees them (REACT-1). */
export interface Reactions {
  /** Place in the conversation's stream at which `counts` are valid: older values are ignored. */
  readonly at: number;
  readonly counts: readonly ReactionCount[];
  /** The viewer's emoji, and the place in the stream at which they are valid. */
  readonly mine: readonly string[];
  readonly mineAt: number;
}

/** Number of answers to a message, at a place of the stream: older values are ignored (THREAD-3). */
export interface Replies {
  readonly at: number;
  readonly count: number;
}

/** One message as the client stores it. Times are in milliseconds, in any unit on the wire. */
export interface Message {
  readonly id: MessageId;
  readonly msgId: MsgId;
  /** Ordinal in its conversation, or null from a server that does not number (STREAM-3). */
  readonly n: number | null;
  readonly type: MessageType;
  /** Text: an HTML fragment; file kinds: an address; see protocol page. */
  readonly content: string;
  readonly sentAtMs: number;
  readonly from: Person;
  /** Role of the author in the group, 3 elsewhere. */
  readonly role: number;
  /** Mentioned users; 0 means all members. */
  readonly at: readonly number[];
  readonly quote: Quote | null;
  readonly note: EventNote | null;
  /** The raw `extends` object for kinds that have their own shape (call, location, contact, media). */
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly recalled: boolean;
  /** How often its author has edited it; absent: never. */
  readonly rev?: number;
  /** Tally of the poll; absent: no votes yet. */
  readonly poll?: PollTally;
  /** Absent: no reactions yet. */
  readonly reactions?: Reactions;
  /** On an answer: the ordinal of the first message of its thread (THREAD-1). */
  readonly root?: number;
  /** Absent: no answers yet. */
  readonly replies?: Replies;
  /** The link preview of its first web address; absent: not made yet (PREVIEW-1). */
  readonly link?: LinkPreview | undefined;
  readonly isRead: boolean;
  readonly file: {
    readonly id: number;
    readonly name: string;
    readonly sizeBytes: number;
    readonly download: string;
    readonly preview: string;
    readonly icon: string;
  } | null;
}

/** New text of a message, as markup: its text, or the caption of its file (EDIT-2). */
export type EditedWords = (
  | { readonly content: string }
  /** `name`: of the file, shown in quotes of files without a caption. */
  | { readonly caption: string; readonly name: string }
) &
  WordMarks & { readonly rev: number };

/**
 * A message that is pinned in its conversation; its content is in the message itself (PINS-1). `seq`: the
 * place in the stream where it was pinned; the highest is the newest.
 */
export interface MessagePin {
  readonly id: MessageId;
  readonly msgId: MsgId;
  readonly n: number;
  readonly seq: number;
  readonly by: UserId;
  readonly byName: string;
  readonly atMs: number;
  /** The newest message then: the line about the pin appears below it. */
  readonly afterN: number;
  /** Number of edits known here. */
  readonly rev: number;
}

/** The newest message that remains, for the list row (COUNT-6). */
export interface LastMessage {
  readonly n: number | null;
  readonly type: MessageType;
  readonly content: string;
  readonly sentAtMs: number;
  readonly note: EventNote | null;
  readonly from: UserId | null;
  /** The author's name; absent if the server did not send it. */
  readonly fromName?: string;
  readonly id: MessageId | null;
  /** Mentioned users, by the names in the text. */
  readonly named?: readonly NamedUser[] | undefined;
  /** On a picture, video or file: the caption, as markup; on a picture the caption of its album. */
  readonly caption?: string;
  /** On a picture: the size of its album up to it; absent: one; 0: it quotes and is shown alone (UI-69). */
  readonly album?: number;
  /** It is a poll, shown by its question. */
  readonly poll?: true;
  /** On a call: its outcome. */
  readonly call?: CallLine;
  /** On a voice message: its length. */
  readonly sec?: number;
}

/** The text of the composer, before the message has an id. */
export interface Draft {
  readonly text: string;
  readonly at: readonly { readonly id: number; readonly name: string }[];
  readonly quote: Quote | null;
  /** Formatting characters in it are plain text (RICH-7). */
  readonly asPlain?: boolean;
  /**
   * The setting of this device excludes link previews; the setting for all devices overrides it (PREVIEW-12).
   */
  readonly noPreview?: boolean;
  /** The message that this text replaces (EDIT-9). */
  readonly edits?: EditedMessage;
}

export interface EditedMessage {
  readonly id: MessageId;
  /** Mentioned under a name that is unknown here: they stay as long as the text mentions any user. */
  readonly unnamed: readonly number[];
  /** A file needs no text. */
  readonly mayBeEmpty: boolean;
}

export const EMPTY_DRAFT: Draft = { text: '', at: [], quote: null };

/** An emptied draft was sent or discarded by this user; any other change must not lose text (DRAFT-5). */
export const losesWords = (was: Draft, now: Draft): boolean =>
  was.text.trim() !== '' && now.text !== '' && !now.text.includes(was.text.trim());

/** An outbox item with everything that its request will contain (SEND-3). */
export interface Outgoing {
  readonly id: MessageId;
  readonly to: ContactId;
  readonly type: Exclude<MessageType, 'event' | 'webrtc'>;
  readonly content: string;
  readonly at: readonly number[];
  readonly quote: Quote | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  /** A file that the server already holds, for emoji and files that are sent again. */
  readonly fileId?: number;
  /** A card of its first web address is wanted (PREVIEW-1). */
  readonly preview?: true;
  /** The draft of its chat ends with it on the server; names that change (DRAFT-4). */
  readonly endsDraft?: string;
  readonly createdAtMs: number;
}

/** System lines, calls and recalled messages have no text to pin (PINS-3). */
export const isPinnable = ({ type, recalled }: Pick<Message, 'type' | 'recalled'>): boolean =>
  type !== 'event' && type !== 'webrtc' && !recalled;

/** System lines have no author, and recalled messages have no text to answer (THREAD-1). */
export const canHaveAnswers = (message: Pick<Message, 'type' | 'recalled'>): boolean =>
  message.type !== 'event' && !message.recalled;

/** Ordinal of the first message of the thread that an answer to this one belongs to. */
export const rootFor = (message: {
  readonly n: number | null;
  readonly root?: number | null | undefined;
}): number | null => message.root ?? message.n;

const MEDIA: ReadonlySet<MessageType> = new Set(['image', 'emoji', 'voice', 'video', 'file']);

/** Messages that are a file: a group may restrict them to its managers (GROUP-22). */
export const isMedia = (type: MessageType): boolean => MEDIA.has(type);
