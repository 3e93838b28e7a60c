import { beforeEach, describe, expect, it } from 'vitest';
import { newAddressLimits, proofLimits } from '../../src/domain/account-limits.ts';
import { duration } from '../../src/domain/limits.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';
import { PASSWORD } from '../support/world.ts';

/** The mailbox of the thief, and of the owner. */
const [THEIRS, OWN] = ['thief@parley.test', 'owner@parley.test'];
const NEEDS_PROOF = 414;
let sent: { readonly to: string; readonly text: string }[] = [];
const { world } = setUpWorld([], {
  options: () => ({ mail: { send: async (one) => void sent.push(one) } }),
});
let bela: Person;
beforeEach(async () => {
  sent = [];
  bela = await world.person('bela');
});

const call = (who: Person, name: string, body: object) => world.call(who, `im/${name}`, body);
const login = (body: object) => world.call(null, '/common/pub/login', body);
const sendCode = (account: string, type: number, who: Person | null = bela) =>
  world.call(who, '/common/pub/sendCode', { account, type });
async function codeFor(account: string, type: number, who: Person | null = bela): Promise<string> {
  world.clock.pass(duration.MINUTE);
  expect((await sendCode(account, type, who)).code).toBe(0);
  return /\d{6}/.exec(sent.findLast(({ to }) => to === account)?.text ?? '')?.[0] ?? '';
}
const stale = () => world.clock.pass(proofLimits.lifeMs);
const prove = (body: object = { password: PASSWORD }) => call(bela, 'prove', body);

const enterByCode = async (account: string) => login({ account, code: await codeFor(account, 1, null) });

/** Changes the account to this address, with a proof by password. */
async function move(to: string): Promise<void> {
  expect((await prove()).code).toBe(0);
  expect((await call(bela, 'editAccount', { account: to, newCode: await codeFor(to, 4) })).code).toBe(0);
}

const former = (password: string) => login({ account: 'bela', password });
const returns = (msg: string) => {
  const [, inviteCode = ''] = /inviteCode=(\S+)/.exec(msg) ?? [];
  const form = { account: 'bela', realname: '', password: 'secret-77', repass: 'secret-77' };
  return world.call(null, '/common/pub/register', { ...form, inviteCode });
};

describe('a token without its user', () => {
  it('ACC-27: a stolen token alone does not move the account to another mailbox', async () => {
    stale();
    const newCode = await codeFor(THEIRS, 4);
    expect(await call(bela, 'editAccount', { account: THEIRS, newCode })).toMatchObject({
      code: NEEDS_PROOF,
      msg: '请先确认是你本人',
      data: { account: 'bela', passkey: false, secondStep: false },
    });
    expect((await sendCode(THEIRS, 3)).code).toBe(400);
    expect((await login({ account: 'bela', password: PASSWORD })).code).toBe(0);
    // The refusal has not used up the code: the owner continues with it.
    expect((await prove({ password: 'wrong-1' })).code).toBe(400);
    expect((await prove()).code).toBe(0);
    expect((await call(bela, 'editAccount', { account: THEIRS, newCode })).code).toBe(0);
  });

  it('ACC-27: a login of the last ten minutes is a proof, also for base-protocol clients', async () => {
    const newCode = await codeFor(OWN, 4);
    expect((await call(bela, 'editAccount', { account: OWN, newCode })).code).toBe(0);
  });

  it('ACC-27: a proof of another login of the same user does not count', async () => {
    stale();
    await world.login('bela');
    const newCode = await codeFor(OWN, 4);
    expect((await call(bela, 'editAccount', { account: OWN, newCode })).code).toBe(NEEDS_PROOF);
  });

  it('ACC-12, ACC-27: a code to the old address is a proof, but only once it is a day old', async () => {
    await move(OWN);
    stale();
    const change = async (to: string) =>
      call(bela, 'editAccount', { account: to, code: await codeFor(OWN, 4), newCode: await codeFor(to, 4) });
    expect((await change(THEIRS)).code).toBe(NEEDS_PROOF);
    world.clock.pass(newAddressLimits.waitMs);
    expect((await change(THEIRS)).code).toBe(0);
  });
});

describe('an address that was just changed', () => {
  beforeEach(() => move(THEIRS));

  it('ACC-28: its codes set no password for a day', async () => {
    const change = async () =>
      call(bela, 'editPassword', { password: 'secret-33', code: await codeFor(THEIRS, 3) });
    expect(await change()).toMatchObject({
      code: 400,
      msg: expect.stringContaining('更换不足一天') as string,
    });
    expect((await login({ account: THEIRS, password: PASSWORD })).code).toBe(0);
    world.clock.pass(newAddressLimits.waitMs);
    expect((await change()).code).toBe(0);
  });

  it('ACC-28: its codes log in nobody for a day, its password does', async () => {
    expect((await enterByCode(THEIRS)).code).toBe(400);
    world.clock.pass(newAddressLimits.waitMs);
    expect((await enterByCode(THEIRS)).code).toBe(0);
  });

  it('ACC-21: the owner reads of the changed username on all devices', async () => {
    const { list } = await world.ok<{
      list: readonly { name: string; value: { list: readonly { what: string }[] } }[];
    }>(bela, 'im/getKept', {});
    expect(list.find(({ name }) => name === 'security')?.value.list).toMatchObject([{ what: 'account' }]);
  });
});

describe('an account without an address that an intruder has moved', () => {
  beforeEach(async () => {
    // The intruder has the token of a fresh login, and a mailbox.
    const newCode = await codeFor(THEIRS, 4);
    expect((await call(bela, 'editAccount', { account: THEIRS, newCode })).code).toBe(0);
  });
  it('ACC-31: the former username and the password lead to a link, which works once', async () => {
    const { code, msg } = await former(PASSWORD);
    expect(code).toBe(400);
    expect((await returns(msg)).code).toBe(0);
    expect((await world.login('bela', {}, { password: 'secret-77' })).id).toBe(bela.id);
    expect(await world.code(bela, 'im/getContacts')).toBe(-1);
    world.clock.pass(newAddressLimits.waitMs);
    expect((await enterByCode(THEIRS)).code).toBe(400);
    expect((await returns(msg)).code).toBe(400);
  });

  it('ACC-31: later changes lead back to the same username', async () => {
    world.clock.pass(newAddressLimits.waitMs);
    const token = (await enterByCode(THEIRS)).data['authToken'];
    const who = { ...bela, token };
    const [code, newCode] = [await codeFor(THEIRS, 4, who), await codeFor(OWN, 4, who)];
    expect((await call(who, 'editAccount', { account: OWN, code, newCode })).code).toBe(0);
    expect((await returns((await former(PASSWORD)).msg)).code).toBe(0);
    expect((await world.login('bela', {}, { password: 'secret-77' })).id).toBe(bela.id);
  });

  it('ACC-31: the link needs the password and ends after seven days; no other user gets the name', async () => {
    expect((await former('wrong-1')).msg).not.toContain('inviteCode');
    expect((await login({ account: 'bela', code: '123456' })).msg).not.toContain('inviteCode');
    const form = { account: 'bela', realname: 'Carla', password: 'secret-55' };
    expect((await world.call(null, '/common/pub/register', form)).code).toBe(400);
    const { msg } = await former(PASSWORD);
    world.clock.pass(newAddressLimits.undoMs);
    expect((await former(PASSWORD)).msg).not.toContain('inviteCode');
    expect((await returns(msg)).code).toBe(400);
  });
});
