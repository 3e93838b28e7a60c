import type { Contact } from '../../client/state/state.ts';

/** Name, real name, account and letters, whatever the case; nothing typed matches all. */
export function matchesContact(
  contact: Pick<Contact, 'displayName' | 'realname' | 'account' | 'namePy'>,
  typed: string,
): boolean {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return true;
  return [contact.displayName, contact.realname, contact.account, contact.namePy].some((words) =>
    words.toLowerCase().includes(wanted),
  );
}

export interface MatchPart {
  readonly text: string;
  readonly match: boolean;
}

/** A text cut at what was searched for, whatever the case; the parts together are the text again. */
export function matchedParts(text: string, keywords: string): readonly MatchPart[] {
  const wanted = keywords.trim().toLowerCase();
  const low = text.toLowerCase();
  // Some letters change their length with their case: then nothing is marked rather than the wrong part.
  if (wanted === '' || low.length !== text.length) return text === '' ? [] : [{ text, match: false }];
  const parts: MatchPart[] = [];
  let from = 0;
  for (let at = low.indexOf(wanted); at !== -1; at = low.indexOf(wanted, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), match: false });
    from = at + wanted.length;
    parts.push({ text: text.slice(at, from), match: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), match: false });
  return parts;
}

/** Signs shown before what was found; a line of a narrow window holds twice as many Chinese ones. */
const BEFORE = 8;

/** A long text from a little before what was searched for. */
export function excerpt(text: string, keywords: string): string {
  const at = text.toLowerCase().indexOf(keywords.trim().toLowerCase());
  return at > BEFORE * 2 ? `…${text.slice(at - BEFORE)}` : text;
}
