import type { Trap } from '../nodes/node-store.ts';
import type { Strike } from './strike.ts';

const downMs = (b: number): number => 100 + (b % 200) * 100;

/** Kills the process between two turns, and restarts it. */
export function kill({ world, step }: Strike): void {
  const node = world.nodes[step.who % world.nodes.length];
  if (!node?.server) return;
  node.kill();
  world.clock.setTimeout(() => void node.start(), downMs(step.b));
}

/**
 * Kills the process at its next command: while it is open, when it is committed, or before it is answered.
 */
export const killAt =
  (at: Trap) =>
  ({ world, step }: Strike): void => {
    world.nodes[step.who % world.nodes.length]?.trap(at, downMs(step.b));
  };

/** Updates a node: it stops cleanly, and returns. It must leave nothing behind. */
export function stopNode({ world, step }: Strike): void {
  const node = world.nodes[step.who % world.nodes.length];
  if (!node?.server) return;
  world.record.count('mark: node stopped in peace');
  void node.stop().then(() => world.clock.setTimeout(() => void node.start(), 100 + (step.b % 100) * 100));
}
