import { ahead16 } from './rtp.ts';
import { FEEDBACK_MAX, writeFeedback } from './transport-feedback.ts';

/** A packet that is later than this stays described as lost. */
const HISTORY_MS = 500;

/** Arrivals of the packets of one sender by their transport-wide number, until they are reported. */
export class PacketArrivals {
  readonly #own: number;
  readonly #arrivals = new Map<number, number>();
  /** The first number that the next message describes; null: before the first packet. */
  #next: number | null = null;
  #highest = 0;
  #count = 0;
  #isNew = false;

  constructor(own: number) {
    this.#own = own;
  }

  note(number: number, nowMs: number): void {
    if (this.#next === null) {
      this.#next = number;
      this.#highest = number;
    }
    const ahead = ahead16(this.#next, number);
    if (Math.abs(ahead) >= FEEDBACK_MAX) {
      this.#arrivals.clear();
      this.#next = number;
      this.#highest = number;
    } else if (ahead < 0) {
      // Too late to be described again, or the first packet of all came later than others.
      if (this.#arrivals.size === 0 || this.#arrivals.has(number)) return;
      if (ahead16(number, this.#highest) >= FEEDBACK_MAX) return;
      this.#next = number;
    }
    if (ahead16(this.#highest, number) > 0) this.#highest = number;
    this.#arrivals.set(number, nowMs);
    this.#isNew = true;
  }

  /** The message for the sender; null: nothing arrived. A late packet is described with all after it. */
  report(ssrc: number, nowMs: number): Buffer | null {
    const base = this.#next;
    if (base === null || !this.#isNew) return null;
    this.#isNew = false;
    const total = ahead16(base, this.#highest) + 1;
    const arrivals = Array.from(
      { length: total },
      (_, at) => this.#arrivals.get((base + at) & 0xffff) ?? null,
    );
    for (const [number, atMs] of this.#arrivals) if (nowMs - atMs > HISTORY_MS) this.#arrivals.delete(number);
    this.#next = (this.#highest + 1) & 0xffff;
    this.#count += 1;
    return writeFeedback(this.#own, ssrc, { base, count: this.#count & 0xff, arrivals });
  }
}
