import { webLinks } from './linkify.ts';
import { toPlain } from './markup.ts';
import { isRich, parseRich } from './rich-text.ts';
import type { RichNode } from './rich-text.ts';

/** Link preview under a text with a web address: the page's own description (PREVIEW-5). */
export interface LinkPreview {
  /** The target of the address in the text. */
  readonly url: string;
  /** Plain text, like those below; '' if the page has none. */
  readonly title: string;
  readonly text: string;
  readonly site: string;
  /** Size in pixels, as it is drawn. */
  readonly picture: { readonly src: string; readonly width: number; readonly height: number } | null;
}

/** Longer ones are links, but get no card. */
const ADDRESS_MAX = 2_048;

/**
 * The first visible web address of a text. Code is skipped, and so are spoilers, which a preview would reveal
 * (PREVIEW-1). Null without an address, or if it contains a user name or a password.
 */
export function firstLink(html: string, extra: Readonly<Record<string, unknown>> | null): string | null {
  const text = toPlain(html);
  const address = isRich(extra) ? firstIn(parseRich(text)) : bareLink(text);
  return address !== null && address.length <= ADDRESS_MAX && isAnonymous(address) ? address : null;
}

/** Checks that an address has no user name or password: not even the server may receive those. */
function isAnonymous(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

const bareLink = (text: string): string | null => webLinks(text)[0] ?? null;

function firstIn(nodes: readonly RichNode[]): string | null {
  for (const node of nodes) {
    const link = linkIn(node);
    if (link !== null) return link;
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

/** The site name in a link preview: its host without `www.`. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
}
