import { LinkifyIt, REBuilder } from 'linkify-it';
import { isLinkTarget, isWebAddress } from './links.ts';
import { mailStart } from './mail-address.ts';
import { withoutEnd } from './text-end.ts';

/** A piece of plain text, or an address in it that may be opened. */
export type TextPart = { readonly text: string; readonly href: string | null };

/** Scripts without blanks between words: an address may begin or end directly beside such a character. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{sc=${script}}`)
  .join('');

/**
 * The library's patterns plus its omissions: an underscore in a host, a host that ends with a dot, a
 * typographic apostrophe in a path, deeper brackets, and an address beside any character that is not a
 * letter.
 */
class Patterns extends REBuilder {
  override nestedPairRE(open: string, close: string): string {
    return super.nestedPairRE(open, close, 8);
  }
  /**
   * Invisible characters do not belong to an address, including those that change the direction of the text.
   * Neither do full-width signs that the library does not count as punctuation, such as a tilde.
   */
  override get_text_separators(): RegExp {
    const wide = '\\uff04\\uff0b\\uff1c-\\uff1e\\uff3e\\uff40\\uff5c\\uff5e\\uffe0-\\uffe6';
    const unseen = '\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff';
    return (this.#separators ??= new RegExp(`[><\`${wide}${unseen}]`));
  }
  override get_domain(): RegExp {
    const letter = `(?:_|${this.get_pseudo_letter().source})`;
    return new RegExp(`(?:${this.get_xn().source}|${letter}(?:(?:-|${letter}){0,61}${letter})?)`);
  }
  /** A typographic or full-width character after a host ends it, even if an `@` and another host follow. */
  override get_auth(): RegExp {
    const typographic = '[\\u2010-\\u2027\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20]';
    const ends = `${this.src_ZCc}|${this.get_text_separators().source}|${typographic}`;
    return new RegExp(`(?:(?:(?!${ends}|[@/?#"'\\[\\]()]).){1,50}@)?`);
  }
  override get_port(): RegExp {
    return new RegExp(`(?:[.](?=[:/?#]))?${super.get_port().source}`);
  }
  /** Without quoted parts, because a list of quoted addresses is not one address. */
  override get_path(): RegExp {
    const quoted = (sign: string): string => `\\${sign}(?:(?!${this.src_ZCc}|[${sign}]).){1,100}\\${sign}|`;
    return (this.#path ??= new RegExp(
      super.get_path().source.replace(quoted('"'), '').replace(quoted("'"), ''),
    ));
  }
  override get_path_extra(): RegExp {
    const letter = this.get_pseudo_letter().source;
    return new RegExp(`['\u2019](?=${letter}|[_(]|:${letter})|`);
  }
  override get_schema_search(): RegExp {
    const names = this.get_schema_names().source;
    return (this.#search ??= new RegExp(`(^|[^_](?=http)|[^\\p{L}\\p{N}_]|[${UNSPACED}])(${names})`, 'giu'));
  }
  override get_mail_name_validator(): RegExp {
    const name = this.get_mail_name().source;
    return (this.#mail ??= new RegExp(
      `(?:^|[^\\p{L}\\p{N}\\p{M}!#$%&'*+./=?^_{|}~-]|[${UNSPACED}])(${name})$`,
      'u',
    ));
  }
  override set(options?: Parameters<REBuilder['set']>[0]): this {
    this.#search = null;
    this.#mail = null;
    this.#path = null;
    return super.set(options);
  }
  #search: RegExp | null = null;
  #mail: RegExp | null = null;
  #path: RegExp | null = null;
  #separators: RegExp | null = null;
}

/** With `www.` every host matches; others without a scheme also match, and `isMeant` decides. */
const linkifier = new LinkifyIt({ rebuilder: new Patterns(), fuzzyLink: true, urlAuth: true })
  .add('ftp:', null)
  .add('//', null)
  .add('www.', {
    validate: (text, at, { re }) => {
      if (/[./@-]/.test(text.charAt(at - 'www.'.length - 1))) return 0;
      const rest = re.get_relative_proto_validator();
      rest.lastIndex = at;
      return rest.exec(text)?.[0].length ?? 0;
    },
    normalize: (match) => (match.url = `http://${match.url}`),
  });

/**
 * Endings of hosts that are addresses without a scheme or `www.` in front. Endings of two letters need a path
 * behind them, because `readme.md` and `main.rs` are files.
 */
const KNOWN_ENDINGS = /\.(?:com|net|org|edu|gov|info|biz|рф)(?::\d+)?(?:[/?#]|$)/iu;
const isMeant = (candidate: string): boolean =>
  KNOWN_ENDINGS.test(candidate) || /^[^/?#]+\.[a-z]{2}\/\S/i.test(candidate);

const EMOJI = [
  String.raw`\p{Emoji_Presentation}`,
  String.raw`\p{Extended_Pictographic}`,
  String.raw`\p{RI}`,
].join('|');

/** The text is read in two parts if a script without spaces touches an address. */
const BEFORE_ADDRESS = String.raw`[${UNSPACED}](?=https?:\/\/|www\.|[\w.+-]{1,64}@)`;
const BEHIND_HOST = String.raw`(?:\/\/|www\.|@)[\w.-]{0,255}\.[a-z]{2,20}(?=[${UNSPACED}]|${EMOJI})`;
const TOUCHING = new RegExp(`${BEFORE_ADDRESS}|${BEHIND_HOST}`, 'giu');
/**
 * A path continues with such a character after a sign (`/wiki/维基`), or if it has one already. Behind a letter
 * or a digit the next sentence begins.
 */
const NEXT_WORDS = `[${UNSPACED}]+(?![${UNSPACED}]|/\\w)|${EMOJI}`;
const BEHIND_PATH = new RegExp(
  `^(?:[a-z]+://|(?![a-z]+://))[^/?#]+[/?#][^${UNSPACED}]*?[a-z\\d](?=['’]?(?:${NEXT_WORDS}))`,
  'iu',
);

/**
 * Splits text at web and mail addresses (RICH-10). The one place that decides what an address in a text is:
 * for bubbles, cards, searches and clients of the base protocol.
 */
export function linkParts(text: string): readonly TextPart[] {
  // Skips texts without any of these, which is most of them.
  if (!/:\/\/|@|\.[^\s.]/.test(text) && !/mailto:/i.test(text))
    return text === '' ? [] : [{ text, href: null }];
  const parts: TextPart[] = [];
  let position = 0;
  const plainTo = (end: number): void => {
    if (end > position) parts.push({ text: text.slice(position, end), href: null });
  };
  for (const [from, piece] of piecesOf(text))
    for (const { index, url, raw, schema } of linkifier.match(piece) ?? []) {
      const end = trimmedAddress(piece.charAt(index - 1), raw);
      const skipped = schema === 'mailto:' ? mailStart(piece, index, end) : 0;
      if (skipped === null) continue;
      const address = end.slice(skipped);
      const href =
        skipped === 0 ? url.slice(0, url.length - (raw.length - address.length)) : `mailto:${address}`;
      if ((schema === '' && !isMeant(address)) || !isLinkTarget(href)) continue;
      plainTo(from + index + skipped);
      parts.push({ text: address, href });
      position = from + index + skipped + address.length;
    }
  plainTo(text.length);
  return parts;
}

function* piecesOf(text: string): Generator<readonly [from: number, piece: string]> {
  let from = 0;
  for (const { 0: match, index } of text.matchAll(TOUCHING)) {
    const end = index + match.length;
    yield [from, text.slice(from, end)];
    from = end;
  }
  yield [from, text.slice(from)];
}

/** In `*https://example.org/*:` neither the colon nor the `*` around the address belongs to it. */
const trimmedAddress = (before: string, address: string): string =>
  withoutEnd(
    BEHIND_PATH.exec(address)?.[0] ?? address,
    `.,:;!?${before !== '' && '*_~|'.includes(before) ? before : ''}`,
  );

/** The targets of the web addresses in a text. */
export const webLinks = (text: string): readonly string[] =>
  linkParts(text).flatMap(({ href }) => (href !== null && isWebAddress(href) ? [href] : []));
