import type { MessageId, MsgId, StreamId, UserId } from '../../domain/ids.ts';

export interface LedgerRow {
  readonly id: MessageId;
  readonly sender: UserId;
  readonly hash: string;
  readonly msgId: MsgId;
  readonly stream: StreamId;
  readonly seq: number;
  readonly createdAtMs: number;
}

export interface SendsReading {
  get(id: MessageId): Promise<LedgerRow | null>;
  getAll(ids: readonly MessageId[]): Promise<ReadonlyMap<MessageId, LedgerRow>>;
}

export interface SendsWriting {
  /** False if one of the ids was inserted concurrently. */
  insert(...rows: readonly LedgerRow[]): Promise<boolean>;
}

/** The ledger of sends in the order of its ids, for forgetting (SYNC-7). */
export interface LedgerReading {
  page(
    after: MessageId,
    limit: number,
  ): Promise<readonly { readonly id: MessageId; readonly createdAtMs: number }[]>;
}

export interface LedgerWriting {
  /**
   * Forgets the sends of one page, after one id up to another, that are older than this; how many (SYNC-7).
   */
  delete(after: MessageId, upTo: MessageId, beforeMs: number): Promise<number>;
}

export interface OpsReading {
  get(user: UserId, op: string): Promise<string | null>;
}

export interface OpsWriting {
  insert(user: UserId, op: string, answer: string): Promise<boolean>;
}

export interface UpkeepWriting {
  /**
   * Deletes expired operations, logins, codes (also shown ones) and invitations, at most this many of each
   * kind. Returns how many.
   */
  deleteExpired(limit: number): Promise<number>;
}

/** Count in a day, and the end of that day. */
export interface Day {
  readonly used: number;
  readonly endsMs: number;
}

/** Use of a quota in the current or last day (LIMIT-14). */
export interface SpentReading {
  of(name: string): Promise<Day | null>;
}

export interface SpentWriting {
  /** Adds to the use under this name; the first addition starts a day. Returns the current use. */
  add(name: string, cost: number, lengthMs: number): Promise<Day>;
}

/**
 * A posting command, with the facts known before it runs. A remote engine loads the data for such commands in
 * one round trip for all that arrived together. It is only a hint: a command that needs more still gets it,
 * only later.
 */
export interface Foretold {
  readonly by: UserId;
  readonly stream: StreamId;
  readonly id: MessageId;
  /** Login of a session that the command checks again. */
  readonly login: string | null;
}
