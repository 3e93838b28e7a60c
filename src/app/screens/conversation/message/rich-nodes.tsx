import {
  type ComponentType,
  Fragment,
  type ReactNode,
  Suspense,
  createElement,
  lazy,
  useEffect,
  useRef,
  useState,
} from 'react';
import { linkParts } from '../../../../domain/linkify.ts';
import { isLinkTarget, isOwnPath } from '../../../../domain/links.ts';
import { type MentionName, mentionParts } from '../../../../domain/mention-names.ts';
import { HIDDEN, type RichItem, type RichNode, wordsOfNodes } from '../../../../domain/rich-text.ts';
import { hasEmojiName } from '../../../../domain/stickers.ts';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyText } from '../../../kit/copy-text.ts';
import { WebLink } from '../../../shared/web-link.tsx';
import { TextWithEmoji } from '../../../shared/emoji/named-emoji.tsx';
import styles from './rich.module.css';
import { Mention } from './mention.tsx';
import { Photo } from '../../../kit/photo.tsx';

/**
 * Renders the tree of a text, for formatting and for elements of other clients (RICH-3). It uses no
 * components: most messages are plain text, and their bubbles should hold nothing else.
 */
export const richNodes = (nodes: readonly RichNode[], mentions: Mentions = NOBODY): ReactNode =>
  nodes.length === 1 && nodes[0]
    ? drawNode(nodes[0], mentions)
    : nodes.map((node, index) => <Fragment key={index}>{drawNode(node, mentions)}</Fragment>);

/** Mentioned users of the text. */
type Mentions = readonly MentionName[];
const NOBODY: Mentions = [];

function drawNode(node: RichNode, mentions: Mentions): ReactNode {
  switch (node.kind) {
    case 'text':
      return plainText(node.text, mentions);
    case 'lineEnd':
      return <br />;
    case 'lines':
      return richNodes(node.children, mentions);
    case 'element':
      return createElement(node.tag, null, richNodes(node.children, mentions));
    case 'link':
      return <OwnLink {...node} />;
    // Pictures come from our own address only: a message must not make the reader's browser call others.
    case 'picture':
      return isOwnPath(node.src) ? (
        <Photo src={node.src} alt={node.alt} loading="lazy" width={24} height={24} />
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
      return (
        <Spoiler length={wordsOfNodes(node.children).length}>{richNodes(node.children, mentions)}</Spoiler>
      );
    case 'quote':
      return (
        <blockquote className={styles.quote} dir="auto">
          {richNodes(node.blocks, mentions)}
        </blockquote>
      );
    case 'list':
      return <List items={node.items} mentions={mentions} />;
    case 'codeBlock':
      return <CodeBlock language={node.language} text={node.text} />;
  }
}

/** Numbers stay as they were typed. */
function List({ items, mentions }: { readonly items: readonly RichItem[]; readonly mentions: Mentions }) {
  const isOrdered = items[0]?.mark !== '-';
  const elements = items.map(({ mark, blocks }, index) => (
    <li key={index} value={isOrdered ? Number.parseInt(mark, 10) : undefined}>
      {richNodes(blocks, mentions)}
    </li>
  ));
  // Long numbers need more room before the text, or they leave the bubble.
  const digits = Math.max(...items.map(({ mark }) => mark.length - 1));
  return isOrdered ? (
    <ol
      className={styles.list}
      dir="auto"
      style={digits > 2 ? { paddingInlineStart: `${digits + 2}ch` } : undefined}
    >
      {elements}
    </ol>
  ) : (
    <ul className={styles.list} dir="auto">
      {elements}
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
    <WebLink href={href} title={href}>
      {words}
    </WebLink>
  );
}

function plainText(text: string, mentions: Mentions): ReactNode {
  const parts = linkParts(text);
  if (parts.every(({ href }) => href === null)) return withMentions(text, mentions);
  return parts.map((part, index) =>
    part.href === null ? (
      <Fragment key={index}>{withMentions(part.text, mentions)}</Fragment>
    ) : (
      <WebLink key={index} href={part.href}>
        {part.text}
      </WebLink>
    ),
  );
}

const withEmoji = (text: string): ReactNode => (hasEmojiName(text) ? <TextWithEmoji text={text} /> : text);

function withMentions(text: string, mentions: Mentions): ReactNode {
  const parts = mentionParts(text, mentions);
  if (parts.every(({ mention }) => mention === null)) return withEmoji(text);
  return parts.map((part, index) =>
    part.mention === null ? (
      <Fragment key={index}>{withEmoji(part.text)}</Fragment>
    ) : (
      <Mention key={index} id={part.mention.id} words={part.text} />
    ),
  );
}

/** Hidden text; it is not in the page until the user presses it (RICH-4). */
function Spoiler({ length, children }: { readonly length: number; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The focused button was removed.
    if (open) words.current?.focus({ preventScroll: true });
  }, [open]);
  if (open)
    return (
      <span ref={words} tabIndex={-1} className={styles.shown}>
        {children}
      </span>
    );
  return (
    <button
      type="button"
      className={styles.spoiler}
      aria-label={t('rich.spoiler')}
      title={t('rich.spoiler')}
      onClick={() => setOpen(true)}
    >
      {HIDDEN.charAt(0).repeat(Math.min(BLOCKS_MAX, Math.max(HIDDEN.length, length)))}
    </button>
  );
}

/** About one line: the length of the text is not secret, but more blocks add nothing. */
const BLOCKS_MAX = 24;

interface Code {
  readonly language: string;
  readonly text: string;
}

/** Uncoloured code remains if the library fails to load. */
const ColouredCode = lazy((): Promise<{ readonly default: ComponentType<Code> }> =>
  import('./coloured-code.tsx').catch(() => ({ default: ({ text }: Code) => text })),
);

/** Code as it was typed, with its language and a button that copies it (RICH-6). */
export function CodeBlock({ language, text }: Code) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(text));
  return (
    <span className={styles.block} dir="ltr" role="group" aria-label={t('rich.code', { language })}>
      <span className={styles.blockHead}>
        <span>{language}</span>
        <button
          type="button"
          className={styles.copy}
          aria-label={t('rich.copyCode')}
          title={t('rich.copyCode')}
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
        >
          {copied ? (
            <Check size={15} strokeWidth={2} aria-hidden="true" />
          ) : (
            <Copy size={15} strokeWidth={1.75} aria-hidden="true" />
          )}
          <span role="status">{copied ? t('common.copied') : ''}</span>
        </button>
      </span>
      {/* A wide line is scrolled to, by keys as well. */}
      <pre tabIndex={0} translate="no">
        <code>
          {language === '' ? (
            text
          ) : (
            <Suspense fallback={text}>
              <ColouredCode language={language} text={text} />
            </Suspense>
          )}
        </code>
      </pre>
    </span>
  );
}
