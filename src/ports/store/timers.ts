import type { StreamId } from '../../domain/ids.ts';
import type { Timer } from '../../domain/vanish.ts';

/** A timer of a conversation that may still have messages (VANISH-2). */
export interface TimerRow extends Timer {
  readonly stream: StreamId;
  /** All that was due up to this ordinal is erased. */
  readonly doneN: number;
  /** The next due time is not earlier; null: its messages stay. */
  readonly lookMs: number | null;
}

export interface TimersReading {
  /** Sorted by ordinal. */
  of(stream: StreamId): Promise<readonly TimerRow[]>;
  /** Conversations in which something may be due, the longest due first. */
  due(nowMs: number, limit: number): Promise<readonly StreamId[]>;
}

export interface TimersWriting {
  /** Replaces a timer at the same ordinal. */
  put(row: TimerRow): Promise<void>;
  delete(stream: StreamId, n: number): Promise<void>;
}
