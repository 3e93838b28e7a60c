import { expect } from 'vitest';
import type { Mail } from '../../src/ports/mail.ts';
import { groupId, groupStream } from '../../src/domain/ids.ts';
import { preparePeople } from './prepared-people.ts';
import { startWorld, type Person, type World, type WorldOptions } from './world.ts';

/** A group with an owner, an admin, a member, and an attacker outside who wants to join. */
export interface House {
  readonly world: World;
  readonly owner: Person;
  readonly manager: Person;
  readonly member: Person;
  /** No friends and no groups. */
  readonly mallory: Person;
  readonly group: string;
  /** Sent mails with codes. */
  readonly letters: readonly { readonly to: string; readonly text: string }[];
  readonly im: (
    who: Person | null,
    name: string,
    body?: object,
  ) => Promise<{ readonly code: number; readonly msg: string; readonly data: never }>;
  readonly on: (
    who: Person | null,
    name: string,
    body?: object,
  ) => Promise<{ readonly code: number; readonly msg: string; readonly data: never }>;
  say(
    who: Person,
    to: string | number,
    id: string,
    more?: object,
  ): Promise<{ readonly code: number; readonly data: Record<string, unknown> }>;
  /** Everything that is stored about the group; compared before and after an attempt. */
  stored(): Promise<string>;
}

export async function house(
  options: Pick<WorldOptions, 'uploads' | 'pages' | 'settings' | 'openIds' | 'ldap'> = {},
): Promise<House> {
  const letters: { to: string; text: string }[] = [];
  const mail: Mail = { send: async (one) => void letters.push(one) };
  const world = await startWorld({ mail, ...options });
  const { people, group } = await preparePeople(world, ['owner', 'manager', 'member', 'mallory'], {
    friends: [
      ['owner', 'manager'],
      ['owner', 'member'],
      ['manager', 'member'],
    ],
    group: ['owner', 'manager', 'member'],
  });
  const [owner, manager, member, mallory] = people as [Person, Person, Person, Person];
  await world.ok(owner, '/enterprise/group/setManager', { id: group, user_id: manager.id, role: 2 });
  const stream = groupStream(groupId(Number(group.slice(6))));
  const im: House['im'] = (who, name, body = {}) => world.call(who, `/enterprise/im/${name}`, body);
  return {
    world,
    owner,
    manager,
    member,
    mallory,
    group,
    letters,
    im,
    on: (who, name, body = {}) => world.call(who, `/enterprise/group/${name}`, body),
    say: (who, to, id, more = {}) =>
      im(who, 'sendMessage', {
        id,
        toContactId: String(to),
        type: 'text',
        content: `words ${id}`,
        at: [],
        ...more,
      }),
    stored: () =>
      world.server.core.store.read(async (tx) =>
        JSON.stringify([
          await tx.streams.get(stream),
          await tx.groups.byId(groupId(Number(group.slice(6)))),
          await tx.members.of(stream),
          await tx.streams.events(stream, 0, 1_000),
        ]),
      ),
  };
}

/** The attempt is refused by an envelope, and nothing that is stored of the group changed. */
export async function refused(
  at: House,
  attempt: () => Promise<{ readonly code: number }>,
  what = '',
): Promise<void> {
  const before = await at.stored();
  expect((await attempt()).code, what).not.toBe(0);
  expect(await at.stored(), what).toBe(before);
}
