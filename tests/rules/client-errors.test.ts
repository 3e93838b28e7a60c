import { describe, expect, it } from 'vitest';
import { loggedIn, scripted } from '../support/scripted-server.ts';

describe('the error catalogue', () => {
  it('ERR-1: without a network the text is shown and no request is made', async () => {
    const { client, page, notices, requests } = await loggedIn();
    page.setOnline(false);
    const before = requests.length;
    const answer = await client.actions.searchUser('bert');
    expect(answer).toEqual({ ok: false, reason: { kind: 'transport', why: 'offline' } });
    expect(notices).toEqual([{ kind: 'text', key: 'err.offline' }]);
    expect(requests.length).toBe(before);
  });

  it.each([
    [{ kind: 'setup' }, 'err.setup'],
    [{ kind: 'timeout' }, 'err.noNetwork'],
    [{ kind: 'broken' }, 'err.noNetwork'],
    [{ kind: 'answer', status: 500, text: '' }, 'err.server'],
    [{ kind: 'answer', status: 404, text: '' }, 'err.noNetwork'],
    [{ kind: 'answer', status: 200, text: '<html>' }, 'err.noNetwork'],
  ] as const)('ERR-2: %j shows its text', async (outcome, key) => {
    const { client, notices, answer } = await loggedIn();
    answer('/searchUser', outcome);
    expect((await client.actions.searchUser('bert')).ok).toBe(false);
    expect(notices).toEqual([{ kind: 'text', key }]);
  });

  it.each([400, 401, 402, 403, 404, 405, 500, 502, 0])(
    'ERR-3: code %i shows its message when there is one',
    async (code) => {
      const { client, notices, answer } = await loggedIn();
      answer('/friend/del', { code, msg: 'said' });
      expect((await client.actions.unfriend(9 as never)).ok).toBe(code === 0);
      expect(notices).toEqual([{ kind: 'message', text: 'said' }]);
      answer('/friend/del', { code, msg: '' });
      await client.actions.unfriend(9 as never);
      expect(notices).toHaveLength(1);
    },
  );

  it('ERR-7: a refused login is shown at the field only; a lost network is a message', async () => {
    const { client, notices, answer } = await scripted();
    await client.start();
    answer('/login', { code: 400, msg: 'wrong password' });
    const form = { account: 'anna', password: 'wrong-1', remember: false };
    expect(await client.actions.login(form)).toEqual({
      ok: false,
      reason: { kind: 'server', code: 400, message: 'wrong password' },
    });
    expect(notices).toEqual([]);
    answer('/login', { kind: 'timeout' });
    await client.actions.login(form);
    expect(notices).toEqual([{ kind: 'text', key: 'err.noNetwork' }]);
  });

  it('ERR-4, SESS-2: code −1 shows the message and opens login after 1 s, once for many calls', async () => {
    const { client, notices, answer, settle } = await loggedIn();
    answer('/friend/', { code: -1, msg: 'log in' });
    await Promise.all([
      client.actions.unfriend(9 as never),
      client.actions.applications('sent', 1, 20),
      client.actions.unfriend(8 as never),
    ]);
    await settle();
    expect(notices).toEqual([
      { kind: 'message', text: 'log in' },
      { kind: 'toLogin', afterMs: 1_000 },
    ]);
    expect(client.session.get()).toEqual({ name: 'ended', why: 'expired' });
  });

  it('ERR-5, SESS-2: HTTP 401 asks once, however many calls fail together', async () => {
    const { client, notices, answer } = await loggedIn();
    answer('/friend/', { kind: 'answer', status: 401, text: '' });
    await Promise.all([
      client.actions.unfriend(9 as never),
      client.actions.unfriend(8 as never),
      client.actions.applications('sent', 1, 20),
    ]);
    expect(notices).toEqual([{ kind: 'expired' }]);
    expect(client.session.get().name).toBe('ended');
  });

  it('ERR-4: an answer to an earlier session does not end the present one', async () => {
    const { client, answer, login, notices } = await loggedIn();
    let late: (() => void) | null = null;
    answer(
      '/searchUser',
      () =>
        new Promise((resolve) => {
          late = () => resolve({ code: -1, msg: 'old' });
        }),
    );
    const request = client.actions.searchUser('bert');
    await client.actions.logout();
    answer('/login', {
      code: 0,
      data: { authToken: 'bearer t2', userInfo: { user_id: 7, account: 'anna', realname: 'Anna' } },
    });
    await login();
    (late as (() => void) | null)?.();
    expect((await request).ok).toBe(false);
    expect(client.session.get()).toEqual({ name: 'signedIn' });
    expect(notices.filter((one) => one.kind === 'toLogin')).toEqual([]);
  });

  it('ERR-6: a request may take 10 s', async () => {
    const { client, of } = await loggedIn();
    await client.actions.searchUser('bert');
    expect(of('/searchUser')[0]?.timeoutMs).toBe(10_000);
  });

  it('WIRE-16: requests carry the token, the socket, the push device, the language and whose client it is', async () => {
    const { client, of, profile } = await loggedIn();
    profile.settings().set('cid', 'device-1');
    await client.actions.searchUser('bert');
    profile.settings().set('language', 'en');
    await client.actions.searchUser('bert');
    expect(of('/searchUser').map((one) => [one.method, one.body])).toEqual([
      ['POST', expect.objectContaining({ keywords: 'bert' })],
      ['POST', expect.objectContaining({ keywords: 'bert' })],
    ]);
    const common = {
      'content-type': 'application/json',
      authorization: 'bearer t1',
      clientId: 'client-1',
      cid: 'device-1',
      'x-requested-with': 'parley',
    };
    expect(of('/searchUser').map((one) => one.headers)).toEqual([
      { ...common, 'accept-language': 'zh-Hans' },
      { ...common, 'accept-language': 'en' },
    ]);
  });
});
