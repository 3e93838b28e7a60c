import type { MsgId } from '../../domain/ids.ts';

/** Records of calls that nobody has answered yet, oldest first (CALL-30). */
export interface CallsReading {
  ringing(limit: number): Promise<readonly { readonly msgId: MsgId; readonly sinceMs: number }[]>;
  /** Answered calls that are not over; `seenMs`: when a server last said that it follows them (CALL-40). */
  talking(
    limit: number,
  ): Promise<readonly { readonly msgId: MsgId; readonly sinceMs: number; readonly seenMs: number }[]>;
  /** Answered and not over. */
  isTalking(msgId: MsgId): Promise<boolean>;
}

export interface CallsWriting {
  /** A call rings from now on. */
  addRinging(msgId: MsgId): Promise<void>;
  /** It was answered or is over; false when it rang no more. */
  endRinging(msgId: MsgId): Promise<boolean>;
  /** It was answered (CALL-40). */
  addTalking(msgId: MsgId): Promise<void>;
  /** A server still follows it; false when nobody talks there. */
  seenTalking(msgId: MsgId): Promise<boolean>;
  /** It is over; false when nobody talks there, or when it was seen after `seenUpToMs`. */
  endTalking(msgId: MsgId, seenUpToMs?: number): Promise<boolean>;
}
