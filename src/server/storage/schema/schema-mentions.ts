import type { StreamId, UserId } from '../../../domain/ids.ts';

/** `user_id` 0 stands for everyone (COUNT-3). */
export interface MentionsTable {
  stream: StreamId;
  user_id: number;
  n: number;
}

/** `unread` 1: added by an edit up to the mark; 0: read above it. */
export interface MentionsApartTable {
  stream: StreamId;
  user_id: UserId;
  n: number;
  unread: 0 | 1;
}
