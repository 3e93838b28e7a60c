import { INSPECT } from '../../client/browser/inspection-adapter.ts';

const INSPECTOR = '/inspect.html';

/**
 * `?inspect=1` on the home route lets inspectors watch this tab, `?record=1` opens one as well (INSP-6).
 * Kept for the tab, so that signing in first changes nothing. True: recording.
 */
export function readInspectionWish(): boolean {
  // Typed into the address of an open app only the hash changes: it starts anew, watched.
  addEventListener('hashchange', () => {
    if (wishIn(window.location.hash) !== null && kept() === null) window.location.reload();
  });
  const asked = wishIn(window.location.hash);
  if (asked !== null) keep(asked);
  if (asked === 'record') openInspector();
  return kept() === 'record';
}

const wishIn = (hash: string): string | null => /[?&](inspect|record)=1/.exec(decoded(hash))?.[1] ?? null;

function kept(): string | null {
  try {
    return sessionStorage.getItem(INSPECT);
  } catch {
    return null;
  }
}

function keep(wish: string): void {
  try {
    sessionStorage.setItem(INSPECT, wish);
  } catch {
    // Without storage nothing is watched.
  }
}

/** In a tab of its own, the same one each time; a browser that blocks it shows the link instead. */
export function openInspector(): void {
  window.open(INSPECTOR, 'parley-inspector');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
