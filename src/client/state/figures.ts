import { type ContactFacts, type ContactPosition, isHidden, unreadOf } from '../../domain/contact.ts';
import { NO_COUNTING } from './empty.ts';
import type { Contact, Counting } from './state.ts';

export const ownOf = (at: Counting): number => at.ownBase + at.ownSince.length;

export const unreadIn = (at: Counting): number =>
  unreadOf({ count: at.count, mark: at.mark, own: ownOf(at) });

export function mentionsIn(at: Counting): number {
  let sum = at.mentionBase;
  for (const one of at.mentionSince) sum += one.by;
  return Math.max(0, sum);
}

type Figures = Pick<Contact, 'counting' | 'unread' | 'mentions' | 'hidden'>;

/** Derives the figures from new counting; mentions are summed only if they changed. */
export function figuresOf(was: Figures, counting: Counting): Figures {
  const same =
    counting.mentionSince === was.counting.mentionSince && counting.mentionBase === was.counting.mentionBase;
  return {
    counting,
    unread: unreadIn(counting),
    mentions: same ? was.mentions : mentionsIn(counting),
    hidden: counting.hiddenTo > 0 && isHidden(counting),
  };
}

/** A contact with new counting and the figures that follow from it; the same object when nothing changed. */
export const recounted = (contact: Contact, counting: Counting): Contact =>
  counting === contact.counting ? contact : { ...contact, ...figuresOf(contact, counting) };

export const hiddenUpTo = (at: Counting, n: number): Counting =>
  n > at.hiddenTo ? { ...at, hiddenTo: n } : at;

/**
 * Counting from facts of one moment; without a position only the shown figures are known. Everything read
 * before counts as one message, so that "hidden" and "read" up to the count are meaningful.
 */
export function countingOf(position: ContactPosition | null, unread: number, mentions: number): Counting {
  if (!position) return { ...NO_COUNTING, count: unread + 1, mark: 1, mentionBase: mentions };
  return {
    seq: position.seq,
    count: position.count,
    mark: position.mark,
    ownBase: position.own,
    ownSeq: position.seq,
    ownSince: [],
    mentionMark: position.mentionMark,
    mentionBase: mentions,
    mentionSeq: position.seq,
    mentionSince: [],
    hiddenTo: position.hiddenTo,
    peerMark: position.peerMark,
  };
}

/** Sets fields, keeping the same object when all of them hold already. */
export function patched<T extends object>(value: T, patch: Partial<T>): T {
  for (const key of Object.keys(patch) as (keyof T)[]) {
    if (!Object.is(value[key], patch[key])) return { ...value, ...patch };
  }
  return value;
}

/** Converts a server's facts about a conversation to a contact. */
export function contactOf(facts: ContactFacts): Contact {
  const counting = countingOf(facts.position, facts.unread, facts.mentions);
  return {
    id: facts.id,
    kind: facts.kind,
    stream: facts.position?.stream ?? null,
    displayName: facts.displayName,
    realname: facts.realname,
    account: facts.account,
    avatar: facts.avatar,
    namePy: facts.namePy,
    index: facts.index,
    isTop: facts.isTop,
    isNotice: facts.isNotice,
    quiet: facts.quiet,
    isOnline: facts.isOnline,
    last: facts.last,
    lastSentAtMs: facts.lastSentAtMs,
    unread: unreadIn(counting),
    mentions: mentionsIn(counting),
    hidden: isHidden(counting),
    group: facts.group,
    counting,
    ...(facts.archivedTo !== undefined && { archivedTo: facts.archivedTo }),
    ...(facts.marked && { marked: facts.marked }),
    timers: facts.timers,
    groupCall: facts.groupCall,
  };
}

/** Sets or removes one key of a map in the state; returns the same map if nothing changed. */
export function withKey<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  if (value === undefined ? !map.has(key) : Object.is(map.get(key), value)) return map;
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

/** The same list when nothing in it changed. */
export function mapped<T>(list: readonly T[], change: (one: T) => T): readonly T[] {
  const next = list.map(change);
  return next.every((one, at) => one === list[at]) ? list : next;
}
