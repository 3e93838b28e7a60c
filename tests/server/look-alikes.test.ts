import { expect, it } from 'vitest';
import { say } from '../../src/server/kernel/texts.ts';
import { user } from '../support/store-rows.ts';
import { tryAdmin } from '../support/admin.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, 'anna-lee': anna } = setUpWorld(['anna-lee'], { jobs: true });

const register = async (account: string, realname = 'Somebody') => {
  world.clock.pass(120_000);
  return world.call(null, '/common/pub/register', { account, realname, password: PASSWORD });
};
const ACCEPTED = say('accountTaken', 'zh-CN');
const MIXED = say('mixedScripts', 'zh-CN');
const RESERVED = say('nameReserved', 'zh-CN');

it.each([
  ['capitals', 'Anna-Lee'],
  ['full width', 'ａｎｎａ-ｌｅｅ'],
  ['letters of mathematics', '𝐚𝐧𝐧𝐚-𝐥𝐞𝐞'],
  ['a Cyrillic word', '\u0430\u043f\u043f\u0430-lee'],
  ['a capital I for an l', 'anna-Iee'],
  ['a digit for an l', 'anna-1ee'],
])('RULE-8: a new username that looks like another one is refused as taken: %s', async (_, account) => {
  expect(await register(account)).toMatchObject({ code: 400, msg: ACCEPTED });
  expect((await tryAdmin(world, 'user', 'create', account, 'Somebody')).exit).toBe(1);
});

it('RULE-8: whole words of Cyrillic or Greek are refused where they look like a Latin username', async () => {
  await register('pacca');
  expect(await register('расса')).toMatchObject({ code: 400, msg: ACCEPTED });
  await register('nina.kot');
  expect(await register('ΝΙΝΑ.κοτ')).toMatchObject({ code: 400, msg: ACCEPTED });
  // No letter of it looks like another one.
  expect((await register('жаба')).code).toBe(0);
});

it('RULE-8: a word of two alphabets is refused in usernames and names of users and groups', async () => {
  const mixed = 'p\u0430ypal';
  expect((await register(mixed)).msg).toBe(MIXED);
  expect((await register('another', mixed)).msg).toBe(MIXED);
  const info = { email: '', motto: '', sex: 2 };
  expect((await world.call(anna, 'im/updateUserInfo', { realname: mixed, ...info })).msg).toBe(MIXED);
  const bela = await world.person('bela');
  await world.befriend(anna, bela);
  const make = (name: string) => world.call(anna, 'group/add', { name, user_ids: [bela.id] });
  expect((await make(mixed)).msg).toBe(MIXED);
  const { data, code } = await make('Чай & Tea');
  expect(code).toBe(0);
  const renamed = { id: data['id'], displayName: mixed };
  expect((await world.call(anna, 'group/editGroupName', renamed)).msg).toBe(MIXED);
  for (const [at, name] of ['Анна Smith', '王小明Wang', 'José', 'Ελένη'].entries())
    expect((await register(`fine-${at}`, name)).code, name).toBe(0);
});

it('RULE-8: accounts of before remain, and a profile with a name of before can be saved', async () => {
  const old = await world.server.core.store.write((tx) =>
    tx.users.insert(
      user({ account: 'ANNA-LEE', realname: 'p\u0430ypal', passwordHash: `hash of ${PASSWORD}` }),
    ),
  );
  const login = await world.login('ANNA-LEE');
  expect(login.id).toBe(old);
  const info = { realname: 'p\u0430ypal', email: '', motto: 'new', sex: 2 };
  expect(await world.ok(login, 'im/updateUserInfo', info)).toMatchObject({ motto: 'new' });
});

it.each([
  'Admin',
  'ADMINISTRATOR',
  'adm1n',
  'ádmin',
  'S.u.p.p.o.r.t',
  'r00t',
  'ＨＥＬＰ',
  'Parley',
  '管理员',
])('RULE-9: a reserved name is refused to users: %s', async (name) => {
  expect((await register('another', name)).msg).toBe(RESERVED);
  expect((await register(name.padEnd(4, '_'))).code).toBe(400);
  const bela = await world.person('bela');
  const info = { realname: name, email: '', motto: '', sex: 2 };
  expect((await world.call(bela, 'im/updateUserInfo', info)).msg).toBe(RESERVED);
  expect(await world.code(anna, 'im/updateUserInfo', info)).toBe(0);
});

it('RULE-9: reserved names come from the operator, or from the first administrator at the console', async () => {
  expect((await tryAdmin(world, 'user', 'create', 'support', '客服')).exit).toBe(0);
  const bela = await world.person('bela');
  expect((await tryAdmin(world, 'user', 'role', 'bela', 'admin')).exit).toBe(0);
  const second = await world.login('bela');
  expect(second.id).toBe(bela.id);
  const create = (who: Person, account: string) =>
    world.call(who, '/admin/run', { words: 'user create', given: { account, name: 'Security' } });
  expect(JSON.stringify(await create(second, 'security'))).toContain(RESERVED);
  expect(JSON.stringify(await create(anna, 'security'))).not.toContain(RESERVED);
  const made = (account: string) =>
    world.server.core.store.read(async (tx) => (await tx.users.byAccount(account))?.realname);
  expect([await made('security'), await made('support')]).toEqual(['Security', '客服']);
});

it('RULE-9: the first account of a server may have a reserved name', async () => {
  const fresh = await startWorld();
  const body = { account: 'admin', realname: 'Administrator', password: PASSWORD };
  expect((await fresh.call(null, '/common/pub/register', body)).code).toBe(0);
  await fresh.close();
});
