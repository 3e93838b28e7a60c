import type { Oracle } from '../oracle.ts';
import type { OracleLine } from '../state.ts';
import { readableIn } from './pages.ts';
import type { Recorded } from './recorded.ts';

/** Search terms: text, sender, content or time, in one chat or in all. */
export interface AskedWords {
  readonly me: number;
  readonly chat: string | null;
  readonly words: string;
  readonly by: number | null;
  readonly has: string | null;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly limit: number;
}

/** Clocks of nodes may differ by so much; a day is found among lines as they were numbered. */
const CLOCKS_MS = 60_000;

/** Returns true if no clock was set back so far that a later message has an earlier time. */
function rises(oracle: Oracle): boolean {
  let latest = 0;
  return [...oracle.lines.values()]
    .toSorted((a, b) => a.row - b.row)
    .every(({ sentAtMs }) => {
      latest = Math.max(latest, sentAtMs);
      return sentAtMs > latest - CLOCKS_MS;
    });
}

/** Others, as cards and places, are found by words of the server. */
export const KNOWN_KINDS: ReadonlySet<unknown> = new Set(['text', 'image', 'video', 'file', 'voice']);

/**
 * Results of known kinds, newest first. Null if the content of a candidate is unknown, or other kinds could
 * fill the page.
 */
export function expectedFound(
  oracle: Oracle,
  recorded: Recorded,
  request: AskedWords,
): readonly number[] | null {
  const { me, by, has, sinceMs, untilMs, limit } = request;
  if ((sinceMs !== null || untilMs !== null) && !rises(oracle)) return null;
  const words = folded(request.words);
  const chats = request.chat === null ? [...oracle.chats.keys()] : [request.chat];
  const all = chats
    .flatMap((chat) => readableIn(oracle, me, chat))
    .filter(({ kind, recalled }) => kind !== 'event' && !recalled)
    .filter((line) => by === null || line.by === by)
    .filter(({ sentAtMs }) => sentAtMs >= (sinceMs ?? 0) && sentAtMs < (untilMs ?? Infinity))
    .filter(({ kind }) => has === null || has === 'link' || kind === has);
  const searchable = all.filter(({ kind }) => KNOWN_KINDS.has(kind));
  const isSought = (line: OracleLine): boolean | undefined => {
    if (words === '' && has !== 'link') return true;
    const text = wordsIn(recorded, line);
    return text === undefined
      ? undefined
      : folded(text).includes(words) && (has !== 'link' || LINK.test(text));
  };
  const hits = searchable.map(isSought);
  if (hits.includes(undefined)) return null;
  const matches = searchable.filter((_, at) => hits[at]);
  if (matches.length + all.length - searchable.length > limit) return null;
  return matches.map(({ row }) => row).toSorted((a, b) => b - a);
}

const LINK = /https?:\/\/[^\s<"]/i;

/** The searchable text; undefined: a caption or file name is not always known. */
function wordsIn(recorded: Recorded, { kind, words, row }: OracleLine): string | undefined {
  if (kind === 'text') return visibleWords(words);
  if (kind === 'voice') return '';
  return recorded.editsOf(row) > 0 ? undefined : recorded.fileOf(row)?.name;
}

/** Folds case and blanks: texts of a World are Latin. */
const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

const visibleWords = (words: string): string =>
  words
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
