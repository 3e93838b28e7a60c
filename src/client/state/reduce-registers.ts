import type { ServerEvent } from '../../domain/events.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import { personContact } from '../../domain/ids.ts';
import { namePy } from '../../domain/initials.ts';
import { indexLetter } from '../../domain/name-order.ts';
import { changedContact } from './counting.ts';
import { patched } from './figures.ts';
import type { Effect, Reduced } from './effects.ts';
import { NO_EFFECTS, unchanged } from './effects.ts';
import { silenceAt } from './preferences.ts';
import type { State } from './state.ts';

type Of<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

const reduced = (state: State, effects: readonly Effect[] = NO_EFFECTS): Reduced => ({ state, effects });

/** Presence is a register: the newest word counts (STREAM-2). */
export function onlineSet(state: State, event: Of<'onlineSet'>): Reduced {
  if (event.all) return reduced(presenceLoaded(state, event.on));
  let next = state;
  for (const user of event.off) next = withOnline(next, user, false);
  for (const user of event.on) next = withOnline(next, user, true);
  return reduced(next);
}

const withOnline = (state: State, user: UserId, isOnline: boolean): State =>
  changedContact(state, personContact(user), (contact) => patched(contact, { isOnline }));

/** Sets the users named by a `sync` answer online, and all others offline. */
export function presenceLoaded(state: State, online: readonly number[]): State {
  const onlineIds = new Set<ContactId>(online.map((user) => personContact(user as UserId)));
  let next = state;
  for (const contact of state.contacts) {
    if (contact.kind !== 'person' || contact.isOnline === onlineIds.has(contact.id)) continue;
    next = changedContact(next, contact.id, (one) => ({ ...one, isOnline: !one.isOnline }));
  }
  return next;
}

/**
 * The viewer's remark for a user; an empty one restores the real name (FRIEND-5). The index letter follows
 * the name.
 */
export const remarkSet = (state: State, event: Of<'remarkSet'>): Reduced =>
  reduced(
    changedContact(state, personContact(event.user), (contact) => {
      const displayName = event.name || contact.realname || contact.displayName;
      return patched(contact, { displayName, index: indexLetter(displayName), namePy: namePy(displayName) });
    }),
  );

/** LIST-7: the counter rises, nothing else; a sound as for `system` (EFFECT-1). */
export function applicationReceived(state: State, event: Of<'applicationReceived'>): Reduced {
  const system = event.pending ?? state.totals.system + 1;
  const effects: readonly Effect[] = silenceAt(state) === null ? [{ type: 'sound' }] : NO_EFFECTS;
  return reduced({ ...state, totals: patched(state.totals, { system }) }, effects);
}

export const withApplications = (state: State, pending: number): State =>
  pending === state.totals.system ? state : { ...state, totals: { ...state.totals, system: pending } };

/** SESS-4: only another mobile login of the same person, and only while multiple logins are off. */
export function loggedInElsewhere(state: State, event: Of<'loggedInElsewhere'>): Reduced {
  const mine = event.user === state.self?.id && event.client !== state.clientId;
  if (!mine || !event.isMobile || state.config.sysInfo.multipleLogin) return unchanged(state);
  return reduced(state, [{ type: 'forcedLogout', client: event.client }]);
}
