const EVERY_MS = 50;

/**
 * By how much the event loop is late: a look at a timer that should have run by now, also while a long turn goes on. How
 * late it was when it ran last counts until it runs again: what arrived meanwhile is read only after it, and has waited
 * as long.
 */
export function createLateness(): () => number {
  let due = performance.now() + EVERY_MS;
  let was = 0;
  setInterval(() => {
    const now = performance.now();
    was = now - due;
    due = now + EVERY_MS;
  }, EVERY_MS).unref();
  return () => Math.max(0, was, performance.now() - due);
}
