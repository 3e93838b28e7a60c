import type { StreamId } from '../../domain/ids.ts';
import type { EventFacts } from './event-facts.ts';

/** Facts of events that a line of the timeline tells of; they stand longer than events do (GROUP-27). */
export type GroupLineFacts = Extract<
  EventFacts,
  { readonly kind: 'rename' | 'removed' | 'groupSetting' | 'manager' | 'owner' | 'muted' }
>;

/** `seq` and `atMs` are those of the event; it stands below the message `afterN`. */
export interface GroupLineRow {
  readonly stream: StreamId;
  readonly afterN: number;
  readonly seq: number;
  readonly atMs: number;
  readonly facts: GroupLineFacts;
}

export interface GroupLinesReading {
  /** Of those that stand below messages `from` to `to` the newest, in their order. */
  between(stream: StreamId, from: number, to: number, limit: number): Promise<readonly GroupLineRow[]>;
}

export interface GroupLinesWriting {
  /** Of more than `keep` the oldest go. */
  insert(row: GroupLineRow, keep: number): Promise<void>;
  /** Those that stand below messages up to `n`. */
  clear(stream: StreamId, n: number): Promise<void>;
}
