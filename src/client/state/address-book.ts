import { fieldsOf } from '../../domain/assert.ts';
import type { ContactId } from '../../domain/ids.ts';
import { inNameOrder, indexLetter } from '../../domain/name-order.ts';
import type { ContactIndex } from './contact-index.ts';
import { memo } from './memo.ts';
import type { Contact, State } from './state.ts';

/**
 * Address-book fields of a contact. Messages change none of them, so a large book is not rebuilt for each.
 */
export type Entry = Pick<
  Contact,
  'id' | 'kind' | 'displayName' | 'realname' | 'account' | 'avatar' | 'namePy' | 'index' | 'isOnline'
>;

/** Friends by letter, each letter in order of name; `#` last. */
export interface LetterGroup {
  readonly letter: string;
  readonly contacts: readonly Entry[];
}

interface Book {
  readonly entries: ReadonlyMap<ContactId, Entry>;
  readonly letters: readonly LetterGroup[];
  /** Conversations every user has. */
  readonly shared: readonly Entry[];
}

const SHARED: ReadonlySet<Entry['kind']> = new Set(['system', 'notice', 'favourites']);

const HAN = /^\s*\p{sc=Han}/u;

/** A server may send the sound of a Chinese name; other names are sorted by their letters (LIST-18). */
export const sortedByName = <T extends Entry>(all: readonly T[]): readonly T[] =>
  inNameOrder(
    all,
    ({ displayName, namePy }) => (namePy !== '' && HAN.test(displayName) ? namePy : displayName),
    ({ id }) => id,
  );

function letterOf({ displayName, index }: Entry): string {
  const own = indexLetter(displayName);
  return own === '#' && /^[A-Z]$/.test(index) ? index : own;
}
const letterOrder = (letter: string): string => (letter === '#' ? '~' : letter);

/** Does not depend on the order of the list, which the book does not follow. */
const bySort = (a: Entry, b: Entry): number => (`${b.kind} ${b.id}` < `${a.kind} ${a.id}` ? -1 : 1);

/** An unchanged contact keeps the same object, so its row is not rendered again. */
function buildBook(contacts: Iterable<Contact>, before: Book['entries']): Book {
  const entries = new Map<ContactId, Entry>();
  const byLetter = new Map<string, Entry[]>();
  const shared: Entry[] = [];
  for (const now of contacts) {
    const was = before.get(now.id);
    const contact: Entry = was !== undefined && sameEntry(was, now) ? was : now;
    entries.set(contact.id, contact);
    if (SHARED.has(contact.kind)) shared.push(contact);
    if (contact.kind !== 'person') continue;
    const letter = letterOf(contact);
    const list = byLetter.get(letter);
    if (list) list.push(contact);
    else byLetter.set(letter, [contact]);
  }
  const letters = [...byLetter]
    .toSorted(([a], [b]) => (letterOrder(a) < letterOrder(b) ? -1 : 1))
    .map(([letter, list]) => ({ letter, contacts: sortedByName(list) }));
  return { letters, shared: shared.toSorted(bySort), entries };
}

const SHOWN_FIELDS = fieldsOf<Entry>({
  id: true,
  kind: true,
  displayName: true,
  realname: true,
  account: true,
  avatar: true,
  namePy: true,
  index: true,
  isOnline: true,
});
const sameEntry = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && SHOWN_FIELDS.every((field) => a[field] === b[field]));

/** Above this number of changes a full rebuild is cheaper. */
const STEPS_MAX = 64;

/** Returns true if a field of the book changed since then, or if that is unknown. */
function changed(older: ContactIndex, now: ContactIndex): boolean {
  const ids: ReadonlySet<ContactId> | null = now.changedSince(older);
  return (
    ids === null || ids.size > STEPS_MAX || [...ids].some((id) => !sameEntry(older.get(id), now.get(id)))
  );
}

const NOBODY: Book['entries'] = new Map();
let cache: { readonly contacts: ContactIndex; readonly book: Book } | null = null;

function bookOf({ contacts }: State): Book {
  if (cache?.contacts === contacts) return cache.book;
  const book =
    cache !== null && !changed(cache.contacts, contacts)
      ? cache.book
      : buildBook(contacts, cache?.book.entries ?? NOBODY);
  cache = { contacts, book };
  return book;
}

export const addressBook = (state: State): readonly LetterGroup[] => bookOf(state).letters;

/** Announcements, notes to self and other conversations every user has, in a fixed order. */
export const sharedContacts = (state: State): readonly Entry[] => bookOf(state).shared;

const groups = memo((contacts: ContactIndex) =>
  sortedByName([...contacts].filter((one) => one.kind === 'group')),
);

/** My groups in order of name. */
export const groupList = (state: State): readonly Contact[] => groups(state.contacts);
