import type { Strike } from './strike.ts';

/** Writes the stored state between two events, and closes the page a moment later: it restarts from there. */
export function snapshot({ world, device, step, chance }: Strike): void {
  const tab = device.tabs[step.b % Math.max(1, device.tabs.length)];
  if (!tab) return;
  world.clock.setTimeout(() => {
    if (tab.clock.dead) return;
    world.record.count('mark: stored between two events');
    tab.page.leave();
    world.clock.setTimeout(() => {
      if (tab.clock.dead) return;
      device.close(tab);
      device.open();
    }, chance.next() * 20);
  }, chance.next() * 3_000);
}
