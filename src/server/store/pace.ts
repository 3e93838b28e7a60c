import type { Clock } from '../../ports/clock.ts';

/** As many as this weigh as much as all that came before. */
const HALF_WEIGHT = 32;

/**
 * How long a newcomer will wait: for those before it, each of whom takes as long as the last ones did (LIMIT-10). How long
 * somebody has waited already says it too late: all who came meanwhile wait as well.
 */
export class Pace {
  private eachMs = 0;
  /** When the last ones ended, with others waiting; null: they were the last. */
  private endedMs: number | null = null;

  constructor(private readonly clock: Pick<Clock, 'elapsedMs'>) {}

  expectedMs(waiting: number): number {
    return waiting * this.eachMs;
  }

  /** So many that began at this time are done, and so many still wait: then the time since the last ones ended counts. */
  done(count: number, beganMs: number, waiting: number): void {
    const now = this.clock.elapsedMs();
    const each = (now - (this.endedMs ?? beganMs)) / count;
    this.eachMs += (each - this.eachMs) * (count / (count + HALF_WEIGHT));
    this.endedMs = waiting > 0 ? now : null;
  }
}
