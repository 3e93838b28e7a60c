import type { Core } from './core.ts';
import { serverLimits } from './limits.ts';
import type { FailedRows } from './row-retries.ts';

/** What a server does by itself, again and again. */
export interface Job {
  /** Said in the log when a round fails; the next one comes all the same, and soon. */
  readonly failed: string;
  /** Milliseconds until the next round, asked before each wait. */
  readonly waitMs: () => number;
  /** The first round does not wait. */
  readonly atOnce?: boolean;
  /** Of a job that works through a list: the next round comes when one of them is to be tried again. */
  readonly rows?: FailedRows;
  readonly run: () => Promise<void>;
}

/** Begins no further round; resolves when the one that runs has ended. */
export type StopJob = () => Promise<void>;

/** One round after another, never two at a time, until stopped. */
export function startJob(
  { clock, log, jobs }: Pick<Core, 'clock' | 'log' | 'jobs'>,
  { failed, waitMs, atOnce = false, rows, run }: Job,
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
      await run();
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

/** What became of each job of this node, by what it says when it fails (CONSOLE-5). */
export class JobBook {
  readonly #states = new Map<string, JobState>();

  note(failed: string, atMs: number, fault: string | null): void {
    this.#states.set(failed, { atMs, fault });
  }

  all(): readonly (readonly [failed: string, state: JobState])[] {
    return [...this.#states];
  }
}
