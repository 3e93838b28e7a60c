import { type Late, nothing } from '../kernel/lazy.ts';
import type { MakeTidings, Tidings } from './tidings.ts';

/**
 * Tidings whose code comes once the list stands (UI-16); until then nothing is acknowledged, and what is
 * typed is told to nobody.
 */
export const lazyTidings =
  (code: Late<MakeTidings>): MakeTidings =>
  (parts) => {
    let part: Tidings | null = null;
    let stopped = false;
    const now = (): Tidings | null => (stopped ? null : (part ??= code.now()?.(parts) ?? null));
    return {
      typed: (id, act) => now()?.typed(id, act),
      bound: () => {
        if (now() === null) code.get().then(() => now()?.bound(), nothing);
        else part?.bound();
      },
      stop: () => {
        stopped = true;
        part?.stop();
      },
    };
  };
