import type { ContactId, MessageId, UserId } from '../../domain/ids.ts';
import type { Poll } from '../../domain/poll.ts';
import type { Result } from '../../domain/result.ts';
import type { Answer, Failure } from './answer.ts';

/** Somebody who has chosen an option of an open poll. */
export interface Voter {
  readonly atMs: number;
  readonly id: UserId;
  /** One's own name for that person, else theirs. */
  readonly name: string;
  readonly avatar: string;
}

export interface PollActions {
  /** Stored and queued before this returns, like any message (POLL-1). */
  sendPoll(id: ContactId, question: string, poll: Poll): Promise<Result<MessageId, Failure>>;
  /** What one chooses now, by the numbers of options; none takes it back. Shown at once (POLL-3). */
  vote(to: ContactId, id: MessageId, options: readonly number[]): Answer;
  /** Ends it for everybody (POLL-7). */
  closePoll(id: MessageId): Answer;
  /** Who has chosen an option, newest first, and how many there are (POLL-6). */
  voters(
    id: MessageId,
    option: number,
    page: number,
  ): Answer<{ readonly rows: readonly Voter[]; readonly total: number }>;
}
