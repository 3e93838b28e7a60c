import type { ColumnType } from 'kysely';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { PushKind, PushPlatform } from '../../../ports/store/push.ts';
import type { Flag } from './schema.ts';

interface PushSubsTable {
  cid: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  platform: PushPlatform;
  language: 'zh' | 'en';
  shows_words: Flag;
  made_ms: number;
}

interface PushJobsTable {
  id: ColumnType<number, never, never>;
  kind: PushKind;
  stream: StreamId;
  seq: number;
  msg_id: MsgId;
  cid: string;
  /** Due time; moved ahead by the node that processes it. */
  due_ms: number;
  tries: number;
}

interface PushSeenTable {
  stream: StreamId;
  user_id: UserId;
  seq: number;
  at_ms: number;
}

interface PushShownTable {
  cid: string;
  tag: string;
  /** The message it shows; 0: unknown. */
  msg_id: MsgId;
  at_ms: number;
}

export interface PushTables {
  push_subs: PushSubsTable;
  push_jobs: PushJobsTable;
  push_seen: PushSeenTable;
  push_shown: PushShownTable;
}
