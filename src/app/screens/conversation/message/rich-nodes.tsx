import { createElement, Fragment, type ReactNode } from 'react';
import { linkParts } from '../../../../domain/linkify.ts';
import { isLinkTarget, isOwnPath } from '../../../../domain/links.ts';
import { type MentionName, mentionParts } from '../../../../domain/mention-names.ts';
import { type RichItem, type RichNode, wordsOfNodes } from '../../../../domain/rich-text.ts';
import { CodeBlock } from './code-block.tsx';
import { Mention } from './mention.tsx';
import styles from './rich.module.css';
import { Spoiler } from './spoiler.tsx';

/**
 * Renders the tree of a text, for formatting and for elements of other clients (RICH-3). It uses no
 * components: most messages are plain text, and their bubbles should hold nothing else.
 */
export const richNodes = (nodes: readonly RichNode[], named: Mentions = NOBODY): ReactNode =>
  nodes.length === 1 && nodes[0]
    ? drawNode(nodes[0], named)
    : nodes.map((node, index) => <Fragment key={index}>{drawNode(node, named)}</Fragment>);

/** Mentioned users of the text. */
type Mentions = readonly MentionName[];
const NOBODY: Mentions = [];

function drawNode(node: RichNode, named: Mentions): ReactNode {
  switch (node.kind) {
    case 'text':
      return plainText(node.text, named);
    case 'lineEnd':
      return <br />;
    case 'lines':
      return richNodes(node.children, named);
    case 'element':
      return createElement(node.tag, null, richNodes(node.children, named));
    case 'link':
      return <OwnLink {...node} />;
    // Pictures come from our own address only: a message must not make the reader's browser call others.
    case 'picture':
      return isOwnPath(node.src) ? (
        <img src={node.src} alt={node.alt} loading="lazy" width={24} height={24} />
      ) : (
        node.alt
      );
    case 'code':
      return (
        <code className={styles.code} translate="no">
          {node.text}
        </code>
      );
    case 'spoiler':
      return <Spoiler length={wordsOfNodes(node.children).length}>{richNodes(node.children, named)}</Spoiler>;
    case 'quote':
      return (
        <blockquote className={styles.quote} dir="auto">
          {richNodes(node.blocks, named)}
        </blockquote>
      );
    case 'list':
      return <List items={node.items} named={named} />;
    case 'codeBlock':
      return <CodeBlock language={node.language} text={node.text} />;
  }
}

/** Numbers stay as they were typed. */
function List({ items, named }: { readonly items: readonly RichItem[]; readonly named: Mentions }) {
  const isOrdered = items[0]?.mark !== '-';
  const drawnItems = items.map(({ mark, blocks }, index) => (
    <li key={index} value={isOrdered ? Number.parseInt(mark, 10) : undefined}>
      {richNodes(blocks, named)}
    </li>
  ));
  return isOrdered ? (
    <ol className={styles.list} dir="auto">
      {drawnItems}
    </ol>
  ) : (
    <ul className={styles.list} dir="auto">
      {drawnItems}
    </ul>
  );
}

/** A link with its own text; its address is in the title. */
function OwnLink({ href, children }: Extract<RichNode, { kind: 'link' }>) {
  // A link contains no other link.
  const words = children.map((child, index) => (
    <Fragment key={index}>{child.kind === 'text' ? child.text : drawNode(child, NOBODY)}</Fragment>
  ));
  if (!isLinkTarget(href)) return <>{words}</>;
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
}

function plainText(text: string, named: Mentions): ReactNode {
  const parts = linkParts(text);
  if (parts.every(({ href }) => href === null)) return withMentions(text, named);
  return parts.map((part, index) =>
    part.href === null ? (
      <Fragment key={index}>{withMentions(part.text, named)}</Fragment>
    ) : (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ),
  );
}

function withMentions(text: string, named: Mentions): ReactNode {
  const parts = mentionParts(text, named);
  if (parts.every(({ mention }) => mention === null)) return text;
  return parts.map((part, index) =>
    part.mention === null ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <Mention key={index} id={part.mention.id} words={part.text} />
    ),
  );
}
