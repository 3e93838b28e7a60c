import { createHash } from 'node:crypto';
import { NOBODY } from '../oracle/leaving.ts';
import type { Device } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { bare } from '../recorder/recorder.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { textsOf } from './erasure.ts';
import { reviewOf } from './reviewed.ts';

/** Tables whose rows belong to one person alone. */
const THEIRS = [
  'tokens',
  'kept',
  'scheduled',
  'reminders',
  'blocked',
  'openids',
  'passkeys',
  'second_steps',
  'recovery_codes',
  'emoji',
  'last_seen',
  'group_requests',
  'push_seen',
];

/**
 * A report keeps its content for its retention time (REPORT-6), and another user's draft keeps a quote until
 * it is sent or changed.
 */
const KEEPS = ['reports', 'kept'];

/**
 * An erased account leaves no trace: no table or log contains its name, its devices hold nothing, and users
 * who had it in their list see a deleted account (DATA-2, DATA-3, DATA-5, DATA-9).
 */
export const departureChecker: Checker = {
  name: 'nothing is left of an erased account',
  end: (world) =>
    world.leavers.flatMap((person) => [
      ...inTables(world, person),
      ...inLogs(world, person),
      ...onTheirDevices(world, person),
      ...withOthers(world, person),
    ]),
};

/**
 * The names they had, unless a group had the same one, or the account name belongs to another user by now.
 */
function namesOf({ recorder }: World, { account, index }: WorldPerson, isFree = false): RegExp {
  const name = `Name ${index + 1}`;
  const isGroups = recorder.ran.some(({ events }) =>
    events.some(({ facts }) => facts.kind === 'rename' && facts.name === name),
  );
  const names = [...(isGroups ? [] : [`${name}\\b`]), ...(isFree ? [`${account}(?![0-9a-z])`] : [])];
  return names.length === 0 ? /^(?!)/ : new RegExp(`\\b(?:${names.join('|')})`);
}

function inTables(world: World, person: WorldPerson): readonly string[] {
  const { store } = world;
  const users = store.rows('users');
  const row = users.find((one) => Number(one['id']) === person.id);
  // Their name is free: another user may have it.
  const isFree = !users.some((one) => one['account'] === person.account);
  const names = namesOf(world, person, isFree);
  return [
    ...(row?.['realname'] === NOBODY && Number(row['active']) === 0
      ? []
      : [`${person.id} is still somebody`]),
    ...store.tables().flatMap((table) => {
      const match = !KEEPS.includes(table) ? names.exec(JSON.stringify(store.rows(table))) : null;
      return match ? [`${match[0]} was erased and lies in the table ${table}`] : [];
    }),
    ...THEIRS.flatMap((table) =>
      store.rows(table).some((one) => Number(one['user_id']) === person.id)
        ? [`${person.id} was erased and has rows in ${table}`]
        : [],
    ),
    ...store
      .rows('moments')
      .flatMap((one) => (Number(one['author']) === person.id ? [`${person.id} has moments`] : [])),
    ...store
      .rows('moment_viewers')
      .flatMap((one) =>
        Number(one['user_id']) === person.id ? [`${person.id} is in the audience of a moment`] : [],
      ),
  ];
}

const inLogs = (world: World, person: WorldPerson): readonly string[] => {
  const names = namesOf(world, person).exec(world.record.log.join('\n'));
  return names ? [`${names[0]} was erased and stands in a log`] : [];
};

/** After they came to a server, or were refused by one (DATA-9). */
const onTheirDevices = ({ store }: World, { devices, id }: WorldPerson): readonly string[] => {
  const erased = new Set(store.rows('erased_logins').map((row) => String(row['hash'])));
  return devices.flatMap((device) =>
    // Its login had ended before the account did: the device cannot learn of it, and keeps the data for their
    // return (SESS-3).
    device.ended !== null && !erased.has(digestOf(device.ended)) && device.ended === device.disk.lastToken()
      ? []
      : theirsOn(device, id),
  );
};

const theirsOn = (device: Device, id: number): readonly string[] =>
  textsOf(device).flatMap(([where, text]) =>
    isTheirs(where, id, text) ? [`${device.name} keeps ${where}: ${text.slice(0, 120)}`] : [],
  );

const digestOf = (token: string): string => createHash('sha256').update(bare(token)).digest('hex');

/** A wake-up of other tabs holds only the number of a message that is gone. */
const WAKES = /^outbox-\d+$/;
/** A chat requested when the account ended, without content. */
const EMPTY = /^\[\[\],\[(?:\{"id":"[^"]+","chunks":\[\][^}]*"early":\[\][^}]*\}\}?,?)*\]\]$/;

const isTheirs = (where: string, id: number, text: string): boolean =>
  where.startsWith('the state of')
    ? !EMPTY.test(text)
    : where.startsWith('the outbox of')
      ? text !== '[]'
      : new RegExp(`\\b${id}\\b`).test(where) && !WAKES.test(where) && text !== '' && text !== '[]';

/** Users who knew them: no row and no message of a chat shows who it was. */
function withOthers(world: World, person: WorldPerson): readonly string[] {
  const { oracle } = reviewOf(world);
  const names = namesOf(world, person);
  return world.people
    .filter(({ id }) => oracle.people.has(id))
    .flatMap(({ devices }) =>
      devices.flatMap((device) =>
        textsOf(device).flatMap(([where, text]) => {
          const match = where.startsWith('draft-') ? null : names.exec(text);
          const around = text.slice(Math.max(0, (match?.index ?? 0) - 80), (match?.index ?? 0) + 40);
          return match ? [`${device.name} has ${around} in ${where}`] : [];
        }),
      ),
    );
}
