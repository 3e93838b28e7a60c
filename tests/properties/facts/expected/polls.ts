/** A poll may be asked so (POLL-1, POLL-2). */
const OPTIONS = { least: 2, most: 12, characters: 100 };
/** Allowed durations: from a minute to a leap year. */
const LASTS = { least: 60, most: 366 * 24 * 60 * 60 };

const isFlag = (given: unknown): boolean => given === undefined || given === 0 || given === 1;
const isWhole = (given: unknown): given is number => typeof given === 'number' && given % 1 === 0;
/** Characters without a glyph. */
const UNDRAWN = ['\u200b', '\u200d', '\u2060', '\u3164', '\ufeff', '\u2800', '\u00ad'];

const trimmed = (option: string): string => option.replace(/^\s+/, '').replace(/\s+$/, '').normalize('NFC');

/** Why options cannot be asked; '' where they can. */
export function optionsFault(options: readonly string[]): '' | 'count' | 'empty' | 'long' | 'double' {
  if (!(options.length >= OPTIONS.least && options.length <= OPTIONS.most)) return 'count';
  const all = options.map(trimmed);
  if (
    all.some((one) => Array.from(one).every((character) => UNDRAWN.includes(character) || character === ' '))
  )
    return 'empty';
  if (all.some((one) => Array.from(one).length > OPTIONS.characters)) return 'long';
  return all.some((one, at) => all.indexOf(one) !== at) ? 'double' : '';
}

/** Returns why a value is not a valid poll; '' if it is. */
export function pollFault(given: unknown): '' | 'shape' | 'options' {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return 'shape';
  const { options, many, secret, lasts } = given as Readonly<Record<string, unknown>>;
  if (!Array.isArray(options) || options.filter((one) => typeof one !== 'string').length > 0) return 'shape';
  if (!isFlag(many) || !isFlag(secret)) return 'shape';
  const ends = lasts !== undefined && lasts !== null;
  if (ends && !(isWhole(lasts) && lasts >= LASTS.least && lasts <= LASTS.most)) return 'shape';
  return optionsFault(options as readonly string[]) === '' ? '' : 'options';
}

/** The poll as parsed from a message's extra data. */
export function pollRead(given: unknown): unknown {
  if (pollFault(given) !== '') return null;
  const { options, many, secret, lasts } = given as Readonly<Record<string, unknown>>;
  return {
    options: (options as readonly string[]).map(trimmed),
    many: many === 1,
    secret: secret === 1,
    lastsSec: lasts ?? null,
  };
}

/** How many have chosen each option, and how many have voted at all, by looking at every ballot. */
export function tallyOf(ballots: readonly (readonly number[])[]): {
  readonly counts: readonly number[];
  readonly voters: number;
} {
  const counts: number[] = [];
  for (const option of Array.from({ length: OPTIONS.most }, (_, at) => at))
    counts.push(ballots.filter((one) => one.includes(option)).length);
  return { counts, voters: ballots.filter((one) => one.length > 0).length };
}

/** Options in their order, each that was pressed an odd number of times. */
export function afterPresses(many: boolean, presses: readonly number[]): readonly number[] {
  if (many)
    return Array.from({ length: OPTIONS.most }, (_, at) => at).filter(
      (at) => presses.filter((one) => one === at).length % 2 === 1,
    );
  // In a single-choice poll each press replaces the others; the same press again withdraws it.
  const last = presses.at(-1);
  const same = presses.toReversed().findIndex((one) => one !== last);
  return last === undefined || (same < 0 ? presses.length : same) % 2 === 0 ? [] : [last];
}
