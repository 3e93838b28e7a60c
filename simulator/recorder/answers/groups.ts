import { expectedGroup, expectedMembers } from '../../oracle/answers/groups.ts';
import { chatIn } from '../body.ts';
import { fieldsOf, listOf, partIn } from './rule.ts';
import type { AnswerRule, Fields } from './rule.ts';

/** As a screen reads it: absent fields have their defaults. */
export const settingOf = (row: Fields): object => ({
  invite: row['invite'] === 1,
  history: row['history'] === 1,
  pin: row['pin'] === 1,
  nospeak: row['nospeak'],
  media: row['media'] === 1,
  slowSec: row['slowSec'] ?? 0,
  about: row['about'] ?? '',
  rules: row['rules'] ?? '',
});

export const answersOfGroups: readonly AnswerRule[] = [
  {
    path: '/enterprise/group/groupuserlist',
    expected: (oracle, recorded, { me, body }) => {
      const [chat, part] = [chatIn(me, body['group_id']), partIn(body, 0)];
      return chat === null || part === null ? null : expectedMembers(oracle, recorded, { me, chat, ...part });
    },
    actual: ({ data, count }) => ({
      rows: listOf(data).map((row) => ({
        id: row['user_id'],
        role: row['role'],
        mutedUntilSec: row['no_speak_time'],
        inviter: row['invite_id'],
        name: fieldsOf(row['userInfo'])['realname'],
      })),
      count,
    }),
  },
  {
    path: '/enterprise/group/groupinfo',
    expected: (oracle, recorded, { me, body }) => {
      const chat = chatIn(me, body['group_id']);
      return chat && expectedGroup(oracle, recorded, me, chat);
    },
    actual: ({ data }) => {
      const row = fieldsOf(data);
      return {
        title: row['name'],
        foundedSec: row['create_time'],
        owner: row['owner_id'],
        ownerName: row['ownerName'],
        people: row['groupUserCount'],
        setting: settingOf(fieldsOf(row['setting'])),
        role: row['role'],
        mutedUntilSec: row['no_speak_time'],
      };
    },
  },
];
