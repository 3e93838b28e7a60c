import { browserCookie, cookieIn } from '../../domain/sealed-token.ts';
import type { TabMemoryPort } from '../../ports/storage.ts';

const nameOf = (key: string): string => browserCookie(key, location.port);

/**
 * Texts that last until the browser closes, for all its tabs: cookies without an end. Without cookies, reads
 * return null.
 */
export function createBrowserMemory(): TabMemoryPort {
  const scope = `Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;
  return {
    get: (key) => {
      try {
        return cookieIn(document.cookie, nameOf(key));
      } catch {
        return null;
      }
    },
    set: (key, value) => {
      try {
        document.cookie = `${nameOf(key)}=${value ?? ''}; ${scope}${value === null ? '; Max-Age=0' : ''}`;
      } catch {
        // The caller reads it again.
      }
    },
  };
}
