import type { Clock } from '../../ports/clock.ts';

/** Rounds begin at multiples of this: little to a socket that is pinged every 20 s. */
const GRAIN_MS = 100;

interface Pinged {
  /** `atMs`: the planned time of the round, even if its timer was late. */
  look(atMs: number): void;
}

/** Sockets checked at one moment. */
export interface PingRound {
  readonly atMs: number;
  readonly all: Set<Pinged>;
  timer: unknown;
}

/**
 * Check times of sockets. Those of one moment share a timer: a separate one would cost as much memory as the
 * rest of an idle socket (OPS-14).
 */
export class PingRounds {
  private readonly rounds = new Map<number, PingRound>();

  constructor(private readonly clock: Clock) {}

  /** Schedules one check, `waitMs` after that moment and within a tenth of a second. */
  join(one: Pinged, waitMs: number, fromMs: number): PingRound {
    const atMs = Math.ceil((fromMs + waitMs) / GRAIN_MS) * GRAIN_MS;
    const round = this.rounds.get(atMs) ?? this.open(atMs);
    round.all.add(one);
    return round;
  }

  leave(one: Pinged, round: PingRound | null): void {
    if (!round?.all.delete(one) || round.all.size > 0) return;
    this.clock.clearTimeout(round.timer);
    if (this.rounds.get(round.atMs) === round) this.rounds.delete(round.atMs);
  }

  private open(atMs: number): PingRound {
    const round: PingRound = { atMs, all: new Set(), timer: null };
    round.timer = this.clock.setTimeout(
      () => {
        this.rounds.delete(atMs);
        for (const one of round.all) one.look(atMs);
      },
      Math.max(0, atMs - this.clock.elapsedMs()),
    );
    this.rounds.set(atMs, round);
    return round;
  }
}
