import { afterEach, beforeEach, expect, it } from 'vitest';
import { house, type House } from '../support/attack.ts';
import { openIdSetting, providersAt } from '../support/elsewhere.ts';
import type { Fields } from '../support/fields.ts';
import { OpenIdHouse } from '../support/openid-house.ts';
import type { Envelope } from '../support/world.ts';

const HOME = 'https://chat.example.org';
let at: House;
let provider: OpenIdHouse;
let club: OpenIdHouse;
beforeEach(async () => {
  provider = await new OpenIdHouse().open();
  club = await new OpenIdHouse().open();
  at = await house({
    settings: { publicUrl: HOME },
    openIds: providersAt(openIdSetting('work', provider.issuer), openIdSetting('club', club.issuer)),
  });
});
afterEach(async () => {
  await at.world.close();
  await provider.close();
  await club.close();
});

it('SEC-1: row 81: a user logs in by a provider only with their own login', async () => {
  const { world, owner, mallory, im } = at;
  const cookies: Record<string, string> = {};
  const post = async (who: string, name: string, body: object): Promise<Envelope<Fields>> => {
    const headers = { cookie: cookies[who] ?? '' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await world.raw(`/common/pub/${name}`, init);
    const set = answer.headers.get('set-cookie');
    if (set !== null) cookies[who] = set.split(';')[0] ?? '';
    return (await answer.json()) as Envelope<Fields>;
  };
  const begin = async (who: string, name = 'work') =>
    (await post(who, 'beginOpenId', { provider: name })).data['url'] as string;
  const finish = (who: string, answer: URLSearchParams, name = 'work') =>
    post(who, 'finishOpenId', { provider: name, answer: answer.toString() });
  const people = () => world.server.core.store.read((tx) => tx.users.count());
  const before = await people();
  provider.person = { sub: 'owner-1', email: 'owner', email_verified: true };

  // An unverified address links nothing, and neither does the claim of another provider.
  for (const email_verified of [false, 'no', 1, null, undefined]) {
    provider.person = { sub: 'x', email: 'owner', email_verified };
    expect((await finish('mallory', provider.visit(await begin('mallory')))).code).toBe(400);
  }

  // A verified address needs the password, whose wrong attempts count.
  provider.person = { sub: 'mallory-1', email: 'owner', email_verified: true };
  const { data } = await finish('mallory', provider.visit(await begin('mallory')));
  const openId = data['ticket'] as string;
  for (const password of ['', 'wrong-1', 'wrong-2', 'wrong-3', 'wrong-4', 'wrong-5', 'wrong-6', 'secret-1'])
    expect((await post('mallory', 'login', { openId, password, account: 'owner' })).code).toBe(400);

  // A ticket that was changed, of another browser, or made up opens nothing.
  const changed = openId.replace('mallory-1', 'owner-1');
  for (const ticket of [changed, openId.slice(1), openId.slice(32), '{}', 'x'.repeat(4_000)])
    expect((await post('mallory', 'login', { openId: ticket, password: 'secret-1' })).code).toBe(400);
  expect((await post('owner', 'login', { openId, password: 'secret-1' })).code).toBe(400);

  // An answer in another browser, for another provider, or twice.
  const answer = provider.visit(await begin('owner'));
  expect((await finish('mallory', answer)).code).toBe(400);
  expect((await finish('owner', answer, 'club')).code).toBe(400);
  expect((await finish('owner', club.visit(await begin('owner')), 'work')).code).toBe(400);
  expect((await finish('owner', answer)).code).toBe(0);
  expect((await finish('owner', answer)).code).toBe(400);

  // Only the owner sees and unlinks a linked login.
  for (const id of ['', 'none', '0', 'x'.repeat(200)])
    expect((await im(mallory, 'removeOpenId', { id, password: 'secret-1', user_id: owner.id })).code).toBe(
      400,
    );
  expect((await im(mallory, 'getOpenIds', { user_id: owner.id })).data).toEqual({ list: [] });
  expect(await people()).toBe(before);
});
