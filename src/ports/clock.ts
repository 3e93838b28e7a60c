/** Time as a dependency: the real one in `main` files, a virtual one in tests and the simulator. */
export interface Clock {
  /** Milliseconds since 1970, for what people and servers see. */
  nowMs(): number;
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
}
