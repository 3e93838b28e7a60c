import { countingLimits as limits } from './limits.ts';
import { mentionsIn } from './figures.ts';
import type { Contact, Counting, MentionChange, State } from './state.ts';
import type { ContactId } from '../../domain/ids.ts';
import { totalsAfter } from './totals.ts';

/**
 * Unread counts and mentions as arithmetic (COUNT-1 … COUNT-5). A mark holds the numbers of one moment
 * (`seq`) of the conversation; later changes are stored beside it one by one. A mark may therefore arrive
 * before or after the surrounding messages, with the same result (COUNT-4).
 */
export interface Posted {
  /** null from a server that does not number. */
  readonly seq: number | null;
  readonly n: number | null;
  readonly mine: boolean;
  /** 1 mentions the viewer, 0 may have (its content is gone), null does not. */
  readonly mention: 1 | 0 | null;
}

export function countPosted(at: Counting, message: Posted): Counting {
  const n = message.n ?? at.count + 1;
  const count = Math.max(at.count, n);
  // Without numbers the count is also the position (PLAIN-4).
  const seq = message.seq ?? count;
  const own = message.mine && seq > at.ownSeq && n > at.mark;
  const mention =
    message.mention !== null && seq > at.mentionSeq && n > at.mentionMark ? message.mention : null;
  // Sets each field by name: a spread costs four times as much, and every message runs this.
  const next: Counting = {
    seq: message.seq === null ? at.seq : Math.max(at.seq, seq),
    count,
    mark: at.mark,
    ownBase: at.ownBase,
    ownSeq: at.ownSeq,
    ownSince: own ? [...at.ownSince, { seq, n }] : at.ownSince,
    mentionMark: at.mentionMark,
    mentionBase: at.mentionBase,
    mentionSeq: at.mentionSeq,
    mentionSince: mention === null ? at.mentionSince : [...at.mentionSince, { seq, n, by: mention }],
    hiddenTo: at.hiddenTo,
    peerMark: at.peerMark,
  };
  return own || mention !== null ? folded(next) : next;
}

/** Bounds both lists: the older half is merged into the base, as of its last `seq`. */
function folded(at: Counting): Counting {
  const half = limits.sinceMax / 2;
  let next = at;
  if (next.ownSince.length > limits.sinceMax) {
    const last = next.ownSince[half - 1];
    next = {
      ...next,
      ownBase: next.ownBase + half,
      ownSeq: last?.seq ?? next.ownSeq,
      ownSince: next.ownSince.slice(half),
    };
  }
  if (next.mentionSince.length > limits.sinceMax) {
    const old = next.mentionSince.slice(0, half);
    const sum = old.reduce((all, one) => all + one.by, 0);
    next = {
      ...next,
      mentionBase: next.mentionBase + sum,
      mentionSeq: old[half - 1]?.seq ?? next.mentionSeq,
      mentionSince: next.mentionSince.slice(half),
    };
  }
  return next;
}

/**
 * Moves the read mark forward, never back (COUNT-2). Of two events with the same mark, the one with more own
 * lines is later: an accepted call turns its existing line into an own one (COUNT-13).
 */
export function countReadMark(at: Counting, event: { mark: number; own: number; seq: number }): Counting {
  if (event.mark < at.mark) return at;
  const isOfNow = event.seq === at.ownSeq && event.own > at.ownBase;
  if (event.mark === at.mark && event.seq <= at.ownSeq && !isOfNow) return at;
  return {
    ...at,
    mark: event.mark,
    ownBase: event.own,
    ownSeq: event.seq,
    ownSince: at.ownSince.filter((one) => one.seq > event.seq && one.n > event.mark),
  };
}

/** True when a mark is older than what was folded into the base: the figures must be fetched. */
export const tooOldFor = (at: Counting, event: { mark: number; seq: number }): boolean =>
  event.mark > at.mark && event.seq < at.ownSeq;

export function countMentionMark(
  at: Counting,
  event: { mark: number; mentions: number; seq: number },
): Counting {
  if (event.mark < at.mentionMark) return at;
  // Of two events with the same mark, the one that leaves fewer unread is later: single mentions were read
  // (COUNT-14).
  const isOfNow = event.seq === at.mentionSeq && event.mentions < at.mentionBase;
  if (event.mark === at.mentionMark && event.seq <= at.mentionSeq && !isOfNow) return at;
  return {
    ...at,
    mentionMark: event.mark,
    mentionBase: event.mentions,
    mentionSeq: event.seq,
    mentionSince: at.mentionSince.filter((one) => one.seq > event.seq && one.n > event.mark),
  };
}

/** A deleted message counts as own from that event on, and so no longer as unread (COUNT-17). */
export function uncounted(at: Counting, seq: number | null, n: number | null): Counting {
  if (seq === null || n === null || seq <= at.ownSeq || n <= at.mark) return at;
  return folded({ ...at, ownSince: [...at.ownSince, { seq, n }] });
}

/** Recall and deletion remove a mention; `mentioned` tells whether it was one of the viewer's (COUNT-5). */
export function mentionGone(
  at: Counting,
  seq: number | null,
  n: number | null,
  mentioned: boolean,
): Counting {
  if (n === null || seq === null)
    return mentioned && mentionsIn(at) > 0 ? { ...at, mentionBase: at.mentionBase - 1 } : at;
  return withMention(at, { seq, n, was: mentioned, is: false });
}

/**
 * An event reports whether a message mentioned the viewer before it, and does after it. For a message that
 * arrived without mentions, or with later ones, the first such event tells whether it mentioned the viewer.
 */
export function withMention(
  at: Counting,
  {
    seq,
    n,
    was,
    is,
  }: { readonly seq: number; readonly n: number; readonly was: boolean; readonly is: boolean },
): Counting {
  const isOpen = (one: MentionChange): boolean => one.n === n && one.by === 0;
  const changes: readonly MentionChange[] = !at.mentionSince.some(isOpen)
    ? at.mentionSince
    : was
      ? at.mentionSince.map((one) => (isOpen(one) ? { ...one, by: 1 } : one))
      : at.mentionSince.filter((one) => !isOpen(one));
  const isCounted = seq > at.mentionSeq && n > at.mentionMark;
  if (was !== is && isCounted)
    return folded({ ...at, mentionSince: [...changes, { seq, n, by: is ? 1 : -1 }] });
  return changes === at.mentionSince ? at : { ...at, mentionSince: changes };
}

/**
 * Everything up to `n` was cleared for all members: none of it is unread or mentions a user. `mentions`: how
 * many later messages mention the viewer.
 */
export function clearedTo(at: Counting, n: number, seq: number | null, mentions: number): Counting {
  if (seq === null)
    return countMentionMark(countReadMark(at, { mark: n, own: 0, seq: n }), { mark: n, mentions: 0, seq: n });
  // A mark of that moment or later has precedence: it counts what is left for this user. A mark of that
  // moment may still arrive and must win, so this one is dated just before.
  const before = seq - 1;
  const read = at.ownSeq >= seq ? at : countReadMark(at, { mark: n, own: 0, seq: before });
  return at.mentionSeq >= seq ? read : countMentionMark(read, { mark: n, mentions, seq: before });
}

export const peerReadTo = (at: Counting, n: number): Counting =>
  n > at.peerMark ? { ...at, peerMark: n } : at;

export const positionedAt = (at: Counting, seq: number): Counting => (seq > at.seq ? { ...at, seq } : at);

/** Puts a contact in: index and totals move together (LIST-4). The same state when it is the same contact. */
export function withContact(state: State, contact: Contact, was = state.contacts.get(contact.id)): State {
  if (was === contact) return state;
  // Sets each field by name: a spread costs four times as much, and every event runs this.
  return {
    self: state.self,
    config: state.config,
    contacts: state.contacts.with(contact, was),
    totals: totalsAfter(state.totals, was, contact),
    conversations: state.conversations,
    left: state.left,
    recentIds: state.recentIds,
    profiles: state.profiles,
    pending: state.pending,
    outbox: state.outbox,
    kept: state.kept,
    later: state.later,
    blocked: state.blocked,
    sync: state.sync,
    connection: state.connection,
    open: state.open,
    typing: state.typing,
    moments: state.moments,
    clientId: state.clientId,
    multiport: state.multiport,
    minute: state.minute,
  };
}

export function withoutContact(state: State, id: ContactId): State {
  const was = state.contacts.get(id);
  if (!was) return state;
  return { ...state, contacts: state.contacts.remove(id), totals: totalsAfter(state.totals, was, undefined) };
}

/** Changes a known contact; an unknown one is left unknown. */
export function changedContact(state: State, id: ContactId, change: (contact: Contact) => Contact): State {
  const was = state.contacts.get(id);
  return was ? withContact(state, change(was), was) : state;
}
