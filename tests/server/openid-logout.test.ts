import { afterEach, beforeEach, expect, it } from 'vitest';
import { openIdLimits as limits } from '../../src/server/kernel/limits.ts';
import { openIdSetting, providersAt } from '../support/elsewhere.ts';
import type { Fields } from '../support/fields.ts';
import { OpenIdHouse, type Deviation } from '../support/openid-house.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
let house: OpenIdHouse;
let other: OpenIdHouse;
let world: World;

beforeEach(async () => {
  house = await new OpenIdHouse().open();
  other = await new OpenIdHouse().open();
  world = await startWorld({
    settings: { publicUrl: 'https://chat.example.org' },
    openIds: providersAt(openIdSetting('work', house.issuer), openIdSetting('club', other.issuer)),
  });
  await world.person('root');
});
afterEach(async () => {
  await world.close();
  await house.close();
  await other.close();
});

/** Logs in with a separate browser, in a session of the provider. */
async function arrive(sid?: string): Promise<Person> {
  if (sid !== undefined) house.deviation = { claims: { sid } };
  let cookie = '';
  const post = async (name: string, body: object): Promise<Fields> => {
    const init = { method: 'POST', headers: { cookie }, body: JSON.stringify(body) };
    const answer = await world.raw(`/common/pub/${name}`, init);
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return ((await answer.json()) as { data: Fields }).data;
  };
  const { url } = await post('beginOpenId', { provider: 'work' });
  const answer = house.visit(url as string).toString();
  const { ticket } = await post('finishOpenId', { provider: 'work', answer });
  const data = await post('login', { openId: ticket, realname: 'Anna Lake' });
  house.deviation = {};
  return { id: data['userInfo']['user_id'], account: '', token: data['authToken'] };
}

async function say(note: string, provider = 'work'): Promise<number> {
  const body = new URLSearchParams({ logout_token: note }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await world.raw(`/openid/${provider}/logout`, { method: 'POST', headers, body });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  await world.settle();
  return answer.status;
}

const isIn = async (who: Person): Promise<boolean> => (await world.code(who, 'im/getContacts')) === 0;

it('OIDC-9: a user who logs out at the provider is signed out here, also on an open page', async () => {
  const [first, second] = [await arrive(), await arrive()];
  const page = await world.online(first);
  expect(await say(house.note())).toBe(200);
  expect([await isIn(first), await isIn(second)]).toEqual([false, false]);
  await world.clock.advance(1_000);
  expect(page.closedWith()).not.toBeNull();
  const entries = await world.server.core.store.read((tx) => tx.audit.page(0, 500));
  expect(entries.find(({ what }) => what === 'logins ended')).toMatchObject({
    by: `user ${first.id}`,
    facts: '{"logins":2,"provider":"work"}',
  });
});

it('OIDC-9: a token for one session ends the sessions from it and no others', async () => {
  const [here, there] = [await arrive('one'), await arrive('two')];
  expect(await say(house.note({ sid: 'one' }))).toBe(200);
  expect([await isIn(here), await isIn(there)]).toEqual([false, true]);
  expect(await say(house.note({ sid: 'two', sub: undefined }))).toBe(200);
  expect(await isIn(there)).toBe(false);
});

it('OIDC-9: a session of another user or of another provider is not ended by it', async () => {
  const anna = await arrive('one');
  expect(await say(house.note({ sid: 'one', sub: 'bela-1' }))).toBe(200);
  expect(await say(other.note({ sid: 'one', sub: undefined }), 'club')).toBe(200);
  expect(await say(other.note(), 'club')).toBe(200);
  expect(await say(house.note({ sid: '', sub: '' }))).toBe(400);
  expect(await isIn(anna)).toBe(true);
});

it('OIDC-9: a login of the same person by a password stays', async () => {
  const local = await world.person('anna@example.org');
  const visitor = await world.login('anna@example.org');
  expect(await say(house.note())).toBe(200);
  expect([await isIn(local), await isIn(visitor)]).toEqual([true, true]);
});

const now = Math.floor(Date.now() / 1_000);
it.each<[what: string, claims: Readonly<Record<string, unknown>>, deviation?: Deviation]>([
  ['another issuer', { iss: 'https://other.example.org' }],
  ['another audience', { aud: 'somebody-else' }],
  ['no id', { jti: undefined }],
  ['no time', { iat: undefined }],
  ['a time long ago', { iat: now - 3_600, exp: now + 60 }],
  ['an end that is over', { exp: now - 600 }],
  ['another event', { events: { 'https://example.org/event': {} } }],
  ['no event', { events: undefined }],
  ['an event that is a word', { events: { [EVENT]: 'yes' } }],
  ['a nonce, as a login has one', { nonce: 'a-nonce' }],
  ['no signature', {}, { alg: 'none' }],
  ['a signature of the shared secret', {}, { alg: 'HS256' }],
  ['another key', {}, { strange: true }],
])('OIDC-9: a note with %s ends nothing', async (_, claims, deviation = {}) => {
  const anna = await arrive();
  house.deviation = deviation;
  const note = house.note(claims);
  house.deviation = {};
  expect(await say(note)).toBe(400);
  expect(await isIn(anna)).toBe(true);
});

it('OIDC-9: a note counts once, and not at another provider', async () => {
  await arrive();
  const note = house.note();
  expect(await say(note, 'club')).toBe(400);
  expect(await say(note, 'nobody')).toBe(400);
  expect(await say(note)).toBe(200);
  const again = await arrive();
  expect(await say(note)).toBe(400);
  expect(await isIn(again)).toBe(true);
});

it('OIDC-9: a malformed or oversized token is refused before any request', async () => {
  const requestCount = house.asked.length;
  expect(await say('')).toBe(400);
  expect(await say('x'.repeat(limits.noteBytesMax))).toBe(400);
  expect(house.asked).toHaveLength(requestCount);
  expect(await say('a.b.c')).toBe(400);
});
