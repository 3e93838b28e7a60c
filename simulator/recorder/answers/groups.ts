import { expectedGroup, expectedMembers } from '../../oracle/answers/groups.ts';
import { NEW_GROUP, SETTING_NAMES } from '../../oracle/group-settings.ts';
import { chatIn } from '../body.ts';
import { fieldsOf, listOf, partIn } from './rule.ts';
import type { AnswerRule, Fields } from './rule.ts';

/** As a screen reads it: absent fields have their defaults, except those of the base protocol. */
export const settingOf = (row: Fields): object =>
  Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const initial = NEW_GROUP[name];
      if (typeof initial === 'boolean') return [name, row[name] === 1];
      return [name, name === 'nospeak' ? row[name] : (row[name] ?? initial)];
    }),
  );

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
