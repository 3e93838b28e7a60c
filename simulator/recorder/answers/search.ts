import { expectedFiles } from '../../oracle/answers/files.ts';
import { KNOWN_KINDS, expectedFound } from '../../oracle/answers/search.ts';
import { isAbsent, listOf, maybeIn, partIn, wholeIn } from './rule.ts';
import type { AnswerRule } from './rule.ts';
import { chatIn, isOn, textOf } from '../body.ts';

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
      const rows = expectedFound(oracle, recorded, {
        me,
        chat,
        words,
        by,
        has: isAbsent(body['has']) ? null : textOf(body['has']),
        sinceMs: inMs(since),
        untilMs: inMs(until),
        limit,
      });
      return rows && rows.filter((row) => row >= Number(next ?? 0) && row < (before || Infinity));
    },
    actual: ({ data }) =>
      listOf(data)
        .filter(({ type }) => KNOWN_KINDS.has(type))
        .map((row) => row['msg_id']),
  },
];

const ROLES = ['any', 'sent', 'received'] as const;
/** An earlier number for other files. */
const [OTHER, OTHER_OF_BEFORE] = [9, 5];

export const answersOfFiles: readonly AnswerRule[] = [
  {
    path: '/enterprise/files/index',
    expected: (oracle, recorded, { me, body }) => {
      const [part, words] = [partIn(body), textOf(body['keywords']).trim()];
      const [role, cate] = [ROLES[wholeIn(body, 'role', 0) ?? -1], wholeIn(body, 'cate', 0)];
      // Files of all users are not part of any chat.
      if (part === null || role === undefined || cate === null || isOn(body['is_all'])) return null;
      return expectedFiles(oracle, recorded, {
        me,
        role,
        cate: cate === OTHER_OF_BEFORE ? OTHER : cate,
        words,
        ...part,
      });
    },
    actual: ({ data, count }) => ({
      rows: listOf(data).map((row) => ({
        row: row['msg_id'],
        n: row['n'],
        by: row['from_user'],
        kind: row['msg_type'],
        contact: String(row['contactId']),
        name: row['name'],
        end: row['ext'],
        cate: row['cate'],
        sizeBytes: row['size'],
      })),
      count,
    }),
  },
  {
    path: '/enterprise/emoji/index',
    expected: (_, { emoji }, { me }) => ({ rows: emoji.of(me), count: emoji.of(me).length }),
    actual: ({ data, count }) => ({ rows: listOf(data).map(({ id, name }) => ({ id, name })), count }),
  },
];
