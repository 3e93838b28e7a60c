/** Time as a dependency: the real one in `main` files, a virtual one in tests and the simulator. */
export interface Clock {
  /** Milliseconds since 1970, for what people and servers see. */
  nowMs(): number;
  /**
   * Milliseconds since some moment of this process. It never jumps, however the system's time is corrected:
   * what is a duration is the difference of two of these, and says nothing to another process.
   */
  elapsedMs(): number;
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
}
