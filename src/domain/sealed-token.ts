/**
 * The token of a login without "Remember me", as all tabs store it: unreadable without a key that ends with
 * the browser (SESS-11). The key is random and as long as the token, so it reveals nothing.
 */
const MARK = 'sealed ';
/** Hexadecimal digits of one character. */
const DIGITS = 4;

export const isSealed = (stored: string | null): boolean => stored?.startsWith(MARK) === true;

/** Bytes of random that the key of a token needs. */
export const keyBytes = (token: string): number => (token.length * DIGITS) / 2;

/** `key`: hexadecimal digits, four for each character of the token. */
export const sealToken = (token: string, key: string): string =>
  MARK + [...partsOf(key)].map((part, at) => hex(part ^ token.charCodeAt(at))).join('');

/** The token; null if it is missing, or sealed and its key is gone or another one. */
export function openToken(stored: string | null, key: () => string | null): string | null {
  if (stored === null || !isSealed(stored)) return stored;
  const [keyDigits, sealed] = [key() ?? '', stored.slice(MARK.length)];
  if (keyDigits.length !== sealed.length) return null;
  const parts = partsOf(sealed);
  return String.fromCharCode(...partsOf(keyDigits).map((part, at) => part ^ (parts[at] ?? 0)));
}

/** Name under which tabs find the key. */
export const TOKEN_KEY = 'token_key';

/** Servers on other ports of a host share its cookies, so each port has its own names. */
export const browserCookie = (key: string, port: string): string => `parley_${port}_${key}`;

/** Value of a cookie among all cookies of a page; null: there is none. */
export function cookieIn(cookies: string, name: string): string | null {
  const match = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return match?.slice(name.length + 1) ?? null;
}

const hex = (part: number): string => part.toString(16).padStart(DIGITS, '0');

const partsOf = (digits: string): readonly number[] =>
  Array.from({ length: digits.length / DIGITS }, (_, at) =>
    Number.parseInt(digits.slice(at * DIGITS, (at + 1) * DIGITS), 16),
  );
