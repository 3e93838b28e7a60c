import { runLater } from '../platform/time.ts';

const AGAIN_MS = 100;
const AGAIN_MAX = 13;

/**
 * Loads failed styles again, each time after twice the wait. Their code is retried automatically and would
 * appear without its style, because no import requests the same style twice (UI-125).
 */
export function watchStyles(): () => void {
  const failures = new Map<string, number>();
  const again = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    const failed = failures.get(target.href) ?? 0;
    if (failed === AGAIN_MAX) return;
    failures.set(target.href, failed + 1);
    runLater(AGAIN_MS * 2 ** failed, () => target.replaceWith(target.cloneNode()));
  };
  // Such an event does not bubble, but it can be captured.
  addEventListener('error', again, true);
  return () => removeEventListener('error', again, true);
}
