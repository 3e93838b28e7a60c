import type { MsgId } from '../../domain/ids.ts';

/** Records of unanswered calls, oldest first (CALL-30). */
export interface CallsReading {
  ringing(limit: number): Promise<readonly { readonly msgId: MsgId; readonly sinceMs: number }[]>;
  /**
   * Answered calls that are not over; `seenMs`: the last time that a server reported following them
   * (CALL-40).
   */
  talking(
    limit: number,
  ): Promise<readonly { readonly msgId: MsgId; readonly sinceMs: number; readonly seenMs: number }[]>;
  /** Answered and not over. */
  isTalking(msgId: MsgId): Promise<boolean>;
}

export interface CallsWriting {
  /** A call rings from now on. */
  addRinging(msgId: MsgId): Promise<void>;
  /** The call was answered or ended; false if it was not ringing. */
  endRinging(msgId: MsgId): Promise<boolean>;
  /** It was answered (CALL-40). */
  addTalking(msgId: MsgId): Promise<void>;
  /** A server still follows the call; false if it has ended. */
  refreshTalking(msgId: MsgId): Promise<boolean>;
  /** The call has ended; false if it was not running, or was seen after `lastSeenMs`. */
  endTalking(msgId: MsgId, lastSeenMs?: number): Promise<boolean>;
}
