/** The app's only timers and clock. Delays in milliseconds. */
export const nowMs = (): number => Date.now();

/** Minutes east of UTC at a moment, so daylight saving of that day counts. */
export const offsetMinAt = (ms: number): number => -new Date(ms).getTimezoneOffset();

/** Runs once after a delay; the answer cancels it. */
export function later(delayMs: number, run: () => void): () => void {
  const handle = setTimeout(run, delayMs);
  return () => clearTimeout(handle);
}

/** For machines that a page runs by itself. */
export const pageClock = {
  setTimeout: (run: () => void, delayMs: number): number => window.setTimeout(run, delayMs),
  clearTimeout: (handle: number): void => window.clearTimeout(handle),
};
