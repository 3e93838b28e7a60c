export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

/** Checks whether a link target is allowed: a web page or a mail address. */
export const isLinkTarget = (text: string): boolean =>
  isWebAddress(text) || /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i.test(text);

/**
 * A path below the address of a page. Browsers read `//x`, `/\x` and `/⇥/x` as another host, and ignore tabs
 * and line breaks anywhere.
 */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(text);

/** An own picture as an emoji: its address. */
const PICTURE = '/pictures/';
export const isPictureEmoji = (emoji: string): boolean => emoji.startsWith(PICTURE);
export const pictureKeyOf = (emoji: string): string => emoji.slice(PICTURE.length);
