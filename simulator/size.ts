import type { Args } from './args.ts';
import { createChance } from './random.ts';
import type { RunOptions } from './run.ts';

/** How many browsers somebody may have, and how many tabs of the product each. */
export interface Sessions {
  readonly devices: number;
  readonly tabs: number;
}
export const MANY_SESSIONS: Sessions = { devices: 3, tabs: 3 };

/** How large a World is, and how much of what happens is about the chat that is on top. */
export type Size = Required<Pick<RunOptions, 'clients' | 'nodes' | 'sessions' | 'focus'>>;

/**
 * Swarm: each seed of a sweep has a size of its own. Most bugs need two people, two tabs or two nodes, and
 * small Worlds cost a fraction; a few large ones look for the rest. Where people stay with one chat, what
 * is about the same message meets more often.
 */
export function drawSize(seed: number): Size {
  const chance = createChance(`size ${seed}`);
  return {
    clients: chance.pick([2, 2, 2, 2, 2, 2, 2, 3, 3, 5]),
    nodes: chance.pick([1, 1, 1, 2, 2, 3]),
    sessions: { devices: chance.pick([1, 1, 2, 3]), tabs: chance.pick([1, 1, 1, 2, 3]) },
    focus: chance.pick([0, 0, 0, 0.3, 0.8]),
  };
}

/** The run of one seed of a command: of the size that was asked for, or else of its own. */
export function optionsOf({ clients, nodes, steps, hours, faults, users }: Args, seed: number): RunOptions {
  const size = clients === null || nodes === null ? drawSize(seed) : { clients, nodes };
  return { seed, steps, hours, faults, users, ...size };
}
