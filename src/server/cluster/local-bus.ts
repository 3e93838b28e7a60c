import type { Bus, BusNote } from '../../ports/bus.ts';

/** The bus of one process: every subscriber is notified at once. */
export function createLocalBus(): Bus {
  const subscribers = new Set<(note: BusNote) => void>();
  return {
    publish(note) {
      for (const run of subscribers) run(note);
    },
    subscribe(run) {
      subscribers.add(run);
      return () => subscribers.delete(run);
    },
    async close() {
      subscribers.clear();
    },
  };
}
