import { withoutEnd } from '../../../../domain/text-end.ts';

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

const PICTURE = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F?)\p{Emoji_Modifier}?`;
const EMOJI = String.raw`(?:\p{Regional_Indicator}{2}|${PICTURE}(?:\u200D${PICTURE})*)`;
const FEW_EMOJI = new RegExp(`^(?:${EMOJI}\\s?){1,3}$`, 'u');

/** One to three emoji and nothing else: shown large. */
export const isFewEmoji = (text: string): boolean => FEW_EMOJI.test(text);
