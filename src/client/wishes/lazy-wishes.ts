import { lazy, nothing, tellNotLoaded } from '../kernel/lazy.ts';
import type { MakeWishes } from './wishes.ts';

/** Wishes whose code comes with the first one, or at once when some wait (UI-16). */
export const lazyWishes =
  (load: () => Promise<{ readonly createWishes: MakeWishes }>): MakeWishes =>
  (parts) => {
    const last = { permitted: false, stopped: false };
    const wishes = lazy(
      load,
      ({ createWishes }) => createWishes(parts),
      (made) => {
        if (last.stopped) return made.stop();
        made.permit(last.permitted);
        made.resume();
      },
    );
    const notLoaded = () => tellNotLoaded(parts.raise);
    return {
      want: (wish) => wishes.tell((made) => made.want(wish), notLoaded),
      drop: (wish) => wishes.tell((made) => made.drop(wish), notLoaded),
      wantAll: (all) => wishes.tell((made) => made.wantAll(all), notLoaded),
      resume: () => {
        const made = wishes.now();
        if (made !== null) made.resume();
        else if (Object.values(parts.get().pending).some(({ size }) => size > 0))
          wishes.tell(nothing, notLoaded);
      },
      permit: (on) => {
        last.permitted = on;
        wishes.now()?.permit(on);
      },
      networkReturned: () => wishes.now()?.networkReturned(),
      looked: (state) => wishes.now()?.looked(state),
      stop: () => {
        last.stopped = true;
        wishes.now()?.stop();
      },
    };
  };
