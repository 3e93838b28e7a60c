import type { StreamId } from '../../domain/ids.ts';
import type { Timer } from '../../domain/vanish.ts';

/** A timer of a conversation under which messages may still stand (VANISH-2). */
export interface TimerRow extends Timer {
  readonly stream: StreamId;
  /** All that was due up to this ordinal is erased. */
  readonly doneN: number;
  /** Nothing is due before; null: its messages stay. */
  readonly lookMs: number | null;
}

export interface TimersReading {
  /** In the order of their ordinals. */
  of(stream: StreamId): Promise<readonly TimerRow[]>;
  /** Conversations in which something may be due, the longest due first. */
  due(nowMs: number, limit: number): Promise<readonly StreamId[]>;
}

export interface TimersWriting {
  /** Takes the place of one at the same ordinal. */
  put(row: TimerRow): Promise<void>;
  delete(stream: StreamId, n: number): Promise<void>;
}
