import type { PageWords } from '../../ports/pages.ts';
import { previewLimits as limits } from '../kernel/limits.ts';

/** Loaded for the first page: a start has none to read. */
const library = async () => import('htmlparser2');

type Decoder = InstanceType<typeof TextDecoder>;

/** Chooses by its first bytes, its header, its own metadata, in this order; otherwise UTF-8, as most are. */
const decoderFor = (bytes: Uint8Array, charset: string | null): Decoder =>
  markedBy(bytes) ?? decoderOf(charset) ?? decoderOf(declaredCharset(bytes)) ?? new TextDecoder();

export const decodeHtml = (bytes: Uint8Array, charset: string | null): string =>
  decoderFor(bytes, charset).decode(bytes);

function markedBy([a, b, c]: Uint8Array): Decoder | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder();
  if (a === 0xfe && b === 0xff) return decoderOf('utf-16be');
  return a === 0xff && b === 0xfe ? decoderOf('utf-16le') : null;
}

function decoderOf(label: string | null): Decoder | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label);
  } catch {
    // The encoding is unknown, or unsupported on this machine.
    return null;
  }
}

/** The beginning is ASCII in all encodings a page can declare; a readable one cannot be UTF-16. */
function declaredCharset(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, limits.charsetWithinBytes));
  const label = /<meta\s[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1] ?? null;
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** A page's metadata, read while it arrives. */
export interface PageReading {
  /** True once the rest is not needed: its head is over, or it costs too much. */
  take(bytes: Uint8Array): boolean;
  words(): PageWords;
}

/**
 * The first value of each kind counts; scripts of the page are neither run nor read. A page without metadata
 * in its head is read further.
 */
export async function startReading(charset: string | null, address: string): Promise<PageReading> {
  const { Parser } = await library();
  const tags = new Map<string, string>();
  let [elements, depth, drawings, title] = [0, 0, 0, ''];
  let [isInTitle, isEnough] = [false, false];
  let decoder: Decoder | null = null;
  let start: Uint8Array = new Uint8Array(0);
  const headEnds = (): void => {
    isEnough ||= tags.size > 0 || title !== '';
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements += 1;
      depth += 1;
      if (name === 'svg') drawings += 1;
      if (name === 'body') headEnds();
      if (name === 'title' && drawings === 0 && title === '') isInTitle = true;
      if (name !== 'meta' || isEnough) return;
      const key = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase();
      const value = (attributes['content'] ?? '').trim();
      if (NAMES.has(key) && value !== '' && !tags.has(key)) tags.set(key, value.slice(0, limits.metadataMax));
    },
    ontext: (text) => {
      if (isInTitle && title.length < limits.metadataMax) title += text;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (name === 'title') isInTitle = false;
      if (name === 'head') headEnds();
      if (name === 'svg') drawings -= 1;
    },
  });
  // Parses in parts: too deeply nested content costs more than its length, and is abandoned soon.
  const isOver = (): boolean => isEnough || elements > limits.elementsMax || depth > limits.elementDepthMax;
  const parse = (html: string): void => {
    for (let at = 0; at < html.length && !isOver(); at += limits.partCharacters)
      parser.write(html.slice(at, at + limits.partCharacters));
  };
  const first = (keys: readonly string[]): string => tags.get(keys.find((key) => tags.has(key)) ?? '') ?? '';
  return {
    take: (bytes) => {
      if (decoder === null) {
        start = Buffer.concat([start, bytes]);
        if (start.byteLength < limits.charsetWithinBytes) return false;
        decoder = decoderFor(start, charset);
        parse(decoder.decode(start, { stream: true }));
      } else parse(decoder.decode(bytes, { stream: true }));
      return isOver();
    },
    words: () => {
      // A page that is shorter than the place where it names its encoding.
      if (decoder === null) parse(decodeHtml(start, charset));
      return {
        title: shortened(first(TITLES) || title, limits.titleMax),
        text: shortened(first(TEXTS), limits.textMax),
        site: shortened(first(SITES), limits.siteMax),
        picture: addressIn(first(PICTURES), address),
      };
    },
  };
}

const TITLES: readonly string[] = ['og:title', 'twitter:title'];
const TEXTS: readonly string[] = ['og:description', 'twitter:description', 'description'];
const SITES: readonly string[] = ['og:site_name', 'application-name'];
const PICTURES: readonly string[] = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
];
const NAMES: ReadonlySet<string> = new Set([...TITLES, ...TEXTS, ...SITES, ...PICTURES]);

/** Characters without meaning, or that change the direction of the text behind them. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu;
const TURNS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** On one line, and no longer than that. */
function shortened(words: string, max: number): string {
  const line = words.replace(TURNS, '').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= max
    ? line
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

const addressIn = (link: string, base: string): string | null =>
  link !== '' && URL.canParse(link, base) ? new URL(link, base).href : null;
