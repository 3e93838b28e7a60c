import type { Client } from '../../client/interface/client.ts';
import { isSealed } from '../../domain/sealed-token.ts';
import { rows } from '../../client/state/selectors.ts';
import type { State } from '../../client/state/state.ts';
import { daysNow } from '../../domain/vanish.ts';
import { currentLanguage } from '../i18n/shown.ts';
import { isHome } from '../paths/first-paths.ts';
import { readSetting, writeOwn } from '../platform/settings.ts';
import { schedule, whenIdle } from '../platform/time.ts';
import { SHOWN_LIST, type ShownList } from '../platform/shown-list.ts';

/** Delay after a change; changes during it are saved together. */
const KEEP_AFTER_MS = 1_500;
/** Longer than any visible list: then the page shows something else. */
const CHARS_MAX = 200_000;

/**
 * Stores the visible list for the next start (UI-123). The stored copy always equals the list. If the list is
 * not visible (another page of a narrow window, scrolled away), the first change deletes the copy, so that
 * erased text does not remain. A login without "Remember me" stores none (SESS-11).
 */
export function keepShownList(store: Client['store']): () => void {
  let lastSaved: State['contacts'] | null = null;
  let waiting: (() => void) | null = null;
  const keep = (): void => {
    waiting = null;
    const { contacts } = store.get();
    const html = listHtml(store.get());
    if (html === null && contacts === lastSaved) return;
    lastSaved = contacts;
    const login = readSetting('loginId');
    const list: ShownList | null =
      html === null || login === null || isSealed(readSetting('authToken'))
        ? null
        : { login, language: currentLanguage(), width: window.innerWidth, html };
    writeOwn(SHOWN_LIST, list && JSON.stringify(list));
  };
  const soon = (): void => {
    waiting ??= schedule(KEEP_AFTER_MS, () => {
      waiting = whenIdle(keep);
    });
  };
  const changed = (): void => {
    if (store.get().contacts !== lastSaved) soon();
  };
  // A page that is left has no time left.
  const leave = (): void => {
    if (waiting === null) return;
    waiting();
    keep();
  };
  soon();
  window.addEventListener('hashchange', soon);
  window.addEventListener('resize', soon);
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
  const end = store.subscribe(changed);
  return () => {
    waiting?.();
    end();
    window.removeEventListener('hashchange', soon);
    window.removeEventListener('resize', soon);
    window.removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', leave);
  };
}

/**
 * Markup of the frame with the visible rows; null if the list is not at its start, or shows disappearing
 * messages (VANISH-6).
 */
function listHtml(state: State): string | null {
  const frame = document.querySelector('#root > *');
  const visible = [...(frame?.querySelectorAll<HTMLElement>('[data-chat]') ?? [])].filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return height > 0 && top < window.innerHeight;
  });
  const all = rows(state);
  const isWhole = visible.every((row, at) => row.dataset['chat'] === all[at]?.id);
  const vanishing = all.slice(0, visible.length).some(({ timers }) => daysNow(timers ?? []) > 0);
  if (frame === null || visible.length === 0 || !isWhole || vanishing) return null;
  const html = copyOf(frame, visible.length).outerHTML;
  return html.length > CHARS_MAX ? null : html;
}

/** Copies without hidden parts, parts below the window, and unique ids. */
function copyOf(frame: Element, highestSeq: number): Element {
  const copy = frame.cloneNode(true) as Element;
  const rowsOf = [...copy.querySelectorAll('[data-chat]')];
  for (const row of rowsOf.slice(highestSeq)) row.closest('li')?.remove();
  for (const hidden of copy.querySelectorAll('[hidden], aside, [role=tabpanel] ~ [role=tabpanel]'))
    hidden.remove();
  // The middle pane of a wide window is not part of it.
  if (!isHome(location.hash)) copy.querySelector('main')?.replaceChildren();
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  return copy;
}
