export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

/** Checks whether a link target is allowed: a web page or a mail address. */
export const isLinkTarget = (text: string): boolean =>
  isWebAddress(text) || /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i.test(text);
