import type { Bus, BusNote } from '../../ports/bus.ts';

/** The bus of one process: every subscriber is notified at once. */
export function createLocalBus(): Bus {
  const subscribers = new Set<(note: BusNote) => void>();
  return {
    publish(note) {
      for (const listener of subscribers) listener(note);
    },
    subscribe(listener) {
      subscribers.add(listener);
      return () => subscribers.delete(listener);
    },
    async close() {
      subscribers.clear();
    },
  };
}
