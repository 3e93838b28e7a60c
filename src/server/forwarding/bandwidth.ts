import { unitLimits as limits } from './limits.ts';
import type { Feedback } from './transport-feedback.ts';

interface Sent {
  readonly number: number;
  readonly bytes: number;
  readonly atMs: number;
}

const RING = 4_096;
/** Packets wait in a queue of the network for so long before the estimate falls. */
const QUEUE_MS = 80;
const DECIDE_MS = 250;
/** The shortest way of a packet is forgotten after this time: clocks drift. */
const SHORTEST_MS = 20_000;
/** A packet that is reported as missing may still be late. */
const LATE_MS = 400;
const MANY_LOST = 0.1;
const GROWTH_PER_S = 0.1;

/**
 * Estimates what one receiver can take, from the arrivals that it reports for transport-wide numbers: the
 * estimate falls if packets queue or many are lost, and grows slowly otherwise.
 */
export class Bandwidth {
  readonly #sent: (Sent | undefined)[] = Array.from({ length: RING });
  /** When packets were first reported as missing, by number. */
  readonly #missing = new Map<number, number>();
  #number = 0;
  #bps: number = limits.firstBps;
  #shortest = { ms: Infinity, atMs: 0 };
  #queueMs = 0;
  #arrived = 0;
  #lost = 0;
  #arrivedBytes = 0;
  #sinceMs: number | null = null;

  get bps(): number {
    return this.#bps;
  }

  get queueMs(): number {
    return this.#queueMs;
  }

  /** Returns the number of a packet that is sent now. */
  send(bytes: number, nowMs: number): number {
    const number = this.#number;
    this.#number = (number + 1) & 0xffff;
    this.#sent[number % RING] = { number, bytes, atMs: nowMs };
    return number;
  }

  take({ base, arrivals }: Feedback, nowMs: number): void {
    arrivals.forEach((arrivalMs, index) => {
      const number = (base + index) & 0xffff;
      const sent = this.#sent[number % RING];
      if (sent?.number !== number) return;
      if (arrivalMs === null) {
        if (!this.#missing.has(number)) this.#missing.set(number, nowMs);
        return;
      }
      this.#missing.delete(number);
      this.#sent[number % RING] = undefined;
      this.#arrived += 1;
      this.#arrivedBytes += sent.bytes;
      this.#noteWay(arrivalMs - sent.atMs, nowMs);
    });
    this.#sinceMs ??= nowMs;
    if (nowMs - this.#sinceMs >= DECIDE_MS) this.#decide(nowMs);
  }

  #noteWay(wayMs: number, nowMs: number): void {
    if (wayMs <= this.#shortest.ms || nowMs - this.#shortest.atMs > SHORTEST_MS)
      this.#shortest = { ms: wayMs, atMs: nowMs };
    this.#queueMs += (wayMs - this.#shortest.ms - this.#queueMs) / 16;
  }

  #decide(nowMs: number): void {
    const passedMs = nowMs - (this.#sinceMs ?? nowMs);
    for (const [number, sinceMs] of this.#missing) {
      if (nowMs - sinceMs < LATE_MS) break;
      this.#missing.delete(number);
      this.#lost += 1;
    }
    const all = this.#arrived + this.#lost;
    const lost = all < 10 ? 0 : this.#lost / all;
    const arrivedBps = (this.#arrivedBytes * 8_000) / passedMs;
    if (this.#queueMs > QUEUE_MS) this.#set(Math.min(this.#bps, arrivedBps) * 0.85);
    else if (lost > MANY_LOST) this.#set(this.#bps * (1 - lost / 2));
    else this.#set(this.#bps * (1 + (GROWTH_PER_S * Math.min(passedMs, 1_000)) / 1_000));
    this.#arrived = 0;
    this.#lost = 0;
    this.#arrivedBytes = 0;
    this.#sinceMs = nowMs;
  }

  #set(bps: number): void {
    this.#bps = Math.min(limits.mostBps, Math.max(limits.leastBps, bps));
  }
}
