/** Attributes that a user or a screen reader notices. */
const NOTICED = [
  'role',
  'aria-label',
  'aria-checked',
  'aria-disabled',
  'aria-pressed',
  'aria-selected',
  'aria-current',
  'disabled',
  'title',
  'placeholder',
  'src',
  'href',
] as const;

/** Temporary elements: toasts and announcements for screen readers. */
const isPassing = (element: Element): boolean =>
  /^(?:script|style|svg)$/i.test(element.tagName) ||
  element.hasAttribute('aria-live') ||
  element.hasAttribute('data-base-ui-focus-guard');

/** The list of chats, which is beside other pages and shows nearly every change. */
const isList = (element: Element): boolean =>
  element.tagName === 'UL' && element.querySelector('a[data-chat]') !== null;

/** The visible page, one line for each element with text or a label. */
export function seenNow({ withList }: { readonly withList: boolean }): readonly string[] {
  const lines: string[] = [];
  const look = (element: Element): void => {
    if (isPassing(element) || (!withList && isList(element))) return;
    const words = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent ?? '')
      .join('');
    const names = element.getAttributeNames();
    const meaning = NOTICED.filter((name) => names.includes(name)).map(
      (name) => `${name}=${element.getAttribute(name)}`,
    );
    const typed =
      element instanceof HTMLInputElement ? [`value=${element.value}`, `checked=${element.checked}`] : [];
    if (words.trim() !== '' || meaning.length > 0 || typed.length > 0)
      lines.push([element.tagName.toLowerCase(), ...meaning, ...typed, words.trim()].join(' ').trim());
    for (const child of element.children) look(child);
  };
  look(document.body);
  return lines;
}
