export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

/** Whether a link may lead there: to a web page, or to a mail address. */
export const isLinkTarget = (text: string): boolean =>
  isWebAddress(text) || /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i.test(text);
