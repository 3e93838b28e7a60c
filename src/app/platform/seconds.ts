import { elapsedMs } from './time.ts';

/** One ticker for all displays of seconds; it pauses while the page is hidden. */
const watchers = new Set<() => void>();
let handle: number | null = null;
let now = 0;

/** The elapsed time at the last tick, in milliseconds; the same within a second. */
export function secondNow(): number {
  if (handle === null && Math.abs(elapsedMs() - now) >= 1_000) now = elapsedMs();
  return now;
}

export function onSecond(listener: () => void): () => void {
  watchers.add(listener);
  if (handle === null) {
    now = elapsedMs();
    handle = window.setInterval(tick, 1_000);
  }
  return () => {
    watchers.delete(listener);
    if (watchers.size > 0 || handle === null) return;
    window.clearInterval(handle);
    handle = null;
  };
}

function tick(): void {
  now = elapsedMs();
  for (const listener of watchers) listener();
}
