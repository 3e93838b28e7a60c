import type { StreamId } from '../domain/ids.ts';

/** Wake-ups between nodes. It may lose and reorder; a node reads what it missed from the store (NODE-1). */
export interface Bus {
  /** Other nodes write into the same store: each reads once a second what moved there (NODE-2). */
  readonly shared?: boolean;
  publish(note: BusNote): void;
  subscribe(run: (note: BusNote) => void): () => void;
  close(): Promise<void>;
}

/** `stream` moved to `seq`, or an administrator changed the configuration. */
export type BusNote =
  | { readonly kind: 'stream'; readonly stream: StreamId; readonly seq: number }
  | { readonly kind: 'config' };
