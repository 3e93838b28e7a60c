import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLdap } from '../../src/server/platform/ldap-adapter.ts';
import { followLdap } from '../../src/server/features/ldap/follow.ts';
import {
  ACTIVE_SETTINGS,
  addActive,
  disableActive,
  entryName,
  startActive,
} from '../support/active-directory.ts';
import { BASE, groupName, type Slapd } from '../support/slapd.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

/** A directory in the manner of Active Directory, by the settings of docs/operations/sign-on.md (LDAP-9). */

const ANNA = {
  account: 'alake',
  name: 'Lake, Anna',
  display: 'Anna Lake',
  password: 'a long password of hers',
  number: Buffer.from('f00122ff80fe4c5d9a00b1c2d3e4f501', 'hex'),
};
const BELA = {
  account: 'bhill',
  name: 'Hill, Bela',
  display: 'Bela Hill',
  password: 'another long password',
  number: Buffer.from('f00122ff80fe4c5d9a00b1c2d3e4f502', 'hex'),
};

let slapd: Slapd;
let world: World;
let root: Person;
let staff: string;

beforeAll(async () => {
  slapd = await startActive();
}, 30_000);
afterAll(() => slapd.stop());

beforeEach(async () => {
  await addActive(slapd, ANNA);
  await addActive(slapd, BELA);
  await slapd.group('staff', [ANNA.name], entryName);
  await open(ACTIVE_SETTINGS);
});
afterEach(async () => {
  await world.close();
  await slapd.as(async (client) => {
    for (const dn of [entryName(ANNA.name), entryName(BELA.name), groupName('staff')])
      await client.del(dn).catch(() => undefined);
  });
});

const lines: string[] = [];

async function open(settings: Readonly<Record<string, string>>): Promise<void> {
  lines.length = 0;
  const log = { write: (_: string, line: string) => void lines.push(line) };
  world = await startWorld({
    ldap: () => createLdap(slapd.setting({ ...settings, LDAP_GROUPS: `1:${groupName('staff')}` }), log),
  });
  root = await world.person('root');
  const others = [await world.person('local'), await world.person('other')];
  for (const other of others) await world.befriend(root, other);
  staff = await world.group(root, others, 'Staff');
}

const login = (account: string, password: string) =>
  world.call(null, '/common/pub/login', { account, password });

async function nextLook(): Promise<void> {
  await followLdap(world.server.core);
  await world.settle();
}

const members = async (): Promise<readonly string[]> => {
  const rows = await world.rows(root, 'group/groupUserList', { group_id: staff });
  return rows.map((row) => row['userInfo']['realname'] as string).toSorted();
};
const OURS = ['local name', 'other name', 'root name'];

it.each(['alake', 'ALake', 'alake@corp.example.org', 'anna.lake@example.org'])(
  'LDAP-9: a user who types %s is the one user with that number',
  async (name) => {
    const { data } = await login('alake', ANNA.password);
    const again = await login(name, ANNA.password);
    expect(again.data['userInfo']).toMatchObject({
      user_id: data['userInfo']['user_id'],
      account: 'alake',
      realname: 'Anna Lake',
    });
    expect((await login(name, BELA.password)).code).toBe(400);
  },
);

it('LDAP-9: the number of an entry is its bytes', async () => {
  const ldap = createLdap(slapd.setting(ACTIVE_SETTINGS), { write: () => undefined });
  const id = `hex:${ANNA.number.toString('hex')}`;
  expect(await ldap.enter('alake', ANNA.password)).toMatchObject({ id, login: 'alake' });
  expect(await ldap.fits(id, ANNA.password)).toBe(true);
  expect(await ldap.fits(`hex:${BELA.number.toString('hex')}`, ANNA.password)).toBe(false);
});

it('LDAP-9: a user who is moved and renamed there keeps the account: the number stays', async () => {
  const { data } = await login('alake', ANNA.password);
  await slapd.as((client) =>
    client.modifyDN(entryName(ANNA.name), entryName('Hill, Anna').split(',ou=')[0] ?? ''),
  );
  await slapd.replace(entryName('Hill, Anna'), 'sAMAccountName', ['ahill']);
  const again = await login('ahill', ANNA.password);
  expect(again.data['userInfo']['user_id']).toBe(data['userInfo']['user_id']);
  await slapd.as((client) => client.del(entryName('Hill, Anna')));
});

it('LDAP-9: a user who is disabled there by a bit cannot log in, and is out within one check', async () => {
  const { data } = await login('alake', ANNA.password);
  const anna = { id: data['userInfo']['user_id'], account: 'alake', token: data['authToken'] };
  await disableActive(slapd, ANNA.name);
  expect((await login('alake', ANNA.password)).code).toBe(400);
  expect(await world.code(anna, 'im/getContacts')).toBe(0);
  await nextLook();
  expect(await world.code(anna, 'im/getContacts')).toBe(-1);
  expect((await login('bhill', BELA.password)).code).toBe(0);
});

it('LDAP-9: a group is followed by what its people say of themselves', async () => {
  await login('alake', ANNA.password);
  await login('bhill', BELA.password);
  expect(await members()).toEqual(['Anna Lake', ...OURS]);
  await slapd.group('staff', [BELA.name], entryName);
  await nextLook();
  expect(await members()).toEqual(['Bela Hill', ...OURS]);
  // A deleted entry of the directory group changes no member.
  await slapd.as((client) => client.del(groupName('staff')));
  await nextLook();
  expect(await members()).toEqual(['Bela Hill', ...OURS]);
});

it('LDAP-9: a list of members that comes in parts is not followed, and the log says so', async () => {
  await world.close();
  await open({ ...ACTIVE_SETTINGS, LDAP_MEMBER_OF: '' });
  await login('alake', ANNA.password);
  expect(await members()).toContain('Anna Lake');
  await slapd.as(async (client) => {
    await client.del(groupName('staff'));
    // OpenLDAP returns whole lists. The option in the attribute's name imitates a list in parts.
    await client.add(groupName('staff'), {
      objectClass: 'groupOfNames',
      cn: 'staff',
      member: `cn=nobody,${BASE}`,
      'member;lang-en': entryName(BELA.name),
    });
  });
  await nextLook();
  expect(await members()).toContain('Anna Lake');
  expect(lines).toEqual(['an LDAP group is given in parts, so it is not followed: set LDAP_MEMBER_OF']);
});
