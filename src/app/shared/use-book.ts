import { useMemo } from 'react';
import { addressBook, type Entry, type LetterGroup } from '../../client/state/address-book.ts';
import { blockedBy } from '../../client/state/blocked.ts';
import { reachRefusalTo } from '../../client/state/reach.ts';
import { bySound, soundInitial } from '../platform/sound-order.ts';
import { useStore } from './client-context.ts';

const OTHER = '#';

/**
 * The address book with Chinese names under their pinyin letters (UI-61); names without a letter are under
 * `#`.
 */
export function useBook(): readonly LetterGroup[] {
  const book = useStore(addressBook);
  return useMemo(() => withSounds(book), [book]);
}

/** The friends who can be chosen to write to, add or show something (DATA-15). */
export function useReachableBook(): readonly LetterGroup[] {
  const book = useBook();
  const isReachable = useIsReachable();
  return useMemo(
    () =>
      book
        .map(({ letter, contacts }) => ({ letter, contacts: contacts.filter(isReachable) }))
        .filter(({ contacts }) => contacts.length > 0),
    [book, isReachable],
  );
}

/** The same for one entry; returns another function when a user is blocked or unblocked. */
export function useIsReachable(): (entry: Entry) => boolean {
  const blocked = useStore(blockedBy);
  return useMemo(() => (entry) => reachRefusalTo(blocked, entry) === null, [blocked]);
}

/** Latin names keep their order; Chinese ones follow in theirs. */
export function withSounds(book: readonly LetterGroup[]): readonly LetterGroup[] {
  const other = book.find(({ letter }) => letter === OTHER);
  if (other === undefined) return book;
  const letters = new Map(
    book.filter((one) => one !== other).map(({ letter, contacts }) => [letter, [...contacts]]),
  );
  const rest = other.contacts.filter(({ displayName }) => soundInitial(displayName) === null);
  for (const contact of other.contacts.toSorted((a, b) => bySound(a.displayName, b.displayName))) {
    const letter = soundInitial(contact.displayName);
    if (letter !== null) letters.set(letter, [...(letters.get(letter) ?? []), contact]);
  }
  if (rest.length === other.contacts.length) return book;
  const sorted = [...letters]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, contacts]) => ({ letter, contacts }));
  return rest.length === 0 ? sorted : [...sorted, { letter: OTHER, contacts: rest }];
}
