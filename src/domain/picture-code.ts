import { isOwnPath } from './links.ts';

/** The meaning of a scanned picture code for this service, whose address is `origin` (UI-39). */
export type CodeMeaning =
  | { readonly kind: 'group' | 'person'; readonly token: string }
  /** A page of this app. */
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'web'; readonly address: string }
  | { readonly kind: 'text'; readonly text: string };

const SCAN = /^\/scan\/([gu])\/([\w-]{1,120})\/?$/;
const WEB = /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i;

export function meaningOf(words: string, origin: string): CodeMeaning {
  const text = words.trim();
  if (text.startsWith(origin)) {
    // Both start with a character that ends the name of a host.
    const own = text.slice(origin.length);
    const [, kind, token] = SCAN.exec(own) ?? [];
    if (token !== undefined) return { kind: kind === 'g' ? 'group' : 'person', token };
    const path = /^\/?#(\/\S*)$/.exec(own)?.[1];
    if (path !== undefined && isOwnPath(path)) return { kind: 'page', path };
  }
  return WEB.test(text) ? { kind: 'web', address: text } : { kind: 'text', text: words };
}
