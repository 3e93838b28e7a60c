import { linkParts } from './linkify.ts';
import { parseRich } from './rich-text.ts';
import type { RichBlock, RichNode } from './rich-text.ts';

/**
 * The small markup that clients of the contract support (RICH-5): bold, italic and links are elements,
 * everything else stays as typed. It is clean by construction (WIRE-9).
 */
export const richHtml = (text: string): string => blocksHtml(parseRich(text));

const LINE = '<br />';

const blocksHtml = (blocks: readonly RichBlock[]): string => blocks.map(nodeHtml).join(LINE);

function nodeHtml(node: RichNode): string {
  switch (node.kind) {
    case 'text':
      return linkParts(node.text)
        .map(({ text, href }) => (href === null ? escaped(text) : anchor(href, escaped(text))))
        .join('');
    case 'lineEnd':
      return LINE;
    case 'lines':
      return children(node.children);
    case 'element':
      if (node.tag === 's') return `~~${children(node.children)}~~`;
      return `<${node.tag}>${children(node.children)}</${node.tag}>`;
    case 'link':
      return anchor(node.href, node.children.map(wordsHtml).join(''));
    case 'picture':
      return escaped(node.alt);
    case 'code':
      return `\`${escaped(node.text)}\``;
    case 'spoiler':
      return `||${children(node.children)}||`;
    case 'codeBlock':
      return escaped(`\`\`\`${node.language}\n${node.text}\n\`\`\``);
    case 'quote':
      return `&gt; ${blocksHtml(node.blocks).replaceAll(LINE, `${LINE}&gt; `)}`;
    case 'list':
      return node.items
        .map(({ mark, blocks }) => `${mark} ${blocksHtml(blocks).replaceAll(LINE, `${LINE}  `)}`)
        .join(LINE);
  }
}

const children = (nodes: readonly RichNode[]): string => nodes.map(nodeHtml).join('');

/** A link contains no other link. */
const wordsHtml = (node: RichNode): string => (node.kind === 'text' ? escaped(node.text) : nodeHtml(node));

const anchor = (href: string, words: string): string =>
  `<a href="${escaped(href).replaceAll('"', '&quot;')}">${words}</a>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', LINE);
