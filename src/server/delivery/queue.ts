import { serverLimits } from '../../domain/limits.ts';
import type { StreamId } from '../../domain/ids.ts';
import type { FreshEvent } from '../kernel/core.ts';

/** What waits for delivery in one stream: how far it goes, and the rows where they are at hand. */
export interface Waiting {
  upTo: number;
  rows: FreshEvent[];
}

/** Published events by stream. Rows beyond the limit are forgotten; the store has them. */
export class DeliveryQueue {
  private streams = new Map<StreamId, Waiting>();
  private rows = 0;

  get empty(): boolean {
    return this.streams.size === 0;
  }

  event(event: FreshEvent): void {
    const waiting = this.wake(event.stream, event.seq);
    if (this.rows >= serverLimits.gapFillMax) return;
    waiting.rows.push(event);
    this.rows += 1;
  }

  wake(stream: StreamId, seq: number): Waiting {
    const waiting = this.streams.get(stream) ?? { upTo: seq, rows: [] };
    waiting.upTo = Math.max(waiting.upTo, seq);
    this.streams.set(stream, waiting);
    return waiting;
  }

  take(): Map<StreamId, Waiting> {
    const taken = this.streams;
    this.streams = new Map();
    this.rows = 0;
    return taken;
  }
}
