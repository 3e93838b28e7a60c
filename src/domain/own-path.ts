/**
 * A path below the address of a page, whatever stands in front of it. Browsers read `//x`, `/\x` and `/⇥/x`
 * as another host, and leave out tabs and line ends wherever they stand.
 */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(text);
