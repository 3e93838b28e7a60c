import type { MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';

interface ScheduledTable {
  user_id: UserId;
  id: MessageId;
  body: string;
  due_ms: number;
  look_ms: number | null;
  failed: string;
}

interface RemindersTable {
  user_id: UserId;
  msg_id: MsgId;
  stream: StreamId;
  n: number;
  due_ms: number;
  look_ms: number | null;
}

export interface LaterTables {
  scheduled: ScheduledTable;
  reminders: RemindersTable;
}
