import { beforeEach, describe, expect, it } from 'vitest';
import { helpOf } from '../../src/server/admin/settings/declaration.ts';
import { phraseIn } from '../../src/server/kernel/phrase.ts';
import type { GlobalConfig } from '../../src/domain/config.ts';
import { contactId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import type { SettingDeclaration } from '../../src/server/admin/settings/declaration.ts';
import { SETTINGS, configField } from '../../src/server/admin/settings/settings.ts';
import { settingValue } from '../../src/server/admin/settings/value.ts';
import { purge, startPurging } from '../../src/server/features/messages/purge.ts';
import type { Mail } from '../../src/ports/mail.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { decodeMessageRow } from '../../src/wire/down/message.ts';
import type { Fields } from '../support/fields.ts';
import { browser, signIn, until } from '../support/real-device.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const mails: string[] = [];
const mail: Mail = { send: async ({ text }) => void mails.push(text) };
const { world, anna, bela } = setUpWorld(['anna', 'bela'], { jobs: true, options: { mail } });

const set = (path: string, value: string | number) => admin(world, 'settings', 'set', path, String(value));
const info = (who: Person | null = null) => world.ok(who, '/common/pub/getSystemInfo');
const register = (account: string, more: object = {}) =>
  world.call(null, '/common/pub/register', { account, realname: 'Somebody', password: PASSWORD, ...more });
const item = (id: string, to: number, more: object = {}) => ({
  id,
  toContactId: to,
  is_group: 0,
  type: 'text',
  content: id,
  ...more,
});
const send = (from: Person, to: number | string, id: string) => world.send(from, to, id, { id });

const login = (account: string) => world.call(null, '/common/pub/login', { account, password: PASSWORD });
const rename = (realname: string) =>
  world.call(bela, 'im/updateUserInfo', { realname, email: '', motto: 'x', sex: 2 });

/** Services have tests of their own (CONSOLE-15). */
const OWN = SETTINGS.filter(({ service }) => service === undefined);
const stored = (config: GlobalConfig, field: SettingDeclaration): unknown =>
  configField({ ...config, services: {} }, field);
const onWire = (data: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Fields)[name], data);

/** A value that is not the present one. */
function other(field: SettingDeclaration, present: unknown): string {
  const { valueKind } = field;
  switch (valueKind.kind) {
    case 'text':
      return 'something else';
    case 'path':
      return '/pictures/logo.png';
    case 'switch':
      return present === true ? '0' : '1';
    case 'number':
      return String(present === valueKind.min ? valueKind.min + 1 : valueKind.min);
    case 'choice':
      return String(valueKind.of.find(([value]) => value !== present)?.[0]);
    case 'list':
      return 'pdf,txt';
  }
}

it('CONF-2: every field changes by the administrator’s command, in answers and open clients', async () => {
  const tab = await browser(world).open();
  await signIn(world, tab, 'dora');
  const plain = await world.online(anna, { plain: true });
  const epoch = await world.server.core.store.epoch();
  let rev = 0;
  // The welcome group must exist.
  await world.befriend(anna, bela);
  await world.group(anna, [bela]);
  // Deletion needs its days first, which follow it in the form.
  for (const field of OWN.toReversed()) {
    const value = other(field, stored(world.server.core.config(), field));
    plain.frames.length = 0;
    const [line] = await set(field.key, value);
    expect(line).toContain(field.key);
    const kept = settingValue(field, value);
    const which = { epoch, rev: (rev += 1) };
    expect(await info()).toMatchObject(which);
    expect([field.key, stored(world.server.core.config(), field)]).toEqual([field.key, kept]);
    if (field.isUntold) continue;
    const view = typeof kept === 'boolean' ? Number(kept) : kept;
    expect([field.key, onWire(await info(anna), field.key)]).toEqual([
      field.key,
      field.key === 'demon_mode' ? kept : view,
    ]);
    expect(plain.of('updateConfig')).toMatchObject([{ data: which }]);
    expect([field.key, stored(tab.client.core.get().config, field)]).toEqual([field.key, kept]);
  }
});

it('CONF-1: strangers see no secret of the call server', async () => {
  for (const [path, value] of [
    ['stun', 'turn:x'],
    ['stunUser', 'user'],
    ['stunPass', 'secret'],
  ] as const)
    await set(`chatInfo.${path}`, value);
  expect((await info()).chatInfo).toMatchObject({ stun: '', stunUser: '', stunPass: '' });
  expect((await info(anna)).chatInfo).toMatchObject({ stun: 'turn:x', stunUser: 'user', stunPass: 'secret' });
  expect((await admin(world, 'settings', 'show', 'chatInfo.stunPass'))[0]).not.toContain('secret');
});

describe('users who may register or log in', () => {
  it('CONF-3: a closed server lets only administrators in and says why', async () => {
    await set('sysInfo.closeTips', 'Back at noon');
    await set('sysInfo.state', 0);
    expect(await login('bela')).toMatchObject({ code: 400, msg: 'Back at noon' });
    expect((await login('anna')).code).toBe(0);
    expect(await register('dora')).toMatchObject({ code: 400, msg: 'Back at noon' });
    await set('sysInfo.state', 1);
    expect((await login('bela')).code).toBe(0);
  });

  it('CONF-4: registration is open or by invitation as the administrator says', async () => {
    await set('sysInfo.regtype', 2);
    expect((await register('dora')).code).toBe(400);
    const code = /code: (\w+)/.exec((await admin(world, 'invite'))[0] ?? '')?.[1];
    expect((await register('dora', { inviteCode: code })).code).toBe(0);
    await set('sysInfo.regtype', 1);
    expect((await register('emma')).code).toBe(0);
  });

  it('CONF-5: accounts are of the kind that is asked for, and are proved by a code', async () => {
    await set('sysInfo.regauth', 2);
    for (const account of ['dora', '13800000000'])
      expect((await register(account)).msg).toBe('请使用邮箱注册');
    expect(await register('dora@parley.test')).toMatchObject({ code: 400, msg: '请输入验证码' });
    expect((await register('dora@parley.test', { code: '000000' })).code).toBe(400);
    await world.ok(null, '/common/pub/sendCode', { account: 'dora@parley.test', type: 2 });
    const code = /\d{6}/.exec(mails.at(-1) ?? '')?.[0];
    expect((await register('dora@parley.test', { code })).code).toBe(0);
    expect(
      (await world.call(null, '/common/pub/login', { account: 'dora@parley.test', password: PASSWORD })).data
        .userInfo['is_auth'],
    ).toBe(1);
    await set('sysInfo.regauth', 1);
    expect((await register('emma@parley.test', { code })).msg).toBe('请使用手机号注册');
    await set('sysInfo.regauth', 3);
    for (const account of ['13800000000', 'emma@parley.test'])
      expect((await register(account)).msg).toBe('请输入验证码');
    await set('sysInfo.regauth', 0);
    expect((await register('emma')).code).toBe(0);
  });

  it('CONF-10: an address waits between two registrations', async () => {
    await set('sysInfo.registerInterval', 60);
    expect((await register('dora')).code).toBe(0);
    expect(await register('emma')).toMatchObject({
      code: 400,
      data: { retry_ms: expect.any(Number) as unknown },
    });
    world.clock.pass(60_000);
    expect((await register('emma')).code).toBe(0);
  });

  it('CONF-9: with multiple login on a second phone ends no other', async () => {
    const phone = { 'user-agent': 'Mobile' };
    const first = await world.login('bela', phone);
    await set('sysInfo.multipleLogin', 1);
    await world.login('bela', phone);
    expect(await world.code(first, 'im/getContacts')).toBe(0);
    await set('sysInfo.multipleLogin', 0);
    await world.login('bela', phone);
    expect(await world.code(first, 'im/getContacts')).toBe(-1);
  });

  it('CONF-20: in demo mode no user registers or changes username and password', async () => {
    await set('demon_mode', 1);
    expect((await register('dora')).msg).toBe('演示模式下不能进行此操作');
    for (const call of ['editAccount', 'editPassword'])
      expect(
        (
          await world.call(bela, `/enterprise/im/${call}`, {
            password: 'secret-2',
            originalPassword: PASSWORD,
          })
        ).msg,
      ).toBe('演示模式下不能进行此操作');
    await set('demon_mode', 0);
    expect(
      await world.code(bela, 'im/editPassword', { password: 'secret-2', originalPassword: PASSWORD }),
    ).toBe(0);
  });
});

describe('contacts and presence', () => {
  it('CONF-6: in a closed organisation every user is a contact and may be written to', async () => {
    const people = async (who: Person) =>
      (await world.rows(who, 'im/getContacts')).filter((row) => row.is_group === 0).map((row) => row.id);
    expect(await people(bela)).toEqual([]);
    expect((await send(bela, anna.id, 'm-1')).code).toBe(400);
    await set('sysInfo.runMode', 1);
    expect(await people(bela)).toEqual([anna.id]);
    const socket = await world.online(anna);
    expect((await send(bela, anna.id, 'm-1')).code).toBe(0);
    expect(socket.types()).toEqual(['appendContact', 'simple']);
    expect(await world.contact(anna, bela.id)).toMatchObject({ unread: 1, lastContent: 'm-1' });
    expect(await people(anna)).toEqual([bela.id]);
    expect(await world.rows(anna, 'group/getAllUser')).toMatchObject([{ id: bela.id }]);
    expect(await world.code(anna, 'group/add', { user_ids: [bela.id] })).toBe(0);
    await admin(world, 'user', 'disable', 'bela');
    expect((await send(anna, bela.id, 'm-2')).code).toBe(400);
    await set('sysInfo.runMode', 2);
    expect((await send(anna, bela.id, 'm-3')).code).toBe(400);
  });

  it('CONF-6, SEND-8: a refused item of an array leaves no conversation; the others go', async () => {
    await set('sysInfo.runMode', 1);
    const dora = await world.person('dora');
    const socket = await world.online(anna);
    const answers = await world.rows(bela, 'im/sendMessage', [
      item('m-1', dora.id),
      item('m-2', anna.id, { type: 'contact', extends: { id: 99 } }),
      item('m-3', dora.id),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([0, 400, 0]);
    expect(socket.types()).toEqual([]);
    expect(
      (await world.rows(dora, 'im/getMessageList', { toContactId: bela.id })).map(({ content }) => content),
    ).toEqual(['m-1', 'm-3']);
    expect((await send(bela, anna.id, 'm-4')).code).toBe(0);
    expect(socket.types()).toEqual(['appendContact', 'simple']);
  });

  it('CONF-6: a first look creates the chat, no user stays unknown, presence is for all', async () => {
    await set('sysInfo.runMode', 1);
    expect(await world.rows(bela, 'im/getMessageList', { toContactId: anna.id })).toEqual([]);
    expect(await world.ok(bela, 'im/getContactInfo', { id: anna.id })).toMatchObject({
      id: anna.id,
      displayName: 'anna name',
    });
    for (const id of [bela.id, 99]) expect(await world.code(bela, 'im/getContactInfo', { id })).toBe(400);
    const socket = await world.online(anna);
    const dora = await world.person('dora');
    await world.online(dora);
    expect(socket.of('presence')).toMatchObject([{ data: { on: [dora.id] } }]);
    expect((await world.ok<{ registers: Fields }>(bela, 'im/sync')).registers['online']).toEqual([
      anna.id,
      dora.id,
    ]);
  });

  it('CONF-7: the place of a friend is shown when the server says so', async () => {
    await world.befriend(anna, bela);
    const place = async (who: Person) =>
      (await world.ok(who, 'im/getUserInfo', { user_id: bela.id }))['location'];
    expect(await place(anna)).toBe('');
    await set('sysInfo.ipregion', 1);
    expect([await place(anna), await place(await world.person('dora'))]).toEqual(['局域网', '']);
  });

  it('CONF-8: in a closed organisation names are given, unless people may rename themselves', async () => {
    await set('sysInfo.runMode', 1);
    expect(await rename('Other')).toMatchObject({ code: 400, msg: '当前不允许修改昵称' });
    expect((await rename('bela name')).code).toBe(0);
    await set('sysInfo.diyName', 1);
    expect((await rename('Other')).code).toBe(0);
  });

  it('CONF-13: with `online` 0 the presence of no user is shown', async () => {
    await world.befriend(anna, bela);
    await world.online(bela);
    expect((await world.contact(anna, bela.id))?.['is_online']).toBe(1);
    await set('chatInfo.online', 0);
    expect((await world.contact(anna, bela.id))?.['is_online']).toBe(0);
    expect(await world.ok(anna, 'im/getContactInfo', { id: bela.id })).toMatchObject({ is_online: 0 });
    const { data } = await world.call(anna, 'im/sync', { positions: {} });
    expect(data['registers']).toMatchObject({ online: [] });
    // A call still gets through.
    await set('chatInfo.webrtc', 1);
    const ring = await world.ok(anna, 'im/sendToMsg', {
      id: 'call-1',
      toContactId: bela.id,
      type: 0,
      status: 3,
      event: 'calling',
    });
    expect(ring['extends']).toMatchObject({ event: 'calling', code: 901 });
  });

  it('CONF-13: switching presence off and on again notifies all connected users', async () => {
    await world.befriend(anna, bela);
    const watcher = await world.online(bela);
    await world.online(anna);
    const listReports = async (online: 0 | 1) => {
      watcher.frames.length = 0;
      await set('chatInfo.online', online);
      await world.clock.advance(1_000);
      return watcher.of('presence').map(({ data }) => data as unknown);
    };
    expect(await listReports(0)).toEqual([{ on: [], off: [], all: 1 }]);
    expect(await listReports(1)).toEqual([{ on: [anna.id], off: [], all: 1 }]);
  });
});

describe('limits on messages', () => {
  beforeEach(() => world.befriend(anna, bela));

  it('CONF-11: private chats can be switched off, but not for administrators', async () => {
    const dora = await world.person('dora');
    await world.befriend(bela, dora);
    await set('chatInfo.simpleChat', 0);
    expect((await send(bela, dora.id, 'm-1')).msg).toBe('单聊功能已关闭');
    expect((await send(bela, anna.id, 'm-2')).code).toBe(0);
  });

  it('CONF-12: all users or only administrators make groups, up to the set size', async () => {
    const make = (who: Person) =>
      world.call(who, 'group/add', { user_ids: [who === anna ? bela.id : anna.id] });
    await set('chatInfo.groupChat', 0);
    expect([(await make(bela)).code, (await make(anna)).code]).toEqual([400, 0]);
    await set('chatInfo.groupUserMax', 1);
    expect((await make(anna)).msg).toBe('群成员不能超过 1 人');
  });

  it('CONF-15: a person waits between two messages', async () => {
    await set('chatInfo.sendInterval', 5);
    expect((await send(anna, bela.id, 'm-1')).code).toBe(0);
    expect(await send(anna, bela.id, 'm-2')).toMatchObject({
      code: 400,
      data: { retry_ms: expect.any(Number) as unknown },
    });
  });

  it('CONF-16: recall has a window, and deleting for all can be switched off', async () => {
    await set('chatInfo.redoTime', 10);
    await set('chatInfo.dbDelMsg', 0);
    await send(anna, bela.id, 'm-1');
    expect(await world.code(anna, 'im/delMessage', { id: 'm-1' })).toBe(400);
    world.clock.pass(10_000);
    expect(await world.code(anna, 'im/undoMessage', { id: 'm-1' })).toBe(400);
    await set('chatInfo.redoTime', 60);
    expect(await world.code(anna, 'im/undoMessage', { id: 'm-1' })).toBe(0);
  });

  it('CONF-17, COUNT-10: old messages go at night where a setting says so; what is left counts', async () => {
    const group = await world.group(anna, [bela]);
    await world.send(anna, group, 'old', { id: 'old', at: [bela.id] });
    await send(anna, -1, 'kept');
    const tab = await browser(world).open();
    await signIn(world, tab, 'bela');
    world.clock.pass(3 * duration.DAY);
    await world.send(anna, group, 'new', { id: 'new', at: [bela.id] });
    const row = () => tab.client.core.get().contacts.get(contactId(group));
    await until(world, () => row()?.unread === 2 && row()?.mentions === 2);
    expect(await purge(world.server.core)).toBe(0);
    await set('chatInfo.msgClearDay', 2);
    await set('chatInfo.msgClear', 1);
    expect(await purge(world.server.core)).toBeGreaterThan(1);
    await until(world, () => row()?.unread === 1 && row()?.mentions === 1 && row()?.last?.id === 'new');
    expect(
      (await world.rows(bela, 'im/getMessageList', { toContactId: group, peek: 1 })).map((row) => row.id),
    ).toEqual(['new']);
    expect(await world.contact(bela, group)).toMatchObject({ unread: 1, is_at: 1, lastContent: 'new' });
    expect(await world.rows(anna, 'im/getMessageList', { toContactId: -1 })).toHaveLength(1);
  });

  it('CONF-17, COUNT-10: a user who read exactly the removed part keeps the later count', async () => {
    const group = await world.group(anna, [bela]);
    const say = (id: string) => world.send(anna, group, id, { id, at: [bela.id] });
    await say('old');
    await world.ok(bela, 'im/setMsgIsRead', {
      toContactId: group,
      is_group: 1,
      messages: [{ id: 'old' }],
      fromUser: anna.id,
    });
    const tab = await browser(world).open();
    await signIn(world, tab, 'bela');
    world.clock.pass(3 * duration.DAY);
    await say('new');
    const row = () => tab.client.core.get().contacts.get(contactId(group));
    await until(world, () => row()?.unread === 1 && row()?.mentions === 1);
    await set('chatInfo.msgClearDay', 2);
    await set('chatInfo.msgClear', 1);
    expect(await purge(world.server.core)).toBeGreaterThan(0);
    await world.settle();
    expect(row()).toMatchObject({ unread: 1, mentions: 1 });
    expect(await world.contact(bela, group)).toMatchObject({ unread: 1, is_at: 1 });
  });
});

it.each(['https://other.test/logo.png', '//other.test/x.png', 'javascript:alert(1)', 'data:image/png,x'])(
  'CONF-24: refuses the logo %s, which no page of the server would load, and says what it takes',
  async (value) => {
    const { exit, lines } = await tryAdmin(world, 'settings', 'set', 'sysInfo.logo', value);
    expect([exit, lines[0]]).toEqual([
      1,
      'sysInfo.logo must be a path on this server that begins with /, or empty (pages load no pictures from ' +
        'other hosts)',
    ]);
    await set('sysInfo.logo', '/pictures/logo.png');
    await set('sysInfo.logo', '');
    expect(world.server.core.config().sysInfo.logo).toBe('');
  },
);

const clear = () => tryAdmin(world, 'settings', 'set', 'chatInfo.msgClear', '1');

describe('deleting old messages', () => {
  it('CONF-25: refuses to delete messages before an administrator has set the days', async () => {
    expect((await clear()).lines[0]).toBe(
      'First set chatInfo.msgClearDay to the days that messages are kept, then chatInfo.msgClear to 1',
    );
    expect((await tryAdmin(world, 'settings', 'set', 'chatInfo.msgClearDay', '0')).exit).toBe(1);
    expect(world.server.core.config().chatInfo.msgClear).toBe(false);
    // The default counts, too, once an administrator has chosen it.
    await set('chatInfo.msgClearDay', 30);
    expect((await clear()).exit).toBe(0);
  });

  it('CONF-25: says how many messages go and when, by the days of the server and of each group', async () => {
    await world.befriend(anna, bela);
    const group = await world.group(anna, [bela]);
    const before = async (days: number) => {
      await set('chatInfo.msgClear', 0);
      await set('chatInfo.msgClearDay', days);
      const [, line = ''] = (await clear()).lines;
      return Number(/: (\d+) \(older than/.exec(line)?.[1]);
    };
    for (const id of ['a', 'b', 'c']) await send(anna, group, id);
    await send(anna, bela.id, 'd');
    await send(anna, -1, 'to-self');
    world.clock.pass(5 * duration.DAY);
    await send(anna, bela.id, 'new');
    const old = await before(4);
    expect(await before(10)).toBe(0);
    await admin(world, 'retention', 'set', '1', '3');
    const inGroup = await before(10);
    expect([inGroup >= 3, old > inGroup]).toEqual([true, true]);
    await set('chatInfo.msgClearDay', 4);
    const [, line] = (await clear()).lines;
    expect(line).toMatch(
      new RegExp(
        `^Messages to be deleted at \\d{4}-\\d\\d-\\d\\d 02:00:00 UTC: ${old} \\(older than 4 days\\)\\. `,
      ),
    );
    expect(await purge(world.server.core)).toBe(old);
  });
});

it('CONF-26: the setting says in English and Chinese what it means for forgotten passwords', async () => {
  const [, help] = await admin(world, 'settings', 'show', 'sysInfo.regauth');
  expect(help).toContain('forgot the password');
  expect(phraseIn(helpOf({ key: 'sysInfo.regauth' }), 'zh-CN')).toContain('忘记密码');
});

it('CONF-17: the night begins at 02:00 UTC, every day until the server stops', async () => {
  const [quiet, nights] = [await startWorld(), [] as string[]];
  const core = {
    ...quiet.server.core,
    config: () => (
      nights.push(new Date(quiet.clock.nowMs()).toISOString().slice(11, 16)),
      quiet.server.core.config()
    ),
  };
  const stop = startPurging(core);
  for (const _ of [1, 2]) {
    await quiet.clock.advance(duration.DAY);
    await quiet.settle();
  }
  expect(nights).toEqual(['02:00', '02:00']);
  await stop();
  await quiet.clock.advance(duration.DAY);
  expect(nights).toHaveLength(2);
  await quiet.close();
});

it('CONF-4: another setting changes nothing about registering, however the command was started', async () => {
  const closed = await startWorld({ settings: { registration: 'invite' } });
  closed.server.start();
  // The command of this test believes that registration is open.
  await admin(closed, 'config', 'set', 'sysInfo.name', 'Other');
  expect(closed.server.core.config().sysInfo).toMatchObject({ name: 'Other', regtype: 2 });
  expect(
    (
      await closed.call(null, '/common/pub/register', {
        account: 'dora',
        realname: 'Dora',
        password: PASSWORD,
      })
    ).code,
  ).toBe(400);
  await admin(closed, 'config', 'set', 'sysInfo.regtype', '1');
  expect(
    (
      await closed.call(null, '/common/pub/register', {
        account: 'dora',
        realname: 'Dora',
        password: PASSWORD,
      })
    ).code,
  ).toBe(0);
  await closed.close();
});

it('CONF-18: the discover page has the entries that the administrator gives it', async () => {
  await admin(world, 'discover', 'add', 'News', 'https://news.test', '', '3');
  await admin(world, 'discover', 'delete', '1');
  expect((await info(anna))['compass']).toMatchObject({
    list: [{ id: 2, name: 'News', url: 'https://news.test', type: 2, badge: 3, status: 1 }],
  });
  expect(await admin(world, 'discover', 'list')).toEqual(['2\tNews\thttps://news.test\t3']);
  for (const bad of ['javascript:alert(1)', '//evil.test', '/\\evil.test', '/\t/evil.test', '/a b'])
    await expect(admin(world, 'discover', 'add', 'Bad', bad)).rejects.toThrow('http');
  await expect(admin(world, 'discover', 'add', 'Bad', '/pages', '/\\evil.test/x.png')).rejects.toThrow(
    'http',
  );
});

it('WIRE-11: a server started for older clients speaks milliseconds in messages', async () => {
  const old = await startWorld({ settings: { wireTime: 'ms' } });
  const [dora, emma] = [await old.person('dora'), await old.person('emma')];
  await old.befriend(dora, emma);
  const socket = await old.online(emma);
  const sent = await old.ok(dora, '/enterprise/im/sendMessage', {
    id: 'm-1',
    toContactId: emma.id,
    type: 'text',
    content: 'x',
  });
  expect(sent.sendTime).toBe(old.clock.nowMs());
  expect(socket.of('simple')[0]?.data.sendTime).toBe(old.clock.nowMs());
  await old.close();
});

it('WIRE-11: whole seconds come with milliseconds for our client: live, lists, pages', async () => {
  await world.befriend(anna, bela);
  const socket = await world.online(bela);
  world.clock.pass(123);
  await send(anna, bela.id, 'm-1');
  const now = world.clock.nowMs();
  const live = socket.of('simple')[0]?.data;
  expect(live).toMatchObject({ sendTime: Math.floor(now / 1_000), sendTimeMs: now });
  const [row] = (await world.rows(bela, 'im/getMessageList', { toContactId: anna.id })).toReversed();
  const times = [live, row, { ...row, sendTimeMs: undefined }].map((one) => {
    const result = decodeMessageRow(one);
    return result.ok ? result.value.sentAtMs : null;
  });
  expect(times).toEqual([now, now, Math.floor(now / 1_000) * 1_000]);
  expect((await world.contact(bela, anna.id))?.last['sendTimeMs']).toBe(now);
});
