/** Count in a day, and the end of that day. */
export interface Day {
  readonly used: number;
  readonly endsMs: number;
}

/** Use of a quota in the current or last day (LIMIT-14). */
export interface SpentReading {
  of(name: string): Promise<Day | null>;
}

export interface SpentWriting {
  /** Adds to the use under this name; the first addition starts a day. Returns the current use. */
  add(name: string, cost: number, lengthMs: number): Promise<Day>;
}
