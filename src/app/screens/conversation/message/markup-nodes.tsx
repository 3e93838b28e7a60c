import DOMPurify from 'dompurify';
import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, isHeavyMarkup, toPlain } from '../../../../domain/markup.ts';
import { isOwnPath } from '../../../../domain/own-path.ts';
import { withoutEnd } from '../../../../domain/text-end.ts';

/**
 * Message text as React nodes. What others sent is cleaned to the allow-list once more (WIRE-9) and then
 * rebuilt element by element, so that no markup of a message ever reaches the page as markup: an element
 * that is not named here cannot appear, whatever the cleaner lets through.
 */
export function markupNodes(html: string): ReactNode {
  // Our own clients write escaped text and line ends only: no parser is needed for it. Nor is one asked for
  // what would hold the page: this server refuses it, others may not (WIRE-17).
  if (!/<(?!br\s*\/?>)/i.test(html) || isHeavyMarkup(html)) return <PlainText text={toPlain(html)} />;
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...new Set(Object.values(ALLOWED_ATTRIBUTES).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  return <>{childNodes(fragment)}</>;
}

const childNodes = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((node, index) => <Fragment key={index}>{nodeOf(node)}</Fragment>);

const PLAIN_TAGS: ReadonlySet<string> = new Set(['b', 'em', 'i', 'p', 'span', 'strong', 'u']);

function nodeOf(node: Node): ReactNode {
  if (node.nodeType === TEXT_NODE) return <PlainText text={node.textContent ?? ''} />;
  if (node.nodeType !== ELEMENT_NODE) return null;
  const element = node as Element;
  const tag = element.tagName.toLowerCase();
  if (tag === 'br') return <br />;
  if (tag === 'img') return pictureOf(element);
  if (tag === 'a') return linkOf(element);
  // A heading of a message is no heading of the page, but has a line of its own.
  if (tag === 'h3')
    return (
      <>
        <strong>{childNodes(element)}</strong>
        {element.nextSibling !== null && <br />}
      </>
    );
  return PLAIN_TAGS.has(tag) ? createElement(tag, null, ...childNodes(element)) : null;
}

const [ELEMENT_NODE, TEXT_NODE] = [1, 3];

/** Pictures come from our own address only: a message must not make the reader's browser call others. */
function pictureOf(element: Element): ReactNode {
  const [src, alt] = [element.getAttribute('src') ?? '', element.getAttribute('alt') ?? ''];
  return isOwnPath(src) ? <img src={src} alt={alt} loading="lazy" width={24} height={24} /> : alt;
}

function linkOf(element: Element): ReactNode {
  const href = element.getAttribute('href') ?? '';
  if (!isWebAddress(href)) return <>{childNodes(element)}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {element.textContent}
    </a>
  );
}

function PlainText({ text }: { readonly text: string }): ReactNode {
  return linkParts(text).map((part, index) =>
    part.href === null ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ),
  );
}

/** A piece of plain text, or an address in it that may be opened. */
export type TextPart = { readonly text: string; readonly href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"'`，。！？；：、（）【】《》「」“”‘’]+/giu;
/** Signs that end a sentence rather than an address. */
const TRAILING = '.,!?;:)]}';

/** Splits text at web addresses; only http and https become links. */
export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = closed(found[0]);
    if (!isWebAddress(address)) continue;
    if (found.index > done) parts.push({ text: text.slice(done, found.index), href: null });
    parts.push({ text: address, href: address });
    done = found.index + address.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), href: null });
  return parts;
}

/** A bracket that the address itself opened stays with it. */
function closed(address: string): string {
  const cut = withoutEnd(address, TRAILING);
  const next = address[cut.length];
  return next === ')' && cut.includes('(') ? `${cut})` : cut;
}

export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

const PICTURE = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F?)\p{Emoji_Modifier}?`;
const EMOJI = String.raw`(?:\p{Regional_Indicator}{2}|${PICTURE}(?:\u200D${PICTURE})*)`;
const FEW_EMOJI = new RegExp(`^(?:${EMOJI}\\s?){1,3}$`, 'u');

/** One to three emoji and nothing else: shown large. */
export const isFewEmoji = (text: string): boolean => FEW_EMOJI.test(text);
