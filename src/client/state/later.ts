import type { Place, ServerEvent } from '../../domain/events.ts';
import type { ReminderFact, ScheduledFact } from '../../domain/later.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import type { LaterState, State } from './state.ts';

const NO_SCHEDULED: readonly ScheduledFact[] = [];
const NO_REMINDERS: readonly ReminderFact[] = [];
const NOTHING: LaterState = { heard: 0, overtaken: null, list: null };

/** The view that shows the list requests it again; a reminder also notifies the user (LATER-5, LATER-10). */
export function laterHeard(
  state: State,
  event: Extract<ServerEvent, { type: 'laterChanged' | 'reminded' }>,
  place: Place,
): Reduced {
  const later = state.later ?? NOTHING;
  const newestSeq = Math.max(later.heard, place?.seq ?? later.heard + 1);
  return {
    state: { ...state, later: { ...later, heard: newestSeq } },
    effects:
      event.type === 'reminded'
        ? [{ type: 'reminded', conversation: event.conversation, id: event.id }]
        : NO_EFFECTS,
  };
}

/** Starts counting changes that the answer may not include; `on` false: no answer arrived. */
export function laterAsked(state: State, on: boolean): State {
  const later = state.later ?? NOTHING;
  return { ...state, later: { ...later, overtaken: on ? (later.overtaken ?? 0) : null } };
}

/** The newest answer, as of a place of the own stream. */
export const laterLoaded = (state: State, list: NonNullable<LaterState['list']>): State => ({
  ...state,
  later: { heard: state.later?.heard ?? 0, overtaken: null, list },
});

const onceMore = (overtaken: number | null): number | null => (overtaken === null ? null : overtaken + 1);

/** Removes reminders whose message is gone (LATER-11). */
export function withoutReminders(state: State, isGone: (reminder: ReminderFact) => boolean): State {
  const { heard, overtaken, list } = state.later ?? NOTHING;
  const isThere = list?.reminders.some(isGone) === true;
  if (!isThere && overtaken === null) return state;
  const left = isThere ? { ...list, reminders: list.reminders.filter((one) => !isGone(one)) } : list;
  return { ...state, later: { heard, overtaken: onceMore(overtaken), list: left } };
}

/** The messages the user may read changed, and perhaps the visible reminders: the list is loaded again. */
export function laterDropped(state: State): State {
  if (state.later === null) return state;
  const { heard, overtaken } = state.later;
  return { ...state, later: { heard, overtaken: onceMore(overtaken), list: null } };
}

/** A message was edited: views that loaded it before request it again (EDIT-2). */
export function rewordedReminder(state: State, id: MessageId, rev: number): State {
  const { heard, overtaken, list } = state.later ?? NOTHING;
  const isThere = list?.reminders.some((one) => one.id === id) === true;
  if (!isThere && overtaken === null) return state;
  const reworded = (one: ReminderFact): ReminderFact => (one.id === id ? { ...one, rev } : one);
  const now = isThere ? { ...list, reminders: list.reminders.map(reworded) } : list;
  return { ...state, later: { heard, overtaken: onceMore(overtaken), list: now } };
}

/** The list was never requested, or has changed since. */
export const isLaterStale = ({ later }: State): boolean => !later?.list || later.heard > later.list.seq;

export const scheduledOf = (state: State): readonly ScheduledFact[] =>
  state.later?.list?.scheduled ?? NO_SCHEDULED;
export const remindersOf = (state: State): readonly ReminderFact[] =>
  state.later?.list?.reminders ?? NO_REMINDERS;
