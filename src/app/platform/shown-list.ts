/**
 * The list of chats as it was last shown, for the next start: it stands there before any script has come
 * (UI-123). Kept among a person's own traces, so that a chosen log-out drops it (SESS-7).
 */
export const SHOWN_LIST = 'shown-list';

export interface ShownList {
  /** The login it belongs to: `loginId` of the session. */
  readonly login: string;
  readonly language: string;
  /** Of the window, in CSS pixels. */
  readonly width: number;
  readonly html: string;
}

/** The element that holds it until the app's own list is there. */
const SHOWN = 'shown';

/** The app shows something of its own from now on. */
export const dropShown = (): void => document.getElementById(SHOWN)?.remove();

/** Behind the place of the app, and above it. */
export function standShown(place: Element, html: string): void {
  const element = document.createElement('div');
  element.id = SHOWN;
  element.style.cssText = 'position:fixed;inset:0;background:var(--paper)';
  element.innerHTML = html;
  place.after(element);
}
