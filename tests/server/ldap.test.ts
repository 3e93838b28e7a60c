import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LdapFault } from '../../src/ports/ldap.ts';
import { ldapFaultText } from '../../src/server/kernel/ldap-faults.ts';
import { createLdap } from '../../src/server/platform/ldap-adapter.ts';
import { missingGroupLines } from '../../src/server/admin/try-services.ts';
import type { Log } from '../../src/ports/log.ts';
import { BadSetting } from '../../src/server/kernel/setting-names.ts';
import { readyCheck } from '../../src/server/operation/readiness.ts';
import { followLdap } from '../../src/server/features/ldap/follow.ts';
import { admin } from '../support/admin.ts';
import { groupName, Slapd } from '../support/slapd.ts';
import { userId } from '../../src/domain/ids.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

let slapd: Slapd;
let world: World;
let root: Person;
let staff: string;

const ANNA = { uid: 'anna', cn: 'Anna Lake', password: 'a long password of hers', mail: 'Anna@Example.org' };
const BELA = { uid: 'bela', cn: 'Bela Hill', password: 'another long password' };

const quiet: Log = { write: () => undefined };

beforeAll(async () => {
  slapd = await Slapd.start();
}, 30_000);
afterAll(() => slapd.stop());

beforeEach(async () => {
  await slapd.add(ANNA);
  await slapd.add(BELA);
  await slapd.group('staff', ['anna']);
  await open();
});
afterEach(async () => {
  await world.close();
  for (const uid of ['anna', 'bela', 'anna2']) await slapd.remove(uid).catch(() => undefined);
});

/** A site whose only group is connected with the directory group `staff`. */
async function open(more: Readonly<Record<string, string>> = {}): Promise<void> {
  world = await startWorld({
    ldap: (log) => createLdap(slapd.setting({ LDAP_GROUPS: `1:${groupName('staff')}`, ...more }), log),
  });
  root = await world.person('root');
  const others = [await world.person('local'), await world.person('other')];
  for (const other of others) await world.befriend(root, other);
  staff = await world.group(root, others, 'Staff');
}

async function reopen(more: Readonly<Record<string, string>>): Promise<void> {
  await world.close();
  await open(more);
}

const login = (account: string, password: string) =>
  world.call(null, '/common/pub/login', { account, password });

async function inside(account: string, password: string): Promise<Person> {
  const { code, msg, data } = await login(account, password);
  if (code !== 0) throw new Error(msg);
  return { id: data['userInfo']['user_id'], account, token: data['authToken'] };
}

/** Runs the regular job once. */
async function nextLook(): Promise<void> {
  await followLdap(world.server.core);
  await world.settle();
}

const audit = () => world.server.core.store.read((tx) => tx.audit.page(0, 500));

const accounts = (): Promise<number> => world.server.core.store.read((tx) => tx.users.count());

const members = async (): Promise<readonly string[]> => {
  const rows = await world.rows(root, 'group/groupUserList', { group_id: staff });
  return rows.map((row) => row['userInfo']['realname'] as string).toSorted();
};

it('LDAP-2, LDAP-3: people of the organisation log in, and have an account from then on', async () => {
  const before = await accounts();
  const anna = await inside('anna', ANNA.password);
  const { data } = await login('ANNA@example.org', ANNA.password);
  expect(data['userInfo']).toMatchObject({ user_id: anna.id, account: 'anna', realname: 'Anna Lake' });
  expect(await accounts()).toBe(before + 1);
  expect(await members()).toContain('Anna Lake');
  expect(await world.contact(anna, staff)).not.toBeNull();
  const bela = await inside('bela', BELA.password);
  expect(await world.contact(bela, staff)).toBeNull();
  const entries = (await audit()).filter(({ facts }) => facts.includes('"provider":"ldap"'));
  expect(entries.map(({ what }) => what)).toEqual(['registered', 'registered']);
});

it('RULE-8, RULE-9: a login that is taken or reserved gets a variant, always the same', async () => {
  await world.person('Bela');
  const bela = await inside('bela', BELA.password);
  const { data } = await login('bela', BELA.password);
  expect(data['userInfo']['account']).toMatch(/^bela-[0-9a-f]{8}$/);
  expect((await inside('bela', BELA.password)).id).toBe(bela.id);
  await slapd.add({ uid: 'support', cn: 'Support', password: 'a long one of support' });
  try {
    const { data: made } = await login('support', 'a long one of support');
    expect(made['userInfo']['account']).toMatch(/^support-[0-9a-f]{8}$/);
    expect(made['userInfo']['realname']).toMatch(/^Support-[0-9a-f]{4}$/);
  } finally {
    await slapd.remove('support');
  }
});

it('LDAP-2: a wrong, empty or foreign password opens nothing, and makes no account', async () => {
  const before = await accounts();
  const { code, msg } = await login('anna', 'wrong');
  expect([code, msg]).toEqual([400, '账号或密码错误']);
  expect((await login('nobody', 'wrong')).msg).toBe(msg);
  expect((await login('anna', BELA.password)).code).toBe(400);
  expect((await login('anna', '')).code).toBe(400);
  expect(await accounts()).toBe(before);
});

it.each(['*', 'an*', 'anna)(uid=*', '*)(objectClass=*', 'anna\\', 'anna\u0000'])(
  'LDAP-2: %j finds no user: input is a value, not a filter',
  async (name) => {
    for (const password of [ANNA.password, BELA.password])
      expect((await login(name, password)).code).toBe(400);
  },
);

it('LDAP-2: after five wrong ones the next waits, as with any password', async () => {
  for (let tries = 0; tries < 6; tries += 1) await login('anna', 'wrong');
  expect((await login('anna', ANNA.password)).msg).toContain('次数过多');
});

it('LDAP-3: a user who is renamed there keeps their account here', async () => {
  const { id } = await inside('anna', ANNA.password);
  await slapd.rename('anna', 'anna2');
  expect((await inside('anna2', ANNA.password)).id).toBe(id);
});

it('LDAP-4: an account of the same name stays its user’s, unless the operator says so', async () => {
  const local = await world.person('anna');
  expect((await login('anna', ANNA.password)).msg).toBe('已有同名账号，请联系管理员');
  expect((await world.login('anna')).id).toBe(local.id);
  await reopen({ LDAP_TAKE_OVER: '1' });
  const owner = await world.person('anna');
  expect((await inside('anna', ANNA.password)).id).toBe(owner.id);
  // The directory alone decides from now on.
  expect((await login('anna', 'secret-1')).code).toBe(400);
});

/** An account whose owner has proved the address that the directory has for Anna. */
async function proved(role: 0 | 1 = 0): Promise<Person> {
  const person = await world.person('anna@example.org');
  await world.server.core.store.write((tx) => tx.users.update(userId(person.id), { isAuth: true, role }));
  return person;
}
const link = (ownPassword: string) =>
  world.call(null, '/common/pub/login', { account: 'anna', password: ANNA.password, ownPassword });
const isIn = async (who: Person): Promise<boolean> => (await world.code(who, 'im/getContacts')) === 0;

it.each([
  ['0', 0],
  ['0', 1],
  ['1', 1],
] as const)(
  'LDAP-4: with LDAP_TAKE_OVER=%s no directory opens a proved account of role %i without its password',
  async (takesOver, role) => {
    await reopen({ LDAP_TAKE_OVER: takesOver });
    const owner = await proved(role);
    for (const password of ['', 'wrong', ANNA.password]) {
      expect(await link(password)).toMatchObject({ code: 413, data: [] });
      expect(await isIn(owner)).toBe(true);
    }
    expect((await link(PASSWORD)).data['userInfo']).toMatchObject({ user_id: owner.id });
    expect(await isIn(owner)).toBe(false);
    // From then on the directory's password works, and the previous one does not.
    const anna = await inside('anna', ANNA.password);
    expect(anna.id).toBe(owner.id);
    expect(JSON.stringify(await world.ok(anna, 'im/getKept'))).toContain('loginAdded');
    expect((await login('anna@example.org', PASSWORD)).code).toBe(400);
  },
);

it.each([false, true])(
  'LDAP-4: LDAP_TAKE_OVER=1 goes by an address only if it was verified: %s',
  async (isAuth) => {
    await reopen({ LDAP_TAKE_OVER: '1' });
    const squatter = await world.person('anna@example.org');
    await world.server.core.store.write((tx) => tx.users.update(userId(squatter.id), { isAuth }));
    const answer = await login('anna', ANNA.password);
    if (isAuth) return expect(answer.data['userInfo']).toMatchObject({ user_id: squatter.id });
    expect(answer.msg).toBe('已有同名账号，请联系管理员');
    expect(await isIn(squatter)).toBe(true);
    await admin(world, 'user', 'release', 'anna@example.org');
    expect((await inside('anna', ANNA.password)).id).not.toBe(squatter.id);
  },
);

it('LDAP-4: its password is guessed no oftener there than at a login', async () => {
  await proved();
  for (let tries = 0; tries < 6; tries += 1) await link(`wrong ${tries}`);
  expect((await link(PASSWORD)).msg).toContain('次数过多');
});

it('LDAP-4, SECOND-2: a user with two-step login gives its code before the account is linked', async () => {
  const owner = await proved();
  await world.server.core.store.write(async (tx) => {
    await tx.secondSteps.begin(userId(owner.id), 'JBSWY3DPEHPK3PXP');
    await tx.secondSteps.turnOn(userId(owner.id), 'JBSWY3DPEHPK3PXP', 1);
  });
  expect((await link(PASSWORD)).code).toBe(412);
  expect(await isIn(owner)).toBe(true);
  expect(await world.server.core.store.read((tx) => tx.openIds.ofUser(userId(owner.id)))).toEqual([]);
});

it('LDAP-12: a user with a long name gets as much of it as fits', async () => {
  await slapd.add({ uid: 'alex', cn: `${'Lake '.repeat(12)}Humboldt`, password: 'a long one of alex' });
  try {
    const { data } = await login('alex', 'a long one of alex');
    expect(data['userInfo']['realname']).toBe('Lake '.repeat(12).trim());
  } finally {
    await slapd.remove('alex');
  }
});

it('LDAP-13: a connected group that does not exist here is named by the test and the log', async () => {
  const dn = groupName('staff');
  await reopen({ LDAP_GROUPS: `4711:${dn}` });
  await nextLook();
  expect(world.log.filter(({ what }) => what.startsWith('LDAP_GROUPS names a group'))).toHaveLength(1);
  const { groups } = slapd.setting({ LDAP_GROUPS: `1:${dn};4711:${dn}` });
  expect(await missingGroupLines(world.server.core.store, groups)).toEqual([
    `LDAP_GROUPS connects ${dn} with group 4711, which does not exist here: correct its number`,
  ]);
});

const textOf = (fault: LdapFault | null): string => (fault ? ldapFaultText(fault) : '');

it.each([
  ['LDAP_LOGIN', 'uidd'],
  ['LDAP_ID', 'entryUUIDD'],
])('OPS-21: entries without the attribute of %s: that setting is named', async (setting, attribute) => {
  const ldap = createLdap(slapd.setting({ [setting]: attribute }), quiet);
  expect(await ldap.everybody()).toBe('away');
  expect(textOf(ldap.fault())).toContain(`without the attribute "${attribute}": correct ${setting},`);
});

it('LDAP-10: many who are gone at once are disabled only once the operator has confirmed it', async () => {
  const names = ['many1', 'many2', 'many3', 'many4', 'many5'];
  const people: Person[] = [];
  for (const uid of names) {
    await slapd.add({ uid, cn: uid, password: 'a long password' });
    people.push(await inside(uid, 'a long password'));
  }
  const anna = await inside('anna', ANNA.password);
  for (const uid of names) await slapd.remove(uid);
  await nextLook();
  for (const one of people) expect(await isIn(one)).toBe(true);
  expect(world.log.find(({ what }) => what.includes('many people are gone'))?.facts).toMatchObject({
    gone: 5,
    of: 6,
  });
  await followLdap({
    ...world.server.core,
    settings: { ...world.server.core.settings, ldapDisablesMany: true },
  });
  await world.settle();
  for (const one of people) expect(await isIn(one)).toBe(false);
  expect(await isIn(anna)).toBe(true);
});

it('LDAP-5: the password is changed there alone, and that way in is not unlinked', async () => {
  const anna = await inside('anna', ANNA.password);
  const change = { originalPassword: ANNA.password, password: 'some-new-1' };
  const refused = await world.call(anna, 'im/editPassword', change);
  expect(refused.msg).toBe('该账号的密码由组织统一管理，请在那里修改');
  expect(await world.ok(anna, 'im/getOpenIds')).toEqual({ list: [] });
});

it('LDAP-6: members of the directory group come and go with it; no other member does', async () => {
  const [anna, bela] = [await inside('anna', ANNA.password), await inside('bela', BELA.password)];
  await slapd.group('staff', ['bela']);
  await nextLook();
  expect(await members()).toEqual(['Bela Hill', 'local name', 'other name', 'root name']);
  expect(await world.contact(anna, staff)).toBeNull();
  await slapd.group('staff', ['anna', 'bela']);
  await nextLook();
  expect(await members()).toEqual(['Anna Lake', 'Bela Hill', 'local name', 'other name', 'root name']);
  // The decision of the group's owner takes precedence.
  await world.ok(root, 'group/removeUser', { id: staff, user_id: bela.id });
  await nextLook();
  expect(await members()).not.toContain('Bela Hill');
});

it('LDAP-7: a user who is gone there is disabled here, with an audit entry', async () => {
  const anna = await inside('anna', ANNA.password);
  await slapd.remove('anna');
  await nextLook();
  expect(await world.code(anna, 'im/getContacts')).toBe(-1);
  expect((await login('anna', ANNA.password)).code).toBe(400);
  const entry = (await audit()).find(({ what }) => what === 'user disable');
  expect(entry).toMatchObject({ by: 'server', about: `user ${anna.id}`, facts: '{"provider":"ldap"}' });
});

it('LDAP-8: a missing server stops no user who has a password here, and changes nothing', async () => {
  const anna = await inside('anna', ANNA.password);
  await slapd.stop();
  try {
    expect((await login('anna', ANNA.password)).msg).toBe('组织的账号服务没有响应，请稍后再试');
    expect((await login('bela', BELA.password)).msg).toBe('组织的账号服务没有响应，请稍后再试');
    expect((await world.login('local')).account).toBe('local');
    await nextLook();
    expect(await world.code(anna, 'im/getContacts')).toBe(0);
  } finally {
    await slapd.up();
  }
  expect((await login('anna', ANNA.password)).code).toBe(0);
});

it('LDAP-1: no password is sent to a server with an unknown certificate', async () => {
  const LDAP_URL = slapd.secureUrl;
  const strange = createLdap(slapd.setting({ LDAP_URL }), quiet);
  expect(await strange.enter('anna', ANNA.password)).toBe('away');
  const entry = createLdap(slapd.setting({ LDAP_URL, LDAP_CA: slapd.ca }), quiet);
  expect(await entry.enter('anna', ANNA.password)).toMatchObject({
    login: 'anna',
    email: 'anna@example.org',
  });
  const later = createLdap(slapd.setting({ LDAP_STARTTLS: '1', LDAP_CA: slapd.ca }), quiet);
  expect(await later.enter('anna', ANNA.password)).toMatchObject({ name: 'Anna Lake', groups: [] });
  const never = createLdap(slapd.setting({ LDAP_STARTTLS: '1' }), quiet);
  expect(await never.enter('anna', ANNA.password)).toBe('away');
});

it('OPS-21, LDAP-1: a refused LDAP_BIND, an unknown base and a missing server are told apart', async () => {
  const faultWith = async (more: Readonly<Record<string, string>>) => {
    const ldap = createLdap(slapd.setting(more), quiet);
    expect(await ldap.everybody()).toBe('away');
    return textOf(ldap.fault());
  };
  expect(await faultWith({ LDAP_BIND: 'cn=nobody,dc=example,dc=org', LDAP_BIND_PASSWORD: 'x' })).toBe(
    'LDAP_BIND is refused: its name or LDAP_BIND_PASSWORD is wrong',
  );
  expect(await faultWith({ LDAP_BASE: 'ou=nowhere,dc=example,dc=org' })).toContain('has no entry LDAP_BASE');
  const LDAP_URL = 'ldap://127.0.0.1:9';
  expect(await faultWith({ LDAP_URL })).toMatch(/^ldap:\/\/127\.0\.0\.1:9 does not answer \(.+\)$/);
  const ldap = createLdap(slapd.setting({ LDAP_URL }), quiet);
  await ldap.everybody();
  const { warnings } = await readyCheck(world.server.core, { ldap }).look();
  expect(warnings).toEqual([expect.stringMatching(/^nobody can log in by LDAP: ldap:/)]);
});

it('ADMIN-8: a user is found by login name or address, without a password', async () => {
  const ldap = createLdap(slapd.setting(), quiet);
  expect(await ldap.find('anna')).toMatchObject({ login: 'anna', name: 'Anna Lake' });
  expect(await ldap.find('anna@example.org')).toMatchObject({ login: 'anna' });
  expect([await ldap.find('nobody'), ldap.fault()]).toEqual([null, null]);
});

it('LDAP-1: people are who the filter of the operator says', async () => {
  const LDAP_PEOPLE = '(&(objectClass=person)(!(uid=bela)))';
  const ldap = createLdap(slapd.setting({ LDAP_PEOPLE }), quiet);
  expect(await ldap.enter('bela', BELA.password)).toBeNull();
  const everybody = await ldap.everybody();
  expect(everybody === 'away' ? 0 : everybody.ids.size).toBe(1);
});

/** The first word of the line that an operator sees. */
const describe = (more: Readonly<Record<string, string>>): string => {
  try {
    createLdap(slapd.setting(more), quiet);
    return 'no fault';
  } catch (error) {
    return error instanceof BadSetting ? (error.message.split(' ')[0] ?? '') : 'another fault';
  }
};

it('LDAP-1: impossible settings are refused with one line', () => {
  expect(describe({})).toBe('no fault');
  for (const [name, value] of [
    ['LDAP_URL', 'https://ldap.example.org'],
    ['LDAP_URL', 'ldap://ldap.example.org'],
    ['LDAP_BASE', 'people'],
    ['LDAP_PEOPLE', 'uid=*'],
    ['LDAP_PEOPLE', '(uid=*'],
    ['LDAP_LOGIN', 'u i d'],
    ['LDAP_LOGIN', 'uid,'],
    ['LDAP_LOGIN', 'a,b,c,d,e'],
    ['LDAP_MEMBER_OF', 'member of'],
    ['LDAP_STARTTLS', 'yes'],
    ['LDAP_TAKE_OVER', '2'],
    ['LDAP_GROUPS', 'cn=staff'],
    ['LDAP_GROUPS', '1:cn=a;1:cn=b'],
    ['LDAP_CA', '/nowhere/ca.pem'],
  ] as const)
    expect(describe({ [name]: value })).toBe(name);
});
