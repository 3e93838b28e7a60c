import type { StreamId, UserId } from '../../../domain/ids.ts';

/** Work that was started and must complete in any case. */
export interface ClearingsTable {
  stream: StreamId;
  n: number;
  /** Null: it was old. */
  by_user: UserId | null;
}

/** The event that ended a group, and its author; `tables-dissolvings.ts`. */
export interface DissolvingsTable {
  stream: StreamId;
  seq: number;
  by_user: UserId;
}
