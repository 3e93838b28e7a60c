import type { StreamId } from '../../../domain/ids.ts';

/** Messages that are still to be put into `word_blocks`. */
export interface UnwordedTable {
  stream: StreamId;
  n: number;
}

/** See `domain/word-blocks.ts`. */
export interface WordBlocksTable {
  stream: StreamId;
  from_n: number;
  words: string;
}

/** See `domain/word-grams.ts`; only on the embedded engine. */
export interface WordGroupsTable {
  stream: StreamId;
  from_n: number;
  to_n: number;
  /** JSON. */
  begins: string;
}

export interface WordBitsTable {
  stream: StreamId;
  part: number;
  from_n: number;
  bits: Uint8Array;
}

/** Conversations that were there before `word_blocks`: put in up to `done`, to be put in up to `up_to`. */
export interface WordBacklogTable {
  stream: StreamId;
  done: number;
  up_to: number;
}
