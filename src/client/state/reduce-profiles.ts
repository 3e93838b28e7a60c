import { type ContactId, contactOfStream, personContact } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import { profilesKnownMax } from './limits.ts';
import { toMarkup, toPlain } from '../../domain/markup.ts';
import {
  type MentionName,
  mentionsIn,
  nameNow,
  type NamedUser,
  toNamedUsers,
  renamed,
} from '../../domain/mention-names.ts';
import type { LastMessage, Message } from '../../domain/message.ts';
import type { Profile } from '../../domain/profile.ts';
import { changedContact, withContact } from './counting.ts';
import type { Reduced } from './effects.ts';
import { mapped, patched } from './figures.ts';
import { inThread } from './windows.ts';
import type { Contact, Conversation, State } from './state.ts';

type ProfilesByUser = ReadonlyMap<UserId, Profile>;

/**
 * Applies new names and pictures: to contacts, last messages and all loaded messages. Frames and answers use
 * two connections, so the latest profile is remembered and older ones are ignored (STREAM-17).
 */
export function withProfiles(state: State, profiles: readonly Profile[]): State {
  const fresh = new Map(
    profiles
      .filter(({ user, rev }) => (state.profiles.get(user)?.rev ?? 0) < rev)
      .map((one) => [one.user, one]),
  );
  if (fresh.size === 0) return state;
  let next: State = {
    ...state,
    profiles: remembered(state.profiles, fresh),
    conversations: withAuthors(state.conversations, fresh),
  };
  for (const one of fresh.values())
    next = changedContact(next, personContact(one.user), (contact) => withProfile(contact, one));
  for (const contact of state.contacts) {
    const last = contact.kind === 'group' && contact.last ? withNamesInLast(contact.last, fresh) : null;
    if (last !== null && last !== contact.last) next = withContact(next, patched(contact, { last }));
  }
  return next;
}

/** The line of a group's row: its author, and its mentions (MENTION-7). */
function withNamesInLast(last: LastMessage, fresh: ProfilesByUser): LastMessage {
  const speaker = fresh.get(last.from as UserId);
  const withSpeaker = speaker ? patched(last, { fromName: speaker.realname }) : last;
  const now = mentionsNow(last.named ?? [], fresh);
  return now === null
    ? withSpeaker
    : { ...withSpeaker, content: toMarkup(renamed(toPlain(last.content), now)), named: toNamedUsers(now) };
}

/** Mentions with present names; null if none of these users was renamed. */
function mentionsNow(mentions: readonly NamedUser[], fresh: ProfilesByUser): readonly MentionName[] | null {
  const next = mapped(mentions as readonly MentionName[], (one) => {
    const profile = fresh.get(one.id as UserId);
    const now = profile === undefined ? undefined : nameNow(one.name, profile);
    return now === undefined || now === (one.now ?? one.name) ? one : { ...one, now };
  });
  return next === mentions ? null : next;
}

/**
 * Applies later profiles to an answered contact, which has no extras; in a group also to the names of its
 * last message.
 */
export function profiled(state: State, contact: Contact): Contact {
  const { kind, last } = contact;
  if (kind === 'group' && last && state.profiles.size > 0)
    return patched(contact, { last: withNamesInLast(last, state.profiles) });
  if (kind !== 'person') return contact;
  const profile = state.profiles.get(Number(contact.id) as UserId);
  return profile
    ? withProfile(contact, profile)
    : patched(contact, { extras: state.contacts.get(contact.id)?.extras });
}

/** The viewer's own name for that user stays. */
function withProfile(contact: Contact, profile: Profile): Contact {
  const { realname, account, avatar, namePy, index, extras } = profile;
  const hasRemark = contact.displayName !== contact.realname;
  return patched(contact, {
    realname,
    avatar,
    extras,
    ...(account === undefined ? {} : { account }),
    ...(hasRemark ? {} : { displayName: realname, namePy, index }),
  });
}

/** The same message, or one with the latest author and mentioned users. */
export function authored(profiles: ProfilesByUser, message: Message): Message {
  return withMentions(profiles, withAuthor(profiles, message));
}

function withMentions(profiles: ProfilesByUser, message: Message): Message {
  const now = mentionsNow(mentionsIn(message.extra), profiles);
  const quoted = mentionsNow(message.quote?.named ?? [], profiles);
  if (now === null && quoted === null) return message;
  const { quote } = message;
  return {
    ...message,
    ...(now !== null && { extra: { ...message.extra, mentions: now } }),
    ...(quote !== null &&
      quoted !== null && {
        quote: { ...quote, content: renamed(quote.content, quoted), named: toNamedUsers(quoted) },
      }),
  };
}

function withAuthor(profiles: ProfilesByUser, message: Message): Message {
  const profile = profiles.get(message.from.id);
  if (!profile || (profile.realname === message.from.realname && profile.avatar === message.from.avatar))
    return message;
  const { displayName, realname } = message.from;
  const from = {
    ...message.from,
    realname: profile.realname,
    avatar: profile.avatar,
    displayName: displayName === realname ? profile.realname : displayName,
  };
  return { ...message, from };
}

function withAuthors(conversations: State['conversations'], fresh: ProfilesByUser): State['conversations'] {
  let next: Map<Conversation['id'], Conversation> | null = null;
  for (const [id, window] of conversations) {
    const renamed = inThread(withNames(window, fresh), (one) => withNames(one, fresh));
    if (renamed === window) continue;
    next ??= new Map(conversations);
    next.set(id, renamed);
  }
  return next ?? conversations;
}

function withNames(window: Conversation, fresh: ProfilesByUser): Conversation {
  const chunks = mapped(window.chunks, (chunk) => mapped(chunk, (message) => authored(fresh, message)));
  const early = mapped(window.early, (message) => authored(fresh, message));
  return chunks === window.chunks && early === window.early ? window : { ...window, chunks, early };
}

function remembered(profiles: ProfilesByUser, fresh: ProfilesByUser): ProfilesByUser {
  const next = new Map(profiles);
  for (const [user, one] of fresh) {
    next.delete(user);
    next.set(user, one);
  }
  for (const oldest of next.keys()) {
    if (next.size <= profilesKnownMax) break;
    next.delete(oldest);
  }
  return next;
}

/**
 * Marks the chat for loading with the next connection. The mark is stored with the chat, so that a page reads
 * both or neither.
 */
export const markedStale = (state: State, id: ContactId): State =>
  changedContact(state, id, (contact) => patched(contact, { stale: true }));

/**
 * A name in the chat has changed, so the chat is loaded again. It stays marked until the answer arrives,
 * because the socket or the page may close first (DATA-9). Remembered profiles are forgotten: a user who
 * shares no chat with the viewer any longer sends no updates, and an answer is newer.
 */
export function chatStale(state: State, stream: StreamId): Reduced {
  const id = state.self && contactOfStream(state.self.id, stream);
  const marked = id === null ? state : markedStale(state, id);
  return {
    state: marked.profiles.size === 0 ? marked : { ...marked, profiles: new Map() },
    effects: [{ type: 'requestResync', stream }],
  };
}
