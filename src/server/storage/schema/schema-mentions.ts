import type { StreamId, UserId } from '../../../domain/ids.ts';

/** `user_id` 0 means all members (COUNT-3). */
export interface MentionsTable {
  stream: StreamId;
  user_id: number;
  n: number;
}

/**
 * `user_id` 0 means all members. `seq` 0: notified; above it: the edit whose push still waits; -1: the
 * mention was removed before its push was sent.
 */
export interface MentionNoticesTable {
  stream: StreamId;
  n: number;
  user_id: number;
  seq: number;
}

/** `unread` 1: added by an edit up to the mark; 0: read above it. */
export interface MentionsApartTable {
  stream: StreamId;
  user_id: UserId;
  n: number;
  unread: 0 | 1;
}
