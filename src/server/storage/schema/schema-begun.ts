import type { StreamId, UserId } from '../../../domain/ids.ts';

/** What was begun and is brought to its end whatever happens meanwhile. */
export interface ClearingsTable {
  stream: StreamId;
  n: number;
  /** Null: it was old. */
  by_user: UserId | null;
}

/** With which event a group ended, and by whom; `tables-dissolvings.ts`. */
export interface DissolvingsTable {
  stream: StreamId;
  seq: number;
  by_user: UserId;
}
