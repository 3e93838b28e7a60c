import type { Place, ServerEvent } from '../../domain/events.ts';
import type { ReminderFact, ScheduledFact } from '../../domain/later.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import type { LaterState, State } from './state.ts';

const NOTHING: LaterState = { heard: 0, list: null };

/** The list is asked for anew by whoever shows it; a reminder is told as well (LATER-5, LATER-10). */
export function laterHeard(
  state: State,
  event: Extract<ServerEvent, { type: 'laterChanged' | 'reminded' }>,
  place: Place,
): Reduced {
  const later = state.later ?? NOTHING;
  const heard = Math.max(later.heard, place?.seq ?? later.heard + 1);
  return {
    state: { ...state, later: { ...later, heard } },
    effects:
      event.type === 'reminded'
        ? [{ type: 'reminded', conversation: event.conversation, id: event.id }]
        : NO_EFFECTS,
  };
}

/** What they were about is gone, and so are they (LATER-11). */
export function withoutReminders(state: State, isGone: (reminder: ReminderFact) => boolean): State {
  const list = state.later?.list;
  if (!list || !list.reminders.some(isGone)) return state;
  const reminders = list.reminders.filter((one) => !isGone(one));
  return { ...state, later: { heard: state.later?.heard ?? 0, list: { ...list, reminders } } };
}

/** Nobody has asked yet, or it has changed since. */
export const isLaterStale = ({ later }: State): boolean => !later?.list || later.heard > later.list.seq;

const NO_SCHEDULED: readonly ScheduledFact[] = [];
const NO_REMINDERS: readonly ReminderFact[] = [];

export const scheduledOf = (state: State): readonly ScheduledFact[] =>
  state.later?.list?.scheduled ?? NO_SCHEDULED;
export const remindersOf = (state: State): readonly ReminderFact[] =>
  state.later?.list?.reminders ?? NO_REMINDERS;
/** How many wait there, or could not be sent (LATER-7). */
export const scheduledIn = (state: State, id: ContactId): number =>
  scheduledOf(state).filter(({ to }) => to === id).length;
