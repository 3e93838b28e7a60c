import type { Action } from '../oracle/actions.ts';
import { Recorded } from '../oracle/answers/recorded.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { answersAboutLines } from './answers/about-lines.ts';
import { answersOfContacts } from './answers/contacts.ts';
import { answersOfFiles, answersOfSearch } from './answers/search.ts';
import { answersOfGroups } from './answers/groups.ts';
import { answersOfPages } from './answers/pages.ts';
import { answersOfPeople } from './answers/people.ts';
import type { AnswerRule, AskedToRead, GivenAnswer } from './answers/rule.ts';
import { bodiesOf } from './body.ts';
import type { RecordedRequest } from './recorded.ts';

export const ANSWER_RULES: readonly AnswerRule[] = [
  ...answersOfPeople,
  ...answersOfGroups,
  ...answersOfContacts,
  ...answersOfPages,
  ...answersOfSearch,
  ...answersOfFiles,
  ...answersAboutLines,
];

const RULES: ReadonlyMap<string, AnswerRule> = new Map(ANSWER_RULES.map((one) => [one.path, one]));

interface Reading {
  readonly one: RecordedRequest;
  readonly rule: AnswerRule;
  readonly request: AskedToRead;
  readonly answer: GivenAnswer;
  readonly actual: unknown;
}

/**
 * Checks that a read request returned everything it had to and nothing else, at some moment between its
 * arrival and its answer. A command running when the request arrived may not be committed yet.
 */
export class Answers {
  readonly recorded = new Recorded();
  #coming: Reading[] = [];
  #open: Reading[] = [];

  constructor(
    private readonly oracle: Oracle,
    private readonly faults: string[],
  ) {}

  /** Requests of one part of the run, in order of arrival. */
  learn(requests: readonly RecordedRequest[]): void {
    for (const one of requests) {
      const rule = RULES.get(one.path.toLowerCase());
      const [body, ...others] = bodiesOf(one.body);
      if (!rule || !body || others.length > 0 || one.user === null || one.answer?.code !== 0) continue;
      if (rule.atRest && (one.isAmid === true || one.until !== one.from)) continue;
      const query = { me: one.user, body };
      const { data, count = null, more = null, next = null } = one.answer;
      const answer = { data, count, more, next };
      this.#coming.push({ one, rule, request: query, answer, actual: rule.actual(answer, query) });
    }
  }

  apply(action: Action, nowMs: number): void {
    this.recorded.apply(this.oracle, action, nowMs);
  }

  /** The moment before command `at`. */
  look(at: number): void {
    while (this.#coming[0] && this.#coming[0].one.from - 1 <= at)
      this.#open.push(this.#coming.shift() as Reading);
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter((reading) => {
      const { one, request, rule, answer, actual } = reading;
      const expected = rule.expected(this.oracle, this.recorded, request, answer);
      const wrong = expected === null ? null : otherwise(expected, actual);
      if (wrong === null) return false;
      if (at < (one.until ?? Number.POSITIVE_INFINITY) && at !== Number.POSITIVE_INFINITY) return true;
      this.faults.push(`${request.me} was answered by ${one.path} ${one.body ?? ''}: ${wrong}`);
      return false;
    });
  }
}

/** Returns the path of the first difference; undefined or absent fields are unknown to the oracle. */
export function otherwise(expected: unknown, actual: unknown, where = ''): string | null {
  if (expected === undefined || expected === actual) return null;
  const both = [expected, actual].every((one) => typeof one === 'object' && one !== null);
  const isList = Array.isArray(expected);
  const [names, actualNames] = both
    ? [Object.keys(expected as object), Object.keys(actual as object)]
    : [[], []];
  if (!both || isList !== Array.isArray(actual) || (isList && names.length !== actualNames.length))
    return `${where || 'it'} is ${JSON.stringify(actual)}, it should be ${JSON.stringify(expected)}`;
  const [all, there] = [expected, actual] as readonly Readonly<Record<string, unknown>>[];
  for (const name of names) {
    const difference = otherwise(all?.[name], there?.[name], `${where} ${name}`.trim());
    if (difference !== null) return difference;
  }
  return null;
}
