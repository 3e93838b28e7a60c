import type { Strike } from './inject.ts';

const jumps = [-3_600_000, -60_000, -1_500, 1_500, 60_000, 3_600_000] as const;
const by = (b: number): number => jumps[b % jumps.length] ?? 0;

/** A node's clock is corrected; commits take their time from it. */
export function nodeJump({ world, step }: Strike): void {
  world.nodes[step.who % world.nodes.length]?.clock?.jump(by(step.b));
  if (step.a % 2 === 0) world.storeClock.jump(by(step.b));
}

/** A device's clock is wrong. */
export function tabJump({ device, step }: Strike): void {
  device.jump(by(step.b));
}
