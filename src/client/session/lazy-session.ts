import { type Late, lazy, nothing } from '../kernel/lazy.ts';
import type { Saver } from '../persistence/saver.ts';
import type { MakeKeeper } from './keeper.ts';
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
      (instance) => (isStopped ? instance.stop() : instance.resume()),
    );
    return {
      keep: (key) => keepLogout(parts.settings, key),
      onResult: (key, result) => logouts.tell((instance) => instance.onResult(key, result), nothing),
      resume: () => {
        const instance = logouts.now();
        if (instance !== null) instance.resume();
        else if (parts.settings.get(LOGOUTS) !== null) logouts.tell(nothing, nothing);
      },
      stop: () => {
        isStopped = true;
        logouts.now()?.stop();
      },
    };
  };

/**
 * A saver whose code loads after the list is shown (UI-16). Until then nothing is written, as on a page that
 * closes at once; the code of pending changes loads with it.
 */
export const lazySaver =
  (code: Late<MakeKeeper>): MakeKeeper =>
  (parts) => {
    let saver: Saver | null = null;
    const last = { isHeld: false, stopped: false };
    const ensureSaver = (): Saver | null => {
      if (saver === null && !last.stopped) {
        saver = code.now()?.(parts) ?? null;
        saver?.hold(last.isHeld);
      }
      return saver;
    };
    return {
      onChange: () => ensureSaver()?.onChange(),
      hold: (on) => {
        last.isHeld = on;
        ensureSaver()?.hold(on);
        if (on && saver === null) code.get().then(ensureSaver, nothing);
      },
      flush: async () => ensureSaver()?.flush(),
      stop: async () => {
        last.stopped = true;
        await saver?.stop();
      },
    };
  };
