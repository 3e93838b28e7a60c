import type { ColumnType } from 'kysely';
import type { UserId } from '../../../domain/ids.ts';

interface MomentsTable {
  id: ColumnType<number, never, never>;
  author: UserId;
  content: string;
  /** JSON. */
  pictures: string;
  created_at_ms: number;
  /** 1: visible only to the users in `moment_viewers`. */
  limited: ColumnType<number, number | undefined, number>;
}

interface MomentFilesTable {
  file_id: number;
  moment: number;
}

interface MomentViewersTable {
  moment: number;
  user_id: UserId;
}

interface LikesTable {
  moment: number;
  user_id: UserId;
  created_at_ms: number;
}

interface CommentsTable {
  id: ColumnType<number, never, never>;
  moment: number;
  author: UserId;
  reply_to: UserId | null;
  content: string;
  created_at_ms: number;
}

export interface MomentTables {
  moments: MomentsTable;
  moment_files: MomentFilesTable;
  moment_viewers: MomentViewersTable;
  likes: LikesTable;
  comments: CommentsTable;
}
