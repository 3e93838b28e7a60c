import type { Place } from '../../domain/events.ts';
import {
  ADMIN_NOTICE,
  type ContactId,
  NOTICE_STREAM,
  type StreamId,
  type UserId,
  contactOfStream,
  userStream,
} from '../../domain/ids.ts';
import { changedContact, positionedAt } from './counting.ts';
import { recounted } from './figures.ts';
import type { State } from './state.ts';

/**
 * One event looks up the conversation of its stream three times; the last answer is cached. Still pure: the
 * answer depends on nothing else.
 */
let lastSeen: { readonly self: UserId; readonly stream: StreamId; readonly id: ContactId | null } | null =
  null;

function chatOfStream(self: UserId, stream: StreamId): ContactId | null {
  if (lastSeen?.stream === stream && lastSeen.self === self) return lastSeen.id;
  const id = contactOfStream(self, stream);
  lastSeen = { self, stream, id };
  return id;
}

const isOwn = (self: UserId, stream: StreamId): boolean =>
  stream.charCodeAt(0) === LETTER_U && stream === userStream(self);
const LETTER_U = 117;

/** Returns the position in a stream; null if the conversation is unknown. */
export function positionOf(state: State, stream: StreamId): number | null {
  if (stream === NOTICE_STREAM) return state.sync.noticeSeq;
  if (!state.self) return null;
  if (isOwn(state.self.id, stream)) return state.sync.selfSeq;
  const id = chatOfStream(state.self.id, stream);
  const contact = id === null ? undefined : state.contacts.get(id);
  return contact ? contact.counting.seq : null;
}

/** The conversation that an event speaks of: its stream decides, else the contract's rule (protocol 3.6). */
export function conversationOf(
  state: State,
  place: Place,
  to: ContactId,
  toUser: ContactId | null,
): ContactId {
  const self = state.self?.id;
  if (place && self !== undefined) {
    const chat = chatOfStream(self, place.stream);
    if (chat !== null) return chat;
  }
  return self !== undefined && to === String(self) && toUser !== null ? toUser : to;
}

/** Takes note of an applied event's place (STORE-3). */
export function advanced(state: State, place: Place): State {
  if (!place || !state.self) return state;
  const { stream, seq } = place;
  if (stream === NOTICE_STREAM) {
    if (seq <= state.sync.noticeSeq) return state;
    const next = { ...state, sync: { ...state.sync, noticeSeq: seq } };
    return changedContact(next, ADMIN_NOTICE, (contact) =>
      recounted(contact, positionedAt(contact.counting, seq)),
    );
  }
  if (isOwn(state.self.id, stream)) {
    return seq > state.sync.selfSeq ? { ...state, sync: { ...state.sync, selfSeq: seq } } : state;
  }
  const id = chatOfStream(state.self.id, stream);
  if (id === null) return state;
  return changedContact(state, id, (contact) => {
    const updated = recounted(contact, positionedAt(contact.counting, seq));
    return updated.stream === null ? { ...updated, stream } : updated;
  });
}

/**
 * Positions in the own stream and in the conversations at the top of the list: the newest, which a loss
 * affects first (STREAM-16). Null if unknown.
 */
export function newestPositions(state: State, most: number): Readonly<Record<StreamId, number>> | null {
  const positions: Record<StreamId, number> = {};
  if (!state.self) return null;
  if (state.sync.selfSeq > 0) positions[userStream(state.self.id)] = state.sync.selfSeq;
  let left = most - 1;
  for (const { stream, counting } of state.contacts) {
    if (left <= 0) break;
    if (stream === null || counting.seq === 0) continue;
    positions[stream] = counting.seq;
    left -= 1;
  }
  return Object.keys(positions).length === 0 ? null : positions;
}
