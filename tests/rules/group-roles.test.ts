import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../src/domain/events.ts';
import { userId } from '../../src/domain/ids.ts';
import { aMessage, run, server } from '../support/contacts.ts';
import { at, GROUP, pageAsked, pageOf, start } from '../support/one-group.ts';

/** 7 owns the group; 8 is an admin, 9 a member. */
const sentMessages = [
  aMessage('m1', 7, { n: 1, role: 1 }),
  aMessage('m2', 8, { n: 2, role: 2 }),
  aMessage('m3', 9, { n: 3, role: 3 }),
];
const conversation = GROUP;
const manager = (user: number, role: 2 | 3): ServerEvent => ({
  type: 'groupManagerSet',
  conversation,
  user: userId(user),
  role,
  avatar: '',
});

const readView = (inputs: Parameters<typeof run>[1][]) =>
  run(start(), ...inputs)
    .state.conversations.get(GROUP)
    ?.chunks.flat()
    .map(({ role }) => role);

describe('the roles beside what was said', () => {
  const cases: readonly (readonly [string, ServerEvent, readonly number[]])[] = [
    ['a member becomes an admin', manager(9, 2), [1, 2, 2]],
    ['an admin is one no longer', manager(8, 3), [1, 3, 3]],
    ['the group is handed over', { type: 'groupOwnerChanged', conversation, user: userId(9) }, [3, 2, 1]],
    [
      'an admin leaves',
      { type: 'groupMemberRemoved', conversation, user: userId(8), avatar: '', members: 2 },
      [1, 3, 3],
    ],
    [
      'a base-protocol server does not say which role',
      { ...manager(9, 2), role: null } as ServerEvent,
      [1, 2, 3],
    ],
  ];
  it.each(cases)('GROUP-33: are those of now when %s', (_, event, roles) => {
    expect(readView([pageAsked, pageOf(sentMessages), server(event, at(5))])).toEqual(roles);
    // The page was read before, and comes after.
    expect(readView([pageAsked, server(event, at(5)), pageOf(sentMessages)])).toEqual(roles);
  });
});
