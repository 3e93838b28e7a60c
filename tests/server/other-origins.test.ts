import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORD, startWorld, type World } from '../support/world.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { decodeConfig } from '../../src/wire/down/config.ts';
import { twoNodes } from '../support/two-nodes.ts';

interface Shown {
  readonly sysInfo: { readonly logo: string };
}

type HeadersOf = Readonly<Record<string, string>>;

let world: World;
afterEach(() => world.close());

const PAGE = 'https://app.example.org';
const INSPECTOR_PAGE = {
  body: new TextEncoder().encode('<p>all that happened</p>'),
  type: 'text/html; charset=utf-8',
  hashed: false,
  gzip: null,
};
const ask = (origin: string, path = '/common/pub/login') =>
  world.raw(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,clientid,cid',
    },
  });

/** The cookie that the app of a user sets before it opens the inspector. */
async function inspectorCookie(): Promise<string> {
  const { account } = await world.person('carla');
  const { logoutKey } = await world.ok(null, '/common/pub/login', { account, password: PASSWORD });
  return `parley_inspector=${String(logoutKey)}`;
}

describe('clients that live elsewhere', () => {
  it('WIRE-18: pages of allowed origins may call, after asking; by default none may', async () => {
    world = await startWorld({ settings: { allowOrigins: [PAGE] } });
    const request = await ask(PAGE);
    expect([
      request.status,
      request.headers.get('access-control-allow-origin'),
      request.headers.get('access-control-max-age'),
    ]).toEqual([204, PAGE, '86400']);
    const allowed = (request.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['content-type', 'authorization', 'clientid', 'cid', 'accept-language']),
    );
    const answer = await world.raw('/common/pub/getSystemInfo', {
      method: 'POST',
      headers: { origin: PAGE },
    });
    expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
      PAGE,
      'Origin',
    ]);
    const other = await world.raw('/common/pub/getSystemInfo', {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
    });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    expect((await ask('https://evil.test')).headers.get('access-control-allow-origin')).toBeNull();
    await world.close();
    world = await startWorld();
    expect((await ask(PAGE)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('WIRE-18: all origins where the setting says so', async () => {
    world = await startWorld({ settings: { allowOrigins: ['*'] } });
    expect((await ask('capacitor://localhost')).headers.get('access-control-allow-origin')).toBe(
      'capacitor://localhost',
    );
  });

  it('WIRE-18: allowed origins read calls and pictures, not pages, console, figures or archives', async () => {
    world = await startWorld({ settings: { allowOrigins: ['*'] }, assets: async () => INSPECTOR_PAGE });
    const findNamed = async (path: string, method = 'GET') =>
      (await world.raw(path, { method, headers: { origin: PAGE } })).headers.get(
        'access-control-allow-origin',
      );
    for (const path of ['/common/pub/getSystemInfo', '/static/person.svg', '/icons/x.png', '/files/x'])
      expect([path, await findNamed(path)]).toEqual([path, PAGE]);
    for (const path of [
      '/',
      '/inspect.html',
      '/admin',
      '/metrics',
      '/files/own/1-2',
      '/files/%6fwn/1-2',
      '/assets/a.js',
    ])
      expect([path, await findNamed(path)]).toEqual([path, null]);
    for (const path of ['/admin/show', '/admin/run']) {
      expect([path, await findNamed(path, 'POST')]).toEqual([path, null]);
      expect([path, (await ask(PAGE, path)).headers.get('access-control-allow-headers')]).toEqual([
        path,
        null,
      ]);
    }
  });

  it('INSP-11: only pages of this server may show the page of the time machine in a frame', async () => {
    world = await startWorld({ assets: async () => INSPECTOR_PAGE });
    const cookie = await inspectorCookie();
    const frames = async (path: string) => {
      const { headers } = await world.raw(path, { method: 'GET', headers: { cookie } });
      const policy = headers.get('content-security-policy') ?? '';
      return [/frame-ancestors ('\w+')/.exec(policy)?.[1], headers.get('x-frame-options')];
    };
    expect(await frames('/replay.html')).toEqual(["'self'", 'SAMEORIGIN']);
    expect(await frames('/inspect.html')).toEqual(["'none'", 'DENY']);
    const from = { headers: new Headers({ 'sec-fetch-site': 'cross-site' }), method: 'GET' };
    expect((await world.raw('/replay.html', from)).status).toBe(403);
  });

  it.each(['/inspect.html', '/replay.html', '//inspect.html', '/%69nspect.html'])(
    'INSP-18: %s is answered only to a browser that names a live login',
    async (path) => {
      world = await startWorld({ assets: async () => INSPECTOR_PAGE });
      const statusWith = async (cookie: string) =>
        (await world.raw(path, { method: 'GET', headers: { cookie } })).status;
      const cookie = await inspectorCookie();
      const [, key = ''] = cookie.split('=');
      for (const other of ['', 'parley_inspector=', `parley_inspector=${'0'.repeat(64)}`, `other=${key}`])
        expect([other, await statusWith(other)]).toEqual([other, 403]);
      expect(await statusWith(`language=en; ${cookie}`)).toBe(200);
      await world.ok(null, '/common/pub/logout', { key });
      expect(await statusWith(cookie)).toBe(403);
    },
  );

  it.each([
    ['POST', '/admin/show'],
    ['POST', '/admin/run'],
    ['GET', '/inspect.html'],
    ['HEAD', '/inspect.html'],
    ['GET', '/%69nspect.html'],
    ['GET', '//inspect.html'],
  ])(
    'WIRE-18: %s %s is refused for pages of other sites, whatever ALLOW_ORIGINS says',
    async (method, path) => {
      for (const allowOrigins of [[], [PAGE], ['*']]) {
        const publicUrl = 'https://chat.example.org';
        world = await startWorld({
          settings: { allowOrigins, publicUrl },
          assets: async () => INSPECTOR_PAGE,
        });
        const admin = await world.person('boss');
        const cookie = await inspectorCookie();
        const status = async (headers: HeadersOf) =>
          (
            await world.raw(path, {
              method,
              headers: new Headers([
                ...Object.entries(headers),
                ['authorization', admin.token],
                ['cookie', cookie],
              ]),
            })
          ).status;
        const foreign: readonly HeadersOf[] = [
          { origin: PAGE },
          { origin: 'null' },
          { origin: 'https://chat.example.org.evil.test' },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
        ];
        for (const headers of foreign) expect([headers, await status(headers)]).toEqual([headers, 403]);
        const own: readonly HeadersOf[] = [
          {},
          { origin: publicUrl },
          { origin: 'http://parley.test' },
          { origin: 'https://parley.test', 'sec-fetch-site': 'same-origin' },
          { 'sec-fetch-site': 'none' },
        ];
        for (const headers of own) expect([headers, await status(headers)]).toEqual([headers, 200]);
        if (allowOrigins[0] !== '*') await world.close();
      }
    },
  );

  it('FILE-13: addresses are whole with PUBLIC_URL, in answers and frames, but not for ours, and not in words', async () => {
    world = await startWorld({ settings: { publicUrl: 'https://chat.example.org' } });
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    await world.befriend(anna, bela);
    expect(await world.contact(anna, 'admin_notice')).toMatchObject({
      avatar: 'https://chat.example.org/static/notice.svg',
    });
    const { data } = await world.call<readonly Record<string, unknown>[]>(
      anna,
      'im/getContacts',
      {},
      { 'x-requested-with': 'parley' },
    );
    expect(data.find(({ id }) => id === 'admin_notice')).toMatchObject({ avatar: '/static/notice.svg' });
    const [socket, ours] = [await world.online(bela, { plain: true }), await world.online(bela)];
    await world.group(anna, [bela]);
    expect([socket.of('addGroup')[0]?.data.avatar, ours.of('addGroup')[0]?.data.avatar]).toEqual([
      'https://chat.example.org/static/group.svg',
      '/static/group.svg',
    ]);
    await world.say(anna, bela.id, '/static/x', { id: 'm-1' });
    expect(socket.of('simple').at(-1)?.data.content).toBe('/static/x');
  });

  it('CONF-23: without a logo clients receive an icon that loads, and ours shows its mark', async () => {
    const icon = { body: new Uint8Array([1, 2, 3]), type: 'image/png', hashed: false, gzip: null };
    world = await startWorld({
      settings: { publicUrl: 'https://chat.example.org' },
      assets: async (path) => (path === '/icons/icon-192.png' ? icon : null),
    });
    expect(readdirSync('public/icons')).toContain('icon-192.png');
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    const [theirs, ours] = [await world.online(anna, { plain: true }), await world.online(bela)];
    const requestAnswer = async () => (await world.ok<Shown>(null, '/common/pub/getSystemInfo')).sysInfo.logo;
    const logo = await requestAnswer();
    expect(logo).toBe('https://chat.example.org/icons/icon-192.png');
    expect((await world.raw(new URL(logo).pathname)).status).toBe(200);
    await world.setConfig((config) => ({ ...config, demonMode: true }));
    const sent = [theirs, ours].map((socket) => socket.of('updateConfig').at(-1)?.data as unknown);
    expect((sent[0] as Shown).sysInfo.logo).toBe(logo);
    const read = decodeConfig(sent[1]);
    expect(read.ok && read.value.sysInfo.logo).toBe('');
    await world.setConfig(({ sysInfo, ...rest }) => ({
      ...rest,
      sysInfo: { ...sysInfo, logo: '/pictures/a.png' },
    }));
    expect(await requestAnswer()).toBe('https://chat.example.org/pictures/a.png');
    const own = decodeConfig(ours.of('updateConfig').at(-1)?.data);
    expect(own.ok && own.value.sysInfo.logo).toBe('/pictures/a.png');
  });

  it('WIRE-1: an unknown path of the API is answered in the envelope, a given-up socket and an icon have an answer', async () => {
    world = await startWorld();
    for (const path of ['/enterprise/im/nothing', '/common/Nothing']) {
      for (const method of ['POST', 'GET']) {
        const answer = await world.raw(path, { method, headers: { 'accept-language': 'en' } });
        expect([answer.status, await answer.json()]).toEqual([
          404,
          { code: 404, msg: 'Unknown endpoint', count: 0, data: '', page: 1 },
        ]);
      }
    }
    expect(await world.call(null, '/common/pub/offline', { user_id: 1 })).toMatchObject({
      code: 0,
      data: '',
    });
    expect((await world.raw('/favicon.ico')).status).toBe(204);
    expect((await world.raw('/elsewhere')).status).toBe(404);
    await world.close();
    const icon = { body: new Uint8Array([1, 2, 3]), type: 'image/png', hashed: false, gzip: null };
    world = await startWorld({ assets: async (path) => (path === '/icons/icon-192.png' ? icon : null) });
    const answer = await world.raw('/favicon.ico');
    expect([
      answer.status,
      answer.headers.get('content-type'),
      (await answer.arrayBuffer()).byteLength,
    ]).toEqual([200, 'image/png', 3]);
  });

  it('WIRE-11: times inside of `last` follow the setting', async () => {
    world = await startWorld({ settings: { wireTime: 'ms' } });
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    await world.befriend(anna, bela);
    const row = await world.contact(anna, bela.id);
    expect(row?.['last']).toMatchObject({ sendTime: world.clock.nowMs(), sendTimeMs: world.clock.nowMs() });
  });

  it('PRES-1: the grace of presence is a setting', async () => {
    world = await startWorld({ settings: { presenceGraceMs: 3_000 } });
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    await world.befriend(anna, bela);
    const watcher = await world.online(anna, { plain: true });
    (await world.online(bela)).cut();
    await world.clock.advance(2_000);
    expect(watcher.of('isOnline').map(({ data }) => data.is_online)).toEqual([1]);
    await world.clock.advance(2_500);
    expect(watcher.of('isOnline').map(({ data }) => data.is_online)).toEqual([1, 0]);
  });

  it('GATE-9: a socket found silent after its client came back to another node keeps nothing there either', async () => {
    world = await startWorld();
    const nodes = await twoNodes();
    const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
    await nodes.one.befriend(anna, bela);
    const silent = await nodes.one.online(bela, { plain: true });
    await nodes.pass(3_000);
    const again = await nodes.two.socket();
    again.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
    for (let halfMinutes = 0; halfMinutes < 4; halfMinutes += 1) {
      await nodes.pass(30_000);
      again.say({ type: 'ping' });
    }
    expect([silent.closedWith(), again.closedWith()]).toEqual([4004, null]);
    await nodes.one.say(anna, bela.id, 'x', { id: 'm-1' });
    await nodes.pass(1_000);
    again.cut();
    await nodes.pass(1_000);
    for (const node of [nodes.two, nodes.one]) {
      const back = await node.socket();
      back.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
      await nodes.pass(1_000);
      expect(back.of('simple')).toEqual([]);
    }
    await nodes.close();
  });

  it('GATE-9: a plain client may come back to another node', async () => {
    world = await startWorld();
    const nodes = await twoNodes();
    const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
    await nodes.one.befriend(anna, bela);
    const socket = await nodes.one.online(bela, { plain: true });
    socket.cut();
    await nodes.one.say(anna, bela.id, 'x', { id: 'm-1' });
    await nodes.pass(1_000);
    const back = await nodes.two.socket();
    back.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
    await nodes.pass(1_000);
    expect(back.of('simple').map(({ data }) => data.id as unknown)).toEqual(['m-1']);
    await nodes.close();
  });

  it('GATE-9: a client that returns to a restarted node gets the frames once, from no other node later', async () => {
    world = await startWorld();
    const nodes = await twoNodes();
    const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
    await nodes.one.befriend(anna, bela);
    (await nodes.one.online(bela, { plain: true })).cut();
    await nodes.pass(1_000);
    const fresh = await nodes.another('three');
    const arrive = async (to: World): Promise<FakeSocket> => {
      const socket = await to.socket();
      socket.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
      await nodes.pass(1_000);
      return socket;
    };
    const there = await arrive(fresh);
    const body = { id: 'm-1', toContactId: bela.id, type: 'text', content: 'x' };
    await nodes.one.ok(anna, 'im/sendMessage', body);
    await nodes.pass(1_000);
    await fresh.settle();
    expect(there.of('simple')).toHaveLength(1);
    there.cut();
    await fresh.settle();
    await nodes.pass(1_000);
    expect((await arrive(nodes.one)).of('simple')).toEqual([]);
    await fresh.close();
    await nodes.close();
  });
});
