import type { StreamId } from '../domain/ids.ts';
import type { EventRow, MessageRow } from './store.ts';

/** Wake-ups between nodes. It may lose and reorder; a node reads what it missed from the store (NODE-1). */
export interface Bus {
  /** Other nodes write into the same store: each reads once a second what moved there (NODE-2). */
  readonly shared?: boolean;
  /** It also carries messages between nodes: presence, calls, binds (NODE-3). */
  readonly talks?: boolean;
  /** Counts of rate limits that all nodes share; absent: each counts for itself. */
  readonly rates?: SharedRates;
  /** How it is; absent: always there. */
  state?(): BusState;
  publish(note: BusNote): void;
  subscribe(listener: (note: BusNote) => void): () => void;
  close(): Promise<void>;
}

export interface BusState {
  /** Messages published now reach the other nodes. */
  readonly up: boolean;
  /** Time from a publication to its own receipt. */
  readonly lagMs: number;
  /** Notes that could not be published since the start. */
  readonly losses: number;
}

/** Adds to a count of all nodes; `learned` reports the sum when it is known. */
export interface SharedRates {
  add(key: string, cost: number, windowMs: number): void;
  learned(listener: (key: string, count: number, leftMs: number) => void): void;
}

/** A written event, with its message if it has one. */
export interface SaidEvent extends EventRow {
  readonly message?: MessageRow | undefined;
}

/** `stream` moved to `seq`, an administrator changed the configuration, or a message of a node. */
export type BusNote =
  | {
      readonly kind: 'stream';
      readonly stream: StreamId;
      readonly seq: number;
      /** The written event: a node that has all earlier events need not read the store (NODE-15). */
      readonly row?: SaidEvent | undefined;
    }
  | { readonly kind: 'config' }
  | NodeWord;

/** A message from one node to another, or to all of them. */
export interface NodeWord {
  readonly kind: 'node';
  readonly from: string;
  /** Null: to all. */
  readonly to: string | null;
  readonly what: string;
  /** A question has an id, its answer has the same. */
  readonly id?: string;
  readonly data?: unknown;
}
