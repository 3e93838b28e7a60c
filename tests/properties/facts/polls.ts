import {
  choiceOf,
  endOf,
  isPollOver,
  NO_TALLY,
  optionsProblem,
  pollExtra,
  pollOf,
  pollProblem,
  choiceAfterPress,
  recounted,
  sameChoice,
} from '../../../src/domain/poll.ts';
import type { Poll, PollTally } from '../../../src/domain/poll.ts';
import { choiceFault, isOver } from '../../../simulator/oracle/polls.ts';
import { afterPresses, optionsFault, pollFault, pollRead, tallyOf } from './expected/polls.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const OPTIONS = ['a', 'b', ' a ', 'e\u0301', 'é', 'A', '', ' ', '\u200b', '😀'.repeat(100), '😀'.repeat(101)];
const SPANS = [undefined, null, 59, 60, 61, 60.5, 0, -60, '60', 366 * 86_400, 366 * 86_400 + 1];
const FLAGS = [undefined, 0, 1, 2, true, '1', null];
const YEAR_MS = 366 * 86_400_000;

const upTo = (chance: Chance, most: number): readonly number[] =>
  Array.from({ length: chance.whole(0, most) }, (_, at) => at);

const anyOf = <T>(chance: Chance, from: readonly T[]): T => from[chance.whole(0, from.length - 1)] as T;

/** Mostly distinct ones, so that no other fault occurs. */
function drawOptions(chance: Chance): readonly string[] {
  const count = chance.pick([0, 1, 2, 2, 3, 3, 11, 12, 13]);
  return Array.from({ length: count }, (_, at) => (chance.happens(0.75) ? `o${at}` : chance.pick(OPTIONS)));
}

function drawGiven(chance: Chance): unknown {
  if (chance.happens(0.1)) return anyOf<unknown>(chance, [null, undefined, 'poll', 1, [], ['a', 'b'], {}]);
  const options = chance.happens(0.1)
    ? anyOf<unknown>(chance, [undefined, null, 'ab', { 0: 'a', 1: 'b', length: 2 }, ['a', 1], ['a', null]])
    : drawOptions(chance);
  const fair = chance.happens(0.6);
  return {
    options,
    many: anyOf<unknown>(chance, fair ? [0, 1] : FLAGS),
    secret: anyOf<unknown>(chance, fair ? [0, 1] : FLAGS),
    lasts: anyOf<unknown>(chance, fair ? [null, 60, 366 * 86_400] : SPANS),
  };
}

function shapeFaults(chance: Chance): readonly string[] {
  const [given, options] = [drawGiven(chance), drawOptions(chance)];
  const read = pollOf({ poll: given });
  return [
    ...differs(given, pollProblem(given) ?? '', pollFault(given)),
    ...differs(given, read, pollRead(given)),
    ...differs(options, optionsProblem(options) ?? '', optionsFault(options)),
    // A sent poll is parsed as the same one; without an end time it has no such field.
    ...(read === null ? [] : differs(given, pollOf(pollExtra(read)), read)),
    ...(read === null
      ? []
      : differs(given, 'lasts' in Object(pollExtra(read)['poll']), read.lastsSec !== null)),
    ...differs('nothing beside it', [pollOf(null), pollOf(undefined), pollOf({})], [null, null, null]),
  ];
}

function endFaults(chance: Chance, poll: Poll): readonly string[] {
  const sentAtMs = chance.whole(0, YEAR_MS);
  const late = (poll.lastsSec ?? 60) * 1_000 + chance.pick([-1, 0, 1, -60_000, 60_000]);
  const [nowMs, closed] = [sentAtMs + late, chance.happens(0.2)];
  const request = {
    options: poll.options,
    many: poll.many,
    lastsSec: poll.lastsSec,
    ended: closed,
    votes: new Map(),
  };
  const facts = { poll, sentAtMs, nowMs, closed };
  return [
    ...differs(facts, isPollOver(poll, closed, sentAtMs, nowMs), isOver(request, sentAtMs, nowMs)),
    ...differs(facts, endOf(poll, sentAtMs), poll.lastsSec && sentAtMs + 1_000 * poll.lastsSec),
  ];
}

function choiceFaults(chance: Chance, poll: Poll): readonly string[] {
  const last = poll.options.length;
  const response = upTo(chance, 3).map(() => chance.pick([0, 1, 2, last - 1, last, -1, 0.5, 1]));
  const request = { ...poll, ended: false, votes: new Map() };
  const expected = choiceFault(request, response) === null ? response.toSorted((a, b) => a - b) : null;
  const presses = upTo(chance, 6).map(() => chance.whole(0, 3));
  const pressed = presses.reduce<readonly number[]>((mine, one) => choiceAfterPress(poll, mine, one), []);
  const [a, b] = [upTo(chance, 2), upTo(chance, 2)];
  return [
    ...differs({ given: response, poll }, choiceOf(poll, response), expected),
    ...differs({ presses, poll }, pressed, afterPresses(poll.many, presses)),
    ...differs({ a, b }, sameChoice(a, b), a.length === b.length),
    ...differs('as nobody has voted', NO_TALLY, {
      at: 0,
      counts: [],
      voters: 0,
      closed: false,
      mine: [],
      mineAt: 0,
    }),
  ];
}

/** All users vote, and vote again: the running tally equals the count of all ballots. */
function tallyFaults(chance: Chance): readonly string[] {
  const ballots: (readonly number[])[] = [[], [], []];
  let tally: Pick<PollTally, 'counts' | 'voters'> = { counts: [], voters: 0 };
  const votes = Array.from({ length: chance.whole(1, 6) }, () => {
    const who = chance.whole(0, 2);
    const after = upTo(chance, 5).filter(() => chance.happens(0.5));
    tally = recounted(tally, ballots[who] ?? [], after);
    ballots[who] = after;
    return [who, after];
  });
  const { counts, voters } = tally;
  const filled = Array.from({ length: 12 }, (_, at) => counts[at] ?? 0);
  // Limited to the longest choice any user ever made.
  const longest = Math.max(
    0,
    ...(votes.flat(2).length === 0
      ? [0]
      : votes.map(([, after]) => Math.max(0, ...(after as number[]).map((one) => one + 1)))),
  );
  return [
    ...differs(votes, { counts: filled, voters }, tallyOf(ballots)),
    ...differs(votes, counts.length, longest),
  ];
}

/** Polls: what one is, when it ends, and what a press and a vote make of it (POLL-1 …). */
export const pollsRule: FactRule = {
  name: 'polls',
  faults: (chance) => {
    const poll: Poll = {
      options: Array.from({ length: chance.pick([2, 3, 4, 12]) }, (_, at) => `o${at}`),
      many: chance.happens(0.5),
      secret: false,
      lastsSec: anyOf(chance, [null, 60, 3_600, 366 * 86_400]),
    };
    return [
      ...shapeFaults(chance),
      ...endFaults(chance, poll),
      ...choiceFaults(chance, poll),
      ...tallyFaults(chance),
    ];
  },
};
