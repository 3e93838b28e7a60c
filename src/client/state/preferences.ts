import { duration } from '../../domain/duration.ts';
import { type QuietHours, quietHoursEnd } from '../../domain/quiet-hours.ts';
import { QUICK_REACTIONS } from '../../domain/reactions.ts';
import { DEFAULT_SOUNDS, type Sounds } from '../../domain/sounds.ts';
import { isBusyAt } from '../../domain/status.ts';
import { plainValue } from './kept-shown.ts';
import { ownExtra } from './profile-extras.ts';
import type { State } from './state.ts';

/** The preference for link cards, as shown; null: never chosen (PREVIEW-12). */
export function previewsChosen({ kept, pending }: State): boolean | null {
  const pendingValue = pending.keep.get('previews')?.value;
  return (pendingValue && 'on' in pendingValue ? pendingValue.on : kept.previews) ?? null;
}

/** The quiet hours, as shown; null: none (ALERT-5). */
export const quietHoursOf = (state: State): QuietHours | null => plainValue(state, 'quiet');

/** End of the quiet hours active now, in ms since 1970; null: none are active. */
export const quietUntil = (state: State, atMs = state.minute * duration.MINUTE): number | null =>
  quietHoursEnd(quietHoursOf(state), atMs);

/** The user does not want to be disturbed now (PRES-5). */
export const busyNow = (state: State): boolean => ownExtra(state, 'status')?.mode === 'busy';

/** Returns what stays silent of this moment: all, or all but what is for the user (ALERT-5, PRES-5). */
export function silenceAt(state: State, atMs = state.minute * duration.MINUTE): 'all' | 'butToMe' | null {
  if (isBusyAt(plainValue(state, 'status'), atMs)) return 'all';
  if (quietUntil(state, atMs) === null) return null;
  return quietHoursOf(state)?.toMe === true ? 'butToMe' : 'all';
}

/** Emoji of a double press, as shown; empty: none (REACT-12). */
export const quickReactionOf = (state: State): string =>
  plainValue(state, 'quickReaction')?.emoji ?? QUICK_REACTIONS[0];

/** The message sounds, as shown (ALERT-7). */
export const soundsOf = (state: State): Sounds => plainValue(state, 'sounds') ?? DEFAULT_SOUNDS;
