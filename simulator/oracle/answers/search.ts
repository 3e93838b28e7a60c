import type { Oracle } from '../oracle.ts';
import { readableIn } from './pages.ts';

/** What is looked for: words, or who said it, or when, in one chat or in all. */
export interface AskedWords {
  readonly me: number;
  readonly chat: string | null;
  readonly words: string;
  readonly by: number | null;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly limit: number;
}

/** Clocks of nodes may differ by so much; a day is found among lines as they were numbered. */
const CLOCKS_MS = 60_000;

/** Nobody set a clock back by more, so that later lines have later times. */
function rises(oracle: Oracle): boolean {
  let latest = 0;
  return [...oracle.lines.values()]
    .toSorted((a, b) => a.row - b.row)
    .every(({ saidAtMs }) => {
      latest = Math.max(latest, saidAtMs);
      return saidAtMs > latest - CLOCKS_MS;
    });
}

/**
 * The texts that are found, newest first. Of what else may be found the oracle does not know the words (names
 * of files are the server's): null where that could fill the page.
 */
export function expectedFound(oracle: Oracle, asked: AskedWords): readonly number[] | null {
  const { me, by, sinceMs, untilMs, limit } = asked;
  if ((sinceMs !== null || untilMs !== null) && !rises(oracle)) return null;
  const words = folded(asked.words);
  const chats = asked.chat === null ? [...oracle.chats.keys()] : [asked.chat];
  const all = chats
    .flatMap((chat) => readableIn(oracle, me, chat))
    .filter(({ kind, recalled }) => kind !== 'event' && !recalled)
    .filter((line) => by === null || line.by === by)
    .filter(({ saidAtMs }) => saidAtMs >= (sinceMs ?? 0) && saidAtMs < (untilMs ?? Infinity));
  const texts = all.filter(({ kind }) => kind === 'text');
  const found = texts.filter((line) => folded(shownWords(line.words)).includes(words));
  if (found.length + all.length - texts.length > limit) return null;
  return found.map(({ row }) => row).toSorted((a, b) => b - a);
}

/** In one case, with single blanks: what people write in a World is Latin. */
const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

const shownWords = (words: string): string =>
  words
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
