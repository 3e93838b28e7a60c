import { lazy, nothing } from '../kernel/lazy.ts';
import type { MakeLogouts } from './logouts.ts';
import { LOGOUTS, keepLogout } from './traces.ts';

/**
 * Stores logouts on the device at once; the code that sends them loads with the first logout, or when one
 * still waits (UI-16).
 */
export const lazyLogouts =
  (load: () => Promise<MakeLogouts>): MakeLogouts =>
  (parts) => {
    let isStopped = false;
    const logouts = lazy(
      load,
      (make) => make(parts),
      (made) => (isStopped ? made.stop() : made.resume()),
    );
    return {
      keep: (key) => keepLogout(parts.settings, key),
      said: (key, asked) => logouts.tell((made) => made.said(key, asked), nothing),
      resume: () => {
        const made = logouts.now();
        if (made !== null) made.resume();
        else if (parts.settings.get(LOGOUTS) !== null) logouts.tell(nothing, nothing);
      },
      stop: () => {
        isStopped = true;
        logouts.now()?.stop();
      },
    };
  };
