import type { Setting } from './group-settings.ts';
import type { KeepAction } from './kept.ts';
import type { AskedPoll } from './polls.ts';

/**
 * Actions of users, in the oracle's own terms and in commit order. Chats are named `7-9` (smaller number
 * first), `group-12` and `u7` (a user's own notes); messages by the number the server assigned.
 */
export type Action =
  | { readonly do: 'say'; readonly by: number; readonly chat: string; readonly line: NewLine }
  | { readonly do: 'recall'; readonly by: number; readonly row: number }
  | { readonly do: 'erase'; readonly by: number; readonly row: number }
  | {
      readonly do: 'edit';
      readonly by: number;
      readonly row: number;
      readonly words: string;
      readonly marked: boolean;
      readonly at: readonly number[];
      /** A bot replaces its message when its button is pressed. */
      readonly byPress?: true;
    }
  /** Sets the lifetime of new messages in days; 0: permanent. `row`: the line that announces it. */
  | {
      readonly do: 'timer';
      readonly by: number;
      readonly chat: string;
      readonly days: number;
      readonly row: number;
    }
  /** It expired; `byHouse`: an administrator removed it. */
  | { readonly do: 'vanish'; readonly by: null; readonly row: number; readonly byHouse?: true }
  /** Pins a message for all members of its chat, or unpins it. */
  | { readonly do: 'pinLine'; readonly by: number; readonly row: number; readonly on: boolean }
  | {
      readonly do: 'react';
      readonly by: number;
      readonly row: number;
      readonly emoji: string;
      readonly on: boolean;
    }
  /** Option numbers; none: the vote is withdrawn. */
  | {
      readonly do: 'vote';
      readonly by: number;
      readonly row: number;
      readonly options: readonly number[];
    }
  | { readonly do: 'endPoll'; readonly by: number; readonly row: number }
  /** Follows or unfollows a thread, named by the number of its first message. */
  | {
      readonly do: 'follow';
      readonly by: number;
      readonly chat: string;
      readonly root: number;
      readonly on: boolean;
    }
  /** Schedules a message; a repeat changes its text and time. */
  | {
      readonly do: 'putOff';
      readonly by: number;
      readonly id: string;
      readonly chat: string;
      readonly words: string;
      readonly marked: boolean;
      readonly at: readonly number[];
      readonly quotes: number | null;
      readonly dueMs: number;
    }
  /** It fell due, and could not be sent. */
  | { readonly do: 'notSaid'; readonly by: number; readonly id: string }
  /** `discarded`: never sent. */
  | { readonly do: 'putOffEnds'; readonly by: number; readonly id: string; readonly discarded: boolean }
  /** `dueMs` null: cancelled; `told`: the reminder fell due. */
  | {
      readonly do: 'remind';
      readonly by: number;
      readonly row: number;
      readonly dueMs: number | null;
      readonly isDelivered: boolean;
    }
  /** The card of its first address, by its title. */
  | { readonly do: 'card'; readonly by: number; readonly row: number; readonly card: string }
  | { readonly do: 'dropCard'; readonly by: number; readonly row: number }
  | { readonly do: 'read'; readonly by: number; readonly chat: string; readonly n: number }
  /** Sees the line of a call that was answered or refused, regardless of earlier lines. */
  | { readonly do: 'see'; readonly by: number; readonly chat: string; readonly n: number }
  /** `alone`: one mention, regardless of earlier ones; `n`: all are read up to it. */
  | {
      readonly do: 'readMentions';
      readonly by: number;
      readonly chat: string;
      readonly n: number | null;
      readonly alone?: number;
    }
  | { readonly do: 'pin'; readonly by: number; readonly chat: string; readonly on: boolean }
  /** The notification level of a chat: all, only mentions and answers, or none; and until when. */
  | {
      readonly do: 'notify';
      readonly by: number;
      readonly chat: string;
      readonly on: boolean;
      readonly atOnly: boolean;
      readonly untilMs: number | null;
    }
  /** The time for which it was to be quiet was over. */
  | { readonly do: 'hearAgain'; readonly by: null; readonly person: number; readonly chat: string }
  /** Out of the list, and back into it. */
  | { readonly do: 'archive'; readonly by: number; readonly chat: string; readonly on: boolean }
  /** Marks as unread by hand: the whole chat, or from this message on. */
  | {
      readonly do: 'markUnread';
      readonly by: number;
      readonly chat: string;
      readonly on: boolean;
      readonly n: number | null;
    }
  | { readonly do: 'hide'; readonly by: number; readonly chat: string }
  | GroupCallAction
  | KeepAction
  | LeavingAction
  | ReportAction
  | {
      readonly do: 'found';
      readonly by: number;
      readonly chat: string;
      readonly name: string;
      readonly people: readonly number[];
      readonly row: number;
    }
  | {
      readonly do: 'admit';
      readonly by: number;
      readonly chat: string;
      readonly people: readonly number[];
      readonly row: number;
      /** They had requested to join, and one of these has accepted. */
      readonly letInBy?: readonly number[];
      /**
       * They joined by themselves, with a code of one of these users; null for a link or an unknown maker.
       */
      readonly codesOf?: readonly (number | null)[];
    }
  | { readonly do: 'remove'; readonly by: number; readonly chat: string; readonly person: number }
  | { readonly do: 'dissolve'; readonly by: number; readonly chat: string }
  | { readonly do: 'rename'; readonly by: number; readonly chat: string; readonly name: string }
  | { readonly do: 'set'; readonly by: number; readonly chat: string; readonly setting: Partial<Setting> }
  | {
      readonly do: 'promote';
      readonly by: number;
      readonly chat: string;
      readonly person: number;
      readonly role: OracleRole;
    }
  | { readonly do: 'handOver'; readonly by: number; readonly chat: string; readonly person: number }
  | {
      readonly do: 'silence';
      readonly by: number;
      readonly chat: string;
      readonly person: number;
      readonly untilSec: number;
    }
  /** `notifiesLater`: the text is erased, and the members are notified later. */
  | {
      readonly do: 'clear';
      readonly by: number | null;
      readonly chat: string;
      readonly n: number;
      readonly notifiesLater?: boolean;
    }
  | { readonly do: 'apply'; readonly by: number; readonly to: number; readonly application: number }
  | { readonly do: 'refuse' | 'withdraw'; readonly by: number; readonly application: number }
  | { readonly do: 'befriend'; readonly by: number; readonly with: number; readonly row: number }
  /** No other user is notified. */
  | { readonly do: 'block'; readonly by: number; readonly person: number; readonly on: boolean }
  | { readonly do: 'unfriend'; readonly by: number; readonly with: number }
  | { readonly do: 'configure'; readonly by: null; readonly rules: Rules }
  | {
      readonly do: 'appoint';
      readonly by: null;
      readonly person: number;
      readonly staff?: boolean;
      readonly active?: boolean;
    }
  | { readonly do: 'arrive'; readonly by: null; readonly person: number; readonly name: string }
  | { readonly do: 'meet'; readonly by: null; readonly people: readonly [number, number] }
  | { readonly do: 'call'; readonly by: number; readonly name: string }
  | { readonly do: 'discreet'; readonly by: number; readonly privacy: OraclePrivacy }
  | { readonly do: 'remark'; readonly by: number; readonly about: number; readonly name: string };

/** Calls of groups; `device` is the name that the page made when it joined. */
export type GroupCallAction =
  | {
      readonly do: 'joinCall';
      readonly by: number;
      readonly chat: string;
      readonly device: string;
      readonly call: string;
    }
  /** `by` null: its socket is gone, or its user may no longer take part. */
  | { readonly do: 'leaveCall'; readonly by: number | null; readonly chat: string; readonly device: string }
  | {
      readonly do: 'raiseHand';
      readonly by: number;
      readonly chat: string;
      readonly device: string;
      readonly on: boolean;
    }
  | { readonly do: 'banFromCall'; readonly by: number; readonly chat: string; readonly person: number }
  /** The last device left, or the group ended: then it leaves no record. */
  | { readonly do: 'endCall'; readonly by: null; readonly chat: string; readonly row: number | null };

export type LaterAction = Extract<Action, { do: 'putOff' | 'notSaid' | 'putOffEnds' | 'remind' }>;

export const ROLE = { owner: 1, manager: 2, member: 3 } as const;
export type OracleRole = (typeof ROLE)[keyof typeof ROLE];

/** Activity a user shares with others. */
export interface OraclePrivacy {
  readonly typing: boolean;
  readonly seen: 'all' | 'friends' | 'none';
  readonly read: boolean;
  readonly adds: OraclePrivacy['seen'];
  readonly calls: OraclePrivacy['seen'];
  readonly found: OraclePrivacy['seen'];
  readonly forwards: OraclePrivacy['seen'];
}

/** Permissions of all users of the server. */
export interface Rules {
  readonly privately: boolean;
  readonly founding: boolean;
  /** Members of a group; 0: as many as may be chosen at once. */
  readonly groupMax: number;
  readonly recallSec: number;
  /** Seconds during which authors may edit a message; 0: never. */
  readonly editSec: number;
  readonly erasing: boolean;
  /** All users of the server know each other. */
  readonly closed: boolean;
  /** A demonstration server: accounts cannot be ended. */
  readonly demo: boolean;
  /** The group that new users join; null: none. */
  readonly welcome: string | null;
  /** People find each other by name. */
  readonly listing: boolean;
}

/** Something to be listed; its ordinal and its time are the oracle's business. */
export interface NewLine {
  readonly row: number;
  readonly id: string;
  readonly kind: string;
  readonly words: string;
  /** Signs in them are marks; absent: they are not. */
  readonly marked?: boolean;
  /** Mentioned users; 0 means all members. */
  readonly at: readonly number[];
  /** Number of the quoted line. */
  readonly quotes: number | null;
  /** It asks this. */
  readonly poll?: AskedPoll | null;
  /** The user a contact card shows. */
  readonly shows?: number | undefined;
  /** Absent: it has no file, or the file is unknown. */
  readonly file?: SaidFile | undefined;
}

/** A file with the name its uploader gave it. */
export interface SaidFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Reports of users to the administrators, and their outcome. */
export type ReportAction =
  | {
      readonly do: 'report';
      readonly by: number;
      readonly report: number;
      readonly about: ReportedThing;
    }
  | { readonly do: 'decideReport'; readonly by: null; readonly report: number };

/** A line by its name on the wire, a person, or a group. */
export type ReportedThing =
  | { readonly kind: 'message'; readonly id: string }
  | { readonly kind: 'person'; readonly person: number }
  | { readonly kind: 'group'; readonly chat: string };

export const isReportAction = (action: { readonly do: string }): action is ReportAction =>
  action.do === 'report' || action.do === 'decideReport';

/** The fate of messages a user sent to others. */
export type SaidWords = 'stay' | 'go';

/** A user ends their account permanently, and everything private to them is erased some time later. */
export type LeavingAction =
  | { readonly do: 'endAccount'; readonly by: number; readonly words: SaidWords }
  | { readonly do: 'forget'; readonly by: null; readonly person: number };

export const isLeavingAction = (action: { readonly do: string }): action is LeavingAction =>
  action.do === 'endAccount' || action.do === 'forget';
