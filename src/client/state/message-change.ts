import type { Role } from '../../domain/contact.ts';
import type { MessageId, MsgId, UserId } from '../../domain/ids.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import type { EditedWords, ReactionCount, Replies } from '../../domain/message.ts';
import type { PollTally } from '../../domain/poll.ts';

/** A change of a message that stays: to its line, or to quotes of it. */
export type MessageChange =
  | EditedLine
  | ReactedLine
  | PolledLine
  | LinkedLine
  | RepliedLine
  | UpdatedLine
  | ReadLines
  | RoleLines
  /** Recalled or deleted, as quotes name it: no quote has its words (RECALL-2). */
  | { readonly kind: 'unquoted'; readonly msgId: MsgId };

export interface EditedLine {
  readonly kind: 'edited';
  readonly id: MessageId;
  /** The id by which quotes refer to it. */
  readonly msgId: MsgId | null;
  readonly words: EditedWords;
  readonly at: readonly number[];
}

/** `mine` null: the viewer's own reactions did not change. */
export interface ReactedLine {
  readonly kind: 'reacted';
  readonly id: MessageId;
  readonly at: number;
  readonly counts: readonly ReactionCount[];
  readonly mine: readonly string[] | null;
}

/** `mine` null: the viewer's own vote did not change. */
export interface PolledLine extends Pick<PollTally, 'at' | 'counts' | 'voters' | 'closed'> {
  readonly kind: 'polled';
  readonly id: MessageId;
  readonly mine: readonly number[] | null;
}

/** `link` null: the card was removed. */
export interface LinkedLine {
  readonly kind: 'linked';
  readonly id: MessageId;
  readonly link: LinkPreview | null;
}

/** How many answers there are, by the ordinal of the first message of a thread. */
export interface RepliedLine extends Replies {
  readonly kind: 'replied';
  readonly n: number;
}

/** The end of a call, or what a plain server changes; null: that stays. */
export interface UpdatedLine {
  readonly kind: 'updated';
  readonly id: MessageId;
  readonly content: string | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** All messages of a member in a group show their present role (GROUP-33). */
export interface RoleLines {
  readonly kind: 'role';
  readonly user: UserId;
  readonly role: Role;
}

/** Messages of `by` that the other side has read: these, or all up to this number. */
export type ReadLines = { readonly kind: 'read'; readonly by: UserId } & (
  | { readonly ids: readonly MessageId[] }
  | { readonly upTo: MsgId }
);
