import { INSPECTOR_COOKIE } from '../../wire/inspector-cookie.ts';
import type { InspectionChannel, InspectionMessage } from '../state/inspection.ts';

const NAME = 'parley-inspect';

/** Reaches only other tabs of this browser. */
export function openInspectionChannel(): InspectionChannel {
  const channel = new BroadcastChannel(NAME);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it never leaves its own origin
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const onMessage = ({ data }: MessageEvent<InspectionMessage>): void => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}

/** Switched on for this tab by the address (`?inspect=1`, `?record=1`), or for this device by a setting. */
export function isInspectionOn(): boolean {
  try {
    return sessionStorage.getItem(INSPECT) !== null || localStorage.getItem(INSPECT) === 'on';
  } catch {
    return false;
  }
}

/**
 * Pages are opened without the token, which is a header. A cookie for these two names the login by the key
 * that ends it and gives no access (INSP-18, SESS-6).
 */
export function nameLogin(): void {
  try {
    const key = localStorage.getItem('logoutKey') ?? '';
    const scope = `SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;
    for (const page of ['/inspect.html', '/replay.html'])
      document.cookie = `${INSPECTOR_COOKIE}=${key}; Path=${page}; ${scope}`;
  } catch {
    // Without storage there is no login to name.
  }
}

export const INSPECT = 'inspect';
