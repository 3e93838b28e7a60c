import type { Draft } from '../../../../domain/message.ts';

/**
 * Mentions live in the draft's plain text as `@name`, with their ids beside it. A range of the text is
 * a token when it spells a chosen name, so tokens survive storing, undo and input methods, and one that
 * was edited is plain text again. All offsets are UTF-16, as text boxes count.
 */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
  readonly id: number;
}

type Mentioned = Draft['at'][number];

/** Tokens from left to right; of two names that fit, the longer; equal names in the order chosen. */
export function tokenRanges(text: string, at: readonly Mentioned[]): readonly TokenRange[] {
  const names = [...new Set(at.map((one) => one.name))].toSorted((a, b) => b.length - a.length);
  const used = new Map<string, number>();
  const ranges: TokenRange[] = [];
  let from = text.indexOf('@');
  while (from !== -1) {
    const name = names.find((name) => text.startsWith(name, from + 1));
    if (name !== undefined) {
      const same = at.filter((one) => one.name === name);
      const index = Math.min(used.get(name) ?? 0, same.length - 1);
      used.set(name, index + 1);
      const to = from + 1 + name.length;
      ranges.push({ from, to, id: same[index]?.id ?? 0 });
      from = text.indexOf('@', to);
    } else {
      from = text.indexOf('@', from + 1);
    }
  }
  return ranges;
}

/** The mentioned people that the text still names: what is sent. */
export function keptMentions(draft: Draft): Draft['at'] {
  const ids = new Set(tokenRanges(draft.text, draft.at).map((range) => range.id));
  return draft.at.filter((one) => ids.has(one.id));
}

export interface DraftEdit {
  readonly draft: Draft;
  readonly caret: number;
}

/** Puts a token and a space at a place, over what was typed after "@" there. */
export function insertMention(draft: Draft, from: number, to: number, who: Mentioned): DraftEdit {
  const token = `@${who.name} `;
  const text = draft.text.slice(0, from) + token + draft.text.slice(to);
  const at = draft.at.some((one) => one.id === who.id) ? draft.at : [...draft.at, who];
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
  return { draft: { ...next, at: keptMentions(next) }, caret: from };
}

/** The "@…" being typed at the caret: where it starts and what follows; null when there is none. */
export function mentionQuery(
  draft: Draft,
  caret: number,
): { readonly from: number; readonly query: string } | null {
  const from = draft.text.lastIndexOf('@', caret - 1);
  if (from === -1 || caret <= from) return null;
  const query = draft.text.slice(from + 1, caret);
  if (query.length > QUERY_MAX || /[\s@]/.test(query)) return null;
  // Inside an address such as a@b no list opens: "@" counts after a space, at the start or after a CJK
  // character.
  if (/[\w.+-]$/.test(draft.text.slice(0, from))) return null;
  const inToken = tokenRanges(draft.text, draft.at).some((token) => token.from === from);
  return inToken ? null : { from, query };
}

const QUERY_MAX = 24;
