import type { Outgoing } from '../../domain/message.ts';
import type { Tried } from './age.ts';

/** An unsent message as it lies in the `outbox` records, under its id (SEND-3). */
export interface StoredItem {
  readonly message: Outgoing;
  readonly user: number;
  /** Rises with each message of this device; ids do not sort by time. */
  readonly order: number;
  /** `sending`: an attempt was made, its outcome is not known here. */
  readonly status: 'queued' | 'sending' | 'failed' | 'recalling';
  readonly reason: string | null;
  /** Taken back while its outcome was not known (SEND-13). */
  readonly discarded: boolean;
  /** Null, or missing in older records: never tried. */
  readonly tried?: Tried | null;
  /** What another tab wants of the tab that sends. */
  readonly asked: 'retry' | 'discard' | null;
}

export function isStoredItem(value: unknown): value is StoredItem {
  const item = value as Partial<StoredItem> | null;
  return (
    typeof item === 'object' &&
    item !== null &&
    typeof item.order === 'number' &&
    typeof item.message?.id === 'string' &&
    typeof item.message.to === 'string'
  );
}
