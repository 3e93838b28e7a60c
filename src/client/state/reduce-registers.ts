import type { ServerEvent } from '../../domain/events.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import { personContact } from '../../domain/ids.ts';
import { indexLetter, namePy } from '../../domain/letters.ts';
import { changedContact, patched } from './counting.ts';
import { NO_SYNC, withoutConversations } from './empty.ts';
import type { Effect, Reduced } from './effects.ts';
import { NO_EFFECTS, unchanged } from './effects.ts';
import type { State } from './state.ts';

type Of<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

const done = (state: State, effects: readonly Effect[] = NO_EFFECTS): Reduced => ({ state, effects });

/** Presence is a register: the newest word counts (STREAM-2). */
export function onlineSet(state: State, event: Of<'onlineSet'>): Reduced {
  if (event.all) return done(presenceLoaded(state, event.on));
  let next = state;
  for (const user of event.off) next = withOnline(next, user, false);
  for (const user of event.on) next = withOnline(next, user, true);
  return done(next);
}

const withOnline = (state: State, user: UserId, isOnline: boolean): State =>
  changedContact(state, personContact(user), (contact) => patched(contact, { isOnline }));

/** Everybody that a `sync` answer names is online, everybody else is not. */
export function presenceLoaded(state: State, online: readonly number[]): State {
  const named = new Set<ContactId>(online.map((user) => personContact(user as UserId)));
  let next = state;
  for (const contact of state.contacts) {
    if (contact.kind !== 'person' || contact.isOnline === named.has(contact.id)) continue;
    next = changedContact(next, contact.id, (one) => ({ ...one, isOnline: !one.isOnline }));
  }
  return next;
}

/** My remark for a person; an empty one shows the real name again (FRIEND-5). Letters follow the name. */
export const remarkSet = (state: State, event: Of<'remarkSet'>): Reduced =>
  done(
    changedContact(state, personContact(event.user), (contact) => {
      const displayName = event.name || contact.realname || contact.displayName;
      return patched(contact, { displayName, index: indexLetter(displayName), namePy: namePy(displayName) });
    }),
  );

/** LIST-7: the counter rises, nothing else; a sound as for `system` (EFFECT-1). */
export function applicationReceived(state: State, event: Of<'applicationReceived'>): Reduced {
  const system = event.pending ?? state.totals.system + 1;
  return done({ ...state, totals: patched(state.totals, { system }) }, [{ type: 'sound' }]);
}

export const withApplications = (state: State, pending: number): State =>
  pending === state.totals.system ? state : { ...state, totals: { ...state.totals, system: pending } };

/** SESS-4: only another mobile login of the same person, and only while multiple logins are off. */
export function loggedInElsewhere(state: State, event: Of<'loggedInElsewhere'>): Reduced {
  const mine = event.user === state.self?.id && event.client !== state.clientId;
  if (!mine || !event.isMobile || state.config.sysInfo.multipleLogin) return unchanged(state);
  return done(state, [{ type: 'forcedLogout', client: event.client }]);
}

/**
 * Another kind of server than before numbers otherwise, so what is known of conversations is asked for anew
 * (PLAIN-1).
 */
export function socketGreeted(state: State, event: Of<'socketGreeted'>): Reduced {
  const plain = event.epoch === null;
  const server =
    plain === state.sync.plain
      ? state
      : { ...(state.sync.ready ? withoutConversations(state) : state), sync: { ...NO_SYNC, plain } };
  return done(patched(server, { clientId: event.client }), [
    { type: 'greeted', client: event.client, epoch: event.epoch },
  ]);
}

/** The cursor comes without one while a stream has a hole (SYNC-5). */
export function ponged(state: State, event: Of<'ponged'>): Reduced {
  const sync =
    event.cursor === null || !state.sync.ready ? state.sync : patched(state.sync, { cursor: event.cursor });
  return done(patched(state, { multiport: event.multiport, sync }), [
    { type: 'ponged', bound: event.bound, calls: event.calls ?? null },
  ]);
}

/**
 * With the mode of the house other people are in the list (CONF-6). The configuration is kept by itself and
 * may be newer than the list beside it: what counts is the mode by which the list was made.
 */
export const configured = (state: State, config: State['config']): Reduced => ({
  state: { ...state, config },
  effects: staleIn(state, config, state.config),
});

/** The list as it was kept or came, beside the configuration as this device knows it. */
export const restored = (state: State): Reduced => ({ state, effects: staleIn(state, state.config) });

const staleIn = (
  { sync: { ready, mode } }: State,
  { sysInfo: { runMode } }: State['config'],
  before?: State['config'],
): readonly Effect[] =>
  ready && runMode !== (mode ?? before?.sysInfo.runMode ?? runMode) ? [{ type: 'listStale' }] : NO_EFFECTS;
