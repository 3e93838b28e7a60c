import { duration } from '../../domain/duration.ts';
import { quietHoursEnd, type QuietHours } from '../../domain/quiet-hours.ts';
import type { State } from './state.ts';

/** The quiet hours, as shown; null: none (ALERT-5). */
export function quietHoursOf({ kept, pending }: State): QuietHours | null {
  const wish = pending.keep.get('quiet');
  return (wish ? (wish.value as QuietHours | null) : kept.quiet) ?? null;
}

/** End of the quiet hours active now, in ms since 1970; null: none are active. */
export const quietUntil = (state: State, atMs = state.minute * duration.MINUTE): number | null =>
  quietHoursEnd(quietHoursOf(state), atMs);
