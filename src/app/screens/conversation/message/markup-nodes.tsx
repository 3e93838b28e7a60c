import DOMPurify from 'dompurify';
import type { ReactNode } from 'react';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, isHeavyMarkup, toPlain } from '../../../../domain/markup.ts';
import type { Message } from '../../../../domain/message.ts';
import { mentionsIn } from '../../../../domain/mention-names.ts';
import { isRich, parseRich } from '../../../../domain/rich-text.ts';
import type { RichNode, RichTag } from '../../../../domain/rich-text.ts';
import { richNodes } from './rich-nodes.tsx';

/**
 * Message text as React nodes: by its author's formatting (RICH-1), else by its elements. Fragments of other
 * clients are cleaned to the allow-list again (WIRE-9) and then rebuilt element by element, so that markup of
 * a message never reaches the page. An element that is not named here cannot appear, even if the cleaner
 * misses it.
 */
export function markupNodes(html: string, extra: Message['extra'] = null): ReactNode {
  const mentions = mentionsIn(extra);
  if (isRich(extra)) return richNodes(parseRich(toPlain(html)), mentions);
  // An announcement is written with the same marks, below its head (UI-67).
  const [, head, notice] = /^<h3>([^<]*)<\/h3>(?!.*<(?!br\s*\/?>))(.*)$/s.exec(html) ?? [];
  if (head !== undefined && notice !== undefined) return announcement(toPlain(head), toPlain(notice));
  // Our own clients write escaped text and line breaks only, which need no parser. Markup that would block
  // the page is not parsed either: this server refuses it, others may not (WIRE-17).
  if (!/<(?!br\s*\/?>)/i.test(html) || isHeavyMarkup(html))
    return richNodes([{ kind: 'text', text: toPlain(html) }], mentions);
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...new Set(Object.values(ALLOWED_ATTRIBUTES).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  return richNodes(childNodes(fragment), mentions);
}

const announcement = (head: string, words: string): ReactNode =>
  richNodes([
    { kind: 'element', tag: 'strong', children: [{ kind: 'text', text: head }] },
    { kind: 'lineEnd' },
    ...parseRich(words),
  ]);

const childNodes = (parent: Node): RichNode[] => [...parent.childNodes].flatMap(nodeOf);

const TAGS: ReadonlySet<string> = new Set<RichTag>(['b', 'em', 'i', 'p', 'span', 'strong', 'u']);

function nodeOf(node: Node): readonly RichNode[] {
  if (node.nodeType === TEXT_NODE) return [{ kind: 'text', text: node.textContent ?? '' }];
  if (node.nodeType !== ELEMENT_NODE) return [];
  const element = node as Element;
  const tag = element.tagName.toLowerCase();
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  if (tag === 'br') return [{ kind: 'lineEnd' }];
  if (tag === 'img') return [{ kind: 'picture', src: attribute('src'), alt: attribute('alt') }];
  if (tag === 'a')
    return [
      {
        kind: 'link',
        href: attribute('href'),
        children: [{ kind: 'text', text: element.textContent ?? '' }],
      },
    ];
  const children = childNodes(element);
  // A heading of a message must not be a heading of the page, but has a separate line.
  if (tag === 'h3') {
    const head: RichNode = { kind: 'element', tag: 'strong', children };
    return element.nextSibling === null ? [head] : [head, { kind: 'lineEnd' }];
  }
  return TAGS.has(tag) ? [{ kind: 'element', tag: tag as RichTag, children }] : [];
}

const [ELEMENT_NODE, TEXT_NODE] = [1, 3];

const PICTURE = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F?)\p{Emoji_Modifier}?`;
const KEYCAP = String.raw`[#*\d]\uFE0F?\u20E3`;
/** Flags of parts of a country, such as Scotland: a black flag and the letters of a tag. */
const PART_FLAG = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}`;
const FLAG = String.raw`\p{Regional_Indicator}{2}|${PART_FLAG}`;
const EMOJI = String.raw`(?:${FLAG}|${KEYCAP}|${PICTURE}(?:\u200D${PICTURE})*)`;
const FEW_EMOJI = new RegExp(`^(?:${EMOJI}\\s?){1,3}$`, 'u');

/** One to three emoji without other text: shown large. */
export const isFewEmoji = (text: string): boolean => FEW_EMOJI.test(text);
