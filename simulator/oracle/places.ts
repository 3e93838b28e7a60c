/** The window of a tab on a chat at one moment: the numbers of its lines, and its claims about both ends. */
export interface SeenWindow {
  readonly lines: readonly number[];
  /** The first line has no older one. */
  readonly complete: boolean;
  /** The last line is the newest, and new messages are appended. */
  readonly live: boolean;
}

/** Read lines shown before the first unread one; and lines per page. */
const CONTEXT = 15;
const PAGE = 30;

/** The window of a chat the tab does not hold. */
export const NOTHING: SeenWindow = { lines: [], complete: false, live: false };

/** A window is a contiguous part of the readable messages: no gap, no duplicate, and correct ends. */
export function windowWrong(
  { lines, complete, live }: SeenWindow,
  readable: readonly number[],
): string | null {
  const [first = 0, last = 0] = [lines[0], lines.at(-1)];
  const wanted = readable.filter((n) => n >= first && n <= last);
  if (lines.join() !== wanted.join()) return `shows ${brief(lines)}, it should be ${brief(wanted)}`;
  if (complete && readable[0] !== lines[0])
    return `begins with ${first}, though there are ${readable[0]} and more`;
  if (live && readable.at(-1) !== lines.at(-1))
    return `ends with ${last}, though there is ${readable.at(-1)}`;
  return null;
}

/**
 * Checks the first window of a chat, for a user who has read up to `place`. A `held` window that contains the
 * place is shown unchanged, with its context.
 */
export function openingWrong(
  seen: SeenWindow,
  place: number,
  readable: readonly number[],
  held: SeenWindow = NOTHING,
): string | null {
  const [first = Infinity, last = 0] = [held.lines[0], held.lines.at(-1)];
  const from = Math.max(place - CONTEXT + 1, first <= place && place <= last ? first : 0);
  const unread = readable.find((n) => n > place);
  const before = readable.filter((n) => n >= from && n <= place);
  const wanted = unread === undefined ? before : [...before, unread];
  const missing = wanted.filter((n) => !seen.lines.includes(n));
  return missing.length === 0
    ? null
    : `opened at ${place}: ${brief(missing)} is not there, ${brief(seen.lines)} is`;
}

/** How many lines a page adds at one end, as long as there are so many. */
export function stepWrong(
  before: SeenWindow,
  now: SeenWindow,
  which: 'older' | 'newer',
  readable: readonly number[],
): string | null {
  const first = before.lines[0] ?? 0;
  const last = before.lines.at(-1) ?? 0;
  const rest = which === 'older' ? readable.filter((n) => n < first) : readable.filter((n) => n > last);
  const more = which === 'older' ? rest.slice(-PAGE) : rest.slice(0, PAGE);
  const wanted = which === 'older' ? [...more, ...before.lines] : [...before.lines, ...more];
  return now.lines.join() === wanted.join()
    ? null
    : `one page ${which}: shows ${brief(now.lines)}, it should be ${brief(wanted)}`;
}

/** Maximum pages requested to reach a line: some on the way, or directly those around it. */
export function pagesTo(seen: SeenWindow, line: number): number {
  const [first = 0, last = 0] = [seen.lines[0], seen.lines.at(-1)];
  if (seen.lines.includes(line)) return 0;
  if (seen.lines.length > 0 && line > last) return 2;
  return first - line > NEAR * PAGE ? NEAR + 3 : Math.ceil((first - line) / PAGE) + 2;
}
const NEAR = 3;

const brief = (lines: readonly number[]): string =>
  lines.length > 12
    ? `${lines.slice(0, 5).join()},…${lines.slice(-5).join()} (${lines.length})`
    : `[${lines.join()}]`;
