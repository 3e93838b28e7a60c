import { INSPECT } from '../../client/net/inspection-adapter.ts';

const INSPECTOR = '/inspect.html';

/**
 * `?inspect=1` on the home route lets inspectors watch this tab, `?record=1` opens one as well (INSP-6).
 * Kept for the tab, so that signing in first changes nothing. True: recording.
 */
export function readInspectionWish(): boolean {
  const asked = /[?&](inspect|record)=1/.exec(decoded(window.location.hash))?.[1];
  try {
    if (asked !== undefined) sessionStorage.setItem(INSPECT, asked);
    const recording = sessionStorage.getItem(INSPECT) === 'record';
    if (asked === 'record') openInspector();
    return recording;
  } catch {
    return false;
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
