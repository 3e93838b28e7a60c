import type { Draft } from '../../../../domain/message.ts';
import { distinctName, tokenRanges } from '../../../../domain/mention-names.ts';
import { canMention, isInCode } from '../../../../domain/mentions.ts';
import { type Mentionable, typedNames } from '../../../../domain/typed-names.ts';
import type { MentionedPerson } from './composer.tsx';

/**
 * Mentions are in the draft's plain text as `@name`, with their ids beside it. A range of the text is a token
 * when it spells a chosen name, so tokens survive storing, undo and input methods, and one that was edited is
 * plain text again.
 */
type Mentioned = Draft['at'][number];

/** The users whose names the text still contains: these are sent. Names in code do not count. */
export function mentionsLeft(draft: Draft): Draft['at'] {
  const { text, at } = draft;
  const names = new Set(
    tokenRanges(text, at)
      .filter(({ from }) => draft.asPlain === true || !isInCode(text, from))
      .map(({ from, to, id }) => `${id} ${text.slice(from + 1, to)}`),
  );
  return at.filter(({ id, name }) => names.has(`${id} ${name}`));
}

/** The same, with names that were typed and not chosen (MENTION-12). */
export function allMentions(draft: Draft, people: readonly Mentionable[]) {
  const left = mentionsLeft(draft);
  const isCode = (at: number): boolean => draft.asPlain !== true && isInCode(draft.text, at);
  const { users, shared } = typedNames(draft.text, left, { people, isCode });
  return { at: [...left, ...users], shared };
}

export interface DraftEdit {
  readonly draft: Draft;
  readonly caret: number;
}

/** Inserts a token and a space at a place, replacing the text typed after "@" there. */
export function insertMention(draft: Draft, from: number, to: number, who: MentionedPerson): DraftEdit {
  // Removed names must not match text that is typed later.
  const mentions = mentionsLeft(draft);
  const isTaken = mentions.some((one) => one.id !== who.id && one.name === who.name);
  const name = isTaken ? distinctName(who.name, who.account || String(who.id)) : who.name;
  const token = `@${name} `;
  const text = draft.text.slice(0, from) + token + draft.text.slice(to);
  const isKnown = mentions.some((one) => one.id === who.id && one.name === name);
  const at: readonly Mentioned[] = isKnown ? mentions : [...mentions, { id: who.id, name }];
  return { draft: { ...draft, text, at }, caret: from + token.length };
}

/**
 * Backspace or Delete at a token takes the whole token; null leaves the key to the text box.
 * A selection that cuts into a token grows over it.
 */
export function deleteWhole(
  draft: Draft,
  selection: { from: number; to: number },
  key: 'Backspace' | 'Delete',
): DraftEdit | null {
  let { from, to } = selection;
  const caret = from === to;
  const hit = tokenRanges(draft.text, draft.at).filter((token) => {
    if (!caret) return token.from < to && token.to > from;
    return key === 'Backspace'
      ? token.from < from && token.to >= from
      : token.from <= from && token.to > from;
  });
  if (hit.length === 0) return null;
  from = Math.min(from, ...hit.map((token) => token.from));
  to = Math.max(to, ...hit.map((token) => token.to));
  const next: Draft = { ...draft, text: draft.text.slice(0, from) + draft.text.slice(to) };
  return { draft: { ...next, at: mentionsLeft(next) }, caret: from };
}

/** The "@…" being typed at the caret: its start and the text after it; null without one. */
export function mentionQuery(
  draft: Draft,
  caret: number,
): { readonly from: number; readonly query: string } | null {
  const from = draft.text.lastIndexOf('@', caret - 1);
  if (from === -1 || caret <= from) return null;
  const query = draft.text.slice(from + 1, caret);
  if (query.length > QUERY_MAX || !QUERY.test(query)) return null;
  if (!canMention(draft.text, from) || (draft.asPlain !== true && isInCode(draft.text, from))) return null;
  const inToken = tokenRanges(draft.text, draft.at).some((token) => token.from === from);
  return inToken ? null : { from, query };
}

const QUERY_MAX = 24;
/** Words of a name with single blanks between; a trailing blank may end the name. */
const QUERY = /^(?:[^\s@]+(?:[ \u00a0][^\s@]+)*)?$/;
