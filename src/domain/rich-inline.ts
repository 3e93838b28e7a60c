import { isLinkTarget } from './links.ts';
import { withoutEnd } from './text-end.ts';
import { isUnseen } from './unseen.ts';
import type { RichNode } from './rich-text.ts';

/** The most constructs in one text; later ones are plain text. */
export interface Budget {
  left: number;
}

type Mark = '**' | '_' | '~~' | '||';

/** A mark that was opened, with what follows it. */
interface Frame {
  readonly mark: Mark;
  /** The place where its opening mark begins. */
  readonly from: number;
  readonly children: RichNode[];
}

/**
 * All tokens that may have a meaning; the time grows linearly with the length (WIRE-23). Inside a run of
 * characters that begins like an address, formatting characters are plain text. `linkify.ts` finds the end of
 * the address later, so that the list of chats does not load it.
 */
const TOKEN =
  /`+|\*\*|~~|\|\||_|\[|\n\s*\n|(?:https?:\/\/|www\.)(?:(?!\*\*|~~|\|\|)[^\s<>"`，。！？；：、（）【】《》「」“”])+/giu;
/** Longer ones are not links: finding the end costs time. */
const HREF = /(?:https?:\/\/|mailto:)[^\s<>]{1,2048}/iuy;
/** Characters that change the direction of the text could make an address look like another one. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Link text that looks like an address must match the target. */
const ADDRESS = /https?:|www\./i;
/** Scripts with blanks between words: an underscore inside a word is plain text. */
const WORD = /[\p{L}\p{N}_]/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

const isWord = (character: string): boolean => WORD.test(character) && !UNSPACED.test(character);
const isBlank = (character: string): boolean => character === '' || /\s/.test(character);

/** Bold, italic, struck, spoilers, code and links in lines of text (RICH-1). */
export const parseInline = (text: string, budget: Budget): readonly RichNode[] =>
  new Inline(text, budget).parse();

class Inline {
  private readonly root: RichNode[] = [];
  private readonly frames: Frame[] = [];
  /** Up to here everything has its node. */
  private position = 0;
  private ticks: Map<number, number[]> | null = null;
  private brackets: Map<number, number> | null = null;

  constructor(
    private readonly text: string,
    private readonly budget: Budget,
  ) {}

  parse(): readonly RichNode[] {
    const token = new RegExp(TOKEN);
    for (let match = token.exec(this.text); match !== null; match = token.exec(this.text)) {
      if (this.budget.left === 0) break;
      token.lastIndex = this.take(match[0], match.index);
    }
    this.plainTo(this.text.length);
    this.closeAll(0);
    return this.root;
  }

  /** Consumes the token here, and returns where to continue. */
  private take(token: string, at: number): number {
    const after = at + token.length;
    if (token.startsWith('`')) return this.code(token.length, at) ?? after;
    if (token === '[') return this.link(at) ?? after;
    if (token.startsWith('\n')) {
      // Marks hold until a blank line; only a spoiler may have one in it.
      this.plainTo(at);
      this.closeAll(this.frames.findIndex(({ mark }) => mark === '||') + 1);
      return after;
    }
    if (token in TAGS) return this.mark(token as Mark, at) ? after : at + 1;
    // An address ends formatting only with a mark directly after it.
    const isOpen = this.frames.some(({ mark }) => mark === '_');
    return isOpen ? at + withoutEnd(token, '_.,!?;:)]}').length : after;
  }

  /** Closes an open mark, or opens one; false: plain text. */
  private mark(mark: Mark, at: number): boolean {
    const { text, frames } = this;
    const [before, next] = [text.charAt(at - 1), text.charAt(at + mark.length)];
    const open = frames.findLastIndex((frame) => frame.mark === mark);
    if (open >= 0) {
      const closes = !isBlank(before) && at > (frames[open]?.from ?? 0) && (mark !== '_' || !isWord(next));
      if (closes) this.close(open, mark, at);
      return closes;
    }
    const isPlain = before === '\\' || isBlank(next) || next === mark.charAt(0);
    const opens = !isPlain && (mark !== '_' || mayOpen(before));
    if (!opens) return false;
    this.plainTo(at);
    this.position = at + mark.length;
    frames.push({ mark, from: this.position, children: [] });
    return true;
  }

  private close(open: number, mark: Mark, at: number): void {
    this.plainTo(at);
    this.closeAll(open + 1);
    const children = this.frames.pop()?.children ?? [];
    this.position = at + mark.length;
    this.add(mark === '||' ? { kind: 'spoiler', children } : { kind: 'element', tag: TAGS[mark], children });
  }

  /** Marks without a closing mark are plain text. */
  private closeAll(from: number): void {
    for (let frame = this.frames[from] && this.frames.pop(); frame;) {
      this.append({ kind: 'text', text: frame.mark });
      for (const child of frame.children) this.append(child);
      frame = this.frames[from] && this.frames.pop();
    }
  }

  /** Ends at the same number of backticks as it begins with, on the same line. */
  private code(ticks: number, at: number): number | null {
    const from = at + ticks;
    const ends = this.ticksOf(ticks);
    while ((ends.at(-1) ?? Number.POSITIVE_INFINITY) < from) ends.pop();
    const end = ends.at(-1);
    if (end === undefined) return null;
    const words = this.text.slice(from, end);
    if (isUnseen(words) || words.includes('\n')) return null;
    this.plainTo(at);
    this.position = end + ticks;
    this.add({ kind: 'code', text: words });
    return this.position;
  }

  /** Places of backtick runs of this length, the next one last. */
  private ticksOf(count: number): number[] {
    if (this.ticks === null) {
      this.ticks = new Map();
      for (const { 0: backticks, index } of [...this.text.matchAll(/`+/g)].toReversed()) {
        const positions = this.ticks.get(backticks.length);
        if (positions) positions.push(index);
        else this.ticks.set(backticks.length, [index]);
      }
    }
    return this.ticks.get(count) ?? [];
  }

  /** Text and address in balanced brackets; a link contains no other link. */
  private link(at: number): number | null {
    const close = this.bracketEnd(at);
    if (close === undefined || this.text[close + 1] !== '(') return null;
    const words = this.text.slice(at + 1, close);
    const href = hrefAt(this.text, close + 2);
    if (isUnseen(words) || words.includes('](') || ADDRESS.test(words)) return null;
    if (href === null || TURNS.test(words) || TURNS.test(href) || !isLinkTarget(href)) return null;
    this.plainTo(at);
    this.position = close + 2 + href.length + 1;
    this.budget.left -= 1;
    this.append({ kind: 'link', href, children: parseInline(words, this.budget) });
    return this.position;
  }

  /** The end of a bracket on the same line. */
  private bracketEnd(at: number): number | undefined {
    if (this.brackets === null) {
      this.brackets = new Map();
      let open: number[] = [];
      for (const { 0: sign, index } of this.text.matchAll(/[[\]\n]/g)) {
        if (sign === '[') open.push(index);
        else if (sign === '\n') open = [];
        else this.brackets.set(open.pop() ?? -1, index);
      }
    }
    return this.brackets.get(at);
  }

  private add(node: RichNode): void {
    this.budget.left -= 1;
    this.append(node);
  }

  private plainTo(end: number): void {
    if (end > this.position) this.append({ kind: 'text', text: this.text.slice(this.position, end) });
    this.position = Math.max(this.position, end);
  }

  /** Pieces of plain text that meet are one. */
  private append(node: RichNode): void {
    const children = this.frames.at(-1)?.children ?? this.root;
    const last = children.at(-1);
    if (node.kind === 'text' && last?.kind === 'text')
      children[children.length - 1] = { kind: 'text', text: last.text + node.text };
    else children.push(node);
  }
}

/** The address from here to the bracket that ends it. */
function hrefAt(text: string, from: number): string | null {
  HREF.lastIndex = from;
  const address = HREF.exec(text)?.[0] ?? '';
  let depth = 0;
  for (let at = 0; at < address.length; at += 1) {
    const sign = address[at];
    if (sign === '(') depth += 1;
    else if (sign === ')' && (depth -= 1) < 0) return address.slice(0, at);
  }
  return null;
}

const TAGS = { '**': 'strong', _: 'em', '~~': 's', '||': null } as const;

/** A mentioned name may begin with a formatting character. */
const mayOpen = (before: string): boolean => before !== '@' && !isWord(before);
