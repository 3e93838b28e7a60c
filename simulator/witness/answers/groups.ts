import { expectedGroup, expectedMembers } from '../../oracle/answers/groups.ts';
import { chatIn } from '../body.ts';
import { fieldsOf, listOf, partIn } from './rule.ts';
import type { AnswerRule, Fields } from './rule.ts';

/** As a screen reads it: absent fields have their defaults. */
export const settingOf = (told: Fields): object => ({
  invite: told['invite'] === 1,
  history: told['history'] === 1,
  pin: told['pin'] === 1,
  nospeak: told['nospeak'],
  media: told['media'] === 1,
  slowSec: told['slowSec'] ?? 0,
  about: told['about'] ?? '',
  rules: told['rules'] ?? '',
});

export const answersOfGroups: readonly AnswerRule[] = [
  {
    path: '/enterprise/group/groupuserlist',
    expected: (oracle, recorded, { me, body }) => {
      const [chat, part] = [chatIn(me, body['group_id']), partIn(body, 0)];
      return chat === null || part === null ? null : expectedMembers(oracle, recorded, { me, chat, ...part });
    },
    given: ({ data, count }) => ({
      rows: listOf(data).map((row) => ({
        id: row['user_id'],
        role: row['role'],
        mutedUntilSec: row['no_speak_time'],
        broughtBy: row['invite_id'],
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
    given: ({ data }) => {
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
