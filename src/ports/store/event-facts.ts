import type { Role } from '../../domain/contact.ts';
import type { GroupSetting } from '../../domain/group-fields.ts';
import type { MessageId, MsgId, StreamId, UserId } from '../../domain/ids.ts';

/** Facts about a message. */
export type MessageFacts = Extract<EventFacts, { readonly kind: 'message' }>;

/** `only`: the one of two users who receives it; for the other it only occupies its place (BLOCK-2). */
export type EventFacts = Facts & { readonly only?: UserId; readonly made?: MadeFact };

/** When the user made a change that was sent later, and the page that made it (SEND-23). */
export interface MadeFact {
  readonly atMs: number;
  readonly by: string;
}

/** Facts of an event: kind, ids and small facts, never content (STREAM-4). */
type Facts =
  // conversation streams
  /** `notice`: it announces the group announcement, which is joined in its current form. */
  | {
      readonly kind: 'message';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly from: UserId;
      readonly notice?: true;
    }
  /** `root` here and below: of an answer, the first message of its thread (THREAD-3). */
  | {
      readonly kind: 'recall';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly from: UserId;
      readonly by: UserId;
      readonly byManager: boolean;
      readonly at: readonly number[];
      readonly lastN: number | null;
      readonly root?: number;
      /** From now on it counts as unread for no member (COUNT-17); absent: its count is unchanged. */
      readonly uncounts?: true;
    }
  | {
      readonly kind: 'delete';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly from: UserId;
      readonly at: readonly number[];
      readonly lastN: number | null;
      readonly root?: number;
      readonly uncounts?: true;
      /** Its time was over (VANISH-4). */
      readonly due?: true;
    }
  | {
      readonly kind: 'read';
      readonly user: UserId;
      readonly mark: number;
      readonly own: number;
      readonly count: number;
    }
  /** `same` here and below: nothing changed, so no line is shown (GROUP-27). */
  | { readonly kind: 'rename'; readonly by: UserId; readonly name: string; readonly same?: true }
  | {
      readonly kind: 'added';
      readonly by: UserId;
      readonly users: readonly UserId[];
      readonly members: number;
    }
  | { readonly kind: 'removed'; readonly by: UserId; readonly user: UserId; readonly members: number }
  /** The call of the group changed; its newest state is read at delivery (GCALL-1). */
  | { readonly kind: 'groupCall' }
  | { readonly kind: 'dissolved'; readonly by: UserId }
  /** `now`: the changed values among those that a line shows (GROUP-27). */
  | {
      readonly kind: 'groupSetting';
      readonly by: UserId;
      readonly now?: Partial<GroupSetting>;
    }
  /** `user` null: only the picture is a new one. */
  | {
      readonly kind: 'manager';
      readonly by: UserId;
      readonly user: UserId | null;
      readonly role: Role | null;
    }
  | { readonly kind: 'owner'; readonly by: UserId; readonly user: UserId }
  | {
      readonly kind: 'muted';
      readonly by: UserId;
      readonly user: UserId;
      readonly untilSec: number;
      readonly same?: true;
    }
  /** An account named in the chat was erased: devices load the chat again (DATA-9). */
  | { readonly kind: 'anew' }
  /** `mentions`: the number of remaining messages that mention all members; absent: none. */
  | { readonly kind: 'cleared'; readonly by: UserId | null; readonly n: number; readonly mentions?: number }
  /**
   * New text of a message (EDIT-2); `was` and `at`: mentioned users before and now. `lastN`: the newest
   * message then, if the list may show this text beside another line (LIST-6). `again`: users whom an earlier
   * edit already mentioned, so they are not notified again (EDIT-4).
   */
  | {
      readonly kind: 'edited';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly from: UserId;
      readonly rev: number;
      readonly was: readonly number[];
      readonly at: readonly number[];
      readonly again?: readonly number[];
      readonly lastN?: number | null;
    }
  /** Days for which messages after the line of this ordinal remain (VANISH-2). */
  | { readonly kind: 'timer'; readonly by: UserId; readonly n: number; readonly days: number }
  /** `afterN`: the newest message then (PINS-4). */
  | {
      readonly kind: 'pinned';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly by: UserId;
      readonly afterN: number;
    }
  | {
      readonly kind: 'unpinned';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly by: UserId;
    }
  /** Users who changed their reactions to a message, and the last of them who added one (REACT-1). */
  | {
      readonly kind: 'reacted';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly from: UserId;
      readonly who: readonly UserId[];
      readonly added?: UserId;
    }
  /** Users who changed their vote in a poll; sent to no other user (POLL-6). */
  | {
      readonly kind: 'voted';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly who: readonly UserId[];
    }
  /** Closed by hand (POLL-7). */
  | {
      readonly kind: 'pollClosed';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly by: UserId;
      readonly only?: UserId;
    }
  /** The link preview was added or removed (PREVIEW-7). */
  | {
      readonly kind: 'previewed';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
      readonly from: UserId;
    }
  | { readonly kind: 'updated'; readonly msgId: MsgId; readonly id: MessageId }
  /** A call's record changed: `by` null = the server ended it. */
  | {
      readonly kind: 'call';
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly event: 'hangup' | 'busy';
      readonly by: UserId | null;
      readonly code: number;
      readonly talkSec: number;
    }
  // the user's own stream
  | { readonly kind: 'top'; readonly of: StreamId; readonly on: boolean }
  /** `atOnly`: mentions and answers notify; `due`: its mute ended by time (ALERT-3). */
  | {
      readonly kind: 'notice';
      readonly of: StreamId;
      readonly on: boolean;
      readonly atOnly?: true;
      readonly untilMs?: number;
      readonly due?: true;
    }
  /** Null: back in the list. */
  | { readonly kind: 'archive'; readonly of: StreamId; readonly to: number | null }
  | { readonly kind: 'unread'; readonly of: StreamId; readonly on: boolean; readonly n?: number }
  | { readonly kind: 'kept'; readonly name: string; readonly op: string }
  | { readonly kind: 'follow'; readonly of: StreamId; readonly root: number; readonly on: boolean }
  | { readonly kind: 'hide'; readonly of: StreamId; readonly n: number }
  /** `seen`: the mark is unchanged; this line of a call was seen beyond it (CALL-41). */
  | {
      readonly kind: 'mark';
      readonly of: StreamId;
      readonly mark: number;
      readonly own: number;
      readonly seq: number;
      readonly count: number;
      readonly seen?: number;
    }
  | {
      readonly kind: 'mentionMark';
      readonly of: StreamId;
      readonly mark: number;
      readonly mentions: number;
      readonly seq: number;
      readonly count: number;
      /** The one mention that was read (COUNT-14). */
      readonly one?: number;
      /**
       * The user read nothing: an edit, a recall or a deletion changed counts that the mark does not cover.
       */
      readonly recount?: true;
    }
  | {
      readonly kind: 'joined';
      readonly of: StreamId;
      readonly base: number;
      readonly n: number;
      readonly mark: number;
      readonly via: 'group' | 'friend';
    }
  | {
      readonly kind: 'left';
      readonly of: StreamId;
      readonly until: number;
      readonly why: 'removed' | 'left' | 'dissolved' | 'unfriended';
      readonly by: UserId;
    }
  /** `unheard`: from a user whom the recipient has blocked (BLOCK-5). */
  | {
      readonly kind: 'application';
      readonly friendId: number;
      readonly from: UserId;
      readonly unheard?: true;
    }
  | {
      readonly kind: 'applicationDone';
      readonly friendId: number;
      readonly status: 0 | 1;
      readonly pending: number;
      /** The requester withdrew the request (FRIEND-9). */
      readonly withdrawnBy?: UserId;
    }
  /** The user blocked or unblocked another user (BLOCK-7). */
  | { readonly kind: 'blocked'; readonly user: UserId; readonly on: boolean }
  /** The user's list of scheduled messages and reminders has changed (LATER-5). */
  | { readonly kind: 'later' }
  /** The time of a reminder has come (LATER-10). */
  | {
      readonly kind: 'reminded';
      readonly of: StreamId;
      readonly msgId: MsgId;
      readonly id: MessageId;
      readonly n: number;
    }
  | { readonly kind: 'remark'; readonly user: UserId; readonly name: string }
  /** `shown`: publicly visible fields have changed too (STREAM-17). */
  | { readonly kind: 'profile'; readonly shown?: true }
  /**
   * `isClosed`: the socket is closed, not only unbound; `isDisabled`: the same, because the user may no
   * longer log in.
   */
  | {
      readonly kind: 'session';
      readonly token: string;
      readonly isDisabled?: true;
      readonly isClosed?: true;
    };
