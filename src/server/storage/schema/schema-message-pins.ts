import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';

export interface MessagePinsTable {
  msg_id: MsgId;
  stream: StreamId;
  n: number;
  seq: number;
  by_user: UserId;
  at_ms: number;
  after_n: number;
}
