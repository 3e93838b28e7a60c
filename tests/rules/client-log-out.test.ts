import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { createSignedOutClient } from '../../src/client/signed-out-client.ts';
import { userId } from '../../src/domain/ids.ts';
import { ownPrefix } from '../../src/domain/own-keys.ts';
import { fakePage } from '../support/fake-page.ts';
import { ME, scripted, type Scripted } from '../support/scripted-server.ts';

const KEY = 'a'.repeat(64);
const loginAs = (on: Scripted, key: string, user = 7) =>
  on.answer('/login', {
    code: 0,
    data: { authToken: `bearer t${user}`, logoutKey: key, userInfo: { ...ME, user_id: user, id: user } },
  });

async function signedIn(options: Parameters<typeof scripted>[0] = {}): Promise<Scripted> {
  const on = await scripted(options);
  loginAs(on, KEY);
  await on.client.start();
  await on.login();
  return on;
}
const ends = (on: Scripted) => on.of('/logout').map(({ body }) => (body as { key?: string }).key);

it('SESS-6: a log-out that the server hears is said once, and nothing of it is kept', async () => {
  const on = await signedIn();
  await on.client.actions.logout();
  await on.clock.advance(600_000);
  expect(ends(on)).toEqual([KEY]);
  expect(on.profile.settings().get('logouts')).toBeNull();
  expect(on.profile.settings().get('logoutKey')).toBeNull();
});

it('SESS-1: a subscriber of a session receives each change until it unsubscribes', async () => {
  const on = await signedIn();
  const { session } = on.client;
  const reports: string[] = [];
  const end = session.subscribe(() => reports.push(session.get().name));
  await on.client.actions.logout();
  await on.settle();
  expect(reports.at(-1)).toBe('signedOut');
  await on.login();
  expect(reports.at(-1)).toBe('signedIn');
  end();
  const before = reports.length;
  await on.client.actions.logout();
  expect(reports).toHaveLength(before);
});

it('SESS-6: a log-out without a network is kept, as a key and no token, and said when there is one again', async () => {
  const on = await signedIn();
  on.answer('/logout', { kind: 'broken' });
  await on.client.actions.logout();
  await on.clock.advance(120_000);
  const tries = ends(on).length;
  expect(tries).toBeGreaterThan(3);
  expect(tries).toBeLessThan(15);
  const settings = on.profile.settings();
  expect(settings.get('logouts')).toBe(KEY);
  expect(
    settings
      .keys()
      .map((key) => settings.get(key))
      .join(' '),
  ).not.toContain('bearer');
  on.answer('/logout', { code: 502, data: { retry_ms: 5_000 } });
  on.page.setOnline(false);
  on.page.setOnline(true);
  await on.settle();
  expect(settings.get('logouts')).toBe(KEY);
  on.answer('/logout', { code: 0 });
  await on.clock.advance(5_000);
  expect(settings.get('logouts')).toBeNull();
  const eventCount = ends(on).length;
  await on.clock.advance(600_000);
  expect(ends(on)).toHaveLength(eventCount);
});

it('SESS-6: the log-out is repeated after a reload, signed out or with another user', async () => {
  const profile = createMemoryProfile();
  const first = await signedIn({ profile });
  first.answer('/logout', { kind: 'offline' });
  await first.client.actions.logout();
  await first.client.stop();

  const second = await scripted({ profile });
  loginAs(second, 'b'.repeat(64), 8);
  second.answer('/logout', { kind: 'timeout' });
  await second.client.start();
  await second.settle();
  expect(ends(second)).toEqual([KEY]);
  expect(second.of('/logout')[0]?.headers['authorization']).toBe('');
  await second.login();
  second.answer('/logout', { code: 0 });
  await second.clock.advance(60_000);
  expect(profile.settings().get('logouts')).toBeNull();
  expect(second.client.session.get()).toEqual({ name: 'signedIn' });
  expect(new Set(ends(second))).toEqual(new Set([KEY]));
});

it.each(['logouts', 'wipes'])(
  'SESS-3, SESS-6: with %s kept, the signed-out page fetches the whole client',
  async (key) => {
    const profile = createMemoryProfile();
    const { client } = await scripted({ profile });
    let loaded = 0;
    const openSignedOut = () =>
      createSignedOutClient({
        settings: profile.settings(),
        http: { send: () => Promise.resolve({ kind: 'broken' }) },
        device: fakePage({}),
        load: () => Promise.resolve(((loaded += 1), client)),
      });
    const first = openSignedOut();
    await first.start();
    expect(loaded).toBe(0);
    await first.stop();
    profile.settings().set(key, KEY);
    await openSignedOut().start();
    expect(loaded).toBe(1);
  },
);

it('SESS-6: several stored log-outs are sent one after another', async () => {
  const on = await scripted();
  const [one, two] = ['c'.repeat(64), 'd'.repeat(64)];
  on.profile.settings().set('logouts', `${one} ${two}`);
  on.answer('/logout', { kind: 'broken' });
  await on.client.start();
  await on.settle();
  // The second log-out waits until the first is confirmed.
  expect(ends(on)).toEqual([one]);
  on.answer('/logout', { code: 0 });
  await on.clock.advance(60_000);
  expect(ends(on).slice(-2)).toEqual([one, two]);
  expect(on.profile.settings().get('logouts')).toBeNull();
});

it('SESS-6: without a network nothing is asked, and as soon as there is one what waits is said', async () => {
  const on = await signedIn();
  on.answer('/logout', { kind: 'broken' });
  await on.client.actions.logout();
  // The wait between two tries is long by now.
  await on.clock.advance(600_000);
  const tries = ends(on).length;
  on.page.setOnline(false);
  await on.clock.advance(600_000);
  expect(ends(on)).toHaveLength(tries);
  on.answer('/logout', { code: 0 });
  on.page.setOnline(true);
  await on.settle();
  expect(ends(on)).toHaveLength(tries + 1);
  expect(on.profile.settings().get('logouts')).toBeNull();
});

it('SESS-6: a closed page does not repeat it', async () => {
  const on = await signedIn();
  on.answer('/logout', { kind: 'broken' });
  await on.client.actions.logout();
  await on.clock.advance(60_000);
  await on.client.stop();
  const tries = ends(on).length;
  expect([tries > 1, on.clock.pending()]).toEqual([true, 0]);
  on.page.setOnline(false);
  on.page.setOnline(true);
  await on.settle();
  expect(ends(on)).toHaveLength(tries);
});

it('SESS-3: a failed wipe is repeated later, without data that a new login stored since', async () => {
  const profile = createMemoryProfile();
  const wipe = profile.records.wipe.bind(profile.records);
  let fails = true;
  Object.assign(profile.records, {
    wipe: (user: string) => (fails ? Promise.reject(new Error('busy')) : wipe(user)),
  });
  const on = await signedIn({ profile });
  await on.clock.advance(1_000);
  await profile.records.write('8', [{ store: 'outbox', key: 'a', value: 1 }]);
  on.profile.settings().set('wipes', '8');
  await on.client.actions.logout();
  await on.settle();
  expect(on.profile.settings().get('wipes')).toBe('8 7');
  await on.login();
  expect(on.profile.settings().get('wipes')).toBe('8');
  await on.clock.advance(1_000);
  await on.client.stop();
  fails = false;
  const next = await scripted({ profile });
  await next.client.start();
  await next.settle();
  expect(profile.stored('7', 'allContacts').size).toBe(1);
  expect([profile.stored('8', 'outbox').size, on.profile.settings().get('wipes')]).toEqual([0, null]);
  await next.client.stop();
});

it('SESS-6: at most twenty are kept, the newest', async () => {
  const on = await signedIn();
  on.answer('/logout', { kind: 'broken' });
  on.profile
    .settings()
    .set('logouts', Array.from({ length: 20 }, (_, n) => String(n % 10).repeat(64)).join(' '));
  await on.client.actions.logout();
  const storedRows = on.profile.settings().get('logouts')?.split(' ') ?? [];
  expect([storedRows.length, storedRows.at(-1)]).toEqual([20, KEY]);
});

it('SESS-7: a chosen log-out drops what is the person’s, and the remembered account; others keep theirs', async () => {
  const on = await signedIn();
  const settings = on.profile.settings();
  for (const user of [7, 8]) settings.set(`${ownPrefix(userId(user))}search-recent`, '["words"]');
  settings.set('language', 'en');
  expect(settings.get('LoginAccount')).toBe('anna');
  await on.client.actions.logout();
  expect(
    settings
      .keys()
      .toSorted()
      .filter((key) => !['globalConfig', 'logouts'].includes(key)),
  ).toEqual(['language', 'of-8-search-recent']);
});

it('SESS-7: a login that expires keeps them for that user', async () => {
  const on = await signedIn();
  const settings = on.profile.settings();
  settings.set(`${ownPrefix(userId(7))}search-recent`, '["words"]');
  on.answer('/sync', { code: -1, msg: 'over' });
  on.answer('/getContacts', { code: -1, msg: 'over' });
  on.socket().close();
  await on.clock.advance(60_000);
  expect(on.client.session.get().name).toBe('ended');
  expect(settings.get('of-7-search-recent')).toBe('["words"]');
});
