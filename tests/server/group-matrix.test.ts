import { beforeEach, describe, expect, it } from 'vitest';
import { groupMachine } from '../../machines/group.machine.ts';
import type { Role } from '../../src/domain/contact.ts';
import { DEFAULT_GROUP_SETTING, type GroupSetting } from '../../src/domain/group-fields.ts';
import { refusalFor, type GroupAction } from '../../src/domain/permissions.ts';
import { accessIn } from '../../src/client/state/group-access.ts';
import { contactId, groupId, streamId, userId } from '../../src/domain/ids.ts';
import { aGroup, facts as contactFacts, signedIn } from '../support/contacts.ts';
import { run } from '../support/machine-run.ts';
import { type Person } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

/**
 * Actions with a call of their name. Others have none: pages show codes and open members, letting back is
 * inviting a removed user (GROUP-16), and sending a file is a message with an uploaded file (GROUP-22).
 */
type Asked = Exclude<GroupAction, 'openMember' | 'showQr' | 'letBack' | 'sendMedia'>;

const { world, owner, actor, member, fresh } = setUpWorld(['owner', 'actor', 'member', 'fresh']);
beforeEach(async () => {
  for (const [a, b] of [
    [owner, actor],
    [owner, member],
    [actor, fresh],
    [actor, member],
  ] as const)
    await world.befriend(a, b);
});

let made = 0;
const nextId = (): string => `matrix-${(made += 1)}`;
const group = (name: string, body: object) => world.call(actor, `/enterprise/group/${name}`, body);
const send = (who: Person, id: string, more: object = {}) =>
  world.send(who, id, 'words', { id: nextId(), ...more });

/** In this order, earlier calls change nothing that later ones need. */
function calls(
  id: string,
  setting: GroupSetting,
  othersMessage: string,
): Readonly<Record<Asked, () => Promise<{ readonly code: number }>>> {
  return {
    speak: () => send(actor, id),
    mentionAll: () => send(actor, id, { at: [0] }),
    rename: () => group('editGroupName', { id, displayName: `name ${(made += 1)}` }),
    editNotice: () => group('setNotice', { id, notice: `note ${(made += 1)}` }),
    pinMessage: () => world.call(actor, 'im/pinMessage', { id: othersMessage, on: 1 }),
    setTimer: () =>
      world.call(actor, 'im/setTimer', { toContactId: id, days: (made += 1) % 2 === 0 ? 1 : 7 }),
    closePoll: () => world.call(actor, 'im/closePoll', { id: othersMessage }),
    recallOthers: () => world.call(actor, 'im/undoMessage', { id: othersMessage }),
    editSetting: () => group('groupSetting', { id, setting: { ...setting, history: !setting.history } }),
    setManager: () => group('setManager', { id, user_id: member.id, role: 2 }),
    clear: () => group('clearMessage', { id }),
    letIn: () => group('addGroupLink', { id, for: 3_600 }),
    invite: () => group('addGroupUser', { id, user_ids: [fresh.id] }),
    leave: () => group('removeUser', { id, user_id: actor.id }),
    transfer: () => group('changeOwner', { id, user_id: member.id }),
    dissolve: () => group('removeGroup', { id }),
  };
}

/**
 * Actions that end a role or the group come last. First the one that the owner may not do, then the two that
 * they may.
 */
const ending = (role: Role | null): readonly Asked[] =>
  role === 1 ? ['leave', 'transfer', 'dissolve'] : ['dissolve', 'transfer', 'leave'];
const ORDER: readonly Asked[] = [
  'speak',
  'mentionAll',
  'rename',
  'editNotice',
  'pinMessage',
  'setTimer',
  'closePoll',
  'recallOthers',
  'editSetting',
  'setManager',
  'clear',
  'letIn',
  'invite',
];

/** These actions also send a message in the group (GROUP-9, GROUP-10). */
const SPEAKING: readonly Asked[] = ['mentionAll', 'editNotice'];

interface Cell {
  readonly role: Role | null;
  readonly setting: GroupSetting;
  /** Seconds that a mute lasts from now; 0 = none. */
  readonly mutedSec: number;
  readonly waitedSec: number;
}

/** A group in which the actor has this state. */
async function groupOf({
  role,
  setting,
  mutedSec,
}: Cell): Promise<{ readonly id: string; readonly message: string }> {
  const founder = role === 1 ? actor : owner;
  const id = await world.group(
    founder,
    role === null ? [member] : [founder === actor ? owner : actor, member],
  );
  const message = nextId();
  await world.say(member, id, 'of another', { id: message, extends: { poll: { options: ['one', 'two'] } } });
  const { store } = world.server.core;
  await store.write(async (tx) => {
    await tx.groups.update(groupId(Number(id.slice('group-'.length))), { setting });
    const mutedUntilSec = mutedSec === 0 ? 0 : Math.floor(world.clock.nowMs() / 1_000) + mutedSec;
    if (role !== null) await tx.members.update(streamId(id), userId(actor.id), { role, mutedUntilSec });
  });
  return { id, message };
}

const flags = [true, false];
const cells: readonly Cell[] = ([null, 1, 2, 3] as const).flatMap((role) =>
  ([0, 1, 2] as const).flatMap((nospeak) =>
    flags.flatMap((invite) =>
      (
        [
          [0, 0],
          [60, 0],
          [60, 61],
        ] as const
      ).map(([mutedSec, waitedSec]) => ({
        role,
        setting: { ...DEFAULT_GROUP_SETTING, invite, nospeak },
        mutedSec,
        waitedSec,
      })),
    ),
  ),
);

/** The current result of the table, which the machine and the client's store must share. */
async function allowed(cell: Cell, action: GroupAction): Promise<boolean> {
  const { role, setting, mutedSec, waitedSec } = cell;
  const table = refusalFor(action, { role, setting, mutedUntilSec: mutedSec }, waitedSec) === null;
  const machine = run(groupMachine, { role, setting, mutedForMs: role === null ? 0 : mutedSec * 1_000 });
  await machine.clock.advance(waitedSec * 1_000);
  machine.send({ type: 'action.asked', action });
  expect([cell, action, machine.context()['did'] === action]).toEqual([cell, action, table]);
  machine.stop();
  const facts = contactFacts('group-1', {
    group: role === null ? null : aGroup({ role, setting, mutedUntilSec: mutedSec }),
  });
  const access = accessIn(signedIn([facts]), contactId('group-1'));
  expect([cell, action, access !== null && refusalFor(action, access, waitedSec) === null]).toEqual([
    cell,
    action,
    table,
  ]);
  return table;
}

describe('machine, table, client and server', () => {
  it('ROLE-4: agree on every action for every role, setting, mute and time', async () => {
    let compared = 0;
    const faults: string[] = [];
    for (const cell of cells) {
      const first = await groupOf(cell);
      const spare = cell.role === 1 ? await groupOf(cell) : first;
      // The mute runs out in the server's time, too.
      await world.clock.advance(cell.waitedSec * 1_000);
      for (const action of [...ORDER, ...ending(cell.role)]) {
        const { id, message } = action === 'transfer' ? spare : first;
        const target =
          (await allowed(cell, action)) && (!SPEAKING.includes(action) || (await allowed(cell, 'speak')));
        const { code } = await calls(id, cell.setting, message)[action]();
        if ((code === 0) !== target)
          faults.push(
            `role ${cell.role} nospeak ${cell.setting.nospeak} invite ${cell.setting.invite} muted ${cell.mutedSec} waited ${cell.waitedSec}: ${action} answered ${code}`,
          );
        compared += 1;
      }
    }
    expect(faults).toEqual([]);
    expect(compared).toBe(4 * 3 * 2 * 3 * 16);
  }, 60_000);
});
