import type { Letter } from '../../../client/store/selectors.ts';
import type { Contact } from '../../../client/store/state.ts';

export type Line =
  | { readonly kind: 'invites'; readonly key: string }
  | { readonly kind: 'groups'; readonly key: string }
  | { readonly kind: 'letter'; readonly key: string; readonly letter: string }
  | { readonly kind: 'foot'; readonly key: string }
  | { readonly kind: 'contact'; readonly key: string; readonly contact: Contact };

/** The address book as one list of lines, so that only what is seen is drawn, and where each letter starts. */
export function linesOf(book: { readonly letters: readonly Letter[]; readonly system: readonly Contact[]; readonly friends: boolean }): {
  readonly lines: readonly Line[];
  readonly starts: ReadonlyMap<string, number>;
  readonly count: number;
} {
  const lines: Line[] = [];
  const starts = new Map<string, number>();
  let count = 0;
  if (book.friends) lines.push({ kind: 'invites', key: 'invites' });
  lines.push({ kind: 'groups', key: 'groups' });
  for (const contact of book.system) lines.push({ kind: 'contact', key: contact.id, contact });
  for (const { letter, contacts } of book.letters) {
    starts.set(letter, lines.length);
    lines.push({ kind: 'letter', key: `letter ${letter}`, letter });
    for (const contact of contacts) lines.push({ kind: 'contact', key: contact.id, contact });
    count += contacts.length;
  }
  lines.push({ kind: 'foot', key: 'foot' });
  return { lines, starts, count };
}
