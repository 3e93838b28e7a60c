/** What was counted in a day, and when that ends. */
export interface Day {
  readonly used: number;
  readonly endsMs: number;
}

/** What was used of a quota in the day that is running or was the last one (LIMIT-14). */
export interface SpentReading {
  of(name: string): Promise<Day | null>;
}

export interface SpentWriting {
  /** Adds to what is used under this name; the first one of a day begins it. Returns what is used now. */
  add(name: string, cost: number, lengthMs: number): Promise<Day>;
}
