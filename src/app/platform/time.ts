import type { TimeZone } from '../../domain/time-zone.ts';

/** The app's only timers and clock. Delays in milliseconds. */
export const nowMs = (): number => Date.now();

/** For durations: it never jumps, unlike the time of day. */
export const elapsedMs = (): number => performance.now();

/** The time zone of this device (the browser's). */
export const localZone: TimeZone = (ms) => -new Date(ms).getTimezoneOffset();

/** Runs once after a delay; the answer cancels it. */
export function schedule(delayMs: number, task: () => void): () => void {
  const handle = setTimeout(task, delayMs);
  return () => clearTimeout(handle);
}

/** Runs once when the page is idle, if the browser reports it; the returned function cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) return schedule(IDLE_MS, task);
  const handle = requestIdleCallback(task);
  return () => cancelIdleCallback(handle);
}
const IDLE_MS = 100;

/** Clock for machines that a page runs itself. */
export const pageClock = {
  setTimeout: (task: () => void, delayMs: number): number => window.setTimeout(task, delayMs),
  clearTimeout: (handle: number): void => window.clearTimeout(handle),
};

/** The local time zone by its IANA name; absent if the browser does not report it. */
export const zoneHere = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone;
