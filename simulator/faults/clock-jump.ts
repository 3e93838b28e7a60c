import type { Strike } from './strike.ts';

/** Less than what ends the waiting of unsent messages (SEND-14). */
const MONTHS = 50 * 86_400_000;
const jumps = [-3_600_000, -60_000, -1_500, 1_500, 60_000, 3_600_000] as const;
const by = (b: number): number => jumps[b % jumps.length] ?? 0;

/** A node's clock is corrected; commits take their time from it. */
export function nodeJump({ world, step }: Strike): void {
  world.nodes[step.who % world.nodes.length]?.clock?.jump(by(step.b));
  if (step.a % 2 === 0) world.storeClock.jump(by(step.b));
}

/**
 * A device’s clock is wrong, by hours or by months; by months in one direction, and ahead only once: between
 * two lives of its pages each time would add to the age of what waits.
 */
export function tabJump({ device, step }: Strike): void {
  if (step.a % 8 !== 0) return device.jump(by(step.b));
  const [now, ahead] = [device.wrongMs(), device.name.charCodeAt(device.name.length - 1) % 2 === 0];
  const isBack = Math.abs(now) > MONTHS / 2 ? now > 0 : !ahead;
  if (isBack) device.jump(-MONTHS);
  else if (device.aheadMs() < MONTHS) device.jump(MONTHS);
}
