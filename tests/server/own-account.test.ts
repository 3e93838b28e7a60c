import { beforeEach, describe, expect, it } from 'vitest';
import { addressKind } from '../../src/domain/validation.ts';
import type { Mail } from '../../src/ports/mail.ts';
import { COMMON_PASSWORDS } from '../../src/server/features/auth/common-passwords.ts';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { newPasswordProblem } from '../../src/server/features/auth/new-password.ts';
import { tryAdmin } from '../support/admin.ts';
import { PASSWORD, plainPasswords, startWorld } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

let sent: { to: string; subject: string; text: string }[];
let broken: boolean;
const mail: Mail = {
  send: async (one) => {
    if (broken) throw new Error('connection refused');
    sent.push(one);
  },
};
beforeEach(() => {
  [sent, broken] = [[], false];
});
const { world, 'anna@parley.test': anna } = setUpWorld(['anna@parley.test'], { options: { mail } });

const ask = (account: string, type: number, who: Person | null = null) =>
  world.call(who, '/common/pub/sendCode', { account, type });
const codeIn = (text: string | undefined) => /\d{6}/.exec(text ?? '')?.[0] ?? '';
const codeFor = async (account: string, type: number, who: Person | null = null) => {
  const answer = await ask(account, type, who);
  if (answer.code !== 0) throw new Error(answer.msg);
  return codeIn(sent.at(-1)?.text);
};
const login = (body: object) => world.call(null, '/common/pub/login', body);
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('codes by mail', () => {
  it('ACC-9: go to e-mail addresses; phones and other words are refused, and without mail everything is', async () => {
    expect(await codeFor('anna@parley.test', 1)).toMatch(/^\d{6}$/);
    expect(sent).toMatchObject([{ to: 'anna@parley.test', subject: 'Parley 验证码' }]);
    expect(await ask('13800000000', 1)).toMatchObject({ code: 400, msg: '当前未开启短信验证码' });
    for (const account of ['anna', '', 'anna@', '@x.y', 'a@b\r\nBcc: c@d.e'])
      expect((await ask(account, 1)).code).toBe(400);
    expect(['13800000000', '12800000000', 'a@b.c', 'a b@c.d'].map(addressKind)).toEqual([
      'phone',
      null,
      'email',
      null,
    ]);
    const silent = await startWorld();
    expect(
      await silent.call(null, '/common/pub/sendCode', { account: 'anna@parley.test', type: 1 }),
    ).toMatchObject({ code: 400, msg: '当前未开启邮箱验证码' });
    await silent.close();
  });

  it('ACC-9: a code is sent once a minute; after a mail fault the user may try again at once', async () => {
    await codeFor('anna@parley.test', 1);
    expect(await ask('anna@parley.test', 1)).toMatchObject({ code: 400, data: { retry_ms: 60_000 } });
    world.clock.pass(60_000);
    broken = true;
    expect((await ask('anna@parley.test', 1)).code).toBe(502);
    broken = false;
    expect((await ask('anna@parley.test', 1)).code).toBe(0);
  });

  it('ACC-9: a code is for one purpose, one use, five minutes and five tries', async () => {
    const code = await codeFor('new@parley.test', 2);
    expect((await login({ account: 'new@parley.test', code })).code).toBe(400);
    const mine = await codeFor('anna@parley.test', 1);
    expect((await login({ account: 'anna@parley.test', code: mine })).code).toBe(0);
    expect((await login({ account: 'anna@parley.test', code: mine })).code).toBe(400);
    world.clock.pass(60_000);
    const late = await codeFor('anna@parley.test', 1);
    world.clock.pass(300_000);
    expect((await login({ account: 'anna@parley.test', code: late })).code).toBe(400);
    const tried = await codeFor('anna@parley.test', 1);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await login({ account: 'anna@parley.test', code: other(tried) })).code).toBe(400);
    expect((await login({ account: 'anna@parley.test', code: tried })).code).toBe(400);
  });

  it('ACC-10: a code takes the place of the password, which is not looked at', async () => {
    const code = await codeFor('anna@parley.test', 1);
    expect((await login({ account: 'anna@parley.test', password: 'anything', code: '' })).code).toBe(400);
    expect(await login({ account: 'anna@parley.test', password: 'anything', code })).toMatchObject({
      code: 0,
      data: { userInfo: { user_id: anna.id } },
    });
  });
});

const edit = (who: Person, body: object) => world.call(who, 'im/editAccount', body);

describe('the own account', () => {
  it('ACC-12: an account that was never proved is proved by a code to the new one', async () => {
    const bela = await world.person('bela');
    const second = await world.login('bela');
    expect((await edit(bela, { account: 'bela@parley.test' })).code).toBe(400);
    expect((await edit(bela, { account: 'bela@parley.test', newCode: '' })).code).toBe(400);
    expect((await ask('bela@parley.test', 4)).code).toBe(-1);
    const newCode = await codeFor('bela@parley.test', 4, bela);
    expect((await edit(bela, { account: 'anna@parley.test', newCode })).code).toBe(400);
    expect((await edit(anna, { account: 'bela@parley.test', newCode: other(newCode) })).code).toBe(400);
    const socket = await world.online(bela);
    expect((await edit(bela, { account: 'bela@parley.test', newCode })).code).toBe(0);
    expect(socket.of('profile')).toMatchObject([
      { stream: `u${bela.id}`, data: { account: 'bela@parley.test', is_auth: 1, email: 'bela@parley.test' } },
    ]);
    expect(await world.code(second, 'im/getContacts')).toBe(-1);
    expect((await login({ account: 'bela', password: PASSWORD })).code).toBe(400);
    expect((await login({ account: 'bela@parley.test', password: PASSWORD })).code).toBe(0);
  });

  it('STREAM-17, ACC-12: friends get the new username, by which they find the user in their list', async () => {
    const bela = await world.person('bela');
    await world.befriend(anna, bela);
    const socket = await world.online(anna);
    const newCode = await codeFor('bela@parley.test', 4, bela);
    expect((await edit(bela, { account: 'bela@parley.test', newCode })).code).toBe(0);
    expect(socket.of('profiles')).toMatchObject([
      { data: { list: [{ id: bela.id, realname: 'bela name', account: 'bela@parley.test' }] } },
    ]);
  });

  it('ACC-12: a proved account is left only with a code to it as well', async () => {
    expect(
      (await edit(anna, { account: 'anna@parley.test', newCode: await codeFor('anna@parley.test', 4, anna) }))
        .code,
    ).toBe(0);
    const newCode = await codeFor('next@parley.test', 4, anna);
    expect((await edit(anna, { account: 'next@parley.test', newCode })).code).toBe(400);
    world.clock.pass(60_000);
    const code = await codeFor('anna@parley.test', 4, anna);
    expect((await edit(anna, { account: 'next@parley.test', newCode, code: other(code) })).code).toBe(400);
    world.clock.pass(60_000);
    const again = await codeFor('next@parley.test', 4, anna);
    expect((await edit(anna, { account: 'next@parley.test', newCode: again, code })).code).toBe(0);
  });

  it('ACC-13: a new password needs the old one or a code, and ends every other login', async () => {
    const change = (who: Person, body: object) => world.call(who, 'im/editPassword', body);
    const elsewhere = await world.login('anna@parley.test');
    const socket = await world.online(elsewhere);
    for (const body of [
      { password: 'new-secret' },
      { password: 'new-secret', originalPassword: 'wrong-1' },
      { password: 'short', originalPassword: PASSWORD },
    ]) {
      expect((await change(anna, body)).code).toBe(400);
    }
    expect((await change(anna, { password: 'new-secret', originalPassword: PASSWORD })).code).toBe(0);
    expect(await world.code(elsewhere, 'im/getContacts')).toBe(-1);
    expect(await world.code(anna, 'im/getContacts')).toBe(0);
    await world.befriend(anna, await world.person('bela'));
    expect(socket.of('appendContact')).toEqual([]);
    expect((await login({ account: 'anna@parley.test', password: PASSWORD })).code).toBe(400);
    expect((await ask('other@parley.test', 3, anna)).code).toBe(400);
    const code = await codeFor('anna@parley.test', 3, anna);
    expect((await change(anna, { password: 'third-secret', code })).code).toBe(0);
    expect((await login({ account: 'anna@parley.test', password: 'third-secret' })).code).toBe(0);
  });

  it('ACC-11: a profile is checked, and the own devices hear of it', async () => {
    const socket = await world.online(await world.login('anna@parley.test'));
    const save = (body: object) =>
      world.call(anna, 'im/updateUserInfo', { realname: 'Anna B', email: '', motto: '', sex: 1, ...body });
    for (const body of [
      { realname: '' },
      { realname: 'x'.repeat(65) },
      { email: 'x' },
      { sex: 3 },
      { motto: 'x'.repeat(201) },
    ])
      expect((await save(body)).code).toBe(400);
    expect((await save({ motto: 'Hello', email: 'a@b.cd' })).code).toBe(0);
    expect(socket.of('profile')).toMatchObject([
      { data: { realname: 'Anna B', motto: 'Hello', email: 'a@b.cd', sex: 1 } },
    ]);
    expect(await world.ok(anna, 'im/getUserInfo', { user_id: anna.id })).toMatchObject({
      realname: 'Anna B',
    });
    // A device that was not there has it with the list.
    expect(await world.call(anna, 'im/getContacts', {})).toMatchObject({
      self: { user_id: anna.id, motto: 'Hello', email: 'a@b.cd' },
    });
  });
});

it('MSG-1: the author of a contact card may show another person with it, live for both', async () => {
  const [bela, cora] = [await world.person('bela'), await world.person('cora')];
  await world.befriend(anna, bela);
  const send = {
    id: 'm-1',
    toContactId: bela.id,
    type: 'contact',
    content: '[名片] bela',
    extends: { id: bela.id },
  };
  await world.ok(anna, 'im/sendMessage', send);
  const socket = await world.online(bela);
  const card = (who: Person, body: object) => world.call(who, 'im/updateCard', { id: 'm-1', ...body });
  expect((await card(bela, { extends: { id: cora.id } })).code).toBe(400);
  expect((await card(cora, { extends: { id: cora.id } })).code).toBe(400);
  for (const wrong of [{}, { extends: { id: 99 } }, { extends: 'x' }])
    expect((await card(anna, wrong)).code).toBe(400);
  expect((await card(anna, { extends: { id: cora.id, displayName: 'fake' } })).code).toBe(0);
  const extra = { id: cora.id, displayName: 'cora name', avatar: '' };
  expect(socket.of('updateMessage')).toMatchObject([
    { stream: `${anna.id}-${bela.id}`, data: { id: 'm-1', extends: extra } },
  ]);
  expect(await world.rows(bela, 'im/getMessageList', { toContactId: anna.id })).toMatchObject([
    {},
    { extends: extra },
  ]);
});

it('UPD-5: checkVersion answers GET and POST, and offers what is newer for the kind of phone', async () => {
  const check = async (query: string) =>
    ((await (await world.raw(`/common/pub/checkVersion${query}`)).json()) as { data: object }).data;
  expect(await check('?release=1')).toMatchObject({ downloadUrl: '', versionCode: 20_250_607 });
  const release = {
    name: '6.1.0',
    build: 20_260_101,
    type: 'forcibly',
    info: 'new',
    androidUrl: 'https://x.test/a.apk',
    iosUrl: 'https://x.test/i',
  } as const;
  await world.server.core.store.write((tx) => tx.config.setRelease(release));
  expect(await check('?release=20250607&type=1101')).toEqual({
    versionName: '6.1.0',
    versionCode: 20_260_101,
    updateType: 'forcibly',
    versionInfo: 'new',
    downloadUrl: release.androidUrl,
  });
  expect(await check('?release=20250607&type=1102&setupPage=false')).toMatchObject({
    updateType: 'forcibly',
    downloadUrl: release.iosUrl,
  });
  expect(await check('?release=20250607&setupPage=true')).toMatchObject({ updateType: 'solicit' });
  expect(await check('?release=20260101')).toMatchObject({ downloadUrl: '' });
  expect(
    await world.ok(null, '/common/pub/checkVersion', { release: 20_250_607, type: 1_101 }),
  ).toMatchObject({ versionName: '6.1.0' });
});

it('FRIEND-8: getApplyMsg counts the applications that wait', async () => {
  const bela = await world.person('bela');
  await world.ok(bela, 'friend/add', { user_id: anna.id, remark: 'hi' });
  expect(await world.ok(anna, 'friend/getApplyMsg')).toBe(1);
  expect(await world.ok(bela, 'friend/getApplyMsg')).toBe(0);
});

describe('passwords that are tried first', () => {
  it.each([
    '123456',
    '111111',
    'aaaaaa',
    'password',
    'PassWord1',
    'qwertyuiop',
    'abcdefgh',
    '98765432',
    '5201314',
    'woaini1314',
    '密密密密密密',
  ])('ACC-17: %s is refused, wherever it would become one', async (password) => {
    const register = await world.call(null, '/common/pub/register', {
      account: 'bela',
      realname: 'Bela',
      password,
    });
    expect(register).toMatchObject({ code: 400, msg: '密码过于常见，请换一个' });
    expect(await world.code(anna, 'im/editPassword', { password, originalPassword: PASSWORD })).toBe(400);
    expect((await tryAdmin(world, 'user', 'create', 'bela', 'Bela', password)).lines[0]).toContain(
      'too common',
    );
    expect((await tryAdmin(world, 'user', 'password', 'anna@parley.test', password)).exit).toBe(1);
    expect((await login({ account: 'anna@parley.test', password: PASSWORD })).code).toBe(0);
  });

  it('ACC-17: three thousand are known, others are taken, and who has one still comes in', async () => {
    expect(atob(COMMON_PASSWORDS.replaceAll('\n', '')).length / 4).toBeGreaterThanOrEqual(3_000);
    for (const password of [
      'secret-1',
      'wrk7-42nx',
      '正确的马电池',
      'aaaaab1',
      '13579246800',
      'contact-1234',
      'guest-1234',
      'load-secret-1',
      'bench-secret-1',
      'secret-11',
      'secret-22',
    ])
      expect(newPasswordProblem(plainPasswords, password, DEFAULT_CONFIG), password).toBeNull();
    await world.server.core.store.write((tx) =>
      tx.users.update(anna.id as never, { passwordHash: 'hash of 123456' }),
    );
    expect((await login({ account: 'anna@parley.test', password: '123456' })).code).toBe(0);
  });

  it('ACC-18: 8 to 128 where the operator asks for that; old ones still open', async () => {
    await tryAdmin(world, 'config', 'set', 'sysInfo.longPasswords', '1');
    await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, longPasswords: true } }));
    const register = (account: string, password: string) =>
      world.call(null, '/common/pub/register', { account, realname: 'Somebody', password });
    const change = (password: string) =>
      world.call(anna, 'im/editPassword', { password, originalPassword: PASSWORD });
    const long = `${'horse battery '.repeat(9)}xy`;
    expect(long).toHaveLength(128);
    for (const password of ['wrk7-42', `${long}z`]) {
      expect((await register('long-one', password)).msg).toContain('8');
      expect((await change(password)).code).toBe(400);
      expect((await tryAdmin(world, 'user', 'password', 'anna@parley.test', password)).exit).toBe(1);
    }
    expect((await login({ account: 'anna@parley.test', password: PASSWORD })).code).toBe(0);
    expect((await register('long-one', long)).code).toBe(0);
    expect((await change(long)).code).toBe(0);
    expect((await login({ account: 'anna@parley.test', password: long })).code).toBe(0);
    expect((await world.ok(null, '/common/pub/getSystemInfo'))['sysInfo']).toMatchObject({
      longPasswords: 1,
    });
  });
});
