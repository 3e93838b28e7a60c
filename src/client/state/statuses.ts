import { duration } from '../../domain/duration.ts';
import type { UserId } from '../../domain/ids.ts';
import { type UserStatus, statusAt } from '../../domain/status.ts';
import { blockedBy } from './blocked.ts';
import { plainValue } from './kept-shown.ts';
import type { State } from './state.ts';

/** The viewer's own status; null: none, or ended. Ends are full minutes, as the ticks are (PRES-4b). */
export const ownStatus = (state: State): UserStatus | null =>
  statusAt(plainValue(state, 'status'), state.minute * duration.MINUTE);

/** A user's status as shown to the viewer; null: none, or not visible (PRES-4c). */
export function statusOf(state: State, user: UserId): UserStatus | null {
  if (user === state.self?.id) return ownStatus(state);
  if (blockedBy(state).has(user)) return null;
  return statusAt(state.profiles.get(user)?.status, state.minute * duration.MINUTE);
}
