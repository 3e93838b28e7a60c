import { describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { profileWithoutEvents, loggedOutElsewhere } from '../support/profile-without-events.ts';
import { loggedIn, ME, scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const draft = (text: string) => ({ text, at: [], quote: null });

describe('the session of the client', () => {
  it('SESS-1: starts signed out, signs in, remembers who, and takes the session up again', async () => {
    const profile = createMemoryProfile();
    const first = await scripted({ profile });
    expect(first.client.session.get()).toEqual({ name: 'starting' });
    await first.client.start();
    expect(first.client.session.get()).toEqual({ name: 'signedOut' });
    first.answer('/login', { code: 400, msg: 'wrong' });
    expect(
      (await first.client.actions.login({ account: 'anna', password: 'secret1', remember: false })).ok,
    ).toBe(false);
    expect(first.client.session.get()).toEqual({ name: 'signedOut' });
    first.answer('/login', { code: 0, data: { authToken: 'bearer t1', userInfo: ME } });
    await first.login();
    expect(first.client.session.get()).toEqual({ name: 'signedIn' });
    expect(profile.settings().get('authToken')).toBe('bearer t1');
    expect(profile.settings().get('LoginAccount')).toBe('anna');
    await first.client.stop();
    const second = await scripted({ profile });
    await second.client.start();
    expect(second.client.session.get()).toEqual({ name: 'signedIn' });
    expect(second.client.core.get().self?.account).toBe('anna');
  });

  it('SESS-3: a chosen logout says so to the server and wipes: token, drafts, snapshot, outbox', async () => {
    const { client, profile, login, answer, clock, of, page } = await scripted();
    await client.start();
    await login();
    client.actions.saveDraft(BERT, draft('half a'));
    answer('/sendMessage', { kind: 'timeout' });
    await client.actions.send(BERT, draft('unsent'));
    await clock.advance(2_000);
    expect(client.actions.unsent()).toBe(1);
    expect(profile.stored('7', 'outbox').size).toBe(1);
    expect(profile.stored('7', 'meta').size).toBeGreaterThan(0);
    page.setVisible(true);
    expect((await client.actions.logout()).ok).toBe(true);
    expect(of('/logout')[0]?.body).toEqual({ client_id: 'client-1' });
    await clock.advance(60_000);
    for (const store of ['outbox', 'meta', 'allContacts', 'windows'])
      expect(profile.stored('7', store).size).toBe(0);
    const storedRows = profile
      .settings()
      .keys()
      .filter((key) => /draft|authToken|userInfo|client_id/.test(key));
    expect(storedRows).toEqual([]);
    expect(client.core.get().self).toBeNull();
    expect(client.session.get()).toEqual({ name: 'signedOut' });
  });

  it('SESS-3: a wipe that was cut off is done by the next page, before it shows anything', async () => {
    const profile = createMemoryProfile();
    let isCut = true;
    const wipe = (user: string) => (isCut ? new Promise<void>(() => undefined) : profile.records.wipe(user));
    const cut = { ...profile, records: { ...profile.records, wipe } };
    const first = await loggedIn({ profile: cut });
    await first.clock.advance(2_000);
    void first.client.actions.logout();
    await first.clock.advance(60_000);
    expect(profile.stored('7', 'meta').size).toBeGreaterThan(0);
    isCut = false;
    // A signed-out page completes the wipe, and the same user finds no old data either.
    const second = await scripted({ profile: cut });
    await second.client.start();
    await second.settle();
    for (const store of ['outbox', 'meta', 'allContacts', 'windows'])
      expect(profile.stored('7', store).size).toBe(0);
    await second.login();
    await second.clock.advance(2_000);
    await second.client.stop();
    const third = await scripted({ profile: cut });
    await third.client.start();
    await third.settle();
    expect(third.client.core.get().contacts.size).toBeGreaterThan(0);
  });

  it('DATA-10: a login that is refused for an erased account leaves nothing here', async () => {
    const { client, profile, login, answer, clock } = await scripted();
    await client.start();
    await login();
    client.actions.saveDraft(BERT, draft('half a'));
    answer('/sendMessage', { code: -1, msg: 'over', data: 'erased' });
    await client.actions.send(BERT, draft('unsent'));
    await clock.advance(60_000);
    for (const store of ['outbox', 'meta', 'allContacts', 'windows'])
      expect(profile.stored('7', store).size).toBe(0);
    expect(
      profile
        .settings()
        .keys()
        .filter((key) => /draft|authToken|userInfo|client_id/.test(key)),
    ).toEqual([]);
    expect(client.core.get().self).toBeNull();
    expect(client.session.get()).toEqual({ name: 'signedOut' });
  });

  it('SESS-3: an expired session keeps drafts and outbox for that person, and hides them from the next', async () => {
    const { client, profile, login, answer, clock } = await scripted();
    await client.start();
    await login();
    client.actions.saveDraft(BERT, draft('half a'));
    answer('/sendMessage', { code: -1, msg: 'over' });
    await client.actions.send(BERT, draft('unsent'));
    await clock.advance(1_000);
    expect(client.session.get()).toEqual({ name: 'ended', why: 'expired' });
    expect(profile.stored('7', 'outbox').size).toBe(1);
    // The page that still shows the chat saves once more while it goes.
    client.actions.saveDraft(BERT, draft('half a word'));
    expect(client.actions.draft(BERT).text).toBe('');

    answer('/login', {
      code: 0,
      data: { authToken: 'bearer t8', userInfo: { ...ME, user_id: 8, id: 8, account: 'carl' } },
    });
    answer('/sendMessage', { code: 0, data: '' });
    await login();
    await clock.advance(60_000);
    expect(client.actions.draft(BERT).text).toBe('');
    expect(client.actions.unsent()).toBe(0);
    await client.actions.logout();

    answer('/login', { code: 0, data: { authToken: 'bearer t7', userInfo: ME } });
    await login();
    await clock.settle();
    expect(client.actions.draft(BERT).text).toBe('half a word');
  });

  it('SESS-1: two tabs that sign the same person in at once both go on', async () => {
    const profile = createMemoryProfile();
    const slow = {
      ...profile,
      records: {
        ...profile.records,
        read: async (...given: Parameters<typeof profile.records.read>) => {
          for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
          return profile.records.read(...given);
        },
      },
    };
    const tabs = [await scripted({ profile: slow }), await scripted({ profile: slow })];
    for (const [at, tab] of tabs.entries()) {
      tab.answer('/login', { code: 0, data: { authToken: `bearer t${at}`, userInfo: ME } });
      await tab.client.start();
    }
    await Promise.all(
      tabs.map((tab) => tab.client.actions.login({ account: 'anna', password: 'secret1', remember: true })),
    );
    for (const tab of tabs) await tab.clock.advance(2_000);
    for (const { client } of tabs) {
      expect(client.session.get()).toEqual({ name: 'signedIn' });
      expect(client.core.get().sync.ready).toBe(true);
      expect(client.core.get().connection).toMatchObject({ name: 'open' });
    }
  });

  it('SESS-4: logged in elsewhere ends the session of a mobile device only', async () => {
    for (const isMobile of [true, false]) {
      const { client, push, notices, login, settle, profile } = await scripted({ isMobile });
      await client.start();
      await login();
      push('offline', { id: 7, client_id: 'another', isMobile: true });
      await settle();
      expect(client.session.get()).toEqual(
        isMobile ? { name: 'ended', why: 'kicked' } : { name: 'signedIn' },
      );
      expect(notices.filter((one) => one.kind === 'kicked')).toHaveLength(isMobile ? 1 : 0);
      expect(profile.settings().get('authToken')).toBe(isMobile ? null : 'bearer t1');
    }
  });

  it('SESS-4: a login that is not mobile, or my own socket, ends nothing', async () => {
    const { client, push, login, settle } = await scripted({ isMobile: true });
    await client.start();
    await login();
    push('offline', { id: 7, client_id: 'another', isMobile: false });
    push('offline', { id: 7, client_id: 'client-1', isMobile: true });
    push('offline', { id: 8, client_id: 'another', isMobile: true });
    await settle();
    expect(client.session.get()).toEqual({ name: 'signedIn' });
  });

  it('SESS-1: another tab logs out or takes another person in', async () => {
    const profile = createMemoryProfile();
    const [one, two] = [await scripted({ profile }), await scripted({ profile, isVisible: false })];
    await one.client.start();
    await one.login();
    await two.client.start();
    expect(two.client.session.get()).toEqual({ name: 'signedIn' });
    await one.client.actions.logout();
    await two.settle();
    expect(two.client.session.get()).toEqual({ name: 'signedOut' });
    expect(two.notices).toEqual([]);
    one.answer('/login', {
      code: 0,
      data: { authToken: 'bearer t8', userInfo: { ...ME, user_id: 8, id: 8 } },
    });
    await one.login();
    await two.settle();
    expect(two.client.core.get().self?.id).toBe(8);
  });

  it('SOCK-11: stopping says close to the socket and ends all timers', async () => {
    const { client, clock, socket, login } = await scripted();
    await client.start();
    await login();
    await clock.advance(100_000);
    await client.stop();
    expect(socket().types().at(-1)).toBe('close');
    expect(clock.pending()).toBe(0);
  });

  it('SOCK-2, EFFECT-3: the bind carries our mark; a new group confirms its binding', async () => {
    const { client, socket, push, login, of, settle } = await scripted();
    await client.start();
    await login();
    expect(socket().sent.filter((one) => one['type'] === 'bindUid')).toEqual([
      { type: 'bindUid', user_id: 7, token: 'bearer t1', client: 'parley', v: 1, calls: {} },
    ]);
    push(
      'addGroup',
      {
        id: 'group-3',
        group_id: 3,
        displayName: 'Team',
        is_group: 1,
        role: 3,
        setting: {},
        stream: 'group-3',
        seq: 1,
        count: 1,
        mark: 1,
      },
      { stream: 'u7', seq: 1 },
    );
    await settle();
    expect(of('/bindGroup').map((one) => one.body)).toEqual([{ client_id: 'client-1', group_id: 'group-3' }]);
  });

  it('SOCK-7, SOCK-8: an answered call ends the wait for the network; probes go out until then', async () => {
    let up = false;
    const { client, clock, answer, of, login, notices, sockets } = await scripted({
      openSocket: () => (up ? 'greets' : 'fails'),
    });
    await client.start();
    await login();
    answer('/sync', { kind: 'broken' });
    await clock.advance(9 * 15_000);
    expect(client.core.get().connection).toEqual({ name: 'lost' });
    expect(notices.filter((one) => one.kind === 'text')).toEqual([{ kind: 'text', key: 'err.noNetwork' }]);
    const probes = of('/sync').length;
    await clock.advance(80_000);
    expect(of('/sync').length - probes).toBe(2);
    up = true;
    const before = sockets.length;
    await client.actions.searchUser('bert');
    await clock.settle();
    expect(sockets.length).toBe(before + 1);
    expect(client.core.get().connection).toEqual({ name: 'open', bound: true });
  });

  it('SOCK-13, SESS-2: a socket that the server lets go and does not bind again opens the login', async () => {
    const { client, socket, answer, login, notices, settle } = await scripted();
    await client.start();
    await login();
    answer('/sync', { code: -1, msg: 'log in' });
    socket().frame({ type: 'pong', multiport: false, bound: false });
    expect(
      socket()
        .types()
        .filter((type) => type === 'bindUid'),
    ).toHaveLength(2);
    socket().close();
    await settle();
    expect(notices).toEqual([
      { kind: 'message', text: 'log in' },
      { kind: 'toLogin', afterMs: 1_000 },
    ]);
    expect(client.session.get()).toEqual({ name: 'ended', why: 'expired' });
  });

  it('STREAM-13, SESS-2: a client whose session has ended requests no missed events, also during a bind', async () => {
    const { client, socket, answer, of, login, clock } = await scripted();
    await client.start();
    await login();
    answer('/sync', { code: -1, msg: 'log in' });
    socket().frame({ type: 'pong', multiport: false, bound: false });
    socket().close();
    await clock.advance(1_000);
    expect(client.session.get()).toEqual({ name: 'ended', why: 'expired' });
    const requestCount = of('/sync').length;
    await clock.advance(600_000);
    expect(of('/sync')).toHaveLength(requestCount);
  });

  it('SESS-5: a token refused because another tab has just signed in is replaced by the new one, and nothing is wiped', async () => {
    const { kept, profile } = profileWithoutEvents();
    const { client, answer, of, login, notices } = await scripted({ profile });
    await client.start();
    await login();
    kept.settings().set('authToken', 'bearer t2');
    answer('/friend/', (request) =>
      request.headers['authorization'] === 'bearer t2' ? { code: 0 } : { code: -1, msg: 'log in' },
    );
    expect((await client.actions.unfriend(9 as never)).ok).toBe(true);
    expect([client.session.get().name, kept.settings().get('authToken'), notices]).toEqual([
      'signedIn',
      'bearer t2',
      [],
    ]);
    expect(of('/friend/').map((one) => one.headers['authorization'])).toEqual(['bearer t1', 'bearer t2']);
  });

  it('SESS-5: a flag and a message that the former token was refused go out by the new one at once', async () => {
    const { kept, profile } = profileWithoutEvents();
    const { client, answer, of, login, settle } = await scripted({ profile });
    await client.start();
    await login();
    kept.settings().set('authToken', 'bearer t2');
    for (const call of ['/setChatTop', '/sendMessage'])
      answer(call, ({ headers }) =>
        headers['authorization'] === 'bearer t2' ? { code: 0, data: '' } : { code: -1, msg: 'log in' },
      );
    await client.actions.setTop(BERT, true);
    await client.actions.send(BERT, draft('said at once'));
    await settle();
    const by = (call: string) => of(call).map(({ headers }) => headers['authorization']);
    expect([by('/setChatTop').at(-1), by('/sendMessage').at(-1)]).toEqual(['bearer t2', 'bearer t2']);
    expect(client.actions.unsent()).toBe(0);
  });

  it('SESS-5: a request refused for a former token is not repeated for another user', async () => {
    const { kept, profile } = profileWithoutEvents();
    const { client, answer, of, login, settle } = await scripted({ profile });
    await client.start();
    await login();
    const carl = { ...ME, user_id: 8, id: 8, account: 'carl' };
    answer('/friend/', () => {
      kept.settings().set('userInfo', JSON.stringify(carl));
      kept.settings().set('authToken', 'bearer t8');
      return { code: -1, msg: 'log in' };
    });
    await client.actions.unfriend(9 as never);
    await settle();
    expect(client.core.get().self?.account).toBe('carl');
    expect(of('/friend/').map((one) => one.headers['authorization'])).toEqual(['bearer t1']);
  });

  it('SESS-5, STORE-5: a token that is refused because another tab has just logged out is its log-out here, and nothing is written again', async () => {
    const { kept, profile } = profileWithoutEvents();
    const { client, answer, login, notices, settle } = await scripted({ profile });
    await client.start();
    await login();
    await loggedOutElsewhere(kept, 7);
    answer('/friend/', { code: -1, msg: 'log in' });
    await client.actions.unfriend(9 as never);
    await settle();
    expect([client.session.get().name, notices]).toEqual(['signedOut', []]);
    expect([kept.stored('7', 'meta').size, kept.stored('7', 'allContacts').size]).toEqual([0, 0]);
  });

  it('DATA-10: a retried item is not stored after another tab has wiped everything', async () => {
    const { kept, profile } = profileWithoutEvents();
    const { client, answer, login, clock } = await scripted({ profile });
    await client.start();
    await login();
    answer('/sendMessage', { kind: 'timeout' });
    await client.actions.send(BERT, draft('on its way'));
    await clock.settle();
    expect(kept.stored('7', 'outbox').size).toBe(1);
    await loggedOutElsewhere(kept, 7);
    await clock.advance(60_000);
    expect(kept.stored('7', 'outbox').size).toBe(0);
  });

  it('DATA-10: nor is the result of a message that was under way then', async () => {
    const { kept, profile } = profileWithoutEvents();
    const { client, answer, login, clock, of } = await scripted({ profile });
    await client.start();
    await login();
    answer('/sendMessage', async () => {
      await loggedOutElsewhere(kept, 7);
      return { code: 400, msg: 'refused' };
    });
    await client.actions.send(BERT, draft('on its way'));
    await clock.advance(60_000);
    expect(of('/sendMessage')).toHaveLength(1);
    expect(kept.stored('7', 'outbox').size).toBe(0);
  });
});
