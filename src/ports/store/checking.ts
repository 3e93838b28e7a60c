import type { GroupId, MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { StreamRow } from './streams.ts';

/** A membership, with facts about its conversation and its user. */
/** The fields of a membership that refer to a message or an event. */
export type CheckedPlace =
  | 'begins after message'
  | 'has read up to message'
  | 'is told as having read up to message'
  | 'has seen mentions up to message';
export type CheckedSeq = 'begins after event' | 'ended with event';

export interface CheckedMember {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly isCurrent: boolean;
  /** The highest of all that points at messages or at events. */
  readonly places: Readonly<Record<CheckedPlace, number>>;
  readonly seqs: Readonly<Record<CheckedSeq, number>>;
  /** Null: the conversation does not exist. */
  readonly ends: { readonly head: number; readonly count: number } | null;
  readonly isPerson: boolean;
}

export interface CheckedGroup {
  readonly id: GroupId;
  readonly hasEnded: boolean;
  readonly owner: UserId;
  /** Number of members, as stored in the row and as counted from memberships. */
  readonly members: number;
  readonly memberships: number;
  /** Owners and managers among the current members. */
  readonly leaders: readonly UserId[];
}

export interface CheckedFile {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly digest: string;
  /** The first that has these bytes: for the others they need not be read again. */
  readonly isFirst: boolean;
}

/** Tables that refer to files. */
export type FileHolder = 'message_files' | 'emoji' | 'reactions' | 'moment_files' | 'reports';

/** All stored data, in parts and in key order, for the consistency check (CHECK-1). */
export interface CheckingReading {
  streams(after: string, limit: number): Promise<readonly StreamRow[]>;
  /** Ordinals in (after, upTo] that hold a message or a deleted one, in order; twice where it is both. */
  ordinals(stream: StreamId, after: number, upTo: number): Promise<readonly number[]>;
  /** Numbers of events in (after, upTo], in order. */
  seqs(stream: StreamId, after: number, upTo: number): Promise<readonly number[]>;
  /** The seq of an event outside of (floor, head]. */
  straySeq(stream: StreamId, floor: number, head: number): Promise<number | null>;
  newestMessage(): Promise<MsgId>;
  /** Messages with a number in (after, upTo] whose ordinal does not fit their conversation. */
  strayMessages(
    after: number,
    upTo: number,
  ): Promise<readonly { readonly stream: StreamId; readonly n: number }[]>;
  /**
   * Messages with a number in (after, upTo] whose digest does not match (CHECK-2); empty while digests are
   * still being made.
   */
  damagedMessages(
    after: number,
    upTo: number,
  ): Promise<readonly { readonly stream: StreamId; readonly n: number }[]>;
  members(
    after: { readonly stream: string; readonly user: number },
    limit: number,
  ): Promise<readonly CheckedMember[]>;
  groups(after: number, limit: number): Promise<readonly CheckedGroup[]>;
  /** Ids of files that rows of this kind name, each once. */
  heldFiles(holder: FileHolder, after: number, limit: number): Promise<readonly number[]>;
  /** Rows of files, in the order of their ids. */
  files(after: number, limit: number): Promise<readonly CheckedFile[]>;
}
