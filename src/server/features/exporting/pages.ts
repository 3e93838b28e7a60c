import type { StreamId, UserId } from '../../../domain/ids.ts';
import { isPictureEmoji } from '../../../domain/links.ts';
import type { MessageType, ReactionCount } from '../../../domain/message.ts';
import { asHtml } from '../../kernel/html.ts';
import { isRightToLeft } from '../../../domain/direction.ts';
import { type Phrase, phrase, phraseIn } from '../../kernel/phrase.ts';
import { type TextLanguage, spokenFor } from '../../kernel/texts.ts';
import type { LocalTime } from './local-time-adapter.ts';

/** The look of the app, without its code: no script and no address. */
const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f7f4, #0f1512);
  --surface: light-dark(#fff, #1a231f);
  --ink: light-dark(#16201b, #e7ede9);
  --soft: light-dark(#566159, #adb9b1);
  --hair: light-dark(#e3e7e1, #2c3731);
  --green: light-dark(#0a7d4c, #45c48b);
  --tint: light-dark(#d5f0de, #173d2c);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Noto Sans CJK SC', sans-serif;
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink) }
a { color: var(--green); text-underline-offset: 2px }
header { position: sticky; top: 0; border-bottom: 1px solid var(--hair); background: var(--surface) }
header > div, main, footer { max-width: 44rem; margin: 0 auto; padding: 12px 20px }
header > div { display: flex; align-items: center; gap: 12px }
header svg { flex: none; color: var(--green) }
h1 { margin: 0; overflow-wrap: anywhere; font-size: 1.125rem; line-height: 1.3 }
h2 { margin: 28px 0 10px; font-size: 1rem }
h2.day { margin: 20px 0 12px; color: var(--soft); font-size: .8125rem; font-weight: 400; text-align: center }
article { width: fit-content; min-width: 8rem; max-width: min(100%, 34rem); margin: 0 0 8px;
  padding: 8px 12px; border-radius: 12px; background: var(--surface); overflow-wrap: anywhere }
article.own { margin-left: auto; background: var(--tint) }
article p { margin: 0; white-space: pre-wrap }
article b { font-size: .8125rem }
article img, article video { display: block; max-width: 100%; max-height: 24rem; margin-top: 6px;
  border-radius: 8px }
article audio { display: block; width: 18rem; max-width: 100%; margin-top: 6px }
blockquote { margin: 2px 0 4px; padding-left: 8px; border-left: 2px solid var(--green); color: var(--soft);
  font-size: .8125rem }
article .gone { color: var(--soft); font-style: italic }
time, footer, .soft, .marks { color: var(--soft); font-size: .75rem; font-variant-numeric: tabular-nums }
.marks { margin-top: 4px }
ol { margin: 6px 0 0; padding: 0; list-style: none }
ol li { display: flex; justify-content: space-between; gap: 16px; padding: 4px 0;
  border-top: 1px solid var(--hair) }
ol span { font-variant-numeric: tabular-nums }
ul { margin: 0; padding: 0 16px; border-radius: 12px; background: var(--surface); list-style: none }
ul li { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; overflow-wrap: anywhere }
ul li + li { border-top: 1px solid var(--hair) }
@media print { header { position: static } article { break-inside: avoid } }
`;

/** The mark of the product, drawn in the page. */
const MARK =
  '<svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">' +
  '<path stroke="currentColor" stroke-linejoin="round" d="M4 21.5V10.2a8 8 0 1 1 8 8H8z' +
  'M12 6.7a3.5 3.5 0 0 0 0 7h3.5v-3.5A3.5 3.5 0 0 0 12 6.7z"/></svg>';

export interface ShownChat {
  readonly stream: StreamId;
  readonly title: string;
  /** Messages above this ordinal are this person's to read. */
  readonly aboveN: number;
}

export interface Quoted {
  readonly n: number;
  readonly name: string;
  readonly type: MessageType;
  /** Empty if the message was unsent. */
  readonly text: string;
  readonly recalled: boolean;
}

export interface ShownLine {
  readonly n: number;
  readonly id: string;
  readonly at: string;
  readonly from: number;
  readonly name: string;
  readonly type: MessageType;
  readonly text: string;
  readonly edited: boolean;
  /** The message that it replies to, or the first one of its thread, as far as this user may read it. */
  readonly repliesTo: Quoted | null;
  readonly recalled: boolean;
  /** Content of a system line. */
  readonly note: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** `path`: position in the archive. */
  readonly file: { readonly name: string; readonly size: number; readonly path: string | null } | null;
  readonly reactions: readonly ReactionCount[];
  /** Votes for each option, and the number of voters. */
  readonly poll: {
    readonly options: readonly { readonly text: string; readonly votes: number }[];
    readonly voters: number;
    readonly closed: boolean;
  } | null;
}

/** The reader of the pages. */
export interface Reader {
  readonly user: UserId;
  readonly language: TextLanguage;
  readonly time: LocalTime;
}

interface Index {
  readonly name: string;
  readonly chats: readonly (ShownChat & { readonly count: number })[];
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

/** Files of the archive alone, also where the page is opened from a disk. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:";

/** Contains neither scripts nor references to the network. */
const head = (title: string, language: TextLanguage): string => `<!doctype html>
<html lang="${spokenFor(language)}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="${POLICY}">
<title>${asHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><div>${MARK}<h1>${asHtml(title)}</h1></div></header>
<main>
`;
const tail = ({ language, time }: Reader): string => {
  const text = textsIn(language);
  return `</main>\n<footer>${text(phrase('export.times', { zone: time.zone }))}</footer>\n</body>\n</html>\n`;
};

/** Group events are in the JSON lines only. */
export const isOnPage = ({ type, recalled }: ShownLine): boolean => type !== 'event' || recalled;

export async function* chatPage(
  { title }: ShownChat,
  lines: AsyncIterable<ShownLine>,
  reader: Reader,
): AsyncGenerator<string> {
  const { language, time } = reader;
  const text = textsIn(language);
  yield head(title, language);
  yield `<p><a href="../index.html">← ${text(phrase('export.back'))}</a></p>\n`;
  let before = '';
  for await (const line of lines) {
    if (!isOnPage(line)) continue;
    const atMs = Date.parse(line.at);
    const day = time.day(atMs);
    if (day !== before) yield `<h2 class="day">${asHtml(day)}</h2>\n`;
    before = day;
    const clock = `<time datetime="${line.at}">${asHtml(time.clock(atMs))}</time>`;
    const mark = line.edited ? ` <span class="soft">${text(phrase('export.edited'))}</span>` : '';
    const heading = `<b>${asHtml(line.name)}</b> ${clock}${mark}${quoteHtml(line.repliesTo, text)}`;
    const own = line.from === reader.user ? ' class="own"' : '';
    yield `<article${own}>${heading}${bodyHtml(line, text)}</article>\n`;
  }
  yield tail(reader);
}

type TextOf = (said: Phrase) => string;
const textsIn =
  (language: TextLanguage): TextOf =>
  (said) =>
    asHtml(phraseIn(said, language));

/** A sentence of a quoted text shows which message is meant. */
const QUOTE_CHARACTERS = 120;

function quoteHtml(quoted: Quoted | null, textOf: TextOf): string {
  if (quoted === null) return '';
  const { name, type, text, recalled } = quoted;
  const letters = Array.from(text.replaceAll(/\s+/g, ' '));
  const more = letters.length > QUOTE_CHARACTERS ? '…' : '';
  const short = letters.slice(0, QUOTE_CHARACTERS).join('') + more;
  const kind = type === 'text' || type === 'event' ? '' : `[${textOf(phrase(`export.${type}`))}] `;
  const quote = recalled ? textOf(phrase('export.recalled')) : `${kind}${asHtml(short)}`;
  return `<blockquote><b>${asHtml(name)}</b> ${quote}</blockquote>`;
}

function bodyHtml(line: ShownLine, textOf: TextOf): string {
  const { recalled, type, text, file, poll, reactions } = line;
  if (recalled) return `<p class="gone">${textOf(phrase('export.recalled'))}</p>`;
  const kind = type === 'text' || type === 'event' ? null : textOf(phrase(`export.${type}`));
  const name = asHtml(file?.name ?? '');
  const path = file?.path ? `../${file.path}` : null;
  const linked = path === null ? name : `<a href="${path}">${name}</a>`;
  const heading = [kind === null ? '' : `[${kind}]`, linked, asHtml(text)].filter((part) => part !== '');
  const media = path === null ? '' : mediaHtml(type, path, name);
  const votes = poll === null ? '' : voted(poll, textOf);
  return `<p>${heading.join(' ')}</p>${media}${votes}${reacted(reactions)}`;
}

/** A file that is in the archive, in its place among the messages; other kinds are links alone. */
function mediaHtml(type: MessageType, path: string, name: string): string {
  if (type === 'image' || type === 'emoji')
    return `<a href="${path}"><img src="${path}" alt="${name}" loading="lazy"></a>`;
  if (type === 'video') return `<video src="${path}" controls preload="metadata"></video>`;
  return type === 'voice' ? `<audio src="${path}" controls preload="none"></audio>` : '';
}

function voted({ options, voters, closed }: NonNullable<ShownLine['poll']>, textOf: TextOf): string {
  const rows = options.map(({ text, votes }) => `<li>${asHtml(text)} <span>${votes}</span></li>`);
  return `<ol>${rows.join('')}</ol><div class="marks">${textOf(phrase(closed ? 'export.votersEnded' : 'export.voters', { count: voters }))}</div>`;
}

/** A picture has no place here: it may be of another user. */
const reacted = (reactions: ShownLine['reactions']): string =>
  reactions.length === 0
    ? ''
    : `<div class="marks">${reactions
        .map(([emoji, count]) => `${isPictureEmoji(emoji) ? '🖼️' : asHtml(emoji)} ${count}`)
        .join(' · ')}</div>`;

export async function* indexPage({ name, chats, files }: Index, reader: Reader): AsyncGenerator<string> {
  const text = textsIn(reader.language);
  yield head(phraseIn(phrase('export.title'), reader.language), reader.language);
  yield `<p>${asHtml(name)}</p>\n<ul><li><a href="data.jsonl">${text(phrase('export.all'))}</a></li></ul>\n`;
  if (chats.length > 0) yield `<h2>${text(phrase('export.chats'))}</h2>\n<ul>\n`;
  for (const { stream, title, count } of chats) {
    const amount = `<span class="soft">${text(phrase('export.messages', { count }))}</span>`;
    yield `<li><a href="chats/${stream}.html">${asHtml(title)}</a>${amount}</li>\n`;
  }
  if (chats.length > 0) yield '</ul>\n';
  if (files.length > 0) yield `<h2>${text(phrase('export.files'))}</h2>\n<ul>\n`;
  for (const { name: fileName, path } of files) yield `<li><a href="${path}">${asHtml(fileName)}</a></li>\n`;
  if (files.length > 0) yield '</ul>\n';
  yield tail(reader);
}
