import type { GlobalConfig } from '../../domain/config.ts';
import type { ContactFacts } from '../../domain/contact.ts';
import type { SelfFacts } from '../../domain/events.ts';
import type { ClientId, ContactId, MessageId, StreamId, UserId } from '../../domain/ids.ts';
import type { Preference } from '../../domain/kept.ts';
import type { ReminderFact, ScheduledFact } from '../../domain/later.ts';
import type { Message, MessagePin } from '../../domain/message.ts';
import type { Profile } from '../../domain/profile.ts';
import type { Snapshot } from './snapshot.ts';
import type { Connection, OutboxItem, PageKind, Pending } from './state.ts';

/**
 * One register of `Pending` with the value that it holds; recalls, edits and message pins are kept by their
 * message instead of a conversation.
 */
export type PendingChange = {
  [K in keyof Pending]: {
    readonly register: K;
    readonly conversation: Pending[K] extends ReadonlyMap<infer I, unknown> ? I : never;
    readonly value: Pending[K] extends ReadonlyMap<infer _, infer V> ? V : never;
  };
}[keyof Pending];

/** A chat that was in the list. */
export interface KnownChat {
  readonly id: ContactId;
  readonly name: string;
}

/** A page of a thread: the newest answers, or those before. */
interface ThreadPart {
  readonly conversation: ContactId;
  readonly root: number;
  readonly which: 'first' | 'older';
}

/** Events of this side: answers, pending changes, page and network. Plain data, for the log. */
export type LocalEvent =
  | { readonly type: 'signedIn'; readonly self: SelfFacts }
  /** Removes everything of the user; the configuration stays. */
  | { readonly type: 'signedOut' }
  /** The stored state of a cold start (STORE-4); the outbox arrives by `outboxSet`. */
  | { readonly type: 'restored'; readonly snapshot: Snapshot }
  | { readonly type: 'selfLoaded'; readonly self: SelfFacts }
  | { readonly type: 'configLoaded'; readonly config: GlobalConfig }
  /**
   * The complete `getContacts` answer; `selfSeq` is the head of the own stream at the same moment. `known`:
   * contacts listed before the positions were lost; those missing from the answer are reported by name
   * (UI-97).
   */
  | {
      readonly type: 'contactsLoaded';
      readonly known?: readonly KnownChat[] | undefined;
      readonly contacts: readonly ContactFacts[];
      readonly epoch: string | null;
      readonly cursor: string | null;
      readonly selfSeq: number | null;
      readonly applications: number;
      /** The server's mode as the answer reports it, or as known when the list was requested. */
      readonly mode?: 1 | 2;
      /** Users the viewer has blocked; absent: none (BLOCK-7). */
      readonly blocked?: readonly UserId[];
      /** The signed-in user at that moment; absent if the server does not report it (ACC-11). */
      readonly self?: SelfFacts;
    }
  /** The top of the first list, until all of it is decoded (SYNC-10). */
  | { readonly type: 'contactsPreviewed'; readonly contacts: readonly ContactFacts[] }
  /**
   * One stream loaded again (SYNC-2): contact and counters of one moment; null if the stream is no longer the
   * user's.
   */
  | { readonly type: 'contactResynced'; readonly stream: StreamId; readonly contact: ContactFacts | null }
  /** A conversation that the list did not hold was fetched; an already known one is left alone. */
  | { readonly type: 'contactLoaded'; readonly contact: ContactFacts }
  /**
   * The epoch changed (STREAM-9): conversations and positions are dropped, pending changes and outbox stay.
   */
  | { readonly type: 'epochChanged'; readonly epoch: string | null }
  | { readonly type: 'cursorAdopted'; readonly cursor: string; readonly epoch: string | null }
  | { readonly type: 'presenceLoaded'; readonly online: readonly number[] }
  /** Profiles from a `sync` answer. */
  | { readonly type: 'profilesLoaded'; readonly profiles: readonly Profile[] }
  | { readonly type: 'applicationsLoaded'; readonly pending: number }
  | { readonly type: 'blockedLoaded'; readonly users: readonly UserId[] }
  | { readonly type: 'pageRequested'; readonly conversation: ContactId; readonly which: PageKind }
  /** A page around some message is on its way; it replaces the window where it holds that message. */
  | { readonly type: 'jumpRequested'; readonly conversation: ContactId }
  /** Without one. */
  | { readonly type: 'jumpEnded'; readonly conversation: ContactId }
  /**
   * Messages oldest first. `complete`: older ones do not exist, or are invisible to the viewer; `reachesEnd`:
   * it included the newest when it was read.
   */
  | {
      readonly type: 'pageLoaded';
      readonly conversation: ContactId;
      readonly which: PageKind;
      readonly messages: readonly Message[];
      readonly complete: boolean;
      readonly reachesEnd?: boolean;
    }
  | { readonly type: 'pageFailed'; readonly conversation: ContactId }
  /** The pins of a chat were requested; `on` false: no answer arrived. */
  | { readonly type: 'messagePinsAsked'; readonly conversation: ContactId; readonly on: boolean }
  /** The pins of a chat, newest first; `seq`: the stream position the list reflects. */
  | {
      readonly type: 'messagePinsLoaded';
      readonly conversation: ContactId;
      readonly seq: number;
      readonly list: readonly MessagePin[];
    }
  | { readonly type: 'threadOpened'; readonly conversation: ContactId; readonly root: number }
  | ({ readonly type: 'threadRequested' } & ThreadPart)
  /** Oldest first. `complete`: older ones do not exist; `first` null: deleted, or invisible to the viewer. */
  | ({
      readonly type: 'threadLoaded';
      readonly first: Message | null;
      readonly messages: readonly Message[];
      readonly complete: boolean;
      readonly follows: boolean;
    } & ThreadPart)
  | ({ readonly type: 'threadFailed' } & ThreadPart)
  | { readonly type: 'threadClosed'; readonly conversation: ContactId; readonly root: number }
  /** The list of scheduled items was requested; `on` false: no answer arrived. */
  | { readonly type: 'laterAsked'; readonly on: boolean }
  /** Everything scheduled, as of this place of the own stream (LATER-5). */
  | {
      readonly type: 'laterLoaded';
      readonly seq: number;
      readonly scheduled: readonly ScheduledFact[];
      readonly reminders: readonly ReminderFact[];
    }
  /** The known state of the chat may be wrong: it is loaded again with the next connection (VANISH-7). */
  | { readonly type: 'chatDoubted'; readonly conversation: ContactId }
  | { readonly type: 'keptLoaded'; readonly list: readonly Preference[] }
  /** The drafts on this device have changed. */
  | { readonly type: 'draftsHeard' }
  | { readonly type: 'conversationDropped'; readonly conversation: ContactId }
  | { readonly type: 'chatOpened'; readonly conversation: ContactId }
  | { readonly type: 'chatClosed' }
  | ({ readonly type: 'pendingSet' } & PendingChange)
  /** Refused, or answered by a server that sends no event: removed only while it still holds this value. */
  | ({ readonly type: 'pendingCleared' } & PendingChange)
  | { readonly type: 'pendingRestored'; readonly wishes: readonly PendingChange[] }
  /** The whole stored outbox, in order. */
  | { readonly type: 'outboxSet'; readonly items: readonly OutboxItem[] }
  /** Adds at the end of its conversation, or replaces the item with that id in place. */
  | { readonly type: 'outboxPut'; readonly item: OutboxItem }
  /** `erased`: recalled or deleted long ago, while this device still had its text. */
  | { readonly type: 'outboxRemoved'; readonly id: MessageId; readonly erased?: true }
  | { readonly type: 'connectionChanged'; readonly connection: Connection }
  /** Time of the newest unseen post, from a request (MOMENT-7). */
  | { readonly type: 'momentsAsked'; readonly atMs: number }
  /** The typing signal of a user expired (TYPING-3). */
  | { readonly type: 'typingOver'; readonly conversation: ContactId; readonly user: number }
  | { readonly type: 'clientIdSet'; readonly clientId: ClientId | null }
  | { readonly type: 'minuteTicked'; readonly minute: number };
