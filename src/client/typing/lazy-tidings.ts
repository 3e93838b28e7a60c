import { type Late, nothing } from '../kernel/lazy.ts';
import type { MakeTidings, Tidings } from './tidings.ts';

/**
 * Client reports whose code loads after the list is shown (UI-16); until then neither acknowledgements nor
 * typing signals are sent.
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
