/** Browsers by their user agent; each also contains the names of its ancestors. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
];

/** The product name at the start of the user agent of a program that is not a browser. */
const PRODUCT = /^[\w.-]{1,40}/;

const firstMatch = (
  list: readonly (readonly [name: string, pattern: RegExp])[],
  userAgent: string,
): string | undefined => list.find(([, pattern]) => pattern.test(userAgent))?.[0];

/**
 * Name by which the owner recognises a device (LOGINS-1): "Firefox · Windows", else the name of the program;
 * '' if the header is empty. Never the whole text, which would identify one device among others.
 */
export function deviceName(userAgent: string): string {
  const parts = [firstMatch(BROWSERS, userAgent), firstMatch(SYSTEMS, userAgent)].filter(
    (part) => part !== undefined,
  );
  return parts.length > 0 ? parts.join(' · ') : (PRODUCT.exec(userAgent)?.[0] ?? '');
}
