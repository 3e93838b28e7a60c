import type { Device } from './device.ts';

/** Somebody, with every browser that is theirs. */
export interface WorldPerson {
  readonly index: number;
  readonly account: string;
  id: number;
  readonly devices: Device[];
}
