import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { StoredMember } from './journal-rows.ts';

/** Data readers beside the writer may use without its rows. */
export interface Ahead {
  member(stream: StreamId, user: UserId): StoredMember | null;
  /** Number of the next transaction; null: use the snapshot's. */
  next(): number | null;
}
