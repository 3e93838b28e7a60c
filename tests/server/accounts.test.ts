import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/server/platform/argon2-adapter.ts';
import { tokenLimits } from '../../src/domain/limits.ts';
import type { Fields } from '../support/fields.ts';
import { invite } from '../support/store-rows.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19) Mobile/15E148' };
const { world } = setUpWorld();

const register = (body: object) =>
  world.call(null, '/common/pub/register', {
    account: 'anna',
    realname: 'Anna',
    password: PASSWORD,
    ...body,
  });

/** The ways in that visitors at an address learn of. */
const ways = async (settings: Parameters<typeof startWorld>[0], origin = 'http://10.0.0.1') => {
  const other = await startWorld(settings);
  const answer = await other.server.fetch(
    new Request(`${origin}/common/pub/getSystemInfo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
    { address: '10.0.0.1', userAgent: '', origin },
  );
  const { sysInfo } = ((await answer.json()) as { readonly data: { readonly sysInfo: Fields } }).data;
  await other.close();
  return { mail: sysInfo['mail'], passkeys: sysInfo['passkeys'] };
};

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
    [{ realname: ' ' }],
    [{ realname: 'A'.repeat(65) }],
    [{ password: '12345' }],
    [{ password: '1'.repeat(17) }],
    [{ repass: 'another' }],
    [{ password: '123456' }],
  ])('ACC-1: refuses %j', async (body) => {
    expect((await register(body)).code).toBe(400);
    expect(await world.code(null, '/common/pub/login', { account: 'anna', password: PASSWORD })).toBe(400);
  });

  it('ACC-1: the second of two simultaneous registrations of an account is refused', async () => {
    const codes = await Promise.all([register({}), register({})]);
    expect(codes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 400]);
  });

  it('ACC-1: with invitations a valid code is needed, and it works once', async () => {
    const invited = await startWorld({ settings: { registration: 'invite' } });
    const { store } = invited.server.core;
    await store.write((tx) => tx.invites.insert(invite('GOODCODE', tx.nowMs + 1_000)));
    const ask = (account: string, inviteCode: string) =>
      invited.call(null, '/common/pub/register', {
        account,
        realname: 'Anna',
        password: PASSWORD,
        inviteCode,
      });
    expect((await ask('anna', '')).code).toBe(400);
    expect((await ask('anna', 'WRONG')).code).toBe(400);
    expect((await ask('anna', 'GOODCODE')).code).toBe(0);
    expect((await ask('bela', 'GOODCODE')).code).toBe(400);
    await store.write((tx) => tx.invites.insert(invite('LATECODE', tx.nowMs + 1_000)));
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

  it('CONF-28: the server tells which ways in it has: passkeys at a public address or on localhost, mail', async () => {
    expect(await ways({})).toEqual({ mail: undefined, passkeys: undefined });
    expect(await ways({}, 'http://localhost:8080')).toMatchObject({ passkeys: 1 });
    expect(await ways({ settings: { publicUrl: 'https://chat.example.org' } })).toMatchObject({
      passkeys: 1,
    });
    expect(await ways({ mail: { send: () => Promise.resolve() } })).toMatchObject({ mail: 1 });
  });

  it('START-24: visitors learn that no account exists until the first one does; users never do', async () => {
    const sendMessage = async (who: Person | null = null) =>
      ((await world.ok(who, '/common/pub/getSystemInfo')).sysInfo as Fields)['noAccounts'];
    expect(await sendMessage()).toBe(1);
    const anna = await world.person('anna');
    expect(await sendMessage(anna)).toBeUndefined();
    await world.setConfig((config) => config);
    expect(await sendMessage()).toBeUndefined();
  });
});

describe('login', () => {
  it('ACC-2: answers a prefixed token and the own user', async () => {
    await register({});
    const data = await world.ok(null, '/common/pub/login', { account: 'anna', password: PASSWORD });
    expect(data.authToken).toMatch(/^bearer [0-9a-f]{64}$/);
    expect(data.userInfo).toMatchObject({
      user_id: 1,
      id: 1,
      account: 'anna',
      realname: 'Anna',
      displayName: 'Anna',
      sex: 2,
    });
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

  it('ACC-15: a login with another user’s client_id leaves that socket with its user', async () => {
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    const socket = await world.online(anna);
    const again = await world.login('bela', {}, { client_id: socket.clientId });
    expect(await world.code(again, 'im/getContacts')).toBe(0);
    expect(world.server.gateway.ownerOf(socket.clientId as never)).toBe(anna.id);
    await world.befriend(bela, await world.person('cleo'));
    expect(socket.of('appendContact')).toEqual([]);
    await world.login('anna', {}, { client_id: socket.clientId });
    expect(world.server.gateway.ownerOf(socket.clientId as never)).toBe(anna.id);
  });

  it('ACC-8: a new mobile login ends the other mobile tokens and no web token', async () => {
    await register({});
    const [web, phone] = [await world.login('anna'), await world.login('anna', PHONE)];
    const [webSocket, phoneSocket] = [await world.online(web), await world.online(phone)];
    const second = await world.login('anna', PHONE);
    expect(await world.code(phone, 'im/getContacts')).toBe(-1);
    expect(await world.code(web, 'im/getContacts')).toBe(0);
    expect(await world.code(second, 'im/getContacts')).toBe(0);
    expect(phoneSocket.of('offline')).toMatchObject([{ data: { id: 1, isMobile: true } }]);
    expect(webSocket.of('offline')).toEqual([]);
  });

  it('ACC-8: a web login ends nothing, and with multiple login on a mobile one neither', async () => {
    await register({});
    const phone = await world.login('anna', PHONE);
    await world.login('anna');
    expect(await world.code(phone, 'im/getContacts')).toBe(0);
    await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, multipleLogin: true } }));
    await world.login('anna', PHONE);
    expect(await world.code(phone, 'im/getContacts')).toBe(0);
  });
});

describe('tokens', () => {
  it('ACC-4: missing, wrong and expired tokens answer −1 and do nothing', async () => {
    const anna = await world.person('anna');
    const body = { account: 'x', id: 'g', user_ids: [2] };
    expect(await world.code(null, 'group/add', body)).toBe(-1);
    for (const token of ['bearer', 'bearer x', `bearer ${'0'.repeat(64)}`, anna.token.slice(0, -1)]) {
      expect(await world.code({ ...anna, token }, 'im/getContacts')).toBe(-1);
    }
    world.clock.pass(tokenLimits.lifeMs + 1);
    expect(await world.code(anna, 'im/getContacts')).toBe(-1);
  });

  it('GATE-7: when a session expires, its socket is closed and receives nothing more', async () => {
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    await world.befriend(anna, bela);
    const [socket, idle] = [await world.online(anna), await world.socket()];
    world.clock.jump(tokenLimits.lifeMs - 60_000);
    const sender = await world.login('bela');
    const say = (id: string) => world.say(sender, String(anna.id), id, { id });
    await say('before');
    expect(socket.of('simple')).toHaveLength(1);
    world.clock.jump(60_000);
    await say('after');
    expect(socket.of('simple')).toHaveLength(1);
    expect(socket.closedWith()).toBe(4001);
    expect(idle.closedWith()).toBeNull();
    expect(world.server.gateway.isOnline(anna.id as never)).toBe(false);
  });

  it('GATE-7: also where nothing is said to it, within a ping; and a socket bound by a call', async () => {
    const anna = await world.person('anna');
    const [socket, called] = [await world.online(anna, { plain: true }), await world.socket()];
    await world.ok(anna, '/common/Pub/bindUid', { client_id: called.clientId, user_id: anna.id, cid: '' });
    world.clock.jump(tokenLimits.lifeMs);
    await world.clock.advance(20_000);
    expect([socket.closedWith(), called.closedWith()]).toEqual([4001, 4001]);
  });

  it('ACC-4: the prefix may be missing or in any case', async () => {
    const anna = await world.person('anna');
    for (const token of [anna.token.slice(7), anna.token.replace('bearer', 'BEARER')]) {
      expect(await world.code({ ...anna, token }, 'im/getContacts')).toBe(0);
    }
  });

  it('ACC-5: logout revokes the token and unbinds its sockets; it never fails', async () => {
    const anna = await world.person('anna');
    const [one, two] = [await world.online(anna), await world.online(anna)];
    expect(await world.code(anna, '/common/pub/logout', { client_id: one.clientId })).toBe(0);
    expect(await world.code(anna, 'im/getContacts')).toBe(-1);
    for (const socket of [one, two])
      expect(world.server.gateway.ownerOf(socket.clientId as never)).toBeNull();
    expect(await world.code(anna, '/common/pub/logout')).toBe(0);
    expect(await world.code(null, '/common/pub/logout')).toBe(0);
  });

  it('SESS-6: the key of a login ends that login alone, from anywhere, and opens nothing', async () => {
    await world.person('anna');
    const { authToken, logoutKey, userInfo } = await world.ok(null, '/common/pub/login', {
      account: 'anna',
      password: PASSWORD,
    });
    const anna = { id: userInfo.user_id, account: 'anna', token: authToken };
    const other = await world.login('anna');
    const bela = await world.person('bela');
    const socket = await world.online(anna);
    expect(await world.code({ ...anna, token: `bearer ${String(logoutKey)}` }, 'im/getContacts')).toBe(-1);
    expect(await world.code(bela, '/common/pub/logout', { key: logoutKey })).toBe(0);
    expect(await world.code(anna, 'im/getContacts')).toBe(-1);
    expect(world.server.gateway.ownerOf(socket.clientId as never)).toBeNull();
    for (const who of [other, bela]) expect(await world.code(who, 'im/getContacts')).toBe(0);
    for (const key of [logoutKey, '0'.repeat(64)])
      expect(await world.code(null, '/common/pub/logout', { key })).toBe(0);
  });

  it('SESS-7: the answer to a log-out makes the browser drop the pictures that it keeps', async () => {
    const anna = await world.person('anna');
    const out = () =>
      world.raw('/common/pub/logout', { method: 'POST', headers: { authorization: anna.token }, body: '{}' });
    expect((await out()).headers.get('clear-site-data')).toBe('"cache"');
    // A page of elsewhere that asks without a login clears nothing.
    expect((await out()).headers.get('clear-site-data')).toBeNull();
  });

  it('ACC-6: neither passwords nor tokens are stored or answered as they are', async () => {
    const anna = await world.person('anna');
    const bare = anna.token.slice(7);
    const user = await world.server.core.store.read((tx) => tx.users.byAccount('anna'));
    const tokens = await world.server.core.store.read((tx) => tx.tokens.ofUser(user!.id, 0));
    expect(JSON.stringify(tokens)).not.toContain(bare);
    const answers = [
      await world.call(null, '/common/pub/login', { account: 'anna', password: PASSWORD }),
      await world.call(anna, 'im/getUserInfo', { user_id: 1 }),
      await world.call(anna, 'im/getContacts'),
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
  it('CONF-1: all users get the whole configuration, flags as numbers; signed-out users get no secrets', async () => {
    await world.setConfig((config) => ({
      ...config,
      chatInfo: { ...config.chatInfo, stun: 'turn:relay', stunUser: 'u', stunPass: 'very secret' },
    }));
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
