import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/server/auth/argon2-adapter.ts';
import { token } from '../../src/domain/limits.ts';
import type { Fields } from '../support/fields.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19) Mobile/15E148' };
let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const register = (body: object) => world.call(null, '/common/pub/register', { account: 'anna', realname: 'Anna', password: PASSWORD, ...body });

describe('register', () => {
  it('ACC-1: answers the user id only', async () => {
    expect(await register({})).toMatchObject({ code: 0, data: { user_id: 1 } });
    expect(Object.keys((await register({ account: 'bela' })).data)).toEqual(['user_id']);
  });

  it.each([
    [{ account: '' }],
    [{ account: 'abc' }],
    [{ account: 'a'.repeat(33) }],
    [{ account: 'an na' }],
    [{ realname: 'A' }],
    [{ realname: 'A'.repeat(17) }],
    [{ password: '12345' }],
    [{ password: '1'.repeat(17) }],
    [{ repass: 'another' }],
  ])('ACC-1: refuses %j', async (body) => {
    expect((await register(body)).code).toBe(400);
    expect((await world.call(null, '/common/pub/login', { account: 'anna', password: PASSWORD })).code).toBe(400);
  });

  it('ACC-1: one of two registrations of an account side by side is refused', async () => {
    const codes = await Promise.all([register({}), register({})]);
    expect(codes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 400]);
  });

  it('ACC-1: by invitation a live code is needed, and it serves once', async () => {
    const invited = await startWorld({ settings: { registration: 'invite' } });
    const { store } = invited.server.core;
    await store.write((tx) => tx.write.addInvite('GOODCODE', tx.nowMs + 1_000));
    const ask = (account: string, inviteCode: string) =>
      invited.call(null, '/common/pub/register', { account, realname: 'Anna', password: PASSWORD, inviteCode });
    expect((await ask('anna', '')).code).toBe(400);
    expect((await ask('anna', 'WRONG')).code).toBe(400);
    expect((await ask('anna', 'GOODCODE')).code).toBe(0);
    expect((await ask('bela', 'GOODCODE')).code).toBe(400);
    await store.write((tx) => tx.write.addInvite('LATECODE', tx.nowMs + 1_000));
    invited.clock.pass(1_001);
    expect((await ask('cleo', 'LATECODE')).code).toBe(400);
    await invited.close();
  });

  it('START-3: the first account is the administrator, later ones are not', async () => {
    const roles = [];
    for (const account of ['anna', 'bela']) {
      await register({ account });
      roles.push((await world.ok(null, '/common/pub/login', { account, password: PASSWORD })).userInfo.role);
    }
    expect(roles).toEqual([1, 0]);
  });
});

describe('login', () => {
  it('ACC-2: answers a prefixed token and the own user', async () => {
    await register({});
    const data = await world.ok(null, '/common/pub/login', { account: 'anna', password: PASSWORD });
    expect(data.authToken).toMatch(/^bearer [0-9a-f]{64}$/);
    expect(data.userInfo).toMatchObject({ user_id: 1, id: 1, account: 'anna', realname: 'Anna', displayName: 'Anna', sex: 2 });
  });

  it('ACC-2: refuses an unknown account and a wrong password with different texts', async () => {
    await register({});
    const wrong = await world.call(null, '/common/pub/login', { account: 'anna', password: 'nothing' });
    const unknown = await world.call(null, '/common/pub/login', { account: 'nobody', password: PASSWORD });
    expect([wrong.code, unknown.code]).toEqual([400, 400]);
    expect(wrong.msg).not.toBe(unknown.msg);
  });

  it('ACC-3: after six wrong passwords the address waits for the window, others do not', async () => {
    await register({});
    const attempt = async (password: string, address: string) => {
      const body = JSON.stringify({ account: 'anna', password });
      return (await (await world.raw('/common/pub/login', { method: 'POST', body }, address)).json()) as { code: number; data: Fields };
    };
    for (let i = 0; i < 6; i += 1) expect((await attempt('wrong-1', '10.0.0.7')).data).toBe('');
    expect((await attempt(PASSWORD, '10.0.0.7')).data.retry_ms).toBeGreaterThan(0);
    expect((await attempt(PASSWORD, '10.0.0.8')).code).toBe(0);
    world.clock.pass(300_000);
    expect((await attempt(PASSWORD, '10.0.0.7')).code).toBe(0);
  });

  it('ACC-3: right passwords never count', async () => {
    await register({});
    for (let i = 0; i < 20; i += 1) await world.login('anna');
  });

  it('ACC-7: a login with client_id binds that socket', async () => {
    await register({});
    const socket = await world.socket();
    await world.login('anna', {}, { client_id: socket.clientId });
    expect(world.server.gateway.ownerOf(socket.clientId as never)).toBe(1);
  });

  it('ACC-8: a new mobile login ends the other mobile tokens and no web token', async () => {
    await register({});
    const [web, phone] = [await world.login('anna'), await world.login('anna', PHONE)];
    const [webSocket, phoneSocket] = [await world.online(web), await world.online(phone)];
    const second = await world.login('anna', PHONE);
    expect((await world.call(phone, '/enterprise/im/getContacts')).code).toBe(-1);
    expect((await world.call(web, '/enterprise/im/getContacts')).code).toBe(0);
    expect((await world.call(second, '/enterprise/im/getContacts')).code).toBe(0);
    expect(phoneSocket.of('offline')).toMatchObject([{ data: { id: 1, isMobile: true } }]);
    expect(webSocket.of('offline')).toEqual([]);
  });

  it('ACC-8: a web login ends nothing, and with multiple login on a mobile one neither', async () => {
    await register({});
    const phone = await world.login('anna', PHONE);
    await world.login('anna');
    expect((await world.call(phone, '/enterprise/im/getContacts')).code).toBe(0);
    await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, multipleLogin: true } }));
    await world.login('anna', PHONE);
    expect((await world.call(phone, '/enterprise/im/getContacts')).code).toBe(0);
  });
});

describe('tokens', () => {
  it('ACC-4: missing, wrong and expired tokens answer −1 and do nothing', async () => {
    const anna = await world.person('anna');
    const body = { account: 'x', id: 'g', user_ids: [2] };
    expect((await world.call(null, '/enterprise/group/add', body)).code).toBe(-1);
    for (const token of ['bearer', 'bearer x', `bearer ${'0'.repeat(64)}`, anna.token.slice(0, -1)]) {
      expect((await world.call({ ...anna, token }, '/enterprise/im/getContacts')).code).toBe(-1);
    }
    world.clock.pass(token.lifeMs + 1);
    expect((await world.call(anna, '/enterprise/im/getContacts')).code).toBe(-1);
  });

  it('ACC-4: the prefix may be missing or in any case', async () => {
    const anna = await world.person('anna');
    for (const token of [anna.token.slice(7), anna.token.replace('bearer', 'BEARER')]) {
      expect((await world.call({ ...anna, token }, '/enterprise/im/getContacts')).code).toBe(0);
    }
  });

  it('ACC-5: logout revokes the token and unbinds its sockets; it never fails', async () => {
    const anna = await world.person('anna');
    const [one, two] = [await world.online(anna), await world.online(anna)];
    expect((await world.call(anna, '/common/pub/logout', { client_id: one.clientId })).code).toBe(0);
    expect((await world.call(anna, '/enterprise/im/getContacts')).code).toBe(-1);
    for (const socket of [one, two]) expect(world.server.gateway.ownerOf(socket.clientId as never)).toBeNull();
    expect((await world.call(anna, '/common/pub/logout')).code).toBe(0);
    expect((await world.call(null, '/common/pub/logout')).code).toBe(0);
  });

  it('ACC-6: neither passwords nor tokens are stored or answered as they are', async () => {
    const anna = await world.person('anna');
    const bare = anna.token.slice(7);
    const user = await world.server.core.store.read((tx) => tx.users.byAccount('anna'));
    const tokens = await world.server.core.store.read((tx) => tx.tokens.ofUser(user!.id, 0));
    expect(JSON.stringify(tokens)).not.toContain(bare);
    const answers = [
      await world.call(null, '/common/pub/login', { account: 'anna', password: PASSWORD }),
      await world.call(anna, '/enterprise/im/getUserInfo', { user_id: 1 }),
      await world.call(anna, '/enterprise/im/getContacts'),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/hash of|passwordHash|salt/);
    expect(JSON.stringify(world.log)).not.toMatch(new RegExp(`${bare}|${PASSWORD}`));
  });

  it('ACC-6: passwords are hashed with argon2id', async () => {
    const passwords = createPasswords();
    const [a, b] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(a).not.toBe(b);
    expect(await passwords.verify(a, PASSWORD)).toBe(true);
    expect(await passwords.verify(a, 'wrong-1')).toBe(false);
  });

  it('ACC-7: bindUid binds a socket to oneself only', async () => {
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    const socket = await world.socket();
    const bind = (who: typeof anna | null, user_id: number, client_id = socket.clientId) =>
      world.call(who, '/common/Pub/bindUid', { client_id, user_id, cid: '' });
    expect((await bind(null, anna.id)).code).toBe(-1);
    expect((await bind(bela, anna.id)).code).toBe(400);
    expect((await bind(anna, anna.id)).code).toBe(0);
    expect((await bind(bela, bela.id)).code).toBe(400);
    expect(world.server.gateway.ownerOf(socket.clientId as never)).toBe(anna.id);
    expect(await bind(anna, anna.id, '0'.repeat(20))).toMatchObject({ code: 502, data: { retry_ms: 1_000 } });
  });
});

describe('configuration', () => {
  it('CONF-1: everybody gets the whole configuration with numbers for flags, strangers without secrets', async () => {
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, stun: 'turn:relay', stunUser: 'u', stunPass: 'very secret' } }));
    const anna = await world.person('anna');
    const stranger = await world.ok(null, '/common/pub/getSystemInfo');
    expect(stranger).toMatchObject({
      sysInfo: { name: 'Parley', regtype: 1, runMode: 2, multipleLogin: 0 },
      chatInfo: { simpleChat: 1, groupChat: 1, redoTime: 86_400, webrtc: 1, stunPass: '' },
      fileUpload: { size: 50 },
      compass: { status: 1, mode: 1 },
    });
    expect(JSON.stringify(stranger)).not.toMatch(/secret|turn:|true|autoAdd/);
    expect((await world.ok(anna, '/common/pub/getSystemInfo')).chatInfo.stunPass).toBe('very secret');
  });
});
