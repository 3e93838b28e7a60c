import { withoutEnd } from './text-end.ts';

/** A piece of plain text, or an address in it that may be opened. */
export type TextPart = { readonly text: string; readonly href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"'`，。！？；：、（）【】《》「」“”‘’]+/giu;
/** Signs that end a sentence rather than an address. */
const TRAILING = '.,!?;:)]}';

/** Splits text at web addresses; only http and https become links. */
export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = closed(found[0]);
    if (!isWebAddress(address)) continue;
    if (found.index > done) parts.push({ text: text.slice(done, found.index), href: null });
    parts.push({ text: address, href: address });
    done = found.index + address.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), href: null });
  return parts;
}

/** A bracket that the address itself opened stays with it. */
function closed(address: string): string {
  const cut = withoutEnd(address, TRAILING);
  const next = address[cut.length];
  return next === ')' && cut.includes('(') ? `${cut})` : cut;
}

export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

/** Whether words may lead there: the web, or a letter to somebody. */
export const isLinkTarget = (text: string): boolean =>
  isWebAddress(text) || /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i.test(text);
