import type { Desk } from './desk.ts';
import { Recorded } from './session.ts';

/** A script and the event of it that a screen shows. */
export interface ScreenSource {
  readonly session: Recorded;
  readonly get: () => { readonly n: number };
  readonly subscribe: (listener: () => void) => () => void;
  jump(n: number): void;
  stay(): void;
}

const NOTHING = new Recorded();

/** The second script of a comparison, at the event that belongs to the one shown. */
export function otherSide(desk: Desk): ScreenSource {
  return {
    get session() {
      return desk.get().compared?.other ?? NOTHING;
    },
    get: () => {
      const { compared, n } = desk.get();
      return { n: compared?.otherAt(n) ?? 0 };
    },
    subscribe: desk.subscribe,
    jump: (n) => desk.jump(desk.get().compared?.ownAt(n) ?? n),
    stay: () => desk.stay(),
  };
}
