import {
  byEmoji,
  expectedNotice,
  expectedPlace,
  expectedReactions,
  expectedReaders,
  expectedVoters,
  lineFor,
} from '../../oracle/answers/about-lines.ts';
import { expectedInbox } from '../../oracle/answers/inbox.ts';
import { plainEmoji } from '../../oracle/reacting.ts';
import type { OracleLine } from '../../oracle/state.ts';
import { number, textOf } from '../body.ts';
import { fieldsOf, listOf, partIn, personOf, wholeIn } from './rule.ts';
import type { AnswerRule, AskedToRead, Fields } from './rule.ts';

const byId = (a: { readonly id: number }, b: { readonly id: number }): number => a.id - b.id;

const peopleIn = (rows: readonly Fields[]) =>
  rows.map((row) => personOf(fieldsOf(row['user']))).toSorted(byId);

const inboxOf = (data: unknown) =>
  listOf(data).map((row) => ({
    row: number(fieldsOf(row['message'])['msg_id']),
    why: Array.isArray(row['why']) ? row['why'].map(String) : [],
    by: row['by'] === undefined ? null : personOf(fieldsOf(row['by'])).id,
  }));

/** Maximum users per answer. */
const PEOPLE_MAX = 50;

/** A first page with all users in it: no rule orders users of the same moment. */
function isWhole({ body }: AskedToRead, people: number): boolean {
  const part = partIn(body, PEOPLE_MAX);
  return part?.page === 1 && people <= Math.min(part.limit, PEOPLE_MAX);
}

/** Details of a line that the asker may read. */
const about =
  (
    answerOf: (line: OracleLine, ...of: Parameters<AnswerRule['expected']>) => unknown,
  ): AnswerRule['expected'] =>
  (oracle, recorded, request, answer) => {
    const line = lineFor(oracle, request.me, { id: textOf(request.body['id']) });
    return line && answerOf(line, oracle, recorded, request, answer);
  };

export const answersAboutLines: readonly AnswerRule[] = [
  {
    path: '/enterprise/im/reactions',
    expected: about((line, oracle, _, request) => {
      const all = expectedReactions(oracle, request.me, line);
      return isWhole(request, all.count) ? all : null;
    }),
    actual: ({ data, count }) => {
      const rows = listOf(data);
      const emoji = [...new Set(rows.map((row) => plainEmoji(String(row['emoji']))))];
      return {
        rows: emoji
          .map((one) => ({
            emoji: one,
            people: peopleIn(rows.filter((row) => plainEmoji(String(row['emoji'])) === one)),
          }))
          .toSorted(byEmoji),
        count,
      };
    },
  },
  {
    path: '/enterprise/im/voters',
    expected: about((line, oracle, _, request) => {
      const all = expectedVoters(oracle, request.me, line, wholeIn(request.body, 'option', 0) ?? -1);
      return all && isWhole(request, all.count) ? all : null;
    }),
    actual: ({ data, count }) => ({ people: peopleIn(listOf(data)), count }),
  },
  {
    path: '/enterprise/im/readby',
    expected: about((line, oracle, _, { me }) => expectedReaders(oracle, me, line)),
    actual: ({ data, count }) => ({ people: listOf(data).map(personOf).toSorted(byId), count }),
  },
  {
    path: '/enterprise/im/locatemessage',
    expected: (oracle, _, { me, body }) => {
      const line = lineFor(oracle, me, { row: number(body['msg_id']) });
      return line && expectedPlace(me, line);
    },
    actual: ({ data }) => ({ contact: String(fieldsOf(data)['toContactId']), n: fieldsOf(data)['n'] }),
  },
  {
    path: '/enterprise/im/getinbox',
    expected: (oracle, _, { me }, { data }) => expectedInbox(oracle, me, inboxOf(data)),
    actual: ({ data }) => inboxOf(data),
  },
  {
    path: '/enterprise/im/getadminnotice',
    expected: (oracle) => expectedNotice(oracle),
    actual: ({ data }) => {
      const { title, notice, create_time: sentSec } = fieldsOf(data);
      return { title, notice, sentSec };
    },
  },
];
