import { beforeEach, describe, expect, it } from 'vitest';
import { mailCodeLimits } from '../../src/domain/limits.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const ANNA = 'anna@parley.test';
let sent: { to: string; subject: string; text: string }[];
let broken: boolean;
let anna: Person;
beforeEach(() => {
  [sent, broken] = [[], false];
});
const { world } = setUpWorld([], {
  options: () => ({
    mail: {
      send: async (one) => {
        if (broken) throw new Error('connection refused');
        sent.push(one);
      },
    },
  }),
});
beforeEach(async () => {
  anna = await world.person(ANNA);
});

interface Where {
  readonly address?: string;
  readonly cookie?: string;
}
interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly retry_ms?: number };
}
const HOME = '10.0.0.1';
async function post(
  path: string,
  body: object,
  { address = HOME, cookie = '' }: Where = {},
): Promise<Reply & { readonly cookie: string }> {
  const response = await world.raw(
    path,
    { method: 'POST', headers: { cookie }, body: JSON.stringify(body) },
    address,
  );
  return {
    ...((await response.json()) as Reply),
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  };
}
const ask = (account: string, where?: Where, type = 1) =>
  post('/common/pub/sendCode', { account, type }, where);
const login = (code: string, where?: Where) => post('/common/pub/login', { account: ANNA, code }, where);
const register = (account: string, code: string) =>
  post('/common/pub/register', { account, realname: 'Person', password: PASSWORD, code });
const newest = () => /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '';
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const askThrough = async (times: number, where: (n: number) => Where) => {
  const reports: Reply[] = [];
  for (let n = 0; n < times; n += 1) {
    reports.push(await ask(ANNA, where(n)));
    world.clock.pass(mailCodeLimits.againMs);
  }
  return reports.map(({ code }) => code);
};

describe('the requester of a code', () => {
  it('ACC-16: wrong tries of others do not end it, and it opens nothing for them', async () => {
    await ask(ANNA);
    const mine = newest();
    const stranger = { address: '10.66.0.1' };
    for (let n = 0; n < 2 * mailCodeLimits.triesMax; n += 1)
      expect((await login(other(mine), stranger)).code).toBe(400);
    expect((await login(mine, stranger)).code).toBe(400);
    expect((await login(mine)).code).toBe(0);
  });

  it('ACC-16: the last of the tries that a code has still opens, one more does not', async () => {
    for (const wrong of [mailCodeLimits.triesMax - 1, mailCodeLimits.triesMax]) {
      const { cookie } = await ask(ANNA);
      const code = newest();
      for (let n = 0; n < wrong; n += 1) expect((await login(other(code), { cookie })).code).not.toBe(0);
      expect((await login(code, { cookie })).code === 0).toBe(wrong < mailCodeLimits.triesMax);
      await world.clock.advance(mailCodeLimits.againMs);
    }
  });

  it('ACC-16: a code that a stranger asks for neither ends nor delays the owner’s', async () => {
    await ask(ANNA);
    const mine = newest();
    expect((await ask(ANNA, { address: '10.66.0.1' })).code).toBe(0);
    expect((await ask(ANNA, { address: '10.66.0.2' })).code).toBe(0);
    expect((await login(mine)).code).toBe(0);
    world.clock.pass(mailCodeLimits.againMs);
    for (let n = 0; n < 3; n += 1) await ask(ANNA, { address: `10.66.1.${n}` });
    expect((await ask(ANNA)).code).toBe(0);
  });

  it('ACC-16: a known device may change its address between asking and typing', async () => {
    const { cookie } = await post('/common/pub/login', { account: ANNA, password: PASSWORD });
    await ask(ANNA, { cookie });
    expect((await login(newest(), { cookie, address: '10.0.9.9' })).code).toBe(0);
  });

  it('ACC-16: a code for the own account is for who is signed in', async () => {
    const bela = await world.person('bela');
    const askFor = (who: Person) =>
      world.call(who, '/common/pub/sendCode', { account: 'new@parley.test', type: 4 });
    const edit = (who: Person, newCode: string) =>
      world.call(who, 'im/editAccount', { account: 'new@parley.test', newCode });
    expect((await askFor(bela)).code).toBe(0);
    const code = newest();
    expect((await edit(anna, code)).code).toBe(400);
    expect((await edit(bela, code)).code).toBe(0);
  });
});

describe('codes of a day', () => {
  it('ACC-16: for one account strangers of an address get few, all strangers together not many, and a known device its own', async () => {
    const { cookie } = await post('/common/pub/login', { account: ANNA, password: PASSWORD });
    const own = { address: '10.66.0.1' };
    expect(new Set(await askThrough(mailCodeLimits.dayAddressMax, () => own))).toEqual(new Set([0]));
    const refused = await ask(ANNA, own);
    expect(refused).toMatchObject({ code: 400, msg: '今天获取验证码的次数过多，请明天再试' });
    expect(refused.data.retry_ms).toBeGreaterThan(0);
    expect((await ask('other@parley.test', own)).code).toBe(0);
    const rest = mailCodeLimits.dayStrangersMax - mailCodeLimits.dayAddressMax;
    expect(new Set(await askThrough(rest, (n) => ({ address: `10.67.${n}.1` })))).toEqual(new Set([0]));
    expect((await ask(ANNA, { address: '10.68.0.1' })).code).toBe(400);
    expect((await ask(ANNA, { address: '10.68.0.1', cookie })).code).toBe(0);
    world.clock.pass(86_400_000);
    expect((await ask(ANNA, own)).code).toBe(0);
  });

  it('ACC-16: a made-up device is a stranger', async () => {
    const reports = await askThrough(mailCodeLimits.dayAddressMax + 1, (n) => ({
      cookie: `parley_device=${String(n).repeat(32)}`,
    }));
    expect(reports).toEqual([...Array.from({ length: mailCodeLimits.dayAddressMax }, () => 0), 400]);
  });

  it('ACC-16: a code that the mail server refused does not count', async () => {
    broken = true;
    for (let n = 0; n < mailCodeLimits.dayAddressMax + 2; n += 1) expect((await ask(ANNA)).code).toBe(502);
    broken = false;
    expect((await ask(ANNA)).code).toBe(0);
  });

  it('LIMIT-1, LIMIT-12: codes are limited for each address, and a known device has its own', async () => {
    const { cookie } = await post('/common/pub/login', { account: ANNA, password: PASSWORD });
    for (let n = 0; n < serverLimits.codeRate.times; n += 1)
      expect((await ask(`x${n}@parley.test`)).code).toBe(0);
    expect((await ask('y@parley.test')).data.retry_ms).toBeGreaterThan(0);
    expect((await ask('y@parley.test', { address: '10.1.0.1' })).code).toBe(0);
    expect((await ask(ANNA, { cookie })).code).toBe(0);
  });
});

describe('users with an account', () => {
  it('ACC-14: requests reveal nothing: one answer and one mail in every case, and the mail tells the truth', async () => {
    const cases = [
      ['nobody@parley.test', 1],
      [ANNA, 2],
      ['new@parley.test', 2],
      [ANNA, 1],
    ] as const;
    const reports = [];
    for (const [account, type] of cases) reports.push(await ask(account, {}, type));
    expect(new Set(reports.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(reports[0]).toMatchObject({ code: 0, msg: '请查收邮件' });
    expect(sent.map(({ to, text }) => [to, /\d{6}/.test(text)])).toEqual([
      ['nobody@parley.test', false],
      [ANNA, false],
      ['new@parley.test', true],
      [ANNA, true],
    ]);
    expect(sent[0]?.text).toContain('没有可以登录的账号');
    expect(sent[1]?.text).toContain('已有账号');
    broken = true;
    world.clock.pass(mailCodeLimits.againMs);
    for (const [account, type] of cases) expect((await ask(account, {}, type)).code).toBe(502);
  });

  it('ACC-14: with proved accounts neither registering nor changing the account says that one is taken', async () => {
    await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, regauth: 2 } }));
    for (const account of [ANNA, 'new@parley.test']) await ask(account, {}, 2);
    const code = newest();
    const [taken, free] = [await register(ANNA, other(code)), await register('new@parley.test', other(code))];
    expect([taken.code, taken.msg, taken.data]).toEqual([free.code, free.msg, free.data]);
    expect((await register('new@parley.test', code)).code).toBe(0);
    const edit = (account: string) => world.call(anna, 'im/editAccount', { account, newCode: '000000' });
    const [one, two] = [await edit('new@parley.test'), await edit('free@parley.test')];
    expect([one.code, one.msg]).toEqual([two.code, two.msg]);
  });
});
