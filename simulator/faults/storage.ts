import type { Strike } from './strike.ts';

/** The browser has no room left: every write is refused whole. */
export function storageFull({ device }: Strike): void {
  device.disk.setFull(true);
}

export function storageFree({ device }: Strike): void {
  device.disk.setFull(false);
}
