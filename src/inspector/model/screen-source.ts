import type { Controller } from './controller.ts';
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
export function otherSide(controller: Controller): ScreenSource {
  return {
    get session() {
      return controller.get().compared?.other ?? NOTHING;
    },
    get: () => {
      const { compared, n } = controller.get();
      return { n: compared?.otherAt(n) ?? 0 };
    },
    subscribe: controller.subscribe,
    jump: (n) => controller.jump(controller.get().compared?.ownAt(n) ?? n),
    stay: () => controller.stay(),
  };
}
