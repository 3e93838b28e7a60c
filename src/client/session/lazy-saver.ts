import { type Late, nothing } from '../kernel/lazy.ts';
import type { Saver } from '../persistence/saver.ts';
import type { MakeKeeper } from './keeper.ts';

/**
 * A saver whose code comes once the list stands (UI-16). Until then nothing is written, as on a page that is
 * left at once; what can be pressed comes with that code, too.
 */
export const lazySaver =
  (code: Late<MakeKeeper>): MakeKeeper =>
  (parts) => {
    let saver: Saver | null = null;
    const last = { held: false, stopped: false };
    const made = (): Saver | null => {
      if (saver === null && !last.stopped) {
        saver = code.now()?.(parts) ?? null;
        saver?.hold(last.held);
      }
      return saver;
    };
    return {
      looked: () => made()?.looked(),
      hold: (on) => {
        last.held = on;
        made()?.hold(on);
        if (on && saver === null) code.get().then(made, nothing);
      },
      flush: async () => made()?.flush(),
      stop: async () => {
        last.stopped = true;
        await saver?.stop();
      },
    };
  };
