import type { ContactFacts } from '../../domain/contact.ts';
import type { ContactId } from '../../domain/ids.ts';
import { countingOf, mentionsIn, unreadIn } from './counting.ts';
import { isHidden } from '../../domain/counting.ts';
import { movedTotals } from './totals.ts';
import type { Contact, State } from './state.ts';

/** Puts a contact in: index and totals move together (LIST-4). The same state when it is the same contact. */
export function withContact(state: State, contact: Contact, was = state.contacts.get(contact.id)): State {
  if (was === contact) return state;
  // Every field by name: a spread costs four times as much, and every event comes through here.
  return {
    self: state.self,
    config: state.config,
    contacts: state.contacts.put(contact, was),
    totals: movedTotals(state.totals, was, contact),
    conversations: state.conversations,
    left: state.left,
    recentIds: state.recentIds,
    profiles: state.profiles,
    pending: state.pending,
    quietUntil: state.quietUntil,
    outbox: state.outbox,
    sync: state.sync,
    connection: state.connection,
    open: state.open,
    clientId: state.clientId,
    multiport: state.multiport,
    minute: state.minute,
  };
}

export function withoutContact(state: State, id: ContactId): State {
  const was = state.contacts.get(id);
  if (!was) return state;
  return { ...state, contacts: state.contacts.remove(id), totals: movedTotals(state.totals, was, undefined) };
}

/** Changes a known contact; an unknown one is left unknown. */
export function changedContact(state: State, id: ContactId, change: (contact: Contact) => Contact): State {
  const was = state.contacts.get(id);
  return was ? withContact(state, change(was), was) : state;
}

/** Sets fields, keeping the same object when all of them hold already. */
export function patched<T extends object>(value: T, patch: Partial<T>): T {
  for (const key of Object.keys(patch) as (keyof T)[]) {
    if (!Object.is(value[key], patch[key])) return { ...value, ...patch };
  }
  return value;
}

/** What a server says about a conversation, as our contact. */
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
    isOnline: facts.isOnline,
    last: facts.last,
    lastSentAtMs: facts.lastSentAtMs,
    unread: unreadIn(counting),
    mentions: mentionsIn(counting),
    hidden: isHidden(counting),
    group: facts.group,
    counting,
  };
}

/** Sets or takes away one key of a map that is part of the state; the same map when nothing changed. */
export function withKey<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  if (value === undefined ? !map.has(key) : Object.is(map.get(key), value)) return map;
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}
