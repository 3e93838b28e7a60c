/** Too many calls wait. Thrown through ports without refusals; `answer.ts` converts it (LIMIT-10). */
export class TurnsFullError extends Error {
  static readonly retryMs = 2_000;
}

/** Limits expensive work: a number at once, a number waiting, the rest is refused for now. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  get idle(): boolean {
    return this.running === 0;
  }

  async execute<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await this.turn();
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The slot goes to the next one directly, so that no other can take it.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.waitingMax)
      return Promise.reject(new TurnsFullError('too many wait for their turn'));
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

/** The same per key; a key without work uses no memory. */
export class TurnsByKey {
  private readonly keys = new Map<string, Turns>();

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  get size(): number {
    return this.keys.size;
  }

  async execute<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turns = this.keys.get(key) ?? new Turns(this.atOnce, this.waitingMax);
    this.keys.set(key, turns);
    try {
      return await turns.execute(work);
    } finally {
      if (turns.idle) this.keys.delete(key);
    }
  }
}
