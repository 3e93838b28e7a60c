/**
 * A path below the address of a page. Browsers read `//x`, `/\x` and `/⇥/x` as another host, and ignore tabs
 * and line breaks anywhere.
 */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(text);
