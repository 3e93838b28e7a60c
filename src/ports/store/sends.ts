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
