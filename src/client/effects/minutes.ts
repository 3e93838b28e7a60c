import { displayLimits } from '../../domain/list-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ClientStore } from '../state/store.ts';

/** Ticks with each full minute, so that shown times age (TIME-2). */
export function createMinutes(
  clock: Clock,
  store: Pick<ClientStore, 'dispatch'>,
): { start(): void; stop(): void } {
  let timer: unknown = null;
  const tick = () => {
    const now = clock.nowMs();
    store.dispatch({ type: 'minuteTicked', minute: Math.floor(now / displayLimits.minuteMs) });
    timer = clock.setTimeout(tick, displayLimits.minuteMs - (now % displayLimits.minuteMs));
  };
  return {
    start: tick,
    stop: () => clock.clearTimeout(timer),
  };
}
