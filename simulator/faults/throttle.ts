import type { Strike } from './strike.ts';

/** A hidden tab: its timers run once a second, or once a minute. */
export function throttle({ device, step }: Strike): void {
  const tab = device.tabs[step.b % Math.max(1, device.tabs.length)];
  tab?.page.setVisible(false);
  tab?.clock.throttle(step.b % 3 === 0 ? 60_000 : 1_000);
}
