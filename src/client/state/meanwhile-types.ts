import type { MessageId, MsgId } from '../../domain/ids.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import type { EditedWords, ReactionCount, Replies } from '../../domain/message.ts';
import type { PollTally } from '../../domain/poll.ts';

/** What was told while a page was on its way: the page may have been read before that. */
export interface Meanwhile {
  readonly edited?: readonly EditedLine[] | undefined;
  /** Recalled or deleted, as quotes name it: no quote of a page has its words (RECALL-2). */
  readonly unquoted?: readonly MsgId[] | undefined;
  readonly reacted?: readonly ReactedLine[] | undefined;
  readonly polled?: readonly PolledLine[] | undefined;
  readonly linked?: readonly LinkedLine[] | undefined;
  /** How many answers there are. */
  readonly replied?: readonly RepliedLine[] | undefined;
}

export interface EditedLine {
  readonly id: MessageId;
  /** By which it is quoted. */
  readonly msgId: MsgId | null;
  readonly words: EditedWords;
  readonly at: readonly number[];
}

/** `mine` null: one's own did not change. */
export interface ReactedLine {
  readonly id: MessageId;
  readonly at: number;
  readonly counts: readonly ReactionCount[];
  readonly mine: readonly string[] | null;
}

/** `mine` null: one's own did not change. */
export interface PolledLine extends Pick<PollTally, 'at' | 'counts' | 'voters' | 'closed'> {
  readonly id: MessageId;
  readonly mine: readonly number[] | null;
}

/** `link` null: the card is gone. */
export interface LinkedLine {
  readonly id: MessageId;
  readonly link: LinkPreview | null;
}

/** By the ordinal of the first message of a thread. */
export interface RepliedLine extends Replies {
  readonly n: number;
}
