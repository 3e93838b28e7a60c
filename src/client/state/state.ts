import type { Alert } from '../../domain/alert.ts';
import type { GlobalConfig } from '../../domain/config.ts';
import type { ContactFacts, UnreadMark } from '../../domain/contact.ts';
import type { SelfFacts } from '../../domain/events.ts';
import type {
  ClientId,
  ContactId,
  MessageId,
  ReactionKey,
  StreamId,
  MentionKey,
  ThreadKey,
  UserId,
} from '../../domain/ids.ts';
import type { KeptState } from './kept-shown.ts';
import type { MessageChange } from './message-changes.ts';
import type { Preference, KeptName } from '../../domain/kept.ts';
import type { ReminderFact, ScheduledFact } from '../../domain/later.ts';
import type { Message, MessagePin, Outgoing } from '../../domain/message.ts';
import type { Profile } from '../../domain/profile.ts';
import type { WordMarks } from '../../domain/rich-text.ts';
import type { Typist } from '../../domain/typing.ts';
import type { ContactIndex } from './contact-index.ts';

/**
 * The whole client state is one immutable value: `events.reduce(reduce, empty)`. Confirmed facts come only
 * from server events; `pending` holds unconfirmed changes, which the selectors apply over the facts
 * (STORE-6).
 */
export interface State {
  readonly self: SelfFacts | null;
  readonly config: GlobalConfig;
  readonly contacts: ContactIndex;
  /** Maintained incrementally; a property test recounts them (LIST-4). */
  readonly totals: Totals;
  /** Windows of the conversations opened last, newest use last; at most 20 (STORE-8). */
  readonly conversations: ReadonlyMap<ContactId, Conversation>;
  /** Streams that were left: events up to here are dropped, later ones wait for `joined` (STREAM-11). */
  readonly left: ReadonlyMap<StreamId, number>;
  /** Ids of messages that had no place in a stream, newest last; at most 256 each (STORE-9). */
  readonly recentIds: ReadonlyMap<ContactId, readonly MessageId[]>;
  /** Latest names and pictures received since the list was loaded; at most 2,000 (STREAM-17). */
  readonly profiles: ReadonlyMap<UserId, Profile>;
  readonly pending: Pending;
  readonly outbox: ReadonlyMap<ContactId, readonly OutboxItem[]>;
  readonly kept: KeptState;
  /** Users the viewer has blocked (BLOCK-7). */
  readonly blocked: ReadonlySet<UserId> | undefined;
  /** Scheduled messages and reminders; null: never requested, and no change received (LATER-5). */
  readonly later: LaterState | null;
  /** Users typing now, the newest last; never stored (TYPING-3). */
  readonly typing?: ReadonlyMap<ContactId, readonly Typist[]> | undefined;
  /** Time of the newest unseen post, and the number of changes received (MOMENT-6, MOMENT-7). */
  readonly moments?: { readonly atMs: number; readonly moved: number } | undefined;
  readonly sync: SyncPosition;
  readonly connection: Connection;
  /** The conversation on screen, when the page is visible; its new messages are read at once. */
  readonly open: ContactId | null;
  readonly clientId: ClientId | null;
  readonly multiport: boolean;
  /** Minutes tick here so that relative times age (TIME-2). */
  readonly minute: number;
}

/** Holds no text: the view that shows it requests it. */
export interface LaterState {
  /** The place of the last own-stream event that changed the list. */
  readonly heard: number;
  /**
   * Number of changes that may have outdated the awaited answer without an own-stream event: a deletion
   * (LATER-11), or an edit (EDIT-2). Null: no request is open.
   */
  readonly overtaken: number | null;
  /** The list as of this place; null: never requested. */
  readonly list: {
    readonly seq: number;
    readonly scheduled: readonly ScheduledFact[];
    readonly reminders: readonly ReminderFact[];
  } | null;
}

export interface Totals {
  /** Unread of contacts with last content and notifications on (LIST-3). */
  readonly unread: number;
  readonly mentions: number;
  /** Waiting friend applications (LIST-7). */
  readonly system: number;
}

export interface Contact extends Omit<ContactFacts, 'archivedTo' | 'marked' | 'position'> {
  readonly stream: StreamId | null;
  readonly hidden: boolean;
  /** Put away until more messages than these are listed (ARCHIVED-1). */
  readonly archivedTo?: number | undefined;
  /** Manually marked as unread (UNREAD-1), from this message on (UNREAD-3). */
  readonly marked?: true | number | undefined;
  /** The newest reaction to a message of mine, until the chat is opened (REACT-10). */
  readonly reacted?: ReactionToMe | undefined;
  readonly answered?: AnswerToMe | undefined;
  /** Unread counts and mentions are derived from it and cached, so that totals cost O(1). */
  readonly counting: Counting;
  /** Shown beside the name; absent: none, or not visible (PRES-4c). */
  readonly extras?: Profile['extras'];
  /** Some messages may be outdated (DATA-9, VANISH-7) until the chat is loaded again. */
  readonly stale?: true | undefined;
}

/**
 * Facts behind unread counts and mentions. Marks come from the own stream and messages from another, so both
 * carry positions and commute (COUNT-4): a base of one moment plus later changes.
 */
export interface Counting {
  /** Position in the conversation's stream; 0 from a server that does not number. */
  readonly seq: number;
  readonly count: number;
  readonly mark: number;
  readonly ownBase: number;
  /** `seq` of the moment that `ownBase` speaks of, and my messages after it. */
  readonly ownSeq: number;
  readonly ownSince: readonly { readonly seq: number; readonly n: number }[];
  readonly mentionMark: number;
  readonly mentionBase: number;
  readonly mentionSeq: number;
  /**
   * Mentions (+1) and their removals (−1) after that moment. A message delivered without content, because it
   * was recalled since, counts 0 until its recall reports whether it mentioned the viewer.
   */
  readonly mentionSince: readonly MentionChange[];
  readonly hiddenTo: number;
  readonly peerMark: number;
}

export interface MentionChange {
  readonly seq: number;
  readonly n: number;
  readonly by: 1 | 0 | -1;
}

/**
 * A window of a conversation: messages without a gap, in chunks of at most 64 so that an append shares all
 * older ones. It reaches the newest (`live`), or surrounds the place that the user reads.
 */
export interface Conversation {
  readonly id: ContactId;
  readonly chunks: readonly (readonly Message[])[];
  readonly size: number;
  /** Older messages do not exist, or are not visible to the viewer. */
  readonly complete: boolean;
  readonly loading: 'no' | PageKind | 'failed';
  /** The window reaches the newest message. */
  readonly live: boolean;
  /**
   * Arrived while a page that may reach the newest was on its way: it may have been read before they were
   * written.
   */
  readonly early: readonly Message[];
  /**
   * Changes received while a page or the list of pins is being loaded, which may have been read earlier
   * (STORE-18).
   */
  readonly meanwhile?: readonly MessageChange[] | undefined;
  /** A jump to a message outside the window: a page beside it is being loaded. */
  readonly aside?: true | undefined;
  /** The list of what is pinned there is on its way. */
  readonly pinsAsked?: true | undefined;
  /** Pins, newest first, as of this place of the stream; without a list: never requested (PINS-1). */
  readonly pins?: { readonly seq: number; readonly list: readonly MessagePin[] | undefined } | undefined;
  /** The open thread: one at a time (THREAD-4). */
  readonly thread?: OpenThread | undefined;
  /** Recalled and deleted lately: a page that was fetched before that must not bring them back. */
  readonly erased: ReadonlyMap<MessageId, 'recalled' | 'deleted'>;
}

/** An open thread: two windows on the same conversation, which receive all its changes. */
export interface OpenThread {
  /** Ordinal of its first message. */
  readonly root: number;
  /** That message alone; empty: deleted, or invisible to the viewer. */
  readonly first: Conversation;
  readonly answers: Conversation;
  readonly follows: boolean;
  /** The user has chosen since the thread was opened: their answers no longer change it (THREAD-6). */
  readonly said?: true;
  /** The follow state received since the newest page was requested; a page being loaded is older. */
  readonly reportedFollows?: boolean | undefined;
}

/** The newest answer in a thread that I follow, of a muted group, until the chat is opened (THREAD-7). */
export interface AnswerToMe {
  readonly id: MessageId;
  readonly n: number | null;
  readonly root: number;
}

export interface ReactionToMe {
  readonly id: MessageId;
  readonly n: number | null;
  readonly user: UserId;
  readonly name: string;
  readonly emoji: string;
}

/** The newest messages, those before or after the loaded ones, or those around a place. */
export type PageKind = 'first' | 'older' | 'newer' | 'around';

export type OutboxStatus = 'queued' | 'sending' | 'unknown' | 'failed';

export interface OutboxItem {
  readonly message: Outgoing;
  readonly status: OutboxStatus;
  /** The server's reason for a permanent refusal. */
  readonly reason: string | null;
}

/** The last change per key wins; kept across reloads and offline (SEND-12). */
export interface Pending {
  readonly top: ReadonlyMap<ContactId, boolean>;
  /** The notification level (ALERT-1). */
  readonly notice: ReadonlyMap<ContactId, Alert>;
  /** Put away, or back in the list (ARCHIVED-1). */
  readonly archive: ReadonlyMap<ContactId, boolean>;
  /** Marked as unread, or not any more (UNREAD-1). */
  readonly unread: ReadonlyMap<ContactId, UnreadMark>;
  readonly hide: ReadonlyMap<ContactId, number>;
  /** Read up to this ordinal. */
  readonly read: ReadonlyMap<ContactId, number>;
  readonly mentionsRead: ReadonlyMap<ContactId, number>;
  /** Mentions that were read one by one (COUNT-14). */
  readonly mentionRead: ReadonlyMap<MentionKey, PendingMention>;
  /**
   * Messages being recalled, with the time of sending (ms since 1970): until then it can be undone
   * (RECALL-4).
   */
  readonly recall: ReadonlyMap<MessageId, number>;
  /** New words of own messages (EDIT-5). */
  readonly edit: ReadonlyMap<MessageId, PendingEdit>;
  /** Messages to be pinned or unpinned (PINS-6). */
  readonly messagePin: ReadonlyMap<MessageId, PendingPin>;
  /** Reactions to be added or removed (REACT-5). */
  readonly react: ReadonlyMap<ReactionKey, PendingReaction>;
  /** Votes in polls (POLL-3). */
  readonly vote: ReadonlyMap<MessageId, PendingVote>;
  /** Preferences to be stored, by name; a draft is read from the device when it is sent (KEPT-1). */
  readonly keep: ReadonlyMap<KeptName, PendingKept>;
  /** Threads that shall be followed, or not any more (THREAD-6). */
  readonly follow: ReadonlyMap<ThreadKey, PendingFollow>;
  /** Users to be blocked or unblocked (BLOCK-14). */
  readonly block: ReadonlyMap<BlockKey, PendingBlock>;
  /** Own messages whose card shall go (PREVIEW-11). */
  readonly card: ReadonlyMap<MessageId, PendingCard>;
}

export interface PendingMention {
  /** Names this reading, among tabs. */
  readonly op: string;
  readonly to: ContactId;
  readonly n: number;
}

export interface PendingCard {
  /** Names this press, among tabs. */
  readonly op: string;
  readonly to: ContactId;
  /** The page of the card; cards of other pages stay. */
  readonly url: string;
}

export type BlockKey = `block ${number}`;
export interface PendingBlock {
  /** Names this press, among tabs. */
  readonly op: string;
  readonly user: UserId;
  readonly on: boolean;
}

export interface PendingKept {
  /** Names this press, among tabs and devices. */
  readonly op: string;
  readonly value?: Preference['value'];
}

export interface PendingVote {
  /** Names this press: a repeat of its request does it once. */
  readonly op: string;
  readonly to: ContactId;
  /** Option numbers from 0, ascending; none: the vote is withdrawn. */
  readonly options: readonly number[];
}

export interface PendingPin {
  /** Names this press: a repeat of its request does it once. */
  readonly op: string;
  readonly to: ContactId;
  readonly on: boolean;
  readonly atMs: number;
}

export interface PendingReaction {
  /** Names this press, among tabs. */
  readonly op: string;
  readonly to: ContactId;
  readonly id: MessageId;
  readonly emoji: string;
  readonly on: boolean;
}

export interface PendingFollow {
  /** Names this press, among tabs. */
  readonly op: string;
  readonly to: ContactId;
  readonly root: number;
  readonly on: boolean;
}

export interface PendingEdit extends WordMarks {
  /** Names this press: a repeat of its request edits once. */
  readonly op: string;
  readonly to: ContactId;
  /** Markup: the text, or the caption of a file. */
  readonly content: string;
  /** `content` as list text, without markup; absent if equal. */
  readonly line?: string;
  readonly at: readonly number[];
  /** How often the message had been edited: what this edit replaces (EDIT-12); absent in older records. */
  readonly rev?: number;
  /** A card of its first web address is wanted, where that is another one (PREVIEW-8). */
  readonly preview?: true;
}

export interface SyncPosition {
  /**
   * The server numbers no events and has no `sync`: it uses the base protocol, as its `init` shows (PLAIN-1).
   */
  readonly plain: boolean;
  readonly epoch: string | null;
  readonly cursor: string | null;
  /** Position in my own stream. */
  readonly selfSeq: number;
  readonly noticeSeq: number;
  /** The server's mode by which the list was made (CONF-6); null if it was not recorded. */
  readonly mode: 1 | 2 | null;
  /** False until the first contacts (stored or fetched) are in. */
  readonly ready: boolean;
}

export type Connection =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting' }
  | { readonly name: 'open'; readonly bound: boolean }
  /** `blocked`: a proxy in front of the server passes no websockets (SOCK-14). */
  | { readonly name: 'waiting'; readonly attempt: number; readonly blocked?: true }
  /** The connection error was raised; waits for the network (SOCK-7). */
  | { readonly name: 'lost'; readonly blocked?: true }
  | { readonly name: 'closed' };
