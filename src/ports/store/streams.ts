import type { StreamId } from '../../domain/ids.ts';
import type { EventFacts } from './event-facts.ts';

/** Progress of a store: the number of a transaction below which all have ended. */
export type StorePoint = number;

export interface StreamRow {
  readonly stream: StreamId;
  readonly head: number;
  /** Messages listed so far; the next one gets `count + 1`. */
  readonly count: number;
  /** Events up to here were pruned; 0 = none. */
  readonly floor: number;
  /** Transaction number of the last event. */
  readonly tx: number;
  readonly lastAtMs: number;
}

export interface EventRow {
  readonly stream: StreamId;
  readonly seq: number;
  readonly tx: number;
  readonly atMs: number;
  readonly facts: EventFacts;
}

export interface StreamsReading {
  get(stream: StreamId): Promise<StreamRow | null>;
  /** Events with seq in (after, after + limit], in order. */
  events(stream: StreamId, after: number, limit: number): Promise<readonly EventRow[]>;
  /** The streams among these with an event at or above transaction `tx`, in order of id. */
  changedSince(streams: readonly StreamId[], tx: StorePoint): Promise<readonly StreamRow[]>;
  /** Events of one stream at or above transaction `tx` and above `afterSeq`, in order. */
  eventsSince(
    stream: StreamId,
    tx: StorePoint,
    afterSeq: number,
    limit: number,
  ): Promise<readonly EventRow[]>;
  /** Rises with each command of another process beside this server (ADMIN-2). */
  outside(): Promise<number>;
  /** All streams of conversations, in order of id, for periodic work on them. */
  names(after: string, limit: number): Promise<readonly StreamId[]>;
  /** Number that the next transaction will get; a cursor taken now (STREAM-7). */
  now(): Promise<StorePoint>;
}

export interface StreamsWriting {
  /** Makes the stream when it is new; returns it. */
  open(stream: StreamId): Promise<StreamRow>;
  /**
   * Next place in a stream: head + 1, and count + 1 with `listed`; or the given number of places. Returns the
   * last of them and the time, which is the greater of now and the stream's last. The caller then appends
   * exactly one event for each.
   */
  advance(
    stream: StreamId,
    listed: boolean,
    places?: number,
  ): Promise<{ readonly seq: number; readonly n: number; readonly atMs: number }>;
  append(...events: readonly Omit<EventRow, 'tx'>[]): Promise<void>;
  /**
   * Drops at most `limit` events that are older than `beforeMs`, or not among the newest `keep` of
   * their stream, from the low end of each stream, and raises its `floor`. Returns how many (SYNC-2).
   */
  prune(beforeMs: number, keep: number, limit: number): Promise<number>;
  /** Drops the events of an ended stream up to this one; `nextAtMs`: the time of the next. */
  drop(stream: StreamId, upTo: number, nextAtMs: number): Promise<void>;
}

/** The time from a start of a node to the next start of any (STREAM-20). */
export interface Chapter {
  readonly id: string;
  /** Number of the transaction that began it, in the first database. */
  readonly from: number;
}

/** Identity of this database's history (STREAM-9). */
export interface HistoryReading {
  /** Random text, renewed when a new history begins. */
  epoch(): Promise<string>;
  /** The newest first, some dozens. */
  chapters(): Promise<readonly Chapter[]>;
  /** Random text, made with the database and never changed. */
  home(): Promise<string>;
  /** Size of the database, as its engine reports it. */
  bytes(): Promise<number>;
}

export interface HistoryWriting {
  beginChapter(id: string): Promise<void>;
  /** Begins a new history; false if the current one is no longer `instead`. */
  renewEpoch(fresh: string, instead: string): Promise<boolean>;
}

export interface MetaWriting {
  /** Returns the stored signing key, or another secret; stores this one if there is none yet. */
  keepSecret(fresh: string, name?: 'secret' | 'metrics'): Promise<string>;
  /**
   * Writes as much as a message does, with a different text each time: an unchanged row would write nothing
   * (OPS-2).
   */
  tryWriting(): Promise<void>;
  /** Notifies running servers of this process's writes. */
  noteOutside(): Promise<void>;
}
