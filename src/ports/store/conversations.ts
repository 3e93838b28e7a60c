import type { Album } from '../../domain/album.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { Timer } from '../../domain/vanish.ts';
import type { GroupCallRow } from './group-calls.ts';
import type { EventFacts } from './event-facts.ts';
import type { GroupRow } from './groups.ts';
import type { MemberRow } from './members.ts';
import type { MessageRow } from './messages.ts';
import type { StreamRow } from './streams.ts';
import type { UserRow } from './users.ts';

/** A user's fields in a list. */
export type PersonCard = Pick<UserRow, 'id' | 'account' | 'realname' | 'avatar' | 'email' | 'active'>;

/** A message's fields in a list. */
export type LastRow = Omit<MessageRow, 'msgId' | 'at' | 'pid' | 'rev' | 'root' | 'only'> & {
  readonly album?: Album | null;
};

/** One conversation of one user with exactly the fields of a contact row, because lists are long. */
export interface ConversationView {
  readonly member: Omit<MemberRow, 'fromSeq' | 'inviter' | 'joinedAtMs' | 'told'>;
  readonly stream: Pick<StreamRow, 'stream' | 'head' | 'count'>;
  /** Newest visible message that remains. */
  readonly last: LastRow | null;
  readonly mentions: number;
  /** One-to-one: the partner, my remark for the partner, the partner's mark. */
  readonly partner: { readonly user: PersonCard; readonly nickname: string; readonly mark: number } | null;
  readonly group: GroupRow | null;
  /** The live call of the group. */
  readonly groupCall?: GroupCallRow | undefined;
  /** Sorted by ordinal; absent: no timer was ever set. */
  readonly timers?: readonly Timer[] | undefined;
}

/** The ordinal up to which everything is removed, and the actor; null: removed by age. */
export interface Clearing {
  readonly n: number;
  readonly by: UserId | null;
}

/** The event with which a group ended, and who ended it. */
export interface Dissolving {
  readonly seq: number;
  readonly by: UserId;
}

/** Views in order of their names, and the name of the last one for the next part. */
export interface ConversationsPart {
  readonly views: readonly ConversationView[];
  readonly last: StreamId;
}

export interface ConversationsReading {
  /** Views of these conversations that the user is a member of, in order of their names. */
  of(user: UserId, streams: readonly StreamId[]): Promise<readonly ConversationView[]>;
  /**
   * All conversations of the user in parts: those after a name, in the store's own order. Null: no further
   * part.
   */
  part(user: UserId, after: StreamId | null): Promise<ConversationsPart | null>;
  one(user: UserId, stream: StreamId): Promise<ConversationView | null>;
}

export interface ClearingsReading {
  get(stream: StreamId): Promise<Clearing | null>;
  /** Conversations that are being cleared, in order of id. */
  list(limit: number): Promise<readonly StreamId[]>;
}

export interface ClearingsWriting {
  /**
   * Stored until `endClearing`, so that an interrupted clearing is completed; of two the further one wins.
   */
  begin(stream: StreamId, clearing: Clearing): Promise<void>;
  /** Null if another caller has ended it. */
  end(stream: StreamId): Promise<Clearing | null>;
}

export interface DissolvingsReading {
  get(stream: StreamId): Promise<Dissolving | null>;
  /** Dissolved groups with members that are not notified yet, in order of id. */
  list(limit: number): Promise<readonly StreamId[]>;
}

export interface DissolvingsWriting {
  /** Stored until `end`, so that an interrupted dissolution is completed. */
  begin(stream: StreamId, dissolving: Dissolving): Promise<void>;
  end(stream: StreamId): Promise<void>;
}

/** A timer of a conversation that may still have messages (VANISH-2). */
export interface TimerRow extends Timer {
  readonly stream: StreamId;
  /** All that was due up to this ordinal is erased. */
  readonly doneN: number;
  /** The next due time is not earlier; null: its messages stay. */
  readonly lookMs: number | null;
}

export interface TimersReading {
  /** Sorted by ordinal. */
  of(stream: StreamId): Promise<readonly TimerRow[]>;
  /** Conversations in which something may be due, the longest due first. */
  listDue(nowMs: number, limit: number): Promise<readonly StreamId[]>;
}

export interface TimersWriting {
  /** Replaces a timer at the same ordinal. */
  save(row: TimerRow): Promise<void>;
  delete(stream: StreamId, n: number): Promise<void>;
}

/** Facts of events that a line of the timeline shows; they are kept longer than events (GROUP-27). */
export type GroupLineFacts = Extract<
  EventFacts,
  { readonly kind: 'rename' | 'removed' | 'groupSetting' | 'manager' | 'owner' | 'muted' }
>;

/** `seq` and `atMs` are those of the event; the line appears below the message `afterN`. */
export interface GroupLineRow {
  readonly stream: StreamId;
  readonly afterN: number;
  readonly seq: number;
  readonly atMs: number;
  readonly facts: GroupLineFacts;
}

export interface GroupLinesReading {
  /** The newest lines that appear below messages `from` to `to`, in their order. */
  between(stream: StreamId, from: number, to: number, limit: number): Promise<readonly GroupLineRow[]>;
}

export interface GroupLinesWriting {
  /** Above `keep` lines, the oldest are removed. */
  insert(row: GroupLineRow, keep: number): Promise<void>;
  /** Deletes the lines that appear below messages up to `n`. */
  clear(stream: StreamId, n: number): Promise<void>;
}
