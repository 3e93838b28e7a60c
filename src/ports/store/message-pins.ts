import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';

/** A message that is pinned in its conversation (PINS-1). `seq` and `atMs` are those of the event. */
export interface MessagePinRow {
  readonly msgId: MsgId;
  readonly stream: StreamId;
  readonly n: number;
  readonly seq: number;
  readonly by: UserId;
  readonly atMs: number;
  /** The newest message then. */
  readonly afterN: number;
}

export interface MessagePinsReading {
  /** Newest first. */
  list(stream: StreamId): Promise<readonly MessagePinRow[]>;
  has(msgId: MsgId): Promise<boolean>;
  count(stream: StreamId): Promise<number>;
}

/** Deleting or clearing a message also removes its pin. */
export interface MessagePinsWriting {
  insert(row: MessagePinRow): Promise<void>;
  delete(msgId: MsgId): Promise<void>;
}
