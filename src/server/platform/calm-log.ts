import { duration } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** Names of the errors of a store that is away, in the facts of a line. */
const AWAY = /^Store(?:Unavailable|Unreachable|Busy|Full|ReadOnly|Failed)Error\b/;

/**
 * While the store is down, everything that needs it fails repeatedly: one log entry a minute reports it, with
 * the number suppressed since the last one (OPS-7). All other entries pass unchanged.
 */
export function calmLog(log: Log, clock: Pick<Clock, 'elapsedMs'>): Log {
  let [untilMs, unsaid] = [Number.NEGATIVE_INFINITY, 0];
  return {
    write(level, what, facts) {
      const error = facts?.['error'];
      if (typeof error !== 'string' || !AWAY.test(error)) return log.write(level, what, facts);
      const now = clock.elapsedMs();
      if (now < untilMs) return void (unsaid += 1);
      log.write(level, what, unsaid > 0 ? { ...facts, unsaid } : facts);
      [untilMs, unsaid] = [now + duration.MINUTE, 0];
    },
  };
}
