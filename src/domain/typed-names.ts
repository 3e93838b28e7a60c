import { isInWord } from './alert-words.ts';
import { type NamedUser, tokenRanges } from './mention-names.ts';
import { canMention } from './mentions.ts';
import { peopleLimits } from './limits.ts';
import { folded } from './search-words.ts';

/** A user whom a text can mention; 0 is everyone. `words`: folded names, each of which means this user. */
export interface Mentionable {
  readonly id: number;
  readonly words: readonly string[];
}

export interface TypedNames {
  /** Each with the name as it is typed. */
  readonly users: readonly NamedUser[];
  /** The first name that several users have, and its end in the text; null: none. */
  readonly shared: { readonly name: string; readonly to: number } | null;
}

/**
 * Names that a text spells after "@" without a choice from the list, in any case (MENTION-12). The longest
 * name that ends at the end of a word counts. `isCode` excludes places.
 */
export function typedNames(
  text: string,
  at: readonly NamedUser[],
  { people, isCode }: { readonly people: readonly Mentionable[]; readonly isCode: (at: number) => boolean },
): TypedNames {
  const chosen = tokenRanges(text, at);
  const byName = usersByName(people);
  const most = Math.max(0, ...[...byName.keys()].map((name) => name.length)) * 2;
  const users: NamedUser[] = [];
  let shared: TypedNames['shared'] = null;
  const places = [...text.matchAll(/@/g)].slice(0, peopleLimits.mentionsMax).map(({ index }) => index);
  for (const from of places) {
    const isChosen = chosen.some((one) => one.from <= from && from < one.to);
    if (isChosen || !canMention(text, from) || isCode(from)) continue;
    const to = endOfName(text, from + 1, byName, most);
    if (to === null) continue;
    const name = text.slice(from + 1, to);
    const [id, ...others] = byName.get(folded(name)) ?? [];
    if (others.length > 0) shared ??= { name, to };
    else if (id !== undefined) users.push({ id, name });
  }
  return { users, shared };
}

function usersByName(people: readonly Mentionable[]): ReadonlyMap<string, ReadonlySet<number>> {
  const byName = new Map<string, Set<number>>();
  for (const { id, words } of people)
    for (const word of words) if (word !== '') byName.set(word, (byName.get(word) ?? new Set()).add(id));
  return byName;
}

function endOfName(
  text: string,
  from: number,
  byName: { has(name: string): boolean },
  most: number,
): number | null {
  for (let to = Math.min(text.length, from + most); to > from; to -= 1) {
    const name = text.slice(from, to);
    const next = String.fromCodePoint(text.codePointAt(to) ?? 0x20);
    const isWhole = !isInWord(next) || !isInWord(name.slice(-1));
    if (isWhole && name.trim() === name && byName.has(folded(name))) return to;
  }
  return null;
}
