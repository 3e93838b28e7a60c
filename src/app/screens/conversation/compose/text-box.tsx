import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { tokenRanges } from '../../../../domain/mention-names.ts';
import type { Draft } from '../../../../domain/message.ts';
import { cx } from '../../../kit/class-names.ts';
import { keepTypingGroups } from '../../../kit/typing-groups.ts';
import styles from './composer.module.css';
import typed from './typed-marks.module.css';
import { type RichNode, parseRich } from '../../../../domain/rich-text.ts';

/** Style of a piece of typed text; `sign`: the formatting characters. */
export type TypedStyle = 'sign' | 'strong' | 'em' | 's' | 'spoiler' | 'code' | 'quote' | 'link';

interface TypedMark {
  readonly from: number;
  readonly to: number;
  readonly style: TypedStyle;
}

/** Positions of formatting marks in a text as it is typed (RICH-7). */
export function typedMarks(text: string): readonly TypedMark[] {
  const finder = new Finder(text);
  finder.nodes(parseRich(text));
  return finder.marks;
}

const DELIMITERS = { strong: '**', em: '_', s: '~~', spoiler: '||' } as const;

/**
 * Walks through the tree and the text in parallel: characters between the texts of the tree are marks, and
 * both have the same order.
 */
class Finder {
  readonly marks: TypedMark[] = [];
  private at = 0;

  constructor(private readonly text: string) {}

  nodes(nodes: readonly RichNode[]): void {
    for (const node of nodes) this.node(node);
  }

  private node(node: RichNode): void {
    switch (node.kind) {
      case 'text':
        return this.words(node.text);
      case 'lines':
        return this.nodes(node.children);
      case 'element':
        return this.between(node.tag as 'strong' | 'em' | 's', node.children);
      case 'spoiler':
        return this.between('spoiler', node.children);
      case 'link':
        this.sign('[');
        this.style('link', () => this.nodes(node.children));
        return this.sign(`](${node.href})`);
      case 'code': {
        const ticks = /`+/.exec(this.text.slice(this.at))?.[0] ?? '`';
        this.sign(ticks);
        this.style('code', () => this.words(node.text));
        return this.sign(ticks);
      }
      case 'codeBlock':
        return this.block(node.language, node.text);
      case 'quote':
        return this.style('quote', () => this.nodes(node.blocks));
      case 'list':
        for (const { mark, blocks } of node.items) {
          this.sign(`${mark} `);
          this.nodes(blocks);
        }
        return undefined;
      case 'lineEnd':
      case 'picture':
        return undefined;
    }
  }

  private between(style: keyof typeof DELIMITERS, children: readonly RichNode[]): void {
    this.sign(DELIMITERS[style]);
    this.style(style, () => this.nodes(children));
    this.sign(DELIMITERS[style]);
  }

  private block(language: string, code: string): void {
    const ticks = /`{3,}/.exec(this.text.slice(this.at))?.[0] ?? '```';
    this.sign(`${ticks}${language}`);
    this.style('code', () => this.words(code));
    this.sign(ticks);
  }

  private sign(sign: string): void {
    const from = this.text.indexOf(sign, this.at);
    if (from < 0) return;
    this.at = from + sign.length;
    this.marks.push({ from, to: this.at, style: 'sign' });
  }

  private words(words: string): void {
    for (const line of words.split('\n')) {
      const from = line === '' ? -1 : this.text.indexOf(line, this.at);
      if (from >= 0) this.at = from + line.length;
    }
  }

  private style(style: TypedStyle, inside: () => void): void {
    const from = this.at;
    inside();
    if (this.at > from) this.marks.push({ from, to: this.at, style });
  }
}

/**
 * A text box that grows with its text and shows mentions as tokens. A mirror of the same shape draws the text
 * under a transparent box, so the browser's caret, input methods, undo and spelling still work. `markAt`
 * receives the position of that place in the text, in px from the left.
 */
export function TextBox({
  draft,
  box,
  markAt,
  onMark,
  marks,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & {
  readonly draft: Draft;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly markAt: number | null;
  readonly onMark: (px: number) => void;
  /** Draws formatting in the text (RICH-7). */
  readonly marks: boolean;
}) {
  const mirror = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => keepTypingGroups(box.current), [box]);
  useLayoutEffect(() => {
    if (markAt !== null) onMark(mark.current?.offsetLeft ?? 0);
  });
  return (
    <div className={styles.grow}>
      <div ref={mirror} dir="auto" translate="no" className={styles.mirror} aria-hidden="true">
        {mirrored(draft, marks ? typedMarks(draft.text) : NO_MARKS, markAt, <span ref={mark} />)}
        {/* A last line end needs something after it to have a height. */}
        {'\u200b'}
      </div>
      <textarea
        dir="auto"
        translate="no"
        {...rest}
        ref={box}
        rows={1}
        value={draft.text}
        className={styles.box}
        onScroll={(event) => {
          if (mirror.current) mirror.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

const NO_MARKS: readonly TypedMark[] = [];

function mirrored(
  { text, at }: Draft,
  marks: readonly TypedMark[],
  markAt: number | null,
  mark: ReactNode,
): ReactNode {
  const tokens = tokenRanges(text, at);
  const cuts = [
    ...new Set([
      0,
      ...[...tokens, ...marks].flatMap(({ from, to }) => [from, to]),
      ...(markAt === null ? [] : [markAt]),
      text.length,
    ]),
  ].toSorted((a, b) => a - b);
  return cuts.slice(0, -1).map((from, i) => {
    const piece = text.slice(from, cuts[i + 1]);
    return (
      <Fragment key={from}>
        {from === markAt && mark}
        {tokens.some((token) => token.from <= from && from < token.to) ? (
          <mark className={styles.token}>{piece}</mark>
        ) : (
          styled(piece, from, marks)
        )}
      </Fragment>
    );
  });
}

/** Only by what takes no room: every character stays where the box has it. */
function styled(piece: string, at: number, marks: readonly TypedMark[]): ReactNode {
  const names = marks.filter(({ from, to }) => from <= at && at < to).map(({ style }) => typed[style]);
  return names.length === 0 ? piece : <span className={cx(...names)}>{piece}</span>;
}
