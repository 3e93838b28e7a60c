import type { Draft } from '../../../../domain/message.ts';

/** Removes the quote from a draft, and the name that the quote inserted, if it is unchanged (UI-124). */
export function withoutQuote(draft: Draft, added: string | null): Draft {
  const next = { ...draft, quote: null };
  const from = added === null ? -1 : draft.text.indexOf(added);
  if (added === null || from < 0) return next;
  const text = draft.text.slice(0, from) + draft.text.slice(from + added.length);
  return { ...next, text, at: draft.at.filter(({ name }) => text.includes(`@${name}`)) };
}
