/** Formats for selected text, by keys or by the bar (RICH-7). */
export const FORMATS = ['bold', 'italic', 'struck', 'spoiler', 'code', 'link', 'list', 'quote'] as const;
export type Format = (typeof FORMATS)[number];

/** Keys with Ctrl or Cmd: the code of the last one, and what is written on it. */
export const FORMAT_KEYS: Readonly<
  Record<Format, { readonly code: string; readonly names: readonly string[] }>
> = {
  bold: { code: 'KeyB', names: ['B'] },
  italic: { code: 'KeyI', names: ['I'] },
  struck: { code: 'KeyX', names: ['Shift', 'X'] },
  spoiler: { code: 'KeyH', names: ['Shift', 'H'] },
  code: { code: 'KeyE', names: ['E'] },
  link: { code: 'KeyK', names: ['K'] },
  list: { code: 'Digit8', names: ['Shift', '8'] },
  quote: { code: 'Period', names: ['Shift', '.'] },
};

export interface Chosen {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A piece of the text is replaced; then this is chosen. */
export interface FormatEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selection: readonly [from: number, to: number];
}

const DELIMITERS: Readonly<Partial<Record<Format, string>>> = {
  bold: '**',
  italic: '_',
  struck: '~~',
  spoiler: '||',
  code: '`',
};

/** Adds formatting characters around the selection, or removes them. */
export function formatted(format: Format, selection: Chosen): FormatEdit {
  const { text } = selection;
  const { from, to } = trimmed(selection);
  const words = text.slice(from, to);
  if (format === 'link') return linked(from, to, words);
  if (format === 'quote') return withLines('> ', text, from, to);
  if (format === 'list') return withLines('- ', text, from, to);
  if (format === 'code' && words.includes('\n')) return fenced(text, from, to);
  const sign = DELIMITERS[format] ?? '';
  const size = sign.length;
  if (text.slice(from - size, from) === sign && text.slice(to, to + size) === sign)
    return { from: from - size, to: to + size, insert: words, selection: [from - size, to - size] };
  if (words.length > 2 * size && words.startsWith(sign) && words.endsWith(sign))
    return { from, to, insert: words.slice(size, -size), selection: [from, to - 2 * size] };
  return { from, to, insert: `${sign}${words}${sign}`, selection: [from + size, to + size] };
}

/** Excludes blanks at the ends: formatting characters only work beside a word. */
function trimmed({ text, from, to }: Chosen): Chosen {
  const words = text.slice(from, to);
  const before = words.length - words.trimStart().length;
  const after = words.length - words.trimEnd().length;
  return words.trim() === '' ? { text, from, to } : { text, from: from + before, to: to - after };
}

/**
 * An address becomes a link that needs a text, a text one that needs an address: the missing part is selected
 * afterwards.
 */
function linked(from: number, to: number, words: string): FormatEdit {
  if (/^https?:\/\/\S+$/i.test(words))
    return { from, to, insert: `[](${words})`, selection: [from + 1, from + 1] };
  const start = from + words.length + 3;
  return { from, to, insert: `[${words}](https://)`, selection: [start, start + 'https://'.length] };
}

/** Adds a sign before each of the selected lines, or removes it. */
function withLines(sign: string, text: string, from: number, to: number): FormatEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const lines = text.slice(start, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(sign));
  const insert = lines.map((line) => (isMarked ? line.slice(sign.length) : sign + line)).join('\n');
  return { from: start, to, insert, selection: [start, start + insert.length] };
}

function fenced(text: string, from: number, to: number): FormatEdit {
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n';
  const after = to === text.length || text[to] === '\n' ? '' : '\n';
  const words = text.slice(from, to);
  const start = from + before.length + '```\n'.length;
  return {
    from,
    to,
    insert: `${before}\`\`\`\n${words}\n\`\`\`${after}`,
    selection: [start, start + words.length],
  };
}

/** The format of a key with Ctrl or Cmd. Without a selection to link, the key is the app's. */
export function formatKey(
  { code, shiftKey, altKey }: { readonly code: string; readonly shiftKey: boolean; readonly altKey: boolean },
  hasWords: boolean,
): Format | null {
  if (altKey) return null;
  const format = FORMATS.find((one) => {
    const keys = FORMAT_KEYS[one];
    return keys.code === code && keys.names.includes('Shift') === shiftKey;
  });
  return format === undefined || (format === 'link' && !hasWords) ? null : format;
}

export const replaced = (text: string, { from, to, insert }: FormatEdit): string =>
  text.slice(0, from) + insert + text.slice(to);

/** Inserts through the browser, so that its undo works; false if the browser lacks the command. */
export function typedInto(box: HTMLTextAreaElement, { from, to, insert }: FormatEdit): boolean {
  if (typeof document.execCommand !== 'function' || (insert === '' && from === to)) return false;
  box.focus({ preventScroll: true });
  box.setSelectionRange(from, to);
  return insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert);
}
