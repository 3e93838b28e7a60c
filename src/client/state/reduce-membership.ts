import type { ServerEvent } from '../../domain/events.ts';
import type { ContactId, StreamId, UserId } from '../../domain/ids.ts';
import { leftStreamsMax } from './limits.ts';
import { withContact, withoutContact } from './counting.ts';
import { contactOf, patched, withKey } from './figures.ts';
import type { Effect, GoneWhy, Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { withoutReminders } from './later.ts';
import { profiled } from './reduce-profiles.ts';
import type { Contact, State } from './state.ts';
import { withoutPendingOf } from './pending-changes.ts';
import { withoutTypingIn } from './typing.ts';
import { GROUP_ROLE } from '../../domain/contact.ts';

type Of<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

/**
 * I am in a conversation now: its facts at the base from which its events go on (STREAM-11). What a window
 * lacks up to that base no event brings: it is loaded again.
 */
export function reduceJoined(state: State, event: Of<'joined'>): Reduced {
  const { id } = event.contact;
  const effects: readonly Effect[] =
    event.via === 'group' ? [{ type: 'bindGroup', conversation: id }] : NO_EFFECTS;
  const was = state.contacts.get(id);
  const fresh = asOwner(profiled(state, contactOf(event.contact)), state.self?.id);
  const back =
    fresh.stream === null ? state : { ...state, left: withKey(state.left, fresh.stream, undefined) };
  const contact = was ? keepNewer(was, fresh) : fresh;
  const next = withContact(back.left === state.left ? state : back, contact, was);
  const jumped = was !== undefined && contact.counting.seq > was.counting.seq;
  return {
    state: jumped ? { ...next, conversations: withKey(next.conversations, id, undefined) } : next,
    effects,
  };
}

/** A plain server sends the creator of a group the same as all others: that they are members. */
const asOwner = (contact: Contact, self: UserId | undefined): Contact =>
  contact.stream === null && contact.group !== null && contact.group.ownerId === self
    ? { ...contact, group: patched(contact.group, { role: GROUP_ROLE.owner }) }
    : contact;

/**
 * A later moment already applied wins. A group takes its name and picture from its own stream, a person from
 * the viewer's. A plain server repeats a contact without flags and counters: the known ones stay.
 */
function keepNewer(was: Contact, fresh: Contact): Contact {
  if (was.counting.seq > fresh.counting.seq)
    return was.kind === 'group' ? was : { ...was, displayName: fresh.displayName, avatar: fresh.avatar };
  if (fresh.stream !== null) return fresh;
  return patched(fresh, {
    counting: was.counting,
    unread: was.unread,
    mentions: was.mentions,
    isTop: was.isTop,
    isNotice: was.isNotice,
    quiet: was.quiet,
    stream: was.stream,
    last: fresh.last ?? was.last,
    lastSentAtMs: Math.max(fresh.lastSentAtMs, was.lastSentAtMs),
  });
}

export function reduceLeft(state: State, event: Of<'left'>): Reduced {
  const was = state.contacts.get(event.conversation);
  // Facts of a later membership are already here: this leaving is history. An ended group has none.
  const isLater = was !== undefined && event.until !== null && was.counting.seq > event.until;
  if (isLater && event.why !== 'dissolved') return { state, effects: NO_EFFECTS };
  const mine = event.why === 'left' || (event.by !== undefined && event.by === state.self?.id);
  const removed = removedChat(state, event.conversation, event.why, mine);
  if (event.stream === null || event.until === null) return removed;
  return {
    state: { ...removed.state, left: withLeft(removed.state.left, event.stream, event.until) },
    effects: removed.effects,
  };
}

function withLeft(streams: State['left'], stream: StreamId, until: number): State['left'] {
  const next = new Map(streams);
  next.delete(stream);
  next.set(stream, until);
  for (const oldest of next.keys()) {
    if (next.size <= leftStreamsMax) break;
    next.delete(oldest);
  }
  return next;
}

/**
 * A conversation no longer the user's: contact, window, pending changes, reminders and signs of typing are
 * removed (LATER-11); unsent messages stay until they are refused.
 */
export function removedChat(state: State, id: ContactId, why: GoneWhy, mine = false): Reduced {
  const was = state.contacts.get(id);
  const wasOpen = state.open === id;
  const unreminded = withoutReminders(state, ({ to }) => to === id);
  let next = withoutTypingIn(withoutPendingOf(withoutContact(unreminded, id), id), id);
  if (next.conversations.has(id))
    next = { ...next, conversations: withKey(next.conversations, id, undefined) };
  if (next.recentIds.has(id)) next = { ...next, recentIds: withKey(next.recentIds, id, undefined) };
  if (wasOpen) next = { ...next, open: null };
  return {
    state: next,
    effects:
      was || wasOpen
        ? [{ type: 'chatGone', conversation: id, why, name: was?.displayName ?? '', mine, wasOpen }]
        : NO_EFFECTS,
  };
}
