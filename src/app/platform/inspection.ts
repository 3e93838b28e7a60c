import { INSPECT, isInspectionOn, nameLogin } from '../../client/browser/inspection-adapter.ts';

const INSPECTOR = '/inspect.html';

/**
 * `?inspect=1` on the home route lets inspectors watch this tab, `?record=1` also opens one (INSP-6). Stored
 * for the tab, so that it survives a login. True: recording.
 */
export function readInspectionRequest(): boolean {
  // Typing the address into an open app only changes the hash, so the app is reloaded to be watched.
  addEventListener('hashchange', () => {
    if (requestIn(window.location.hash) !== null && stored() === null) window.location.reload();
  });
  const request = requestIn(window.location.hash);
  if (request !== null) keep(request);
  if (isInspectionOn()) nameLogin();
  if (request === 'record') openInspector();
  return stored() === 'record';
}

const requestIn = (hash: string): string | null => /[?&](inspect|record)=1/.exec(decoded(hash))?.[1] ?? null;

function stored(): string | null {
  try {
    return sessionStorage.getItem(INSPECT);
  } catch {
    return null;
  }
}

function keep(request: string): void {
  try {
    sessionStorage.setItem(INSPECT, request);
  } catch {
    // The inspector needs storage, so it stays off without it.
  }
}

/** Opens the same separate tab each time; if a browser blocks it, the link is shown. */
export function openInspector(): void {
  nameLogin();
  window.open(INSPECTOR, 'parley-inspector');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
