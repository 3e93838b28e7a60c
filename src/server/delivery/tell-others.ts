import type { Bus } from '../../ports/bus.ts';
import type { FreshEvent } from '../kernel/core.ts';

/** Wakes the other nodes and sends them the written rows, which saves them a query (NODE-15). */
export function tellOthers(bus: Bus, events: readonly FreshEvent[]): void {
  for (const event of events) {
    const { stream, seq } = event;
    bus.publish({ kind: 'stream', stream, seq, ...(bus.talks === true && { row: shareable(event) }) });
  }
}

/** Only a message carries its content; content of other events is read at delivery (STREAM-4). */
const shareable = (event: FreshEvent): FreshEvent =>
  event.facts.kind === 'message' || event.message === undefined ? event : { ...event, message: undefined };
