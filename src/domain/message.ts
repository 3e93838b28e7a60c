import type { CallLine } from './call.ts';
import type { LinkPreview } from './link-preview.ts';
import type { ContactId, MessageId, MsgId, UserId } from './ids.ts';
import type { PollTally } from './poll.ts';
import type { NamedUser } from './mention-names.ts';
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

/** A person as shown beside a message. `displayName` already is the viewer's remark where there is one. */
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
  /** Known where it was chosen here: the thread that an answer to it belongs to. */
  readonly root?: number;
  /** Whom its words mention, by the names that are in them. */
  readonly named?: readonly NamedUser[] | undefined;
}

/** What an `event` message says, as data; the text in `content` is for clients that know no codes. */
export type EventNote =
  | { readonly note: 'groupCreated'; readonly by: UserId; readonly name: string }
  | { readonly note: 'friends' }
  | { readonly note: 'timer'; readonly by: UserId; readonly name: string; readonly days: number }
  | { readonly note: 'recalled'; readonly by: UserId; readonly name: string; readonly byManager: boolean }
  | {
      readonly note: 'joined';
      readonly users: readonly UserId[];
      readonly names: readonly string[];
      readonly by: UserId;
      readonly name: string;
    };

/** The words under a picture, video or file, as markup; '' where there are none (MSG-2). */
export const captionOf = (extra: Readonly<Record<string, unknown>> | null | undefined): string => {
  const caption = extra?.['caption'];
  return typeof caption === 'string' ? caption : '';
};

/** How often an emoji stands under a message; in the order in which they came. */
export type ReactionCount = readonly [emoji: string, count: number];

/** What stands under a message, as one person sees it (REACT-1). */
export interface Reactions {
  /** Place in the conversation's stream that `counts` speak of: what is older changes nothing. */
  readonly at: number;
  readonly counts: readonly ReactionCount[];
  /** One's own emoji, and the place that they speak of. */
  readonly mine: readonly string[];
  readonly mineAt: number;
}

/** How many answers a message has, at a place of the stream: what is older changes nothing (THREAD-3). */
export interface Replies {
  readonly at: number;
  readonly count: number;
}

/** One message as the client holds it. Times in milliseconds, whatever the wire said. */
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
  /** Mentioned people; 0 means everyone. */
  readonly at: readonly number[];
  readonly quote: Quote | null;
  readonly note: EventNote | null;
  /** The raw `extends` object for kinds that have their own shape (call, location, contact, media). */
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly recalled: boolean;
  /** How often its author has edited it; absent: never. */
  readonly rev?: number;
  /** How the poll that it is stands; absent: nobody has voted yet. */
  readonly poll?: PollTally;
  /** Absent: nobody has reacted to it yet. */
  readonly reactions?: Reactions;
  /** Of an answer: ordinal of the first message of its thread (THREAD-1). */
  readonly root?: number;
  /** Absent: nobody has answered it yet. */
  readonly replies?: Replies;
  /** The card of its first web address; absent: none has been made (PREVIEW-1). */
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

/** New words of a message, as markup: its text, or what stands under its file (EDIT-2). */
export type EditedWords = (
  | { readonly content: string }
  /** `name`: of the file, which quotes say where no words are. */
  | { readonly caption: string; readonly name: string }
) &
  WordMarks & { readonly rev: number };

/**
 * A message that is pinned in its conversation; what it says stands in the message itself (PINS-1). `seq`:
 * where in the stream it was pinned; later is newer.
 */
export interface MessagePin {
  readonly id: MessageId;
  readonly msgId: MsgId;
  readonly n: number;
  readonly seq: number;
  readonly by: UserId;
  readonly byName: string;
  readonly atMs: number;
  /** The newest message then: the line that tells of it stands below that one. */
  readonly afterN: number;
  /** How often it was edited, as far as that is known here. */
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
  /** What its author is called; absent where nobody has said so. */
  readonly fromName?: string;
  readonly id: MessageId | null;
  /** Whom its words mention, by the names that are in them. */
  readonly named?: readonly NamedUser[] | undefined;
  /** Of a picture, video or file: the words under it, as markup; of a picture those of its album. */
  readonly caption?: string;
  /** Of a picture: how many stand together up to it; absent: one, 0: it quotes and stands alone (UI-69). */
  readonly album?: number;
  /** It is a poll, told by its question. */
  readonly poll?: true;
  /** Of a call: what became of it. */
  readonly call?: CallLine;
}

/** What a person writes, before it has an id. */
export interface Draft {
  readonly text: string;
  readonly at: readonly { readonly id: number; readonly name: string }[];
  readonly quote: Quote | null;
  /** Signs in it are no marks (RICH-7). */
  readonly asPlain?: boolean;
  /** This device was set to want no card; what is chosen for all devices goes before it (PREVIEW-12). */
  readonly noPreview?: boolean;
  /** The message whose words these replace (EDIT-9). */
  readonly edits?: EditedMessage;
}

export interface EditedMessage {
  readonly id: MessageId;
  /** Mentioned under a name that is not known here: they stay as long as the words mention anybody. */
  readonly unnamed: readonly number[];
  /** A file stands without words, too. */
  readonly mayBeEmpty: boolean;
}

export const EMPTY_DRAFT: Draft = { text: '', at: [], quote: null };

/** What the outbox holds and sends: everything the request will say (SEND-3). */
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
