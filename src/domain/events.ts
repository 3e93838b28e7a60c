import type { Quiet } from './alert.ts';
import type { GlobalConfig } from './config.ts';
import type { ContactFacts, Role, UnreadMark } from './contact.ts';
import type { GroupCall, GroupCallSignal } from './group-call.ts';
import type { GroupSetting } from './group-fields.ts';
import type { ClientId, ContactId, MessageId, MsgId, StreamId, UserId } from './ids.ts';
import type { LinkPreview } from './link-preview.ts';
import type { Preference } from './kept.ts';
import type { EditedWords, LastMessage, Message, MessagePin, ReactionCount } from './message.ts';
import type { Profile } from './profile.ts';
import type { Timer } from './vanish.ts';
import type { TypingStatus } from './typing.ts';

/**
 * Every event that a server can send to a client, in the app's own names. `src/wire` makes these from frames,
 * from answers of sends and from `sync`; the reducer and the simulator know no other form.
 */

/**
 * Place of an event in its stream, or null for registers and servers that do not number (STREAM-2, STREAM-3).
 */
export type Place = { readonly stream: StreamId; readonly seq: number } | null;

/** live: just now; catchUp: missed and fetched; replay: from a snapshot or a script (EFFECT-2). */
export type Origin = 'live' | 'catchUp' | 'replay';

/**
 * Change in an answer's thread: the ordinal of its first message, and the number of answers at the event's
 * place; null: the user cannot read that message. `follows`: the user follows it (THREAD-3, THREAD-7).
 */
export interface ThreadNews {
  readonly root: number;
  readonly count: number | null;
  readonly follows: boolean;
}

export type ServerEvent =
  // A conversation's own stream
  | {
      readonly type: 'messagePosted';
      readonly to: ContactId;
      readonly toUser: ContactId | null;
      readonly inGroup: boolean;
      readonly message: Message;
      readonly contact: ContactFacts | null;
      readonly notice?: string;
      readonly thread?: ThreadNews;
    }
  /** `notice` here and above: the message announced the group announcement, which this event changes. */
  | {
      readonly type: 'messageVoid';
      readonly conversation: ContactId;
      readonly id: MessageId;
      readonly n: number;
      readonly from: UserId;
      readonly notice?: string;
    }
  | {
      readonly type: 'messageRecalled';
      readonly conversation: ContactId | null;
      readonly id: MessageId;
      readonly msgId: MsgId | null;
      readonly n: number | null;
      readonly by: UserId;
      readonly byName: string;
      readonly byManager: boolean;
      readonly content: string;
      readonly isLast: boolean;
      readonly last: LastMessage | null;
      readonly mentioned: readonly number[];
      readonly author: UserId | null;
      /** It counted as unread until then for members who had not read so far (COUNT-17). */
      readonly uncounts?: boolean;
      readonly thread?: ThreadNews;
    }
  | {
      readonly type: 'messageDeleted';
      readonly conversation: ContactId | null;
      readonly id: MessageId;
      readonly msgId?: MsgId | null;
      readonly n: number | null;
      readonly last: LastMessage | null | undefined;
      readonly mentioned: readonly number[];
      readonly author: UserId | null;
      readonly uncounts?: boolean;
      readonly thread?: ThreadNews;
    }
  /**
   * `was` and `mentioned`: the mentioned users before and now. The text is the current one, possibly of a
   * later edit; null: it was removed since, with its names.
   */
  | {
      readonly type: 'messageEdited';
      readonly conversation: ContactId | null;
      readonly id: MessageId | null;
      readonly msgId: MsgId | null;
      readonly n: number | null;
      readonly author: UserId | null;
      readonly was: readonly number[];
      readonly mentioned: readonly number[];
      /** Users that an earlier edit already mentioned: they are not notified again (EDIT-4). */
      readonly again?: readonly number[];
      readonly words: EditedWords | null;
      /** Absent: the newest line of the chat is unchanged, or this one. */
      readonly last: LastMessage | null | undefined;
    }
  | { readonly type: 'messagePinned'; readonly conversation: ContactId; readonly pin: MessagePin }
  | { readonly type: 'messageUnpinned'; readonly conversation: ContactId; readonly id: MessageId }
  /**
   * Reactions of a message: `counts` at a place of the stream, and the complete choices of the users who
   * changed theirs. `added`: the user who reacted last (REACT-4, REACT-10).
   */
  | {
      readonly type: 'messageReacted';
      readonly conversation: ContactId | null;
      readonly id: MessageId;
      readonly n: number | null;
      readonly author: UserId | null;
      readonly at: number;
      readonly counts: readonly ReactionCount[];
      readonly chosen: readonly (readonly [UserId, readonly string[]])[];
      readonly added: { readonly user: UserId; readonly name: string; readonly emoji: string } | null;
    }
  /**
   * Tally of a poll at a place of the stream; `mine`: the viewer's choice, null if the viewer changed nothing
   * (POLL-4).
   */
  | {
      readonly type: 'pollChanged';
      readonly conversation: ContactId | null;
      readonly id: MessageId;
      readonly at: number;
      readonly counts: readonly number[];
      readonly voters: number;
      readonly closed: boolean;
      readonly mine: readonly number[] | null;
    }
  /** The link preview of a message was added or removed (PREVIEW-7). */
  | {
      readonly type: 'messagePreviewed';
      readonly conversation: ContactId | null;
      readonly id: MessageId;
      readonly link: LinkPreview | null;
    }
  | {
      readonly type: 'messageUpdated';
      readonly conversation: ContactId | null;
      readonly id: MessageId;
      readonly content: string | null;
      readonly extra: Readonly<Record<string, unknown>> | null;
    }
  /** The partner has read this user's messages up to `n` (null from a base-protocol server: all so far). */
  | { readonly type: 'partnerRead'; readonly conversation: ContactId; readonly n: number | null }
  | { readonly type: 'messagesRead'; readonly ids: readonly MessageId[] }
  | { readonly type: 'groupRenamed'; readonly conversation: ContactId; readonly name: string }
  | { readonly type: 'groupNoticeSet'; readonly conversation: ContactId; readonly notice: string }
  | { readonly type: 'groupSettingSet'; readonly conversation: ContactId; readonly setting: GroupSetting }
  | {
      readonly type: 'groupMembersAdded';
      readonly conversation: ContactId;
      readonly avatar: string;
      readonly users: readonly UserId[];
      readonly members: number | null;
    }
  | {
      readonly type: 'groupMemberRemoved';
      readonly conversation: ContactId;
      readonly user: UserId | null;
      readonly avatar: string;
      readonly members: number | null;
    }
  | {
      readonly type: 'groupManagerSet';
      readonly conversation: ContactId;
      readonly user: UserId | null;
      readonly role: Role | null;
      readonly avatar: string;
    }
  | { readonly type: 'groupOwnerChanged'; readonly conversation: ContactId; readonly user: UserId }
  | {
      readonly type: 'memberMuted';
      readonly conversation: ContactId;
      readonly user: UserId;
      readonly untilSec: number | null;
    }
  /** The newest state of the group's call; null: no call (GCALL-1). */
  | { readonly type: 'groupCallSet'; readonly conversation: ContactId; readonly call: GroupCall | null }
  | { readonly type: 'timerSet'; readonly conversation: ContactId; readonly timer: Timer }
  /** `mentions`: the number of remaining messages that mention all members. */
  | {
      readonly type: 'historyCleared';
      readonly conversation: ContactId;
      readonly n: number | null;
      readonly mentions: number;
    }
  /**
   * Occupies its place in the stream without an effect: from a newer server, or about removed data. `anew`: a
   * name in the chat has changed, so the chat is loaded again (DATA-9).
   */
  | { readonly type: 'placeTaken'; readonly anew?: boolean }
  // My own stream
  | { readonly type: 'topSet'; readonly conversation: ContactId; readonly isTop: boolean }
  | {
      readonly type: 'noticeSet';
      readonly conversation: ContactId;
      readonly isNotice: boolean;
      readonly quiet?: Quiet | undefined;
    }
  /** Null: the chat returned to the list. */
  | { readonly type: 'archiveSet'; readonly conversation: ContactId; readonly to: number | null }
  | { readonly type: 'unreadMarkSet'; readonly conversation: ContactId; readonly mark: UnreadMark }
  /** `op`: identifies the change and its device (KEPT-1). */
  | { readonly type: 'keptSet'; readonly op: string; readonly kept: Preference }
  | {
      readonly type: 'threadFollowSet';
      readonly conversation: ContactId;
      readonly root: number;
      readonly follows: boolean;
    }
  | { readonly type: 'chatHidden'; readonly conversation: ContactId; readonly n: number }
  /**
   * `seq` and `count` are the conversation's at the moment of commit (COUNT-4). In a one-to-one stream `seq`
   * is the event's own.
   */
  | {
      readonly type: 'readMarkSet';
      readonly conversation: ContactId;
      readonly mark: number;
      readonly own: number;
      readonly seq: number;
      readonly count: number;
    }
  | {
      readonly type: 'mentionMarkSet';
      readonly conversation: ContactId;
      readonly mark: number;
      readonly mentions: number;
      readonly seq: number;
      readonly count: number;
    }
  | { readonly type: 'joined'; readonly contact: ContactFacts; readonly via: 'group' | 'friend' }
  | {
      readonly type: 'left';
      readonly conversation: ContactId;
      readonly stream: StreamId | null;
      readonly until: number | null;
      readonly why: 'removed' | 'left' | 'dissolved' | 'unfriended';
      readonly by?: UserId;
    }
  | {
      readonly type: 'applicationReceived';
      readonly from: UserId | null;
      readonly text: string;
      readonly pending: number | null;
    }
  | { readonly type: 'applicationsSet'; readonly pending: number }
  | { readonly type: 'remarkSet'; readonly user: UserId; readonly name: string }
  /** The user blocked or unblocked another user (BLOCK-7). */
  | { readonly type: 'blockSet'; readonly user: UserId; readonly on: boolean }
  /** The list of scheduled messages and reminders has changed (LATER-5). */
  | { readonly type: 'laterChanged' }
  | { readonly type: 'reminded'; readonly conversation: ContactId; readonly id: MessageId }
  | { readonly type: 'profileSet'; readonly self: SelfFacts }
  // Registers and the socket's own frames
  | {
      readonly type: 'onlineSet';
      readonly on: readonly UserId[];
      readonly off: readonly UserId[];
      /** The list is complete: all other users are offline. */ readonly all?: true;
    }
  /** A user starts or stops preparing a message (TYPING-1). */
  | {
      readonly type: 'typingHeard';
      readonly conversation: ContactId;
      readonly user: UserId;
      readonly name: string;
      readonly what: TypingStatus;
    }
  /** The list of join requests of a group that the user manages has changed (GROUP-29). */
  | { readonly type: 'groupRequestsMoved'; readonly conversation: ContactId }
  /** There are new moments; the time of the newest news for the user, 0: none (MOMENT-6). */
  | { readonly type: 'momentsMoved'; readonly atMs: number }
  | { readonly type: 'profilesSet'; readonly profiles: readonly Profile[] }
  | { readonly type: 'configSet'; readonly config: GlobalConfig }
  | {
      readonly type: 'loggedInElsewhere';
      readonly user: UserId;
      readonly client: ClientId;
      readonly isMobile: boolean;
    }
  | {
      readonly type: 'mentionsListed';
      readonly conversation: ContactId;
      readonly messages: readonly Message[];
    }
  | {
      readonly type: 'callSignal';
      readonly message: Message;
      readonly to: ContactId;
      readonly toUser: ContactId | null;
      readonly signal: CallSignal;
      readonly contact: ContactFacts | null;
    }
  /** From a device of a group call to this user's device; never stored (GCALL-5). */
  | { readonly type: 'groupCallSignal'; readonly signal: GroupCallSignal }
  /** Without an epoch: a base-protocol server, which numbers nothing (PLAIN-1). */
  | { readonly type: 'socketGreeted'; readonly client: ClientId; readonly epoch: string | null }
  | { readonly type: 'pinged' }
  | {
      readonly type: 'ponged';
      /** The server's time; 0: not sent (VANISH-7). */
      readonly atMs?: number | undefined;
      readonly multiport: boolean;
      readonly cursor: string | null;
      readonly bound: boolean | null;
      readonly calls?: readonly CallKept[];
    };

/** A live call in the answer to a bind: frames that this device has not received, still to be decoded. */
export interface CallKept {
  readonly id: MessageId;
  readonly frames: readonly unknown[];
}

/** Signalling of a call, acted on by the call machines. */
export interface CallSignal {
  readonly kind: string;
  readonly video: boolean;
  readonly status: number | null;
  readonly code: number | null;
  readonly talkSec: number | null;
  readonly sdp: string;
  /** A candidate as JSON, or several in one JSON list. */
  readonly candidate: string;
  readonly isMobile: boolean;
  /**
   * Number of the frame in its call; null for frames that the stream numbers, and from base-protocol servers
   * (CALL-18).
   */
  readonly no: number | null;
  /**
   * Which connection of the call it belongs to, counted by the caller; null from a client that is not ours
   * (CALL-20).
   */
  readonly path: number | null;
}

export interface SelfFacts {
  readonly id: UserId;
  readonly account: string;
  readonly realname: string;
  readonly avatar: string;
  readonly email: string;
  readonly motto: string;
  readonly sex: 0 | 1 | 2;
  readonly isAuth: boolean;
  readonly role: number;
  /** As the server sends it; read by `privacyOf`. */
  readonly privacy?: unknown;
}

/**
 * A decoded frame: the event with its place. `derived` frames only serve base-protocol clients and are
 * dropped (STREAM-6).
 */
export interface FramedEvent {
  readonly event: ServerEvent;
  readonly place: Place;
  readonly atSec: number;
}
