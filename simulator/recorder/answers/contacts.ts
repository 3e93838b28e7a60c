import { expectedContact, expectedContacts } from '../../oracle/answers/contacts.ts';
import { chatIn } from '../body.ts';
import { settingOf } from './groups.ts';
import { fieldsOf, listOf } from './rule.ts';
import type { AnswerRule, Fields } from './rule.ts';

const contactOf = (row: Fields) => ({
  contact: String(row['id']),
  title: row['displayName'],
  name: row['realname'],
  kind: row['is_group'],
  pinned: row['is_top'] === 1,
  notified: row['is_notice'] === 1,
  atOnly: row['at_only'] === 1,
  quietUntilMs: row['quiet_until'] ?? null,
  archived: row['archived_n'] !== undefined,
  marked: row['marked'] === 1,
  markedFrom: row['marked_n'] ?? null,
  unread: row['unread'],
  mentions: row['is_at'],
  count: row['count'],
  mark: row['mark'],
  own: row['own'],
  hiddenTo: row['hidden_n'],
  theirMark: row['peer_mark'],
  preview: { words: row['lastContent'], type: row['type'], atMs: row['lastSendTime'] },
  last: row['last'] === null ? null : lastOf(fieldsOf(row['last'])),
  retentionDays: listOf(row['timers']).at(-1)?.['days'] ?? 0,
  role: row['role'],
  mutedUntilSec: row['no_speak_time'],
  people: row['members'],
  owner: row['owner_id'],
  setting: settingOf(fieldsOf(row['setting'])),
});

const lastOf = (last: Fields): object => ({
  n: last['n'],
  id: last['id'],
  by: last['from_user'],
  type: last['type'],
  words: last['content'],
  atMs: last['sendTimeMs'],
});

export const answersOfContacts: readonly AnswerRule[] = [
  {
    path: '/enterprise/im/getcontacts',
    expected: (oracle, recorded, { me }) => expectedContacts(oracle, recorded, me),
    actual: ({ data, count }) => ({
      rows: listOf(data)
        .map(contactOf)
        .toSorted((a, b) => (a.contact < b.contact ? -1 : 1)),
      count,
    }),
  },
  {
    path: '/enterprise/im/getcontactinfo',
    expected: (oracle, recorded, { me, body }) => {
      const chat = chatIn(me, body['id']);
      return chat && expectedContact(oracle, recorded, me, chat);
    },
    actual: ({ data }) => contactOf(fieldsOf(data)),
  },
];
