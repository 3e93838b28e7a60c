import { latePart } from '../late-part.ts';
import type { LogoutParts, Logouts } from './logouts.ts';
import { keepLogout } from './kept-logouts.ts';
import { LOGOUTS } from './traces.ts';

export type MakeLogouts = (parts: LogoutParts) => Logouts;

/**
 * What was kept is on the device at once; the code that says it comes with the first logout, or when one
 * still waits (UI-16).
 */
export const lateLogouts =
  (load: () => Promise<MakeLogouts>): MakeLogouts =>
  (parts) => {
    let over = false;
    const { part, begin } = latePart<Logouts>({
      bring: async () => (await load())(parts),
      arrived: (logouts) => (over ? logouts.stop() : logouts.resume()),
      meanwhile: {
        keep: (key) => keepLogout(parts.settings, key),
        resume: () => {
          if (parts.settings.get(LOGOUTS) !== null) void begin();
        },
        stop: () => {
          over = true;
        },
      },
      failed: () => undefined,
    });
    return part;
  };
