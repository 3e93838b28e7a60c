import type { Device } from '../devices/device.ts';
import type { Strike } from './strike.ts';

/** A router forgot the sockets; both ends notice. */
export function cut({ device }: Strike): void {
  device.link.cut();
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
