import { browserCookie, cookieIn, openToken, TOKEN_KEY } from '../../domain/sealed-token.ts';

/** Reads a value that the app stored in this browser: login, language, theme. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The token of the app in this browser; null: no user is logged in. */
export const readToken = (): string | null =>
  openToken(readLocal('authToken'), () => cookieIn(document.cookie, browserCookie(TOKEN_KEY, location.port)));

/** Hands a file to the browser, as if it had been fetched by a link. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  [link.href, link.download] = [url, name];
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The bytes of a file, as the server takes them in a call. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''));
}

/** Null: the browser offers no clipboard here, as on a page without HTTPS. */
export const copy =
  'clipboard' in navigator
    ? (text: string): Promise<boolean> =>
        navigator.clipboard.writeText(text).then(
          () => true,
          () => false,
        )
    : null;
