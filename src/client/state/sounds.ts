import { DEFAULT_SOUNDS, type Sounds } from '../../domain/sounds.ts';
import type { State } from './state.ts';

/** The message sounds, as shown (ALERT-7). */
export function soundsOf({ kept, pending }: State): Sounds {
  const wish = pending.keep.get('sounds');
  return (wish ? (wish.value as Sounds | null) : kept.sounds) ?? DEFAULT_SOUNDS;
}
