import type { Quiet } from './alert.ts';
import type { GroupCall } from './group-call.ts';
import type { GroupSetting } from './group-fields.ts';
import type { ContactId, StreamId, UserId } from './ids.ts';
import type { LastMessage } from './message.ts';
import type { Timer } from './vanish.ts';

export type ContactKind = 'person' | 'group' | 'system' | 'notice' | 'favourites';

/** Roles in a group, as the wire and the rows number them: each may do more than the next (ROLE-1). */
export const GROUP_ROLE = { owner: 1, manager: 2, member: 3 } as const;
export type Role = (typeof GROUP_ROLE)[keyof typeof GROUP_ROLE];

/** Roles of an account, as the wire and the rows number them; `first` registered first (START-3). */
export const USER_ROLE = { user: 0, first: 1, administrator: 2 } as const;

export interface GroupFacts {
  readonly ownerId: UserId;
  readonly role: Role;
  readonly setting: GroupSetting;
  readonly notice: string;
  /** Unix seconds until which I am muted; 0 for not muted. */
  readonly mutedUntilSec: number;
  readonly members: number;
}

/**
 * Marked as unread by hand (UNREAD-1): the whole chat, or from the message with this ordinal on (UNREAD-3).
 */
export type UnreadMark = boolean | number;

/** Server facts about a conversation: a row of `getContacts`, an `addGroup`, an `appendContact`. */
export interface ContactFacts {
  readonly id: ContactId;
  readonly kind: ContactKind;
  readonly displayName: string;
  readonly realname: string;
  readonly account: string;
  readonly avatar: string;
  readonly namePy: string;
  /** Letter of the address book; `#` for groups and unknown letters. */
  readonly index: string;
  readonly isTop: boolean;
  /** Notifications on. */
  readonly isNotice: boolean;
  /** Present if the flag is too coarse: mentions notify, or the mute has an end (ALERT-1). */
  readonly quiet?: Quiet | undefined;
  readonly isOnline: boolean;
  /** Put away until more messages than these are listed (ARCHIVED-1). */
  readonly archivedTo?: number;
  readonly marked?: true | number;
  readonly last: LastMessage | null;
  readonly lastSentAtMs: number;
  readonly unread: number;
  readonly mentions: number;
  readonly group: GroupFacts | null;
  /** Position of the facts in the stream; null from a server that does not number events. */
  readonly position: ContactPosition | null;
  /** In the order of their ordinals; absent: no timer was ever set (VANISH-2). */
  readonly timers?: readonly Timer[] | undefined;
  /** The call that the group has now (GCALL-1); absent: none. */
  readonly groupCall?: GroupCall | null | undefined;
}

/** Counting facts of one moment of the stream (COUNT-1, COUNT-3). */
export interface ContactPosition {
  readonly stream: StreamId;
  readonly seq: number;
  readonly count: number;
  readonly mark: number;
  readonly own: number;
  readonly mentionMark: number;
  /** Messages at or below this ordinal are hidden from the list; 0 = never hidden (LIST-8). */
  readonly hiddenTo: number;
  /** One-to-one: the partner has read up to here. */
  readonly peerMark: number;
}

/**
 * Counting is arithmetic on ordinals, never a count over messages (COUNT-1). `count`: listed messages;
 * `mark`: read up to this ordinal; `own`: the user's messages after the mark. The clamp only matters while a
 * mark has arrived before its messages.
 */
export const unreadOf = (at: { count: number; mark: number; own: number }): number =>
  Math.max(0, at.count - at.mark - at.own);

/** Hidden until a message after `hiddenTo` is listed (LIST-8). */
export const isHidden = (at: { count: number; hiddenTo: number }): boolean =>
  at.hiddenTo > 0 && at.count <= at.hiddenTo;

/**
 * Archived up to a number of messages, and back in the list while it has an unread mention (ARCHIVED-1,
 * ARCHIVED-3).
 */
export const isArchived = (at: {
  readonly count: number;
  readonly mentions: number;
  readonly archivedTo?: number | null | undefined;
}): boolean => typeof at.archivedTo === 'number' && at.mentions === 0 && at.count <= at.archivedTo;

/** No number of messages brings it back. */
export const ARCHIVED_FOR_GOOD = 2_147_483_647;
