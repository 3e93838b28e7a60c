/** A message as one looks for it. */
export interface Sought {
  readonly from: number;
  readonly sentAtMs: number;
  readonly type: string;
  readonly words: string;
}

/** Filters of a search (SEARCH-14); an absent one does not filter. */
export interface NarrowedBy {
  readonly from?: number | undefined;
  readonly has?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Lists the filters a message fails: none if it is found. */
export function misfits(message: Sought, { from, has, sinceMs, untilMs }: NarrowedBy): readonly string[] {
  const matches: string[] = [];
  if (from !== undefined && from !== message.from) matches.push('author');
  if (sinceMs !== undefined && message.sentAtMs < sinceMs) matches.push('too early');
  // The moment itself is not before it.
  if (untilMs !== undefined && !(message.sentAtMs < untilMs)) matches.push('too late');
  if (has !== undefined && has !== 'link' && has !== message.type) matches.push('kind');
  if (has === 'link' && !holdsLink(message.words)) matches.push('no link');
  return matches;
}

/** An address has something behind its slashes. */
const holdsLink = (words: string): boolean =>
  ['http://', 'https://'].some((begin) =>
    words
      .toLowerCase()
      .split(begin)
      .slice(1)
      .some((after) => !['', ' ', '<', '"', '\n'].includes(after.charAt(0))),
  );

/** Ordinals of the messages that contain the searched text, the lowest first (SEARCH-8). */
export const messagesWith = (
  lines: readonly { readonly n: number; readonly words: string }[],
  sought: string,
): readonly number[] => lines.filter(({ words }) => words.includes(sought)).map(({ n }) => n);

/** How many bytes a line takes: its words as they are stored, and its end. */
export const storedBytes = (words: string): number => {
  let bytes = 1;
  // Surrogate halves are counted separately, three bytes each.
  for (const unit of words.split('')) bytes += unit < '\u0080' ? 1 : unit < '\u0800' ? 2 : 3;
  return bytes;
};

/** Lines of each block: as many as it may hold, and one at least. */
export function splitLines<T extends { readonly words: string }>(
  lines: readonly T[],
  bytesMax: number,
): readonly (readonly T[])[] {
  const blocks: T[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const longer = [...(last ?? []), line].map(({ words }) => storedBytes(words));
    if (last && longer.reduce((sum, one) => sum + one, 0) <= bytesMax) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

/** Words as they are compared: in one case and width, with single blanks (SEARCH-1). */
export function comparable(pieces: readonly (readonly [typed: string, meant: string])[]): string {
  return pieces
    .map(([, meant]) => meant)
    .join('')
    .split(' ')
    .filter((one) => one !== '')
    .join(' ');
}
