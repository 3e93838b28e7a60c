import type { Ids } from '../../src/ports/random.ts';

/** Ids that count: different each time, the same in every run. */
export function counterIds(): Ids {
  let next = 0;
  const text = (length: number) => (next += 1).toString(16).padStart(length, '0');
  return {
    uuid: () => `00000000-0000-4000-8000-${text(12)}`,
    hex: (bytes) => text(bytes * 2),
  };
}
