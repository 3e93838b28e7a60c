import type { Core } from './core.ts';
import { serverLimits } from './limits.ts';
import type { FailedRows } from './row-retries.ts';

/** A recurring job of a server. */
export interface Job {
  /** Log text of a failed round; the next one comes anyway, and soon. */
  readonly failed: string;
  /** Milliseconds until the next round, asked before each wait. */
  readonly waitMs: () => number;
  /** The first round does not wait. */
  readonly atOnce?: boolean;
  /** Failed rows of a job that works through a list: the next round runs when one is due for a retry. */
  readonly rows?: FailedRows;
  readonly work: () => Promise<void>;
}

/** Starts no further round; resolves when the running one has ended. */
export type StopJob = () => Promise<void>;

/** One round after another, never two at a time, until stopped. */
export function startJob(
  { clock, log, jobs }: Pick<Core, 'clock' | 'log' | 'jobs'>,
  { failed, waitMs, atOnce = false, rows, work }: Job,
): StopJob {
  let stopped = false;
  let handle: unknown = null;
  let running = Promise.resolve();
  jobs?.note(failed, 0, null);
  const later = (longestMs = Infinity) => {
    if (!stopped) handle = clock.setTimeout(begin, Math.min(waitMs(), longestMs));
  };
  const begin = () => void (running = round());
  const round = async (): Promise<void> => {
    try {
      await work();
      const left = rows?.endRound() ?? null;
      jobs?.note(failed, clock.nowMs(), left?.fault ?? null);
      later(left?.waitMs);
    } catch (error) {
      jobs?.note(failed, clock.nowMs(), String(error));
      log.write('error', failed, { error: String(error) });
      later(serverLimits.jobAgainMs);
    }
  };
  if (atOnce) begin();
  else later();
  return () => {
    stopped = true;
    clock.clearTimeout(handle);
    return running;
  };
}

/** How the last round of a job ended; `atMs` 0: none has ended yet. */
export interface JobState {
  readonly atMs: number;
  readonly fault: string | null;
}

/** Last result of each job of this node, by its failure text (CONSOLE-5). */
export class JobBook {
  readonly #states = new Map<string, JobState>();

  note(failed: string, atMs: number, fault: string | null): void {
    this.#states.set(failed, { atMs, fault });
  }

  all(): readonly (readonly [failed: string, state: JobState])[] {
    return [...this.#states];
  }
}
