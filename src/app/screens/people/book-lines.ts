import type { Entry, LetterGroup } from '../../../client/state/address-book.ts';
import { namesakesAmong } from '../../shared/namesakes.ts';

export type AddressBookLine =
  | { readonly kind: 'invites'; readonly key: string }
  | { readonly kind: 'groups'; readonly key: string }
  | { readonly kind: 'letter'; readonly key: string; readonly letter: string }
  | { readonly kind: 'foot'; readonly key: string }
  | {
      readonly kind: 'contact';
      readonly key: string;
      readonly contact: Entry;
      /** Shown if another contact has the same name. */
      readonly username?: string | undefined;
    };

// Constant lines, so that a change of another one renders none of them.
const INVITES: AddressBookLine = { kind: 'invites', key: 'invites' };
const GROUPS: AddressBookLine = { kind: 'groups', key: 'groups' };
const FOOT: AddressBookLine = { kind: 'foot', key: 'foot' };
const heads = new Map<string, AddressBookLine>();
const lineCache = new WeakMap<Entry, Extract<AddressBookLine, { readonly kind: 'contact' }>>();

/** Returns the same object for a user's line while its content is equal. */
function lineOf(contact: Entry, username: string | undefined): AddressBookLine {
  const before = lineCache.get(contact);
  if (before !== undefined && before.username === username) return before;
  const line = { kind: 'contact', key: contact.id, contact, username } as const;
  lineCache.set(contact, line);
  return line;
}

/** There are 27 letters at most. */
function headOf(letter: string): AddressBookLine {
  const head = heads.get(letter) ?? { kind: 'letter', key: `letter ${letter}`, letter };
  heads.set(letter, head);
  return head;
}

/**
 * The address book as one list of lines, so that only visible ones are drawn, and the start of each letter.
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
  let count = 0;
  if (book.friends) lines.push(INVITES);
  lines.push(GROUPS);
  for (const contact of book.system) lines.push(lineOf(contact, undefined));
  const usernames = namesakesAmong(book.letters.flatMap(({ contacts }) => contacts));
  for (const { letter, contacts } of book.letters) {
    starts.set(letter, lines.length);
    lines.push(headOf(letter));
    for (const contact of contacts) lines.push(lineOf(contact, usernames.get(contact.id)));
    count += contacts.length;
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
