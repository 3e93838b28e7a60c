import { vi } from 'vitest';

/** Waits for a fact; the limit is generous, because code of pages loads on machines that are busy. */
export const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 10_000, interval: 20 });
