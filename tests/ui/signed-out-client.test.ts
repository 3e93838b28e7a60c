import { describe, expect, it } from 'vitest';
import type { Notice } from '../../src/client/interface/client.ts';
import { createSignedOutClient } from '../../src/client/signed-out-client.ts';
import { createHeadStart } from '../../src/client/browser/signed-out-browser-client.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { ok } from '../../src/domain/result.ts';
import type { DevicePort } from '../../src/ports/device.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import { readRepository } from '../support/house/repository.ts';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const never = () => () => undefined;

/** A visitor's page with the answers of the server, the loaded parts and the messages. */
function page(at: { readonly online?: boolean; readonly token?: string; readonly given?: string } = {}) {
  const profile = createMemoryProfile();
  const settings = profile.settings();
  if (at.token !== undefined) settings.set('authToken', at.token);
  const view = { loads: 0, paths: [] as string[], notices: [] as Notice[] };
  let broken = false;
  const network = new Set<(online: boolean) => void>();
  const device: DevicePort = {
    isOnline: () => at.online ?? true,
    isVisible: () => true,
    isMobile: () => false,
    language: () => 'en',
    onOnline: (run) => {
      network.add(run);
      return () => void network.delete(run);
    },
    onVisible: never,
    onLeaving: never,
    onGone: never,
  };
  const house = scriptedClient(
    stateWith([]),
    { login: () => Promise.resolve(ok(undefined)) },
    { name: at.token === undefined ? 'signedOut' : 'signedIn' },
  );
  const client = createSignedOutClient({
    settings,
    configText: at.given ?? null,
    device,
    http: {
      send: ({ path }) => {
        view.paths.push(path);
        const data = { sysInfo: { name: 'Harbour', regtype: 1 } };
        return Promise.resolve({
          kind: 'answer',
          status: 200,
          text: JSON.stringify({ code: 0, msg: '', data, count: 0, page: 1 }),
        });
      },
    },
    load: () => {
      view.loads++;
      return broken ? Promise.reject(new Error('chunk')) : Promise.resolve(house);
    },
  });
  client.notices.subscribe((notice) => view.notices.push(notice));
  const breakLoading = (on: boolean) => {
    broken = on;
  };
  return {
    client,
    house,
    seen: view,
    otherTab: profile.settings(),
    breakLoading,
    networkBack: () => [...network].forEach((run) => run(true)),
  };
}

describe('signed-out client', () => {
  it('UI-16: a visitor gets the configuration and nothing else is loaded', async () => {
    const { client, seen } = page();
    expect(client.session.get()).toEqual({ name: 'starting' });
    await client.start();
    expect(client.session.get()).toEqual({ name: 'signedOut' });
    await until(() =>
      expect(client.store.get().config.sysInfo).toMatchObject({ name: 'Harbour', regtype: 1 }),
    );
    expect(seen).toMatchObject({ loads: 0, paths: ['/common/pub/getSystemInfo'], notices: [] });
  });

  it('UI-16: logging in loads the whole client, which all parts use from then on', async () => {
    const { client, house, seen } = page();
    await client.start();
    let reportCount = 0;
    client.session.subscribe(() => reportCount++);
    const form = { account: 'lin.an', password: 'secret-11', remember: true };
    expect(await client.actions.login(form)).toEqual(ok(undefined));
    expect(house.asked).toContainEqual(['login', form]);
    house.become({ name: 'signedIn' });
    expect(client.session.get()).toEqual({ name: 'signedIn' });
    expect(reportCount).toBeGreaterThan(1);
    expect(client.store.get()).toBe(house.store.get());
    house.notify({ kind: 'sound' });
    expect(seen.notices).toEqual([{ kind: 'sound' }]);
    expect(seen.loads).toBe(1);
  });

  it('UI-16: a stored session loads at once, and so does one that another tab begins', async () => {
    const signedIn = page({ token: 'bearer x' });
    await signedIn.client.start();
    expect(signedIn.seen.loads).toBe(1);
    expect(signedIn.client.session.get()).toEqual({ name: 'signedIn' });
    const visitor = page();
    await visitor.client.start();
    visitor.otherTab.set('authToken', 'bearer y');
    await until(() => expect(visitor.seen.loads).toBe(1));
  });

  it('UI-16: code that fails to load is reported and loaded again', async () => {
    const { client, seen, breakLoading } = page();
    await client.start();
    breakLoading(true);
    const form = { account: 'lin.an', password: 'secret-11', remember: true };
    expect(await client.actions.login(form)).toEqual({
      ok: false,
      reason: { kind: 'transport', why: 'broken' },
    });
    expect(seen.notices).toEqual([{ kind: 'text', key: 'err.noNetwork' }]);
    breakLoading(false);
    expect(await client.actions.login(form)).toEqual(ok(undefined));
    expect(seen.loads).toBe(2);
  });

  it('UI-16: a signed-in page whose code did not come tries again when the network is back', async () => {
    const { client, seen, breakLoading, networkBack } = page({ token: 'bearer x' });
    breakLoading(true);
    await client.start();
    expect(client.session.get()).toEqual({ name: 'starting' });
    breakLoading(false);
    networkBack();
    await until(() => expect(client.session.get()).toEqual({ name: 'signedIn' }));
    expect(seen.loads).toBe(2);
  });

  it('UI-112: a login leaves before the code is here that hears its answer, and leaves once', async () => {
    const sent: HttpRequest[] = [];
    const { http, begin } = createHeadStart({
      send: (request) => {
        sent.push(request);
        return Promise.resolve({ kind: 'answer', status: 200, text: `answer ${sent.length}` });
      },
    });
    const request = {
      path: '/common/pub/login',
      method: 'POST',
      headers: {},
      body: '{"account":"a"}',
      timeoutMs: 1,
    } as const;
    begin(request);
    expect(await http.send({ ...request, path: '/other' })).toMatchObject({ text: 'answer 2' });
    expect(await http.send({ ...request, headers: { cid: 'x' } })).toMatchObject({ text: 'answer 1' });
    // The next request is a separate try.
    expect(await http.send(request)).toMatchObject({ text: 'answer 3' });
    begin(request);
    expect(await http.send({ ...request, body: '{"account":"b"}' })).toMatchObject({ text: 'answer 5' });
  });

  it('UI-16: requests of a visitor’s pages before the client is loaded reach it', async () => {
    const pages = [...readRepository()].filter(([path]) =>
      /^src\/app\/(?:screens\/account\/login|start)\/|^src\/app\/shared\/code-field/.test(path),
    );
    const names = new Set(
      pages.flatMap(([, source]) => [...source.matchAll(/\bactions\.(\w+)/g)].map(([, name = '']) => name)),
    );
    expect(names.size).toBeGreaterThan(4);
    // The configuration needs no client.
    names.delete('refreshConfig');
    for (const name of names) {
      const { client, house, seen } = page();
      await Reflect.apply(Reflect.get(client.actions, name), null, [{ account: 'lin.an' }]);
      expect([name, seen.loads, house.asked.map(([asked]) => asked)]).toEqual([name, 1, [name]]);
    }
  });

  it('UI-111: a page that brought the configuration with it asks for none', async () => {
    const input = JSON.stringify({
      ...DEFAULT_CONFIG,
      sysInfo: { ...DEFAULT_CONFIG.sysInfo, name: 'Harbour' },
    });
    const { client, seen } = page({ given: input });
    expect(client.store.get().config.sysInfo.name).toBe('Harbour');
    await client.start();
    await client.actions.refreshConfig();
    expect(seen.paths).toEqual([]);
    // A later look is a look.
    await client.actions.refreshConfig();
    expect(seen.paths).toEqual(['/common/pub/getSystemInfo']);
  });

  it('UI-111: the whole client starts with the configuration that the page brought, so that no form is closed', async () => {
    const input = JSON.stringify({
      ...DEFAULT_CONFIG,
      sysInfo: { ...DEFAULT_CONFIG.sysInfo, name: 'Harbour', regtype: 1 },
    });
    const { client, otherTab } = page({ given: input });
    await client.start();
    expect(JSON.parse(otherTab.get('globalConfig') ?? 'null')).toEqual(JSON.parse(input));
  });

  it('CONF-2: an answer that is older than what came with the page takes nothing back', async () => {
    const input = JSON.stringify({
      ...DEFAULT_CONFIG,
      sysInfo: { ...DEFAULT_CONFIG.sysInfo, name: 'Pier' },
      rev: 2,
    });
    const { client, seen } = page({ given: input });
    await client.start();
    await client.actions.refreshConfig();
    await client.actions.refreshConfig();
    expect([seen.paths.length, client.store.get().config.sysInfo.name]).toEqual([1, 'Pier']);
  });
});
