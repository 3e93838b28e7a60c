/** Reactions added to or removed from a message, in order. */
export interface EmojiPress {
  readonly by: number;
  readonly emoji: string;
}

/** Applies each press, which adds or removes the user's own emoji; returns the users behind each one. */
export function standingUnder(presses: readonly EmojiPress[]): ReadonlyMap<string, readonly number[]> {
  const under = new Map<string, readonly number[]>();
  for (const { by, emoji } of presses) {
    const people = under.get(emoji) ?? [];
    const left = people.includes(by) ? people.filter((one) => one !== by) : [...people, by];
    // An emoji that all users removed is last when it returns.
    if (left.length === 0) under.delete(emoji);
    else under.set(emoji, left);
  }
  return under;
}

export const countsUnder = (presses: readonly EmojiPress[]): readonly (readonly [string, number])[] =>
  [...standingUnder(presses)].map(([emoji, people]) => [emoji, people.length]);

/** Three different ones of a person, twenty in all (REACT-2). */
export function addFault(mine: readonly string[], all: readonly string[], emoji: string): string {
  if (mine.some((one) => one === emoji)) return '';
  if (mine.length > 2) return 'reactionsOwn';
  return all.length > 19 && all.every((one) => one !== emoji) ? 'reactionsFull' : '';
}

/**
 * In a conversation of twenty or more, reactions within a quarter of a second are written together (REACT-6).
 */
export function waitsFor(members: number, sinceLastMs: number): number {
  const isLarge = members > 19;
  const over = [...Array.from({ length: 250 }).keys()].filter((ms) => ms >= sinceLastMs);
  return isLarge ? over.length : 0;
}

/** Some of what the panel offers, as code points. */
export const OFFERED: readonly (readonly number[])[] = [
  [0x1f600],
  [0x1f44d, 0xfe0f],
  [0x2764, 0xfe0f],
  [0x1f469, 0x1f3fd, 0x200d, 0x1f680],
  [0x1f1e9, 0x1f1ea],
  [0x263a, 0xfe0f],
  [0x1f3f4, 0xe0067, 0xe0062, 0xe0073, 0xe0063, 0xe0074, 0xe007f],
];

/** Variants of some keyboards: without the emoji presentation selector, or with it at the end. */
export const waysToWrite = (points: readonly number[]): readonly string[] => {
  const written = String.fromCodePoint(...points);
  const bare = String.fromCodePoint(...points.filter((one) => one !== 0xfe0f));
  return [written, bare, `${bare}\u{fe0f}`];
};
