import { parseRich, type RichNode } from '../../../../domain/rich-text.ts';

/** Style of a piece of typed text; `sign`: the formatting characters. */
export type TypedStyle = 'sign' | 'strong' | 'em' | 's' | 'spoiler' | 'code' | 'quote' | 'link';

export interface TypedMark {
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
