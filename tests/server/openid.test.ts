import { afterEach, beforeEach, expect, it } from 'vitest';
import { openIdLimits } from '../../src/server/kernel/limits.ts';
import { readyCheck } from '../../src/server/operation/readiness.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { openIdSetting, providersAt } from '../support/elsewhere.ts';
import type { Fields } from '../support/fields.ts';
import { OpenIdHouse, type Deviation } from '../support/openid-house.ts';
import { startWorld, type Envelope, type World } from '../support/world.ts';

const HOME = 'https://chat.example.org';
const SECRET = 'secret-1';
let house: OpenIdHouse;
let other: OpenIdHouse;
let world: World;

beforeEach(async () => {
  house = await new OpenIdHouse().open();
  other = await new OpenIdHouse().open();
  world = await startWorld({
    settings: { publicUrl: HOME },
    openIds: providersAt(
      openIdSetting('work', house.issuer),
      openIdSetting('club', other.issuer, { isOpen: false }),
    ),
  });
  await world.person('root');
});
afterEach(async () => {
  await world.close();
  await house.close();
  await other.close();
});

/** A browser: it keeps the cookie that it is given. */
class Visitor {
  cookie = '';

  async post(name: string, body: object): Promise<Envelope<Fields>> {
    const init = { method: 'POST', headers: { cookie: this.cookie }, body: JSON.stringify(body) };
    const answer = await world.raw(`/common/pub/${name}`, init);
    const set = answer.headers.get('set-cookie');
    if (set !== null) this.cookie = set.split(';')[0] ?? '';
    return (await answer.json()) as Envelope<Fields>;
  }

  async begin(provider = 'work'): Promise<string> {
    const { data } = await this.post('beginOpenId', { provider });
    return data['url'] as string;
  }

  finish(answer: URLSearchParams, provider = 'work'): Promise<Envelope<Fields>> {
    return this.post('finishOpenId', { provider, answer: answer.toString() });
  }

  /** Goes to the provider and back, as a user who consents at once. */
  async trip(): Promise<Envelope<Fields>> {
    return this.finish(house.visit(await this.begin()));
  }

  login(ticket: unknown, more: object = {}): Promise<Envelope<Fields>> {
    return this.post('login', { openId: ticket, ...more });
  }
}

const accounts = async (): Promise<number> => world.server.core.store.read((tx) => tx.users.count());
const person = async (account: string) => {
  await world.person(account);
  return world.login(account);
};
const join = async (visitor: Visitor) => {
  const { data } = await visitor.trip();
  return visitor.login(data['ticket'], { realname: 'Anna Lake' });
};

it('OIDC-2, OIDC-3: all visitors get the providers; a browser is led there with all parameters', async () => {
  const config = await world.ok(null, '/common/pub/getSystemInfo');
  expect((config['sysInfo'] as Fields)['openIds']).toEqual([
    { id: 'work', name: 'The work' },
    { id: 'club', name: 'The club' },
  ]);
  const url = new URL(await new Visitor().begin());
  expect(url.origin + url.pathname).toBe(`${house.issuer}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'parley',
    response_type: 'code',
    redirect_uri: `${HOME}/openid/work`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    state: expect.any(String),
  });
  expect((await new Visitor().post('beginOpenId', { provider: 'nobody' })).code).toBe(400);
  const back = await world.raw('/openid/work?code=a%26b&state=1');
  expect([back.status, back.headers.get('location')]).toEqual([
    302,
    '/#/pages/login/index?openid=work&answer=code%3Da%2526b%26state%3D1',
  ]);
});

it('OIDC-5, OIDC-1: a new user gets an account, and the same login opens it from then on', async () => {
  const [visitor, before] = [new Visitor(), await accounts()];
  const { data } = await visitor.trip();
  expect(data).toMatchObject({ kind: 'new', account: 'anna@example.org', name: 'Anna Lake' });
  expect(await accounts()).toBe(before);
  const first = await visitor.login(data['ticket'], { realname: 'Anna Brook' });
  expect(first.data['userInfo']).toMatchObject({ account: 'anna@example.org', realname: 'Anna Brook' });
  // A ticket opens once.
  expect((await visitor.login(data['ticket'])).code).toBe(400);
  house.person = { ...house.person, email: 'new@example.org', email_verified: false };
  const again = await new Visitor().trip();
  expect(again.data).toMatchObject({ kind: 'in', account: 'anna@example.org' });
  const visitor2 = new Visitor();
  const third = await visitor2.trip();
  const { data: inside } = await visitor2.login(third.data['ticket']);
  expect(inside['userInfo']['user_id']).toBe(first.data['userInfo']['user_id']);
  expect(await accounts()).toBe(before + 1);
});

it('RULE-8, RULE-9: a login elsewhere whose address looks like an account gets a variant of it', async () => {
  await person('Anna@example.org');
  house.person = { ...house.person, name: 'Support' };
  const visitor = new Visitor();
  const { data } = await visitor.trip();
  expect((await visitor.login(data['ticket'], { realname: 'admin' })).code).toBe(400);
  const again = await visitor.trip();
  const { data: made } = await visitor.login(again.data['ticket']);
  expect(made['userInfo']['account']).toMatch(/^anna-[0-9a-f]{8}$/);
  expect(made['userInfo']['realname']).toMatch(/^Support-[0-9a-f]{4}$/);
});

it('OIDC-4, ACC-21: an account with that verified address is linked with its password, once', async () => {
  const anna = await person('anna@example.org');
  const visitor = new Visitor();
  const { data } = await visitor.trip();
  expect(data).toMatchObject({ kind: 'link', account: 'anna@example.org' });
  expect((await visitor.login(data['ticket'])).code).toBe(400);
  expect((await visitor.login(data['ticket'], { password: 'wrong-one' })).code).toBe(400);
  expect((await visitor.trip()).data['kind']).toBe('link');
  expect((await visitor.login(data['ticket'], { password: SECRET })).code).toBe(0);
  expect((await visitor.trip()).data['kind']).toBe('in');
  const notes = JSON.stringify(await world.ok(anna, 'im/getKept'));
  expect(notes.match(/loginAdded/g)).toHaveLength(1);
});

it('OIDC-4: an administrator releases an address that another user has registered without a code', async () => {
  const squatter = await person('anna@example.org');
  const visitor = new Visitor();
  expect((await visitor.trip()).data['kind']).toBe('link');
  const [said = ''] = await admin(world, 'user', 'release', 'anna@example.org');
  const next = /now (anna-\w{8})$/.exec(said)?.[1] ?? expect.fail(said);
  expect((await join(visitor)).data['userInfo']).toMatchObject({ account: 'anna@example.org' });
  // The other user keeps the account, and reads of its new name.
  expect((await world.login(next)).id).toBe(squatter.id);
  expect(JSON.stringify(await world.ok(squatter, 'im/getKept'))).toContain('"what":"account"');
  // Neither a verified address nor a plain name is released.
  for (const account of ['anna@example.org', next, 'root'])
    expect((await tryAdmin(world, 'user', 'release', account)).exit).toBe(1);
});

it('OIDC-5: no verified address, or no new users accepted here: one line', async () => {
  const visitor = new Visitor();
  house.person = { ...house.person, email_verified: false };
  expect((await visitor.trip()).msg).toContain('邮箱');
  house.person = { sub: 'anna-1' };
  expect((await visitor.trip()).code).toBe(400);
  const club = await visitor.finish(other.visit(await visitor.begin('club')), 'club');
  expect(club.msg).toBe('没有与此登录关联的账号');
  expect(await accounts()).toBe(1);
});

it('OIDC-5: an address that the provider returns for the token counts as well', async () => {
  house.deviation = { claims: { email: undefined, email_verified: undefined } };
  expect((await new Visitor().trip()).data).toMatchObject({ kind: 'new', account: 'anna@example.org' });
});

it('OIDC-3, OIDC-7: a state is good once, for its browser, its provider and ten minutes', async () => {
  const late = '登录已失效，请重试';
  const visitor = new Visitor();
  const answer = house.visit(await visitor.begin());
  expect((await new Visitor().finish(answer)).msg).toBe(late);
  expect((await visitor.finish(answer, 'club')).msg).toBe(late);
  const changed = new URLSearchParams(answer);
  changed.set('state', `${answer.get('state')}0`);
  expect((await visitor.finish(changed)).msg).toBe(late);
  expect((await visitor.finish(new URLSearchParams())).msg).toBe(late);
  const both = await Promise.all([visitor.finish(answer), visitor.finish(answer)]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 400]);
  expect((await visitor.finish(answer)).msg).toBe(late);
  const old = house.visit(await visitor.begin());
  await world.clock.advance(openIdLimits.lifeMs + 1_000);
  expect((await visitor.finish(old)).msg).toBe(late);
  expect(await accounts()).toBe(1);
});

const past = Math.floor(Date.now() / 1_000) - 3_600;
it.each<readonly [what: string, deviation: Deviation]>([
  ['another nonce', { claims: { nonce: 'another' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer', { claims: { iss: 'https://other.example.org' } }],
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['several audiences and none in charge', { claims: { aud: ['parley', 'x'], azp: 'x' } }],
  ['no signature', { alg: 'none' }],
  ['a signature of the shared secret', { alg: 'HS256' }],
  ['another key', { strange: true }],
  ['an end long ago', { claims: { exp: past, iat: past - 60 } }],
  ['nobody in it', { claims: { sub: undefined } }],
])('OIDC-7: an answer with %s is refused, and nothing is done', async (_, deviation) => {
  house.deviation = deviation;
  const visitor = new Visitor();
  const answer = await visitor.trip();
  expect([answer.code, answer.msg, answer.data]).toEqual([400, '登录服务的答复无效，请重试', '']);
  expect(world.log).toContainEqual({
    level: 'warn',
    what: 'login elsewhere refused',
    facts: expect.objectContaining({ provider: 'work' }),
  });
  expect(JSON.stringify(world.log)).not.toContain('anna@');
  expect(await accounts()).toBe(1);
});

it('OIDC-7: another issuer in the address, and a code of another provider, are refused', async () => {
  const visitor = new Visitor();
  const mixed = house.visit(await visitor.begin());
  mixed.set('iss', other.issuer);
  expect((await visitor.finish(mixed)).code).toBe(400);
  const silent = house.visit(await visitor.begin());
  silent.delete('iss');
  expect((await visitor.finish(silent)).code).toBe(400);
  const url = await visitor.begin();
  const stolen = other.visit(url);
  stolen.set('iss', house.issuer);
  expect((await visitor.finish(stolen)).code).toBe(400);
  const denied = new URLSearchParams({
    error: 'access_denied',
    state: new URL(await visitor.begin()).searchParams.get('state') ?? '',
    iss: house.issuer,
  });
  expect((await visitor.finish(denied)).msg).toBe('已取消登录');
});

it('OIDC-7: keys that were changed in between count at once', async () => {
  const visitor = new Visitor();
  expect((await visitor.trip()).code).toBe(0);
  const url = await visitor.begin();
  house.rotate();
  expect((await visitor.finish(house.visit(url))).code).toBe(0);
});

it('OIDC-8: a provider that is away is a line, and the password still opens', async () => {
  const visitor = new Visitor();
  const url = await visitor.begin();
  const answer = house.visit(url);
  house.deviation = { status: 503 };
  expect((await visitor.finish(answer)).msg).toBe('该登录服务没有响应，请稍后再试');
  await house.close();
  expect((await visitor.finish(house.visit(await visitor.begin()))).msg).toBe(
    '该登录服务没有响应，请稍后再试',
  );
  expect((await world.login('root')).token).not.toBe('');
});

it('OPS-21: a provider that cannot be reached is named with its address and the cause', async () => {
  const openIds = providersAt(openIdSetting('work', 'http://127.0.0.1:9'))({ write: () => undefined });
  expect(openIds.faults()).toEqual([]);
  const trip = { provider: 'work', redirect: 'http://x/openid/work', state: 's', nonce: 'n', verifier: 'v' };
  expect(await openIds.begin(trip)).toBeNull();
  const [fault = ''] = openIds.faults();
  expect(fault).toMatch(/^the provider work \(http:\/\/127\.0\.0\.1:9\) does not answer as it should: .+/);
  const { warnings } = await readyCheck(world.server.core, { openIds }).look();
  expect(warnings).toEqual([`nobody can log in by OpenID: ${fault}`]);
});

it('OIDC-6: listed to its owner alone, unlinked with the password, or by the operator', async () => {
  const anna = await person('anna@example.org');
  const visitor = new Visitor();
  const link = async () => {
    const { data } = await visitor.trip();
    expect((await visitor.login(data['ticket'], { password: SECRET })).code).toBe(0);
  };
  await link();
  const list = async (who: typeof anna) =>
    (await world.ok(who, 'im/getOpenIds'))['list'] as readonly Fields[];
  const [row] = await list(anna);
  expect(row).toMatchObject({ name: 'The work', email: 'anna@example.org' });
  expect(JSON.stringify(row)).not.toContain('anna-1');
  const bela = await person('bela');
  expect(await list(bela)).toEqual([]);
  const remove = (who: typeof anna, password: string) =>
    world.call(who, 'im/removeOpenId', { id: row?.['id'], password });
  expect((await remove(bela, SECRET)).code).toBe(400);
  expect((await remove(anna, 'wrong-one')).code).toBe(400);
  expect((await remove(anna, SECRET)).code).toBe(0);
  expect((await remove(anna, SECRET)).code).toBe(400);
  expect((await visitor.trip()).data['kind']).toBe('link');
  await link();
  expect(await admin(world, 'user', 'openids-reset', 'anna@example.org')).toEqual([
    'The linked login of anna@example.org was removed',
  ]);
  expect((await tryAdmin(world, 'user', 'openids-reset', 'anna@example.org')).exit).not.toBe(0);
  expect((await visitor.trip()).data['kind']).toBe('link');
});

it('OIDC-4: a disabled user stays out', async () => {
  const visitor = new Visitor();
  expect((await join(visitor)).code).toBe(0);
  const { data } = await visitor.trip();
  await admin(world, 'user', 'disable', 'anna@example.org');
  expect((await visitor.login(data['ticket'])).msg).toBe('账号已被禁用');
  await admin(world, 'user', 'enable', 'anna@example.org');
  await admin(world, 'config', 'set', 'sysInfo.state', '0');
  await world.server.core.store.read((tx) => tx.config.get());
  expect((await new Visitor().login(data['ticket'])).code).toBe(400);
});
