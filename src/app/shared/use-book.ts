import { useMemo } from 'react';
import { addressBook, type Entry, type LetterGroup } from '../../client/state/address-book.ts';
import { blockedBy } from '../../client/state/blocked.ts';
import { reachRefusalTo } from '../../client/state/reach.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { alphabetOf, bySound, soundInitial } from '../platform/sound-order.ts';
import { useStore } from './client-context.ts';

const OTHER = '#';

/** The address book under the letters of the language (UI-61, UI-175); other names are under `#`. */
export function useBook(): readonly LetterGroup[] {
  const book = useStore(addressBook);
  const { language } = useTranslation();
  return useMemo(() => inAlphabet(book, language), [book, language]);
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

/**
 * Names are under the letters of the language, in its order. The Chinese sound of a character is not that of
 * Japanese or Korean.
 */
export function inAlphabet(book: readonly LetterGroup[], language: string): readonly LetterGroup[] {
  const { letterOf, compare } = alphabetOf(language);
  const base = /^(?:ja|ko)\b/.test(language) ? book : withSounds(book);
  const moved = new Map<string, Entry[]>();
  const rest = base.map(({ letter, contacts }) => ({
    letter,
    contacts: contacts.filter((contact) => {
      const own = letterOf(contact.displayName);
      if (own !== null)
        moved
          .set(own, moved.get(own) ?? [])
          .get(own)
          ?.push(contact);
      return own === null;
    }),
  }));
  if (moved.size === 0) return base;
  for (const { letter, contacts } of rest) {
    const others = moved.get(letter) ?? [];
    if (contacts.length > 0 || others.length > 0) moved.set(letter, [...contacts, ...others]);
  }
  return [...moved]
    .map(([letter, contacts]) => ({
      letter,
      contacts: contacts.toSorted((a, b) => compare(a.displayName, b.displayName)),
    }))
    .toSorted(
      (a, b) => Number(a.letter === OTHER) - Number(b.letter === OTHER) || compare(a.letter, b.letter),
    );
}
