import type { Core } from '../core.ts';

/** What a server does by itself, again and again. */
export interface Job {
  /** Said in the log when a round fails; the next one comes all the same. */
  readonly failed: string;
  /** Milliseconds until the next round, asked before each wait. */
  readonly waitMs: () => number;
  /** The first round does not wait. */
  readonly atOnce?: boolean;
  readonly run: () => Promise<void>;
}

/** One round after another, never two at a time, until stopped. */
export function startJob({ clock, log }: Pick<Core, 'clock' | 'log'>, { failed, waitMs, atOnce = false, run }: Job): () => void {
  let stopped = false;
  let handle: unknown = null;
  const later = () => {
    if (!stopped) handle = clock.setTimeout(() => void round(), waitMs());
  };
  const round = async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      log.write('error', failed, { error: String(error) });
    }
    later();
  };
  if (atOnce) void round();
  else later();
  return () => {
    stopped = true;
    clock.clearTimeout(handle);
  };
}
