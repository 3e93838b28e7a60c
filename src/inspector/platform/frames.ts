/** Runs for every drawn frame with the time since the last one in ms, until it is ended. */
export function everyFrame(run: (passedMs: number) => void): () => void {
  let last = performance.now();
  let handle = requestAnimationFrame(function frame(now) {
    run(Math.max(0, now - last));
    last = now;
    handle = requestAnimationFrame(frame);
  });
  return () => cancelAnimationFrame(handle);
}
