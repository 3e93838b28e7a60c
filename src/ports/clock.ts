/** Time as a dependency: the real one in `main` files, a virtual one in tests and the simulator. */
export interface Clock {
  /** Milliseconds since 1970, for users and servers. */
  nowMs(): number;
  /**
   * Milliseconds since some moment of this process. It never jumps when the system's time is corrected. A
   * duration is the difference of two values; other processes cannot use them.
   */
  elapsedMs(): number;
  setTimeout(task: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
}
