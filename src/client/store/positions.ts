import type { Place } from '../../domain/events.ts';
import type { ContactId, StreamId } from '../../domain/ids.ts';
import { contactOfStream, NOTICE_STREAM, userStream } from '../../domain/ids.ts';
import { positionedAt, recounted } from './counting.ts';
import { changedContact } from './contact-change.ts';
import type { State } from './state.ts';

/** Where we stand in a stream; null when we know nothing of that conversation. */
export function positionOf(state: State, stream: StreamId): number | null {
  if (stream === NOTICE_STREAM) return state.sync.noticeSeq;
  if (!state.self) return null;
  if (stream === userStream(state.self.id)) return state.sync.selfSeq;
  const id = contactOfStream(state.self.id, stream);
  const contact = id === null ? undefined : state.contacts.get(id);
  return contact ? contact.counting.seq : null;
}

/** The conversation that an event speaks of: its stream decides, else the contract's rule (protocol 3.6). */
export function conversationOf(state: State, place: Place, to: ContactId, toUser: ContactId | null): ContactId {
  const self = state.self?.id;
  if (place && self !== undefined) {
    const seen = contactOfStream(self, place.stream);
    if (seen !== null) return seen;
  }
  return self !== undefined && to === String(self) && toUser !== null ? toUser : to;
}

/** Takes note of an applied event's place (STORE-3). */
export function advanced(state: State, place: Place): State {
  if (!place || !state.self) return state;
  const { stream, seq } = place;
  if (stream === NOTICE_STREAM) {
    return seq > state.sync.noticeSeq ? { ...state, sync: { ...state.sync, noticeSeq: seq } } : state;
  }
  if (stream === userStream(state.self.id)) {
    return seq > state.sync.selfSeq ? { ...state, sync: { ...state.sync, selfSeq: seq } } : state;
  }
  const id = contactOfStream(state.self.id, stream);
  if (id === null) return state;
  return changedContact(state, id, (contact) => {
    const moved = recounted(contact, positionedAt(contact.counting, seq));
    return moved.stream === null ? { ...moved, stream } : moved;
  });
}
