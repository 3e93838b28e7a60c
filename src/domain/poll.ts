import { lengthOf } from './length.ts';
import { pollLimits as limits } from './message-limits.ts';
import { isUnseen } from './unseen.ts';

/** The poll of a text: `extends.poll` (POLL-1). The question is the text itself. */
export interface Poll {
  readonly options: readonly string[];
  /** Several options may be chosen at once. */
  readonly many: boolean;
  /** Votes are anonymous (POLL-6). */
  readonly secret: boolean;
  /** End of the poll in seconds after sending; null: closed by hand only. */
  readonly lastsSec: number | null;
}

/** The tally of a poll as one user sees it (POLL-4). */
export interface PollTally {
  /** Place in the conversation's stream at which this is valid: older values are ignored. */
  readonly at: number;
  /** Votes for each option; shorter where the last ones have none. */
  readonly counts: readonly number[];
  /** People who have voted. */
  readonly voters: number;
  /** Closed by hand (POLL-7). */
  readonly closed: boolean;
  /**
   * The viewer's options, by their numbers from 0, ascending, and the place in the stream at which they are
   * valid.
   */
  readonly mine: readonly number[];
  readonly mineAt: number;
}

export const NO_TALLY: PollTally = { at: 0, counts: [], voters: 0, closed: false, mine: [], mineAt: 0 };

type Extra = Readonly<Record<string, unknown>> | null | undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The poll in a message; null if it has none, or an invalid one. */
export function pollOf(extra: Extra): Poll | null {
  const poll = extra?.['poll'];
  return isRecord(poll) && pollProblem(poll) === null ? pollIn(poll) : null;
}

/** The reason why a poll is invalid: a wrong shape, or not 2 to 12 different options. */
export function pollProblem(value: unknown): 'shape' | 'options' | null {
  if (!isRecord(value)) return 'shape';
  const { options, many = 0, secret = 0, lasts = null } = value;
  if (!Array.isArray(options) || !options.every((one) => typeof one === 'string')) return 'shape';
  if (![many, secret].every((flag) => flag === 0 || flag === 1)) return 'shape';
  if (lasts !== null && !isSpan(lasts)) return 'shape';
  return optionsProblem(options) === null ? null : 'options';
}

const isSpan = (sec: unknown): boolean =>
  typeof sec === 'number' && Number.isInteger(sec) && sec >= limits.lastsMinSec && sec <= limits.lastsMaxSec;

/** Options in the compared and stored form: without surrounding blanks. */
export const trimmedOptions = (options: readonly string[]): readonly string[] =>
  options.map((one) => one.trim().normalize('NFC'));

/** Why these cannot be chosen among (POLL-2). */
export function optionsProblem(options: readonly string[]): 'count' | 'empty' | 'long' | 'double' | null {
  if (options.length < limits.optionsMin || options.length > limits.optionsMax) return 'count';
  const trimmed = trimmedOptions(options);
  if (trimmed.some(isUnseen)) return 'empty';
  if (trimmed.some((one) => lengthOf(one) > limits.optionMax)) return 'long';
  return new Set(trimmed).size < trimmed.length ? 'double' : null;
}

const pollIn = (value: Readonly<Record<string, unknown>>): Poll => ({
  options: trimmedOptions(value['options'] as readonly string[]),
  many: value['many'] === 1,
  secret: value['secret'] === 1,
  lastsSec: (value['lasts'] as number | undefined) ?? null,
});

/** The format that is sent and stored. */
export const pollExtra = ({ options, many, secret, lastsSec }: Poll): Readonly<Record<string, unknown>> => ({
  poll: {
    options,
    many: many ? 1 : 0,
    secret: secret ? 1 : 0,
    ...(lastsSec !== null && { lasts: lastsSec }),
  },
});

/** The end of a timed poll, by the clock of the server that wrote `sentAtMs`; null: never (POLL-7). */
export const endOf = ({ lastsSec }: Poll, sentAtMs: number): number | null =>
  lastsSec === null ? null : sentAtMs + lastsSec * 1_000;

export const isPollOver = (poll: Poll, closed: boolean, sentAtMs: number, nowMs: number): boolean =>
  closed || nowMs >= (endOf(poll, sentAtMs) ?? Number.POSITIVE_INFINITY);

/**
 * A choice in the stored form, ascending and without duplicates; null if the poll does not allow it (POLL-3).
 */
export function choiceOf({ options, many }: Poll, indexes: readonly number[]): readonly number[] | null {
  const choice = [...new Set(indexes)].toSorted((a, b) => a - b);
  const isThere = choice.length === indexes.length && choice.every((one) => options[one] !== undefined);
  return isThere && (many || choice.length <= 1) ? choice : null;
}

/** The tally after a user changes their choice from `before` to `after`. */
export function recounted(
  { counts, voters }: Pick<PollTally, 'counts' | 'voters'>,
  before: readonly number[],
  after: readonly number[],
): Pick<PollTally, 'counts' | 'voters'> {
  const next = Array.from(
    { length: Math.max(counts.length, ...after.map((one) => one + 1)) },
    (_, at) => (counts[at] ?? 0) + Number(after.includes(at)) - Number(before.includes(at)),
  );
  return { counts: next, voters: voters + Number(after.length > 0) - Number(before.length > 0) };
}

export const sameChoice = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join();

/**
 * The choice after pressing an option. With several choices the option toggles, with one it replaces the
 * other.
 */
export function choiceAfterPress({ many }: Poll, mine: readonly number[], option: number): readonly number[] {
  if (mine.includes(option)) return mine.filter((one) => one !== option);
  return many ? [...mine, option].toSorted((a, b) => a - b) : [option];
}
