import { createHash } from 'node:crypto';
import type { Ids } from '../../src/ports/random.ts';

let devices = 0;

/** Ids that differ between devices and between calls, and are the same in every run. */
export function countingIds(): Ids {
  const device = (devices += 1);
  let made = 0;
  const digits = (length: number) =>
    createHash('sha512')
      .update(`${device} ${(made += 1)}`)
      .digest('hex')
      .slice(0, length);
  return {
    hex: (bytes) => digits(bytes * 2),
    uuid: () => digits(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5'),
  };
}
