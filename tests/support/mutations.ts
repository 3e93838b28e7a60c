/** The same numbers for the same seed: a failure can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const PIECES = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\\',
  '\u0000',
  '\ud800',
  'null',
  '-1',
  '1e999',
  '99999999999999999999',
  'true',
  '"__proto__":',
  '{"constructor":1}',
  '[[[[',
  'seq',
  'stream',
  '\u202e',
  '<script>',
];

/** One to four cuts, swaps, doublings and insertions. */
export function mutated(text: string, random: () => number): string {
  let made = text;
  const times = 1 + Math.floor(random() * 4);
  for (let n = 0; n < times; n += 1) {
    const at = Math.floor(random() * (made.length + 1));
    const length = 1 + Math.floor(random() * 12);
    const piece = PIECES[Math.floor(random() * PIECES.length)] ?? '';
    const kind = Math.floor(random() * 6);
    if (kind === 0) made = made.slice(0, at) + made.slice(at + length);
    else if (kind === 1) made = made.slice(0, at) + piece + made.slice(at);
    else if (kind === 2)
      made = made.slice(0, at) + made.slice(at, at + length).repeat(3) + made.slice(at + length);
    else if (kind === 3)
      made = made.slice(0, at) + String.fromCharCode(Math.floor(random() * 65_536)) + made.slice(at + 1);
    else if (kind === 4) made = made.replace(/:(?:\d+|"[^"]*")/, `:${piece}`);
    else
      made =
        made.slice(0, at) +
        made
          .slice(at, at + length)
          .split('')
          .toReversed()
          .join('') +
        made.slice(at + length);
  }
  return made;
}
