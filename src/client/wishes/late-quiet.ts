import { type MakeQuietTimes, quietKey, type QuietTimes } from './quiet-times.ts';

/**
 * Most devices keep no end of any silence, so the code comes with the first one: stored before, or chosen now
 * (UI-16). An end whose code cannot be had is not kept; the conversation stays muted until it is heard again
 * by hand.
 */
export const lateQuietTimes =
  (load: () => Promise<MakeQuietTimes>): MakeQuietTimes =>
  (parts) => {
    let coming: Promise<QuietTimes | null> | null = null;
    let over = false;
    const bring = () => {
      coming ??= load().then(
        (make) => (over ? null : make(parts)),
        () => (coming = null),
      );
    };
    const withTimes = async (run: (times: QuietTimes) => void): Promise<void> => {
      const times = await coming;
      if (times) run(times);
    };
    if (parts.settings.get(quietKey(parts.user)) !== null) bring();
    return {
      set: (id, untilMs) => {
        if (untilMs !== null) bring();
        void withTimes((times) => times.set(id, untilMs));
      },
      looked: (state) => {
        if (coming) void withTimes((times) => times.looked(state));
      },
      stop: (keep) => {
        over = true;
        if (!keep) parts.settings.set(quietKey(parts.user), null);
        void withTimes((times) => times.stop(keep));
      },
    };
  };
