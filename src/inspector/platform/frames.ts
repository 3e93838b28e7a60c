/** Runs for every drawn frame with the time since the last one in ms, until it is ended. */
export function everyFrame(onFrame: (elapsedMs: number) => void): () => void {
  let last = performance.now();
  let handle = requestAnimationFrame(function frame(now) {
    onFrame(Math.max(0, now - last));
    last = now;
    handle = requestAnimationFrame(frame);
  });
  return () => cancelAnimationFrame(handle);
}

const TICK_MS = 500;

/** Runs twice a second, for clocks that the user reads. */
export function everyTick(onTick: () => void): () => void {
  const handle = setInterval(onTick, TICK_MS);
  return () => clearInterval(handle);
}

export const timeNow = (): number => Date.now();
