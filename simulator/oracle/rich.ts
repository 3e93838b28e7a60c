import { POLL_LABEL, contractPoll } from './polls.ts';
import type { AskedPoll } from './polls.ts';

/**
 * Marked-up texts as typed, as listed and quoted, and as a base-protocol client receives them. Written by
 * hand, so that nothing here parses a text; `{}` is the word of the line.
 */
export interface RichSample {
  readonly typed: string;
  readonly listed: string;
  readonly rendering: string;
}

const HIDDEN = '▒▒▒';
const LINK = '<a target="_blank" rel="noopener noreferrer" href="https://example.org/a">';

const sample = (typed: string, listed: string, rendering: string): RichSample => ({
  typed,
  listed,
  rendering,
});
/** A sample without markup. */
const asTyped = (typed: string): RichSample => sample(typed, typed, typed);

export const RICH_SAMPLES: readonly RichSample[] = [
  sample('**{}**', '{}', '<strong>{}</strong>'),
  sample('a _{}_ b', 'a {} b', 'a <em>{}</em> b'),
  sample('~~{}~~', '{}', '~~{}~~'),
  sample('||{}||', HIDDEN, '||{}||'),
  sample('||{}\n\n**b**|| c', `${HIDDEN} c`, '||{}<br /><br /><strong>b</strong>|| c'),
  sample('`{} **`', '{} **', '`{} **`'),
  sample('```js\n{}\n```\nafter', '{}\nafter', '```js<br />{}<br />```<br />after'),
  sample('> {}\n> b\nc', '{}\nb\nc', '&gt; {}<br />&gt; b<br />c'),
  sample('- {}\n- b', '• {}\n• b', '- {}<br />- b'),
  sample('3. {}\n7. b', '3. {}\n7. b', '3. {}<br />7. b'),
  sample('[{}](https://example.org/a) b', '{} b', `${LINK}{}</a> b`),
  // Begun and not ended, or the wrong way round.
  sample('_{} **b_ c**', '{} **b c**', '<em>{} **b</em> c**'),
  sample('**a** ||{}', 'a ||{}', '<strong>a</strong> ||{}'),
  sample('<b>{}</b> **b**', '<b>{}</b> b', '&lt;b&gt;{}&lt;/b&gt; <strong>b</strong>'),
  sample(
    '**b** [{}](javascript:alert(1))',
    'b [{}](javascript:alert(1))',
    '<strong>b</strong> [{}](javascript:alert(1))',
  ),
  sample(`${'> '.repeat(40)}{}`, `${'> '.repeat(36)}{}`, `${'&gt; '.repeat(40)}{}`),
  sample(
    '{} ||https://pages.test/hidden/1.0||',
    `{} ${HIDDEN}`,
    `{} ||${LINK.replace('example.org/a', 'pages.test/hidden/1.0')}https://pages.test/hidden/1.0</a>||`,
  ),
  asTyped(`${'**'.repeat(300)}{}`),
  asTyped('{}_b_c a || b || c'),
];

const NAME = /[a-z]+\d+(?:\.\d+)+/;

/** The text as sent: nothing in it is an element but line breaks. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\n', '<br>');

const unescaped = (words: string): string =>
  words
    .replaceAll('<br>', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const BY_CONTENT: ReadonlyMap<string, RichSample> = new Map(
  RICH_SAMPLES.map((one) => [escaped(one.typed), one]),
);

interface Line {
  readonly words: string;
  readonly marked: boolean;
  readonly poll?: AskedPoll | null;
}

const fixedWords = ({ words, marked }: Line, field: 'listed' | 'rendering'): string | null => {
  const name = NAME.exec(words)?.[0] ?? '';
  const match = marked ? BY_CONTENT.get(name === '' ? words : words.replaceAll(name, '{}')) : undefined;
  return match === undefined ? null : match[field].replaceAll('{}', name);
};

/** The text of a line in lists, quotes and notifications; without markup, the text as written. */
export const listedWords = (line: Line): string =>
  (line.poll ? POLL_LABEL : '') + (fixedWords(line, 'listed') ?? unescaped(line.words));

/** Links are elements there; a sign that ends a sentence, or closes a bracket, ends one too. */
const anchored = (words: string): string =>
  words.replaceAll(
    /https:\/\/[^\s<]*[^\s<.,;:!?)]/g,
    (link) => `<a href="${link}" target="_blank" rel="noopener noreferrer">${link}</a>`,
  );

/** The text a base-protocol client receives. */
export const markedWords = (line: Line): string =>
  line.poll ? contractPoll(line.words, line.poll) : (fixedWords(line, 'rendering') ?? anchored(line.words));

/** Texts a base-protocol client may find in its list: from a frame, or from loading the list. */
export const contractWords = (line: Line): readonly string[] => {
  const listed = fixedWords(line, 'listed');
  if (line.poll) return [markedWords(line), POLL_LABEL + line.words];
  return [markedWords(line), listed === null ? line.words : escaped(listed)];
};
