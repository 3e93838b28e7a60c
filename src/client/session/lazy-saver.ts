import { type Late, nothing } from '../kernel/lazy.ts';
import type { Saver } from '../persistence/saver.ts';
import type { MakeKeeper } from './keeper.ts';

/**
 * A saver whose code loads after the list is shown (UI-16). Until then nothing is written, as on a page that
 * closes at once; the code of pending changes loads with it.
 */
export const lazySaver =
  (code: Late<MakeKeeper>): MakeKeeper =>
  (parts) => {
    let saver: Saver | null = null;
    const last = { held: false, stopped: false };
    const ensureSaver = (): Saver | null => {
      if (saver === null && !last.stopped) {
        saver = code.now()?.(parts) ?? null;
        saver?.hold(last.held);
      }
      return saver;
    };
    return {
      onChange: () => ensureSaver()?.onChange(),
      hold: (on) => {
        last.held = on;
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
