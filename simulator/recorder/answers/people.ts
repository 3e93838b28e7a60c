import {
  expectedBlocked,
  expectedChoices,
  expectedMayGo,
  expectedNames,
  expectedPerson,
  expectedRequests,
  expectedWaiting,
  partOf,
} from '../../oracle/answers/people.ts';
import { chatIn, isOn, number, numbers, textOf } from '../body.ts';
import { fieldsOf, listOf, partIn, personOf, wholeIn } from './rule.ts';
import type { AnswerRule, Fields } from './rule.ts';

const isLatin = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const PRIVACY = ['typing', 'seen', 'read', 'adds', 'calls', 'found', 'forwards'] as const;

/** The user's own; unchanged so far if the oracle has none. */
const privacyOf = (data: Fields): object | null => {
  const privacy = fieldsOf(data['privacy']);
  return data['privacy'] === undefined
    ? null
    : Object.fromEntries(PRIVACY.map((name) => [name, privacy[name]]));
};
const [typing, seen, read, all] = [true, 'friends', true, 'all'];
const AT_FIRST = { typing, seen, read, adds: all, calls: all, found: all, forwards: all };

export const answersOfPeople: readonly AnswerRule[] = [
  {
    path: '/enterprise/friend/index',
    expected: (oracle, recorded, { me, body }) => {
      const part = partIn(body);
      return part && expectedRequests(oracle, recorded, { me, isMine: isOn(body['is_mine']), ...part });
    },
    actual: ({ data, count }) => ({
      rows: listOf(data).map((row) => ({
        id: row['friend_id'],
        by: row['create_user'],
        to: Number(row['friend_user_id']),
        status: row['status'],
        remark: row['nickname'],
        names: [fieldsOf(row['create_user_info'])['realname'], fieldsOf(row['user_id_info'])['realname']],
      })),
      count,
    }),
  },
  {
    path: '/enterprise/friend/getapplymsg',
    expected: (oracle, recorded, { me }) => expectedWaiting(oracle, recorded, me),
    actual: ({ data }) => data,
  },
  {
    path: '/enterprise/im/directory',
    expected: (oracle, _, { me, body }) => {
      const [part, after, words] = [partIn(body), wholeIn(body, 'after', 0), textOf(body['keywords'])];
      if (part === null || after === null || !isLatin(words)) return null;
      return expectedNames(oracle, { me, words, after, limit: part.limit });
    },
    actual: ({ data }) => ({
      list: listOf(fieldsOf(data)['list']).map((row) => ({
        id: row['id'],
        name: row['realname'],
        displayName: row['displayName'],
        isFriend: row['friend'] !== '',
      })),
      next: fieldsOf(data)['next'],
    }),
  },
  {
    path: '/enterprise/im/getuserinfo',
    expected: (oracle, _, { me, body }) => {
      const person = expectedPerson(oracle, me, number(body['user_id']));
      return person && (person.id === me ? { ...person, privacy: person.privacy ?? AT_FIRST } : person);
    },
    actual: ({ data }) => {
      const row = fieldsOf(data);
      return {
        id: row['id'],
        name: row['realname'],
        displayName: row['displayName'],
        isStaff: Number(row['role']) > 0,
        mayComeIn: row['status'] === 1,
        isFriend: row['friend'] !== '',
        privacy: privacyOf(row),
      };
    },
  },
  {
    path: '/enterprise/im/getowndata',
    expected: (oracle, _, { me }) => expectedMayGo(oracle, me),
    actual: ({ data }) => fieldsOf(data)['erasable'] === 1,
  },
  {
    path: '/enterprise/group/getalluser',
    expected: (oracle, _, { me, body }) => {
      const chat = body['group_id'] === undefined ? null : chatIn(me, body['group_id']);
      return expectedChoices(oracle, { me, chat, listedIds: numbers(body['user_ids']) });
    },
    actual: ({ data }) =>
      listOf(data).map((row) => ({
        id: row['id'],
        displayName: row['displayName'],
        isNamed: row['disabled'],
      })),
  },
  {
    path: '/enterprise/im/blockedpeople',
    expected: (oracle, _, { me, body }) => {
      const [part, people] = [partIn(body), expectedBlocked(oracle, me)];
      return part && people && { people: partOf(people, part), count: people.length };
    },
    actual: ({ data, count }) => ({ people: listOf(data).map(personOf), count }),
  },
];
