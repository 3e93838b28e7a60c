import type { StreamId } from '../../domain/ids.ts';
import type { EventFacts } from './event-facts.ts';

/** Facts of events that a line of the timeline shows; they are kept longer than events (GROUP-27). */
export type GroupLineFacts = Extract<
  EventFacts,
  { readonly kind: 'rename' | 'removed' | 'groupSetting' | 'manager' | 'owner' | 'muted' }
>;

/** `seq` and `atMs` are those of the event; the line appears below the message `afterN`. */
export interface GroupLineRow {
  readonly stream: StreamId;
  readonly afterN: number;
  readonly seq: number;
  readonly atMs: number;
  readonly facts: GroupLineFacts;
}

export interface GroupLinesReading {
  /** The newest lines that appear below messages `from` to `to`, in their order. */
  between(stream: StreamId, from: number, to: number, limit: number): Promise<readonly GroupLineRow[]>;
}

export interface GroupLinesWriting {
  /** Above `keep` lines, the oldest are removed. */
  insert(row: GroupLineRow, keep: number): Promise<void>;
  /** Deletes the lines that appear below messages up to `n`. */
  clear(stream: StreamId, n: number): Promise<void>;
}
