import type { Entry, LetterGroup } from '../../../client/state/address-book.ts';

export type AddressBookLine =
  | { readonly kind: 'invites'; readonly key: string }
  | { readonly kind: 'groups'; readonly key: string }
  | { readonly kind: 'letter'; readonly key: string; readonly letter: string }
  | { readonly kind: 'foot'; readonly key: string }
  | { readonly kind: 'contact'; readonly key: string; readonly contact: Entry };

// Constant lines, so that a change of another one renders none of them.
const INVITES: AddressBookLine = { kind: 'invites', key: 'invites' };
const GROUPS: AddressBookLine = { kind: 'groups', key: 'groups' };
const FOOT: AddressBookLine = { kind: 'foot', key: 'foot' };
const heads = new Map<string, AddressBookLine>();
const lineCache = new WeakMap<Entry, Extract<AddressBookLine, { readonly kind: 'contact' }>>();

/** Returns the same object for a user's line while its content is equal. */
function lineOf(contact: Entry): AddressBookLine {
  const line = lineCache.get(contact) ?? ({ kind: 'contact', key: contact.id, contact } as const);
  lineCache.set(contact, line);
  return line;
}

/** Fewer people fit into the window: letters would lead nowhere. */
const LETTERS_FROM = 20;

/** There are 27 letters at most. */
function headOf(letter: string): AddressBookLine {
  const head = heads.get(letter) ?? { kind: 'letter', key: `letter ${letter}`, letter };
  heads.set(letter, head);
  return head;
}

/**
 * The address book as one list of lines, so that only visible ones are drawn, and the start of each letter.
 * A short book has no letters.
 */
export function bookLinesOf(book: {
  readonly letters: readonly LetterGroup[];
  readonly system: readonly Entry[];
  readonly friends: boolean;
}): {
  readonly lines: readonly AddressBookLine[];
  readonly starts: ReadonlyMap<string, number>;
  readonly count: number;
} {
  const lines: AddressBookLine[] = [];
  const starts = new Map<string, number>();
  const count = book.letters.reduce((sum, { contacts }) => sum + contacts.length, 0);
  if (book.friends) lines.push(INVITES);
  lines.push(GROUPS);
  for (const contact of book.system) lines.push(lineOf(contact));
  for (const { letter, contacts } of book.letters) {
    if (count >= LETTERS_FROM) {
      starts.set(letter, lines.length);
      lines.push(headOf(letter));
    }
    for (const contact of contacts) lines.push(lineOf(contact));
  }
  lines.push(FOOT);
  return { lines, starts, count };
}

/** The letter above a line; null above the first letter. */
export function letterAt(starts: ReadonlyMap<string, number>, line: number): string | null {
  let under: string | null = null;
  for (const [letter, start] of starts) if (start <= line) under = letter;
  return under;
}
