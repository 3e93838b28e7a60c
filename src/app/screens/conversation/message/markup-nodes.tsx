import DOMPurify from 'dompurify';
import { createElement, Fragment, type ReactNode } from 'react';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, isHeavyMarkup, toPlain } from '../../../../domain/markup.ts';
import { isOwnPath } from '../../../../domain/own-path.ts';
import { isWebAddress, linkParts } from './link-text.ts';

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
