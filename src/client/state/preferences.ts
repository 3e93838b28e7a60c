import { duration } from '../../domain/duration.ts';
import type { Preferences } from '../../domain/kept.ts';
import { type QuietHours, quietHoursEnd } from '../../domain/quiet-hours.ts';
import { DEFAULT_SOUNDS, type Sounds } from '../../domain/sounds.ts';
import type { PlainName } from './kept-state.ts';
import type { State } from './state.ts';

/** The preference for link cards, as shown; null: never chosen (PREVIEW-12). */
export function previewsChosen({ kept, pending }: State): boolean | null {
  const wished = pending.keep.get('previews')?.value;
  return (wished && 'on' in wished ? wished.on : kept.previews) ?? null;
}

/** A value as shown: the pending one, else the confirmed one (STORE-6). */
export function plainValue<N extends PlainName>({ kept, pending }: State, name: N): Preferences[N] | null {
  const pendingValue = pending.keep.get(name);
  const value = pendingValue ? pendingValue.value : kept[name];
  return (value ?? null) as Preferences[N] | null;
}

/** The quiet hours, as shown; null: none (ALERT-5). */
export const quietHoursOf = (state: State): QuietHours | null => plainValue(state, 'quiet');

/** End of the quiet hours active now, in ms since 1970; null: none are active. */
export const quietUntil = (state: State, atMs = state.minute * duration.MINUTE): number | null =>
  quietHoursEnd(quietHoursOf(state), atMs);

/** The message sounds, as shown (ALERT-7). */
export const soundsOf = (state: State): Sounds => plainValue(state, 'sounds') ?? DEFAULT_SOUNDS;
