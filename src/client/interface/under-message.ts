import type { ContactId, MessageId, UserId } from '../../domain/ids.ts';
import type { Poll } from '../../domain/poll.ts';
import type { Result } from '../../domain/result.ts';
import type { Answer, Failure } from './answer.ts';

/** A user who chose an option of an open poll. */
export interface Voter {
  readonly atMs: number;
  readonly id: UserId;
  /** The viewer's own name for that user, otherwise their real name. */
  readonly name: string;
  readonly avatar: string;
}

export interface PollActions {
  /** Stored and queued before this returns, like any message (POLL-1). */
  sendPoll(id: ContactId, question: string, poll: Poll): Promise<Result<MessageId, Failure>>;
  /** The user's current choice, by option numbers; an empty list withdraws it. Shown at once (POLL-3). */
  vote(to: ContactId, id: MessageId, options: readonly number[]): Answer;
  /** Ends the poll for all members (POLL-7). */
  closePoll(id: MessageId): Answer;
  /** Users who chose an option, newest first, and their total number (POLL-6). */
  voters(
    id: MessageId,
    option: number,
    page: number,
  ): Answer<{ readonly rows: readonly Voter[]; readonly total: number }>;
}

export interface ReactionActions {
  /** Puts an emoji under a message, or takes it away; shown at once (REACT-5). */
  react(to: ContactId, id: MessageId, emoji: string, on: boolean): Answer;
  /** Users who reacted, newest first, and their total number (REACT-8). */
  reactionPeople(
    id: MessageId,
    page: number,
  ): Answer<{ readonly rows: readonly Reactor[]; readonly total: number }>;
  /** Readers of the user's own group message, out of the members who share read receipts (READBY-1). */
  readBy(id: MessageId): Answer<{ readonly rows: readonly MessageReader[]; readonly of: number }>;
}

export interface CardActions {
  /** Removes the card of this page under the user's own text for all members; shown at once (PREVIEW-11). */
  removePreview(to: ContactId, id: MessageId, url: string): Answer;
}

/** Actions on what is under a message; each part has its own. */
export type PartActions = PollActions & ReactionActions & CardActions;

/** A user who has read a message. */
export type MessageReader = Pick<Reactor, 'id' | 'name' | 'avatar'>;

/** A user who reacted, and the emoji. */
export interface Reactor {
  readonly emoji: string;
  readonly atMs: number;
  readonly id: UserId;
  /** The viewer's own name for that user, otherwise their real name. */
  readonly name: string;
  readonly avatar: string;
}
