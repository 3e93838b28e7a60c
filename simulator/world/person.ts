import type { Device } from '../devices/device.ts';

/** Somebody, with every browser that is theirs. */
export interface WorldPerson {
  readonly index: number;
  readonly account: string;
  id: number;
  readonly devices: Device[];
}
