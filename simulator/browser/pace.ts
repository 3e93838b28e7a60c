import type { VirtualClock } from '../time/virtual-clock.ts';

/** Virtual time between two readings of the real clock. */
const SLICE_MS = 250;
/** Real time after which a page wants its picture. */
const FRAME_MS = 30;

/**
 * A World's clock that advances only as the viewer allows. Events are the same: a wait of ten seconds is
 * served in pieces, and nothing runs between them.
 */
export class Pace {
  readonly clock: VirtualClock;
  #leftMs = 0;
  #stepsLeft: number | null = null;
  #startMs = 0;
  #goOn: (() => void) | null = null;
  #rested: (() => void) | null = null;
  #over = false;
  readonly #realMs: () => number;

  constructor(clock: VirtualClock, realMs: () => number) {
    this.#realMs = realMs;
    this.clock = {
      ...clock,
      advance: (ms) => this.#advance(clock, ms),
      // Simultaneous steps have a settling between them, where a viewer may pause, too.
      settle: async () => {
        if (this.#leftMs <= 0) await this.#wait();
        await clock.settle();
      },
    };
  }

  /**
   * Advances by this time; resolves when it has passed, when a frame's real time is over, or when no work is
   * left.
   */
  go(ms: number, steps: number | null): Promise<void> {
    if (this.#over) return Promise.resolve();
    this.#leftMs = ms;
    this.#stepsLeft = steps;
    this.#startMs = this.#realMs();
    return new Promise((resolve) => {
      this.#rested = resolve;
      const on = this.#goOn;
      this.#goOn = null;
      on?.();
    });
  }

  /** A step of the plan was taken. */
  stepped(): void {
    if (this.#stepsLeft === null) return;
    this.#stepsLeft -= 1;
    if (this.#stepsLeft <= 0) this.#leftMs = 0;
  }

  end(): void {
    this.#over = true;
    this.#rest();
  }

  async #advance(clock: VirtualClock, ms: number): Promise<void> {
    const target = clock.elapsedMs() + ms;
    await clock.settle();
    for (let left = ms; left > 0; left = target - clock.elapsedMs()) {
      if (this.#leftMs <= 0 || this.#realMs() - this.#startMs > FRAME_MS) await this.#wait();
      const slice = Math.min(left, this.#leftMs, SLICE_MS);
      await clock.advance(slice);
      this.#leftMs -= slice;
    }
  }

  #wait(): Promise<void> {
    return new Promise((on) => {
      this.#goOn = on;
      this.#rest();
    });
  }

  #rest(): void {
    const rested = this.#rested;
    this.#rested = null;
    rested?.();
  }
}
