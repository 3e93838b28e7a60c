import { display } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../streams/store.ts';

/** Ticks with each full minute, so that shown times age (TIME-2). */
export function createMinutes(clock: Clock, store: Pick<Store, 'dispatch'>): { start(): void; stop(): void } {
  let timer: unknown = null;
  const tick = () => {
    const now = clock.nowMs();
    store.dispatch({ type: 'minuteTicked', minute: Math.floor(now / display.minuteMs) });
    timer = clock.setTimeout(tick, display.minuteMs - (now % display.minuteMs));
  };
  return {
    start: tick,
    stop: () => clock.clearTimeout(timer),
  };
}
