const EVERY_MS = 50;

/**
 * By how much the event loop is late: a look at a timer that should have run by now, also while a long turn
 * goes on.
 */
export function createLateness(): () => number {
  let due = performance.now() + EVERY_MS;
  setInterval(() => void (due = performance.now() + EVERY_MS), EVERY_MS).unref();
  return () => Math.max(0, performance.now() - due);
}
