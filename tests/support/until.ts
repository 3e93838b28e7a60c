import { vi } from 'vitest';

/** Waits for a fact; the limit is generous, because code of pages loads on machines that are busy. */
export const until = <T>(check: () => T, timeout = 20_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 20 });
