import type { Device } from './device.ts';

/** A user with all their browsers. */
export interface WorldPerson {
  readonly index: number;
  readonly account: string;
  id: number;
  readonly devices: Device[];
}
