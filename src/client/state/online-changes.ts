import type { ContactFacts } from '../../domain/contact.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { ContactIndex } from './contact-index.ts';

/**
 * Users who came online or went offline since then by frames; an answer requested earlier may be older
 * (STORE-19).
 */
export function onlineChanges(before: ContactIndex, now: ContactIndex): ReadonlyMap<ContactId, boolean> {
  const changes = new Map<ContactId, boolean>();
  for (const id of now.changedSince(before) ?? [...now].map((one) => one.id)) {
    const [was, is] = [before.get(id), now.get(id)];
    if (was && is && was.isOnline !== is.isOnline) changes.set(id, is.isOnline);
  }
  return changes;
}

/** The same facts, with presence as it was reported since. */
export function withOnlineChange(
  changes: ReadonlyMap<ContactId, boolean>,
  facts: ContactFacts,
): ContactFacts {
  return { ...facts, isOnline: changes.get(facts.id) ?? facts.isOnline };
}
