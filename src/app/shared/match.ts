import type { TFunction } from 'i18next';
import type { Contact } from '../../client/state/state.ts';
import { contactName } from './contact-name.ts';
import { folded, includesWords, placesOf } from '../../domain/search-words.ts';

/** Name, real name, account and letters, compared as in every search; an empty query matches all. */
export function matchesContact(
  contact: Pick<Contact, 'displayName' | 'realname' | 'account' | 'namePy'>,
  typed: string,
): boolean {
  const query = folded(typed);
  if (query === '') return true;
  return [contact.displayName, contact.realname, contact.account, contact.namePy].some((words) =>
    includesWords(words, query),
  );
}

/**
 * The same by the name that is shown. Announcements and notes to self are named here, not by the server, and
 * notes are found by the names that other messengers give them (NOTES-1).
 */
export const matchesShown = (
  t: TFunction,
  contact: Parameters<typeof matchesContact>[0] & Pick<Contact, 'kind'>,
  typed: string,
): boolean =>
  matchesContact({ ...contact, displayName: contactName(t, contact) }, typed) ||
  (contact.kind === 'favourites' && includesWords(t('contact.notesAlso'), folded(typed)));

export interface MatchPart {
  readonly text: string;
  readonly match: boolean;
}

/** A text cut at the matches; the joined parts equal the text. */
export function matchedParts(text: string, keywords: string): readonly MatchPart[] {
  const parts: MatchPart[] = [];
  let at = 0;
  for (const { from, to } of placesOf(text, keywords)) {
    // Two that are found within one character, as of a ligature, are marked once.
    if (from < at) continue;
    if (from > at) parts.push({ text: text.slice(at, from), match: false });
    parts.push({ text: text.slice(from, to), match: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), match: false });
  return parts;
}

/** Characters shown before the match; a line of a narrow window holds twice as many Chinese ones. */
const BEFORE = 8;

/** The part of a long text from shortly before the match. */
export function excerpt(text: string, keywords: string): string {
  const at = placesOf(text, keywords)[0]?.from ?? -1;
  return at > BEFORE * 2 ? `…${text.slice(at - BEFORE)}` : text;
}
