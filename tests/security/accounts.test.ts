import { expect, it } from 'vitest';
import { mailCodeLimits, tokenLimits } from '../../src/domain/limits.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { admin } from '../support/admin.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
const OFFICE = '10.7.0.1';
async function post(
  path: string,
  body: object,
  address = OFFICE,
  cookie = '',
): Promise<Reply & { readonly cookie: string }> {
  const response = await at.world.raw(
    `/common/pub/${path}`,
    { method: 'POST', headers: { cookie }, body: JSON.stringify(body) },
    address,
  );
  return {
    ...((await response.json()) as Reply),
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  };
}
const guess = (account: string, address = OFFICE) => post('login', { account, password: 'wrong-1' }, address);
const enter = (account: string, cookie = '') =>
  post('login', { account, password: PASSWORD }, OFFICE, cookie);

it('SEC-1: row 51: wrong passwords for one user lock out neither neighbours nor a known device', async () => {
  const { cookie } = await enter('member');
  for (let n = 0; n < 60; n += 1) await guess('member');
  expect((await enter('manager')).code).toBe(0);
  expect((await enter('member')).code).toBe(400);
  expect((await enter('member', cookie)).code).toBe(0);
  for (let n = 0; n < 2 * serverLimits.addressFactor * serverLimits.wrongPasswordsMax; n += 1)
    await guess(`made-up-${n}`);
  expect((await enter('manager')).code).toBe(400);
  expect((await enter('member', cookie)).code).toBe(0);
});

it('SEC-1: row 52: neither text nor work reveals whether an account exists', async () => {
  for (let n = 0; n < 12; n += 1) {
    const [there, missing] = [await guess('member'), await guess('nobody')];
    expect([there.code, there.msg]).toEqual([missing.code, missing.msg]);
  }
  const reports = new Set<string>();
  for (const account of ['a@parley.test', 'b@parley.test']) {
    for (const type of [1, 2]) reports.add(JSON.stringify(await post('sendCode', { account, type })));
  }
  expect(reports.size).toBe(1);
  expect(at.letters.map(({ to }) => to)).toEqual([
    'a@parley.test',
    'a@parley.test',
    'b@parley.test',
    'b@parley.test',
  ]);
});

it('SEC-1: row 53: a login that names another user’s socket does not get it', async () => {
  const { world, owner, mallory } = at;
  const socket = await world.online(owner);
  await world.login('mallory', {}, { client_id: socket.clientId });
  expect(world.server.gateway.ownerOf(socket.clientId as never)).toBe(owner.id);
  await at.im(mallory, 'setChatTop', { id: at.group });
  expect(socket.frames).toEqual([]);
});

it('SEC-1: row 54: codes cannot be guessed, and others cannot use up the owner’s tries', async () => {
  const { world } = at;
  await world.person('anna@parley.test');
  let tries = 0;
  const login = (code: string, address: string) =>
    post('login', { account: 'anna@parley.test', code }, address);
  for (let n = 0; n < 100; n += 1) {
    const address = `10.66.${n % 10}.1`;
    if ((await post('sendCode', { account: 'anna@parley.test', type: 1 }, address)).code === 0)
      tries += mailCodeLimits.triesMax;
    world.clock.pass(mailCodeLimits.againMs);
  }
  expect(tries).toBe(mailCodeLimits.dayStrangersMax * mailCodeLimits.triesMax);
  world.clock.pass(86_400_000);
  await post('sendCode', { account: 'anna@parley.test', type: 1 }, '10.0.0.1');
  const code = /\d{6}/.exec(at.letters.at(-1)?.text ?? '')?.[0] ?? '';
  for (let n = 0; n < 50; n += 1) await login('000000', '10.66.0.1');
  expect((await login(code, '10.66.0.1')).code).toBe(400);
  expect((await login(code, '10.0.0.1')).code).toBe(0);
});

it('SEC-1: row 55: a user who may not call any more does not receive any more', async () => {
  const { world, member, manager } = at;
  world.server.start();
  const expired = await world.online(member);
  world.clock.pass(tokenLimits.lifeMs);
  const [again, boss] = [await world.login('member'), await world.login('owner')];
  const disabled = await world.online(again);
  await admin(world, 'user', 'disable', 'member');
  await at.say(boss, at.group, 'm-1');
  await world.settle();
  expect([expired.closedWith(), disabled.closedWith()]).toEqual([4001, 4001]);
  expect([...expired.frames, ...disabled.frames].filter(({ type }) => type !== 'ping')).toEqual([]);
  expect(await world.code(manager, 'im/getContacts')).toBe(-1);
});
