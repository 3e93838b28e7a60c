/**
 * Filters neighbouring blocks of words that may contain a query (SEARCH-13). Each run of characters of a
 * block (three, or two in scripts with short words) has one of this many numbers, and each number has a bit
 * per block. A match is possible only where the bits of all runs of the query are set, so most blocks are not
 * read. Runs that share a number only cause extra reads.
 */
export const GRAM_NUMBERS = 8_192;
/** Blocks of a group: the bits of a number. */
export const GROUP_BLOCKS = 32;
const BYTES = GROUP_BLOCKS / 8;

/** Below this are line ends and digits of blocks, which words never contain. */
const FIRST = 0x20;
/**
 * From here on: scripts whose words have one or two characters; also surrogates, which form one character in
 * pairs.
 */
const WIDE = 0x2e80;

/** The number of the run that begins here; null for none. */
function gramAt(text: string, at: number): number | null {
  const a = text.charCodeAt(at);
  const b = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  if (a < FIRST || b < FIRST) return null;
  if (a >= WIDE) return numberOf(a, b, 0);
  const c = at + 2 < text.length ? text.charCodeAt(at + 2) : 0;
  return c < FIRST ? null : numberOf(a, b, c);
}

function numberOf(a: number, b: number, c: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b) ^ c, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 15)) >>> 19;
}

/** Bits of a group, by number and then by block. */
export function groupBits(texts: readonly string[]): Uint8Array {
  const bits = new Uint8Array(GRAM_NUMBERS * BYTES);
  for (const [block, text] of texts.entries()) {
    const [byte, bit] = [block >> 3, 1 << (block & 7)];
    for (let at = 0; at < text.length; at += 1) {
      const gram = gramAt(text, at);
      if (gram !== null) bits[gram * BYTES + byte] = (bits[gram * BYTES + byte] ?? 0) | bit;
    }
  }
  return bits;
}

/** Numbers of the query's runs, spread over its length; empty if it is too short. */
export function gramsOf(words: string, most: number): readonly number[] {
  const all = new Set<number>();
  for (let at = 0; at < words.length; at += 1) {
    const gram = gramAt(words, at);
    if (gram !== null) all.add(gram);
  }
  const list = [...all];
  const step = Math.max(1, list.length / most);
  return Array.from(
    { length: Math.min(most, list.length) },
    (_, at) => list[Math.floor(at * step)] as number,
  );
}

/** Place of a number's bits within its part. */
export const PART_NUMBERS = 128;
export const partOf = (gram: number): number => Math.floor(gram / PART_NUMBERS);
export const placeInPart = (gram: number): number => (gram % PART_NUMBERS) * BYTES;
export const PART_BYTES = PART_NUMBERS * BYTES;

/** Blocks whose bits are set in all of these, each as hexadecimal digits; the last first. */
export function blocksIn(bits: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (let byte = BYTES - 1; byte >= 0; byte -= 1) {
    let all = 0xff;
    for (const one of bits) all &= parseInt(one.slice(byte * 2, byte * 2 + 2), 16);
    for (let bit = 7; bit >= 0; bit -= 1) if ((all & (1 << bit)) !== 0) places.push(byte * 8 + bit);
  }
  return places;
}
