import { type Late, nothing } from '../kernel/lazy.ts';
import type { Acks, MakeAcks } from './acks.ts';

/** Acknowledgements whose code comes once the list stands (UI-16); until then nothing is acknowledged. */
export const lazyAcks =
  (code: Late<MakeAcks>): MakeAcks =>
  (parts) => {
    let acks: Acks | null = null;
    let stopped = false;
    const made = (): Acks | null => (stopped ? null : (acks ??= code.now()?.(parts) ?? null));
    return {
      bound: () => {
        if (made() === null) code.get().then(() => made()?.bound(), nothing);
        else acks?.bound();
      },
      stop: () => {
        stopped = true;
        acks?.stop();
      },
    };
  };
