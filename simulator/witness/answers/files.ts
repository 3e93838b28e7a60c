import { expectedFiles } from '../../oracle/answers/files.ts';
import { isOn, textOf } from '../body.ts';
import { listOf, partIn, wholeIn } from './rule.ts';
import type { AnswerRule } from './rule.ts';

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
    given: ({ data, count }) => ({
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
    given: ({ data, count }) => ({ rows: listOf(data).map(({ id, name }) => ({ id, name })), count }),
  },
];
