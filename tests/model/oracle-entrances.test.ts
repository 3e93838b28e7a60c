import { expect, it } from 'vitest';
import { comingIn } from '../../simulator/oracle/chat-rights.ts';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { Requests } from '../../simulator/recorder/requests.ts';

const GROUP = 'group-1';

/** User 1 owns a group with user 2. User 3 is not a member. */
function founded(): Oracle {
  const oracle = new Oracle();
  for (const id of [1, 2, 3]) oracle.meet({ id, name: `Name ${id}` });
  oracle.apply({ do: 'found', by: 1, chat: GROUP, name: 'All', people: [2], row: 1 }, 1_000);
  return oracle;
}

it('SIM-39: a code needs a current member and the setting for invitations; a link needs neither', () => {
  const oracle = founded();
  expect(comingIn(oracle, 3, GROUP, [2])).toBeNull();
  expect(comingIn(oracle, 3, GROUP, [3])).toBe('by a code that opens nothing');
  expect(comingIn(oracle, 3, GROUP, [])).toBe('by a code that opens nothing');
  expect(comingIn(oracle, 3, GROUP, [3, 2])).toBeNull();
  oracle.apply({ do: 'set', by: 1, chat: GROUP, setting: { invite: false } }, 2_000);
  expect(comingIn(oracle, 3, GROUP, [2])).toBe('by a code that opens nothing');
  expect(comingIn(oracle, 3, GROUP, [null])).toBeNull();
  oracle.apply({ do: 'set', by: 1, chat: GROUP, setting: { invite: true } }, 3_000);
  oracle.apply({ do: 'remove', by: 2, chat: GROUP, person: 2 }, 4_000);
  expect(comingIn(oracle, 3, GROUP, [2])).toBe('by a code that opens nothing');
  expect(comingIn(oracle, 3, GROUP, [1])).toBeNull();
});

it('SIM-39: a removed user cannot come back by a code or a link, a user who left can', () => {
  const oracle = founded();
  oracle.apply({ do: 'remove', by: 1, chat: GROUP, person: 2 }, 2_000);
  expect(comingIn(oracle, 2, GROUP, [1])).toContain('removed before');
  expect(comingIn(oracle, 2, GROUP, [null])).toContain('removed before');
  oracle.apply({ do: 'admit', by: 1, chat: GROUP, people: [2], row: 2 }, 3_000);
  oracle.apply({ do: 'remove', by: 2, chat: GROUP, person: 2 }, 4_000);
  expect(comingIn(oracle, 2, GROUP, [1])).toBeNull();
});

function ask(requests: Requests, user: number, body: object, data: object): void {
  const one = { call: 'groupinfo', user, body: JSON.stringify(body), answer: { data } };
  requests.learn(one as never);
}

it('SIM-39: the maker of a code is who was given it first, not who asked by it', () => {
  const requests = new Requests((text) => text);
  ask(requests, 3, { group_id: GROUP, inviteUid: 't1' }, { code: 'https://here/scan/g/t1' });
  ask(requests, 2, { group_id: GROUP }, { code: 'https://here/scan/g/t1' });
  expect(requests.makersOf('t1')).toEqual([2]);
  expect(requests.makersOf('t2')).toEqual([]);
  const link = { call: 'addgrouplink', user: 2, body: '{}', answer: { data: { address: '/scan/g/t3' } } };
  requests.learn(link as never);
  expect(requests.makersOf('t3')).toEqual([null]);
  expect(requests.makersOf('')).toEqual([null]);
});
