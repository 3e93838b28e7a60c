/** One line of a chat, as far as albums go; `words` are without marks. */
export interface AlbumLine {
  readonly isPicture: boolean;
  readonly quotes: boolean;
  readonly from: number;
  readonly atMs: number;
  readonly words: string;
}

const NEAR_MS = 60_000;
const MOST_TOLD = 30;

/** Returns true if a picture may be followed by others of its album. */
export const mayLead = ({ isPicture, quotes, words }: AlbumLine): boolean =>
  isPicture && !quotes && words === '';

const begins = (line: AlbumLine, before: AlbumLine | undefined): boolean =>
  before === undefined ||
  !before.isPicture ||
  before.quotes ||
  line.quotes ||
  line.words !== '' ||
  line.from !== before.from ||
  line.atMs - before.atMs >= NEAR_MS;

/** The album that the last line belongs to, by the place where it began (LIST-6, UI-69). */
export function albumAt(
  lines: readonly AlbumLine[],
): { readonly count: number; readonly words: string } | null {
  const last = lines.at(-1);
  if (!last?.isPicture) return null;
  const first = lines.findLastIndex((line, at) => begins(line, lines[at - 1]));
  const count = lines.length - first;
  // An album longer than the limit no longer starts with a caption that is remembered.
  if (count > MOST_TOLD) return { count: MOST_TOLD, words: '' };
  return { count: last.quotes ? 0 : count, words: lines[first]?.words ?? '' };
}
