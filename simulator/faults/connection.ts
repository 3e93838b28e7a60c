import type { Device } from '../devices/device.ts';
import type { Chance } from '../plan/random.ts';
import type { PlanStep } from '../plan/step.ts';
import type { World } from '../world/world-type.ts';

/** A router forgot the sockets; both ends notice. */
export function disconnect({ device }: Strike): void {
  device.link.disconnect();
}

/** Blocks all traffic for a while without notice: sockets stay half-open. */
export function freeze({ world, device, step }: Strike): void {
  device.link.freeze(world.clock.elapsedMs() + 500 + (step.b % 90) * 1_000);
}

/** Unplugs the network, which the browser reports. */
export function unplug({ device }: Strike): void {
  setOnline(device, false);
}

export function plug({ device }: Strike): void {
  setOnline(device, true);
}

export function setOnline(device: Device, online: boolean): void {
  device.online = online;
  device.link.unplug(!online);
  for (const tab of device.tabs) tab.page.setOnline(online);
}

/** Some devices lose their network one by one, and get it back in another order. */
export function bringDown({ world, step, chance }: Strike): void {
  const devices = world.people.flatMap((person) => person.devices).filter(() => chance.happens(0.6));
  let atMs = 0;
  for (const device of devices) {
    atMs += chance.whole(0, 300);
    world.clock.setTimeout(() => setOnline(device, false), atMs);
  }
  atMs += 500 + (step.b % 100) * 200;
  const left = [...devices];
  while (left.length > 0) {
    const [device] = left.splice(chance.whole(0, left.length - 1), 1);
    atMs += chance.whole(0, 3_000);
    if (device) world.clock.setTimeout(() => setOnline(device, true), atMs);
  }
}

/** The target of a fault. */
export interface Strike {
  readonly world: World;
  readonly step: PlanStep;
  readonly device: Device;
  /** A chance for this step alone, so that removing other steps changes nothing here. */
  readonly chance: Chance;
}
