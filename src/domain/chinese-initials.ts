/**
 * The first character of each letter's range in phonetic order: a Chinese character belongs to the last
 * letter whose first character is not after it. No word begins with I, U or V.
 */
const FIRSTS = [
  ['A', '阿'],
  ['B', '八'],
  ['C', '嚓'],
  ['D', '哒'],
  ['E', '妸'],
  ['F', '发'],
  ['G', '旮'],
  ['H', '哈'],
  ['J', '讥'],
  ['K', '咔'],
  ['L', '垃'],
  ['M', '痳'],
  ['N', '拏'],
  ['O', '噢'],
  ['P', '妑'],
  ['Q', '七'],
  ['R', '呥'],
  ['S', '扨'],
  ['T', '它'],
  ['W', '穵'],
  ['X', '夕'],
  ['Y', '丫'],
  ['Z', '帀'],
] as const;

/** Order of two texts by sound, below, at or above 0. */
export type SoundOrder = (a: string, b: string) => number;

/** Checks that the platform's order is phonetic. Another order puts the first characters elsewhere. */
const isReliable = (order: SoundOrder): boolean =>
  FIRSTS.every(([, first], i) => i === 0 || order(FIRSTS[i - 1]?.[1] ?? '', first) < 0);

/**
 * Returns A–Z for a name that begins with a Chinese character, else null; the caller passes the platform's
 * order.
 */
export function chineseInitials(order: SoundOrder): (name: string) => string | null {
  if (!isReliable(order)) return () => null;
  return (name) => {
    const [first] = name.trim();
    if (first === undefined || !/\p{Script=Han}/u.test(first)) return null;
    return FIRSTS.findLast(([, begins]) => order(begins, first) <= 0)?.[0] ?? null;
  };
}
