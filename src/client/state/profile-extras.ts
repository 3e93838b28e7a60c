import { duration } from '../../domain/duration.ts';
import { type UserId, personContact } from '../../domain/ids.ts';
import { EXTRAS_AT, type ExtraName, type ProfileExtras } from '../../domain/profile.ts';
import { blockedBy } from './blocked.ts';
import { plainValue } from './kept-shown.ts';
import type { State } from './state.ts';

/** The viewer's own value; null: none, or ended. Ends are full minutes, as the ticks are (PRES-4b). */
export const ownExtra = <N extends ExtraName>(state: State, name: N): ProfileExtras[N] | null =>
  EXTRAS_AT[name](plainValue(state, name), state.minute * duration.MINUTE);

/** A user's value as shown to the viewer; null: none, or not visible (PRES-4c). */
export function extraOf<N extends ExtraName>(state: State, name: N, user: UserId): ProfileExtras[N] | null {
  if (user === state.self?.id) return ownExtra(state, name);
  if (blockedBy(state).has(user)) return null;
  const extras = state.contacts.get(personContact(user))?.extras;
  return EXTRAS_AT[name](extras?.[name], state.minute * duration.MINUTE);
}
