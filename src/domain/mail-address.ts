/** Files that are named like hosts; none of these is the ending of a host. */
const PICTURES = 'png|jpe?g|gif|webp|avif|svg|ico';
const ARCHIVES = 'tgz|gz|bz2|xz|exe|deb|rpm|jar|whl|dmg|iso';
const TEXTS = 'm?js|tsx?|jsx|css|json|html?|xml|txt|pdf|lock|ya?ml|toml';
const FILE_ENDING = new RegExp(`\\.(?:${PICTURES}|${ARCHIVES}|${TEXTS})$`, 'i');
/** `1.2.3.tgz` and `v4.2` are versions. */
const VERSION = /^v?\d+\.\d+(?:\.|$)/i;
/** Addresses of other services. */
const OTHER_SCHEME = /(?:\/\/|\b(?:xmpp|sips?|acct|im|jabber):)$/i;

/**
 * Returns how many characters before a found mail address do not belong to it; null: it is no mail address
 * (RICH-10). A copy path (`git@host:path`), a version (`react@18.2.0`) or a user of another service is none.
 *
 * @param text the text, in which `candidate` begins at `at`.
 */
export function mailStart(text: string, at: number, candidate: string): number | null {
  if (/^mailto:/i.test(candidate)) return 0;
  const host = candidate.slice(candidate.lastIndexOf('@') + 1);
  const isHost = /\.[\p{L}-]*\p{L}$|\.xn--[\w-]+$/iu.test(host);
  if (!isHost || VERSION.test(host) || FILE_ENDING.test(host)) return null;
  if (/^:(?=[\w/~.])/.test(text.slice(at + candidate.length))) return null;
  // The library counts a slash as a part of the name: `Anna/anna@host`, `//user@host`.
  const skipped = candidate.lastIndexOf('/') + 1;
  const before = text.slice(Math.max(0, at - BEFORE_MAX), at) + candidate.slice(0, skipped);
  return OTHER_SCHEME.test(before) ? null : skipped;
}
const BEFORE_MAX = 8;
