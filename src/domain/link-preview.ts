import { webLinks } from './linkify.ts';
import { toPlain } from './markup.ts';
import { isRich, parseRich } from './rich-text.ts';
import type { RichNode } from './rich-text.ts';

/** The card under a text with a web address: what the page there says of itself (PREVIEW-5). */
export interface LinkPreview {
  /** Where the address in the text leads. */
  readonly url: string;
  /** Plain words, as those below; '' where the page has none. */
  readonly title: string;
  readonly text: string;
  readonly site: string;
  /** In pixels, as it is drawn. */
  readonly picture: { readonly src: string; readonly width: number; readonly height: number } | null;
}

/** Longer ones are links, but get no card. */
const ADDRESS_MAX = 2_048;

/**
 * The first web address that a text shows; none in code, and none in a spoiler, which a card would tell
 * (PREVIEW-1). Null where there is none, or where it names a person or a password.
 */
export function firstLink(html: string, extra: Readonly<Record<string, unknown>> | null): string | null {
  const text = toPlain(html);
  const found = isRich(extra) ? firstIn(parseRich(text)) : bareLink(text);
  return found !== null && found.length <= ADDRESS_MAX && isAnonymous(found) ? found : null;
}

/** Names and passwords in an address are nobody else's business, the server's included. */
function isAnonymous(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

const bareLink = (text: string): string | null => webLinks(text)[0] ?? null;

function firstIn(nodes: readonly RichNode[]): string | null {
  for (const node of nodes) {
    const found = linkIn(node);
    if (found !== null) return found;
  }
  return null;
}

function linkIn(node: RichNode): string | null {
  switch (node.kind) {
    case 'text':
      return bareLink(node.text);
    case 'link':
      return /^https?:/i.test(node.href) ? node.href : null;
    case 'element':
    case 'lines':
      return firstIn(node.children);
    case 'quote':
      return firstIn(node.blocks);
    case 'list':
      return firstIn(node.items.flatMap(({ blocks }) => blocks));
    case 'code':
    case 'codeBlock':
    case 'lineEnd':
    case 'picture':
    case 'spoiler':
      return null;
  }
}

/** What a card calls the place: its host, without what nobody reads. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
}
