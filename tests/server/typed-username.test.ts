import { beforeEach, describe, expect, it } from 'vitest';
import { mailCodeLimits } from '../../src/domain/limits.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { setUpWorld } from '../support/set-up-world.ts';
import { user } from '../support/store-rows.ts';
import { PASSWORD, startWorld } from '../support/world.ts';

let sent: { to: string; text: string }[] = [];
const { world } = setUpWorld([], {
  options: () => ({ mail: { send: async (one) => void sent.push(one) } }),
});
beforeEach(() => {
  sent = [];
});

interface Reply {
  readonly code: number;
  readonly data: unknown;
}
const post = async (path: string, body: object): Promise<Reply> =>
  (await (await world.raw(path, { method: 'POST', body: JSON.stringify(body) }, '10.0.0.7')).json()) as Reply;
const login = (account: string, password = PASSWORD) => post('/common/pub/login', { account, password });
const register = (account: string, more: object = {}) =>
  post('/common/pub/register', { account, realname: 'Person', password: PASSWORD, ...more });

describe('a typed username', () => {
  it('ACC-24: a login ignores case and width of letters, as a registration does', async () => {
    expect((await register('Anna.Lake')).code).toBe(0);
    for (const typed of ['anna.lake', 'ANNA.LAKE', 'ａｎｎａ．ｌａｋｅ', ' Anna.Lake '])
      expect(await login(typed), typed).toMatchObject({
        code: 0,
        data: { userInfo: { account: 'Anna.Lake' } },
      });
    for (const typed of ['anna-lake', 'anna.lakes', 'аnna.lake'])
      expect((await login(typed)).code, typed).toBe(400);
    expect((await register('ANNA.lake')).code).toBe(400);
  });

  it('ACC-24: of earlier accounts that differ in case alone only the exact username logs in', async () => {
    const passwordHash = await world.server.core.passwords.hash(PASSWORD);
    for (const account of ['Bela', 'bela'])
      await world.server.core.store.write((tx) => tx.users.insert(user({ account, passwordHash })));
    expect((await login('bela')).code).toBe(0);
    expect((await login('Bela')).code).toBe(0);
    expect((await login('BELA')).code).toBe(400);
  });

  it('ACC-24: all spellings count as one, of an existing username and of an unknown one', async () => {
    await register('carla');
    for (const name of ['carla', 'nobody']) {
      const spellings = [name, name.toUpperCase(), `${name[0]?.toUpperCase()}${name.slice(1)}`];
      const codes: unknown[] = [];
      for (let n = 0; n <= serverLimits.wrongPasswordsMax + 1; n += 1)
        codes.push((await login(spellings[n % 3] ?? '', 'wrong-1')).data);
      expect(codes.slice(0, -1), name).toEqual(codes.slice(1).map(() => ({ field: 'password' })));
      expect(codes.at(-1), name).toMatchObject({ retry_ms: expect.any(Number) as number });
    }
  });

  it('ACC-24: a code goes to the mailbox of the account, and opens it in any spelling', async () => {
    await register('dora@parley.test');
    const ask = (account: string) => post('/common/pub/sendCode', { account, type: 1 });
    expect((await ask('Dora@Parley.Test')).code).toBe(0);
    expect(sent.map(({ to }) => to)).toEqual(['dora@parley.test']);
    // The wait is one for all spellings.
    expect((await ask('DORA@parley.test')).data).toMatchObject({ retry_ms: expect.any(Number) as number });
    const code = /\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? '';
    expect((await post('/common/pub/login', { account: 'DORA@PARLEY.TEST', code })).code).toBe(0);
    world.clock.pass(mailCodeLimits.againMs);
    expect((await ask('Nobody@parley.test')).code).toBe(0);
    expect((await ask('nobody@parley.test')).data).toMatchObject({ retry_ms: expect.any(Number) as number });
  });
});

describe('a refused form', () => {
  it.each([
    ['account', { account: 'abc' }],
    ['account', { account: 'an na' }],
    ['account', { account: 'taken' }],
    ['account', { account: 'admin' }],
    ['realname', { realname: 'A'.repeat(65) }],
    ['realname', { realname: 'A\u200bda' }],
    ['realname', { realname: 'Admin' }],
    ['newPassword', { password: '12345' }],
    ['newPassword', { password: '123456' }],
    ['repeat', { repass: 'another' }],
  ])('UI-166: a registration is refused at the field %s for %j', async (field, body) => {
    await register('taken');
    expect(await register('fresh', { repass: PASSWORD, ...body })).toMatchObject({
      code: 400,
      data: { field },
    });
  });

  it('UI-166: a dead invitation, a wrong code and a wrong password name their field', async () => {
    await register('erik');
    const closed = await startWorld({ settings: { registration: 'invite' } });
    const body = { account: 'fresh', realname: 'Person', password: PASSWORD, inviteCode: 'dead' };
    expect((await closed.call(null, '/common/pub/register', body)).data).toEqual({ field: 'invite' });
    await closed.close();
    expect((await post('/common/pub/login', { account: 'erik', code: '123456' })).data).toEqual({
      field: 'code',
    });
    expect((await login('erik', 'wrong-1')).data).toEqual({ field: 'password' });
  });
});
