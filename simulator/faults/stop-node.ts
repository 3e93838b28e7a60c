import type { Strike } from './strike.ts';

/** Updates a node: it stops cleanly, and returns. It must leave nothing behind. */
export function stopNode({ world, step }: Strike): void {
  const node = world.nodes[step.who % world.nodes.length];
  if (!node?.server) return;
  world.record.count('mark: node stopped in peace');
  void node.stop().then(() => world.clock.setTimeout(() => void node.start(), 100 + (step.b % 100) * 100));
}
