import type { Bus, BusNote } from '../../src/ports/bus.ts';
import type { Surroundings } from '../environment/surroundings.ts';

/** The bus between the nodes: wake-ups come late, in another order, or not at all. */
export interface WorldBus {
  /** The endpoint of one node; `alive` tells whether that process still runs. */
  join(alive: () => boolean): Bus;
  /** Number of running nodes that receive messages. */
  listening(): number;
}

/** `talks`: nodes also exchange messages; a single node has no partner. */
export function createWorldBus(around: Surroundings, talks: boolean): WorldBus {
  const { clock, chance, weather, orderControl } = around;
  const mine = chance.fork('bus');
  /** One for each process that joined. */
  const ends = new Set<End>();
  return {
    listening: () => [...ends].reduce((sum, end) => sum + (end.alive() ? end.ears.size : 0), 0),
    join: (alive) => {
      const own: End = { name: `end ${ends.size}`, alive, ears: new Set() };
      ends.add(own);
      return {
        shared: true,
        talks,
        publish: (payload) => {
          // Each receiver gets a copy, as over a network.
          const note = payload.kind === 'config' ? payload : (JSON.parse(JSON.stringify(payload)) as BusNote);
          for (const end of ends) {
            // As on a real bus: no node receives its own messages.
            if (end === own || !end.alive()) continue;
            if (mine.happens(weather.busLoss)) {
              around.count('bus loss');
              continue;
            }
            const arrive = (): void => hear(end, note);
            if (orderControl.present)
              orderControl.present.hold({ kind: 'bus', at: end.name, what: note.kind, lane: null }, arrive);
            else clock.setTimeout(arrive, mine.whole(0, weather.busDelayMs));
          }
        },
        subscribe: (listener) => {
          own.ears.add(listener);
          return () => void own.ears.delete(listener);
        },
        close: () => {
          ends.delete(own);
          own.ears.clear();
          return Promise.resolve();
        },
      };
    },
  };
}

interface End {
  readonly name: string;
  readonly alive: () => boolean;
  readonly ears: Set<(note: BusNote) => void>;
}

function hear({ alive, ears }: End, note: BusNote): void {
  if (alive()) for (const listener of ears) listener(note);
}
