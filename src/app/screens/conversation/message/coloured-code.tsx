import { useMemo } from 'react';
import { common, createLowlight } from 'lowlight';
import styles from './coloured-code.module.css';

/** Kind of a code token; the style sheet has a colour for each. */
export type CodeKind = 'word' | 'text' | 'number' | 'aside' | 'name' | 'type' | 'field' | 'mark';

export interface CodePart {
  readonly text: string;
  /** Null: default colour. */
  readonly kind: CodeKind | null;
}

const languages = createLowlight(common);

/** The library's classes, without their `hljs-`, by what we draw them as. */
const KINDS: Readonly<Record<string, CodeKind>> = {
  keyword: 'word',
  literal: 'word',
  'selector-tag': 'word',
  'template-tag': 'word',
  string: 'text',
  regexp: 'text',
  addition: 'text',
  char: 'text',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  comment: 'aside',
  quote: 'aside',
  title: 'name',
  section: 'name',
  name: 'name',
  'selector-id': 'name',
  type: 'type',
  built_in: 'type',
  'selector-class': 'type',
  attr: 'field',
  attribute: 'field',
  property: 'field',
  variable: 'field',
  'template-variable': 'field',
  meta: 'mark',
  link: 'mark',
  deletion: 'mark',
};

type Node = ReturnType<typeof languages.highlight>['children'][number];

const kindOf = (classes: unknown): CodeKind | null => {
  const first: unknown = Array.isArray(classes) ? classes[0] : null;
  return typeof first === 'string' ? (KINDS[first.replace('hljs-', '')] ?? null) : null;
};

/** The innermost kind counts. */
const partsOf = (nodes: readonly Node[], around: CodeKind | null): readonly CodePart[] =>
  nodes.flatMap((node): readonly CodePart[] => {
    if (node.type === 'text') return [{ text: node.value, kind: around }];
    return node.type === 'element'
      ? partsOf(node.children, kindOf(node.properties['className']) ?? around)
      : [];
  });

/** The code in parts, the same characters in the same order; one part for an unknown language. */
export function codeParts(language: string, text: string): readonly CodePart[] {
  const name = language.toLowerCase();
  if (!languages.registered(name)) return [{ text, kind: null }];
  return partsOf(languages.highlight(name, text).children, null);
}

/** Code in colours (RICH-9). Its library is loaded with the first block that names a language. */
export default function ColouredCode({
  language,
  text,
}: {
  readonly language: string;
  readonly text: string;
}) {
  const parts = useMemo(() => codeParts(language, text), [language, text]);
  return parts.map((part, at) =>
    part.kind === null ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
      <span key={at} className={styles[part.kind]}>
        {part.text}
      </span>
    ),
  );
}
