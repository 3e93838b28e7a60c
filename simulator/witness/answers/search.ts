import { expectedFound, KNOWN_KINDS } from '../../oracle/answers/search.ts';
import { chatIn, textOf } from '../body.ts';
import { isAbsent, listOf, maybeIn, partIn } from './rule.ts';
import type { AnswerRule } from './rule.ts';

/** Text that a search uses unchanged. */
const PLAIN = /^[a-z0-9.]*$/;

const inMs = (sec: number | null): number | null => (sec === null ? null : sec * 1_000);

/**
 * Searches run in steps, each at a separate moment: only one without concurrent changes has a single right
 * answer. A newer search of the same user ends it early: then its answer covers only the messages from `next`
 * on, and another request continues below (SEARCH-10).
 */
export const answersOfSearch: readonly AnswerRule[] = [
  {
    path: '/enterprise/im/search',
    atRest: true,
    expected: (oracle, recorded, { me, body }, { next }) => {
      const [part, words] = [partIn(body), textOf(body['keywords']).trim()];
      const chat = body['toContactId'] === undefined ? null : chatIn(me, body['toContactId']);
      const by = maybeIn(body, 'from_user');
      const [since, until] = [maybeIn(body, 'since'), maybeIn(body, 'until')];
      const before = maybeIn(body, 'last_id');
      if (part?.page !== 1 || before === undefined || !PLAIN.test(words)) return null;
      if (by === undefined || since === undefined || until === undefined) return null;
      if (body['toContactId'] !== undefined && chat === null) return null;
      const { limit } = part;
      const found = expectedFound(oracle, recorded, {
        me,
        chat,
        words,
        by,
        has: isAbsent(body['has']) ? null : textOf(body['has']),
        sinceMs: inMs(since),
        untilMs: inMs(until),
        limit,
      });
      return found && found.filter((row) => row >= Number(next ?? 0) && row < (before || Infinity));
    },
    given: ({ data }) =>
      listOf(data)
        .filter(({ type }) => KNOWN_KINDS.has(type))
        .map((row) => row['msg_id']),
  },
];
