import type { Strike } from './strike.ts';

/** The browser has no room left: every write is refused whole. */
export function storageFull({ device }: Strike): void {
  device.disk.setFull(true);
}

export function storageFree({ device }: Strike): void {
  device.disk.setFull(false);
}

/** A hidden tab: its timers run once a second, or once a minute. */
export function throttle({ device, step }: Strike): void {
  const tab = device.tabs[step.b % Math.max(1, device.tabs.length)];
  tab?.page.setVisible(false);
  tab?.clock.throttle(step.b % 3 === 0 ? 60_000 : 1_000);
}

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
