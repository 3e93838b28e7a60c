import type { Bus, BusNote } from '../src/ports/bus.ts';
import type { Surroundings } from './surroundings.ts';

/** The bus between the nodes: wake-ups come late, in another order, or not at all. */
export interface WorldBus {
  /** The end of one node; `alive` says whether that process still runs. */
  join(alive: () => boolean): Bus;
}

export function createWorldBus(around: Surroundings): WorldBus {
  const { clock, chance, weather } = around;
  const mine = chance.fork('bus');
  const ears = new Set<(note: BusNote) => void>();
  return {
    join: (alive) => {
      const own = new Set<(note: BusNote) => void>();
      return {
        shared: true,
        publish: (note) => {
          for (const hear of ears) {
            if (mine.happens(weather.busLoss) && !own.has(hear)) {
              around.count('bus loss');
              continue;
            }
            clock.setTimeout(() => ears.has(hear) && hear(note), mine.whole(0, weather.busDelayMs));
          }
        },
        subscribe: (run) => {
          const hear = (note: BusNote) => {
            if (alive()) run(note);
          };
          ears.add(hear);
          own.add(hear);
          return () => {
            ears.delete(hear);
            own.delete(hear);
          };
        },
        close: () => {
          for (const hear of own) ears.delete(hear);
          return Promise.resolve();
        },
      };
    },
  };
}
