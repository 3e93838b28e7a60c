import { lazy, nothing } from '../kernel/lazy.ts';
import { type MakeQuietTimes, quietKey, type QuietTimes } from './quiet-times.ts';

/**
 * Most devices keep no end of any silence, so the code comes with the first one: stored before, or chosen now
 * (UI-16). An end whose code cannot be had is not kept; the conversation stays muted until it is heard again
 * by hand.
 */
export const lazyQuietTimes =
  (load: () => Promise<MakeQuietTimes>): MakeQuietTimes =>
  (parts) => {
    let isWanted = parts.settings.get(quietKey(parts.user)) !== null;
    let isOver = false;
    const times = lazy(load, (make) => {
      if (isOver) throw new Error('the session is over');
      return make(parts);
    });
    const tell = (what: (made: QuietTimes) => void): void => {
      if (isWanted) times.tell(what, () => (isWanted = false));
    };
    tell(nothing);
    return {
      set: (id, untilMs) => {
        isWanted ||= untilMs !== null;
        tell((made) => made.set(id, untilMs));
      },
      looked: (state) => tell((made) => made.looked(state)),
      stop: (keep) => {
        isOver = true;
        if (!keep) parts.settings.set(quietKey(parts.user), null);
        times.now()?.stop(keep);
      },
    };
  };
