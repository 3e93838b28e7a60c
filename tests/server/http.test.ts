import { describe, expect, it } from 'vitest';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import type { Store } from '../../src/ports/store.ts';
import { jsonBody, jsonBytes } from '../../src/server/http/json-bytes.ts';
import { WrittenList, rowTexts } from '../../src/server/kernel/written-list.ts';
import {
  StoreBusyError,
  StoreFailedError,
  StoreReadOnlyError,
} from '../../src/server/kernel/store-errors.ts';
import { startWorld } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all' });

const form = (path: string, body: string, token = anna.token) =>
  world.raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: token },
    body,
  });

const failing =
  (fail: () => Error | null) =>
  (store: Store): Store => ({
    write: async (work) => {
      const error = fail();
      const result = await store.write(work);
      if (error) throw error;
      return result;
    },
    read: (work) => store.read(work),
    epoch: () => store.epoch(),
    close: () => store.close(),
  });

const behind = async (peer: { readonly origin?: string }, server = world.server) =>
  (
    await server.fetch(new Request('http://parley.test/healthz'), {
      address: '10.0.0.1',
      userAgent: '',
      ...peer,
    })
  ).headers;

const ask = (body: string) => world.call(anna, 'im/getUserInfo', body, { 'accept-language': 'en' });

describe('the envelope', () => {
  it('WIRE-1: answers and refusals are HTTP 200 with all five fields', async () => {
    for (const path of ['/common/pub/getSystemInfo', '/enterprise/im/getContacts']) {
      const response = await world.raw(path, { method: 'POST' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(Object.keys((await response.json()) as object).toSorted()).toEqual([
        'code',
        'count',
        'data',
        'msg',
        'page',
      ]);
    }
  });

  it.each([0, 1, 64, 65, 128, 200])(
    'WIRE-1: a list of %i rows is the same JSON, written in parts',
    async (rows) => {
      const data = Array.from({ length: rows }, (_, n) =>
        n % 3 === 0
          ? { n, text: `“字” 🙂 \ud800 \\ "${n}"`, none: undefined }
          : n % 3 === 1
            ? [n, null]
            : undefined,
      );
      const envelope = { code: 0, msg: '', count: 1, data, page: 1, cursor: 'c"' };
      const read = JSON.parse(new TextDecoder().decode(await jsonBytes(envelope))) as unknown;
      expect(read).toEqual(JSON.parse(JSON.stringify(envelope)));
      const inside = { ...envelope, data: { frames: data, resync: [], none: undefined, one: { two: data } } };
      expect(JSON.parse(new TextDecoder().decode(await jsonBytes(inside)))).toEqual(
        JSON.parse(JSON.stringify(inside)),
      );
      const written = new WrittenList();
      for (let at = 0; at < rows; at += 90) written.add(data.slice(at, at + 90));
      const same = JSON.parse(JSON.stringify(data)) as unknown;
      expect(written.read()).toEqual(same);
      for (const list of [
        { ...envelope, data: written },
        { ...envelope, data: { list: written } },
      ]) {
        const bytes = await jsonBody(list, () => Promise.resolve());
        expect(JSON.parse(typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes))).toEqual(
          JSON.parse(JSON.stringify(list)),
        );
      }
      expect(JSON.parse(JSON.stringify({ written }))).toEqual({ written: same });
    },
  );

  it('LIMIT-22: large rows of a list are written a few at a time', async () => {
    const data = Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat(25_000) }));
    const texts = [...rowTexts(data)];
    expect(`[${texts.join('').slice(1)}]`).toBe(JSON.stringify(data));
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(250_000);
    let turns = 0;
    await jsonBytes({ code: 0, msg: '', count: 1, data, page: 1 }, async () => void (turns += 1));
    expect(turns).toBeGreaterThan(3);
  });

  it('WIRE-1: unknown paths answer 404, calls by GET too', async () => {
    for (const [path, method] of [
      ['/enterprise/im/nothing', 'POST'],
      ['/nowhere', 'GET'],
      ['/common/pub/login', 'GET'],
      ['/../etc/passwd', 'GET'],
    ] as const) {
      expect((await world.raw(path, { method })).status).toBe(404);
    }
  });

  it('WIRE-1: health, security headers and OPTIONS', async () => {
    const health = await world.raw('/healthz');
    expect([health.status, await health.text()]).toEqual([200, 'ok']);
    expect((await world.raw('/common/pub/login', { method: 'OPTIONS' })).status).toBe(204);
    for (const path of ['/healthz', '/common/pub/getSystemInfo']) {
      const { headers } = await world.raw(path, { method: path === '/healthz' ? 'GET' : 'POST' });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  it('OPS-8: pages are closed to others; HSTS is sent where TLS is known to be in front', async () => {
    const plain = await behind({});
    expect([plain.get('cross-origin-opener-policy'), plain.get('strict-transport-security')]).toEqual([
      'same-origin',
      null,
    ]);
    expect(plain.get('permissions-policy')).toContain('camera=(self), microphone=(self)');
    expect((await behind({ origin: 'http://chat.example' })).get('strict-transport-security')).toBeNull();
    expect((await behind({ origin: 'https://chat.example' })).get('strict-transport-security')).toBe(
      'max-age=31536000',
    );
    const entry = await startWorld({ settings: { publicUrl: 'https://chat.example' } });
    expect((await behind({}, entry.server)).get('strict-transport-security')).toBe('max-age=31536000');
    await entry.close();
  });

  it('START-10: codes lead to PUBLIC_URL, whichever host a request names', async () => {
    const entry = await startWorld({ settings: { publicUrl: 'https://chat.example' } });
    const cleo = await entry.person('cleo');
    const answer = await entry.server.fetch(
      new Request('http://evil.example/enterprise/im/getUserInfo', {
        method: 'POST',
        headers: { authorization: cleo.token, 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: cleo.id }),
      }),
      { address: '10.0.0.1', userAgent: '', origin: 'https://evil.example' },
    );
    expect(await answer.json()).toMatchObject({
      data: { qrUrl: expect.stringMatching(/^https:\/\/chat\.example\/scan\/u\//) as string },
    });
    await entry.close();
  });

  it('WIRE-1: files are served with their type, hashed ones for ever', async () => {
    const body = new TextEncoder().encode('content');
    const served = await startWorld({
      assets: (path) =>
        Promise.resolve(
          path === '/a.js' ? { body, type: 'text/javascript', hashed: true, gzip: null } : null,
        ),
    });
    const file = await served.raw('/a.js');
    expect([file.status, file.headers.get('cache-control'), await file.text()]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'content',
    ]);
    expect((await served.raw('/b.js')).status).toBe(404);
    await served.close();
  });
});

describe('the bag', () => {
  it('WIRE-2: JSON, bracketed forms and the query say the same', async () => {
    const json = await world.ok(anna, 'group/add', { user_ids: [bela.id], name: 'Team' });
    const forms = await (await form('/enterprise/group/add', `user_ids%5B0%5D=${bela.id}&name=Team`)).json();
    const query = await (
      await world.raw(`/enterprise/group/add?user_ids[]=${bela.id}&name=Team`, {
        method: 'POST',
        headers: { authorization: anna.token },
      })
    ).json();
    expect(json).toMatchObject({ displayName: 'Team', is_group: 1, role: 1 });
    for (const answer of [forms, query])
      expect(answer).toMatchObject({ code: 0, data: { displayName: 'Team' } });
  });

  it('WIRE-2: paths match in any letter case and unknown fields are dropped', async () => {
    const data = {
      id: 'm-1',
      toContactId: String(bela.id),
      type: 'text',
      content: 'x',
      from_user: 99,
      sendTime: 1,
      fromUser: { id: 99 },
      is_group: '0',
      more: [1],
    };
    const answer = await world.call(anna, '/ENTERPRISE/Im/sendmessage', data);
    expect(answer).toMatchObject({ code: 0, data: { from_user: anna.id } });
    expect(JSON.stringify(answer)).not.toContain('99');
  });

  it('WIRE-22: a body that says it is plain text, as a page of another site may send one, is refused', async () => {
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'TEXT/PLAIN']) {
      const answer = await world.raw('/enterprise/im/getUserInfo', {
        method: 'POST',
        headers: { authorization: anna.token, 'content-type': type },
        body: JSON.stringify({ user_id: bela.id }),
      });
      expect(await answer.json()).toMatchObject({ code: 400 });
    }
  });

  it('WIRE-2: nested names and names of prototypes are only fields', async () => {
    const answer = await form(
      '/enterprise/im/getUserInfo',
      `user_id=${bela.id}&__proto__[polluted]=1&constructor[prototype][polluted]=1`,
    );
    expect(await answer.json()).toMatchObject({ code: 0 });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(
      await world.code(anna, 'im/getUserInfo', `{"user_id":${bela.id},"__proto__":{"polluted":1}}`),
    ).toBe(0);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('WIRE-2: names of prototypes are only fields, also in what address and form share', async () => {
    for (const [query, body] of [
      ['a[x]=1', 'a[__proto__][polluted]=1'],
      ['a[]=1', 'a[__proto__][polluted]=1'],
      ['a[0][b]=1', 'a[0][__proto__][polluted]=1&a[constructor][prototype][polluted]=1'],
    ] as const) {
      expect(
        await (await form(`/enterprise/im/getUserInfo?${query}`, `user_id=${bela.id}&${body}`)).json(),
      ).toMatchObject({ code: 0 });
      expect(([] as unknown as Record<string, unknown>)['polluted'], body).toBeUndefined();
    }
    // The same list, from both: the address leads, as it always did.
    const both = await form(`/enterprise/group/getAllUser?user_ids[]=${bela.id}`, `user_ids[]=${anna.id}`);
    expect(((await both.json()) as { data: { user_id: number }[] }).data.map((one) => one.user_id)).toContain(
      bela.id,
    );
  });

  it('WIRE-23: thousands of brackets are refused, lists without numbers counted once', async () => {
    for (const name of [`a${'['.repeat(100_000)}`, `a${'[]'.repeat(30_000)}`, 'a'.repeat(600)])
      expect(await (await form('/enterprise/im/getUserInfo', `${name}=1`)).json()).toMatchObject({
        code: 400,
      });
    expect(await (await form('/enterprise/im/getUserInfo', 'a&'.repeat(400_000))).json()).toMatchObject({
      code: 400,
    });
    const list = Array.from({ length: 4_000 }, (_, i) => `a[]=1&b[k${i % 3}]=1`).slice(0, 900);
    expect(
      await (await form('/enterprise/im/getUserInfo', [`user_id=${bela.id}`, ...list].join('&'))).json(),
    ).toMatchObject({ code: 0 });
  });

  it('LIMIT-17: a call without a login has 64 KiB, a person so many calls at one time, and others go on', async () => {
    const login = await world.raw('/common/pub/login', {
      method: 'POST',
      body: JSON.stringify({ account: 'anna', password: 'x'.repeat(serverLimits.strangerBytesMax) }),
    });
    expect(await login.json()).toMatchObject({ code: 400, msg: '请求内容过大' });
    const ends: (() => void)[] = [];
    const halfway = (who: Person) => {
      const body = new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) });
      return world.raw('/enterprise/im/getContacts', {
        method: 'POST',
        headers: { authorization: who.token },
        body,
        duplex: 'half',
      } as RequestInit);
    };
    const under = Array.from({ length: serverLimits.callsAtOnceMax }, () => halfway(anna));
    await world.clock.settle();
    expect(await world.call(anna, 'im/getContacts')).toMatchObject({ code: 400, data: { retry_ms: 1_000 } });
    expect(await world.code(bela, 'im/getContacts')).toBe(0);
    for (const end of ends) end();
    for (const answer of await Promise.all(under))
      expect(((await answer.json()) as { code: number }).code).toBe(0);
    expect(await world.code(anna, 'im/getContacts')).toBe(0);
  });

  it('WIRE-7: bad input is code 400 with a text in the asked language', async () => {
    for (const [language, text] of [
      ['en', 'The field user_id is invalid'],
      ['en-US,en;q=0.9', 'The field user_id is invalid'],
      ['zh-Hans', '参数 user_id 不正确'],
      ['fr-CA', 'Le champ user_id n’est pas valide'],
    ] as const) {
      expect(
        await world.call(anna, 'im/getUserInfo', { user_id: 'x' }, { 'accept-language': language }),
      ).toMatchObject({ code: 400, msg: text });
    }
  });

  it.each(['{', '"text"', '5', 'null', '[1,', '{"user_id":'])(
    'WIRE-7: the body %s is code 400',
    async (body) => {
      expect(await world.code(anna, 'im/getUserInfo', body)).toBe(400);
    },
  );

  it('WIRE-10: too large, too deep and too many are refused clearly', async () => {
    expect((await ask(`{"user_id":1,"x":"${'x'.repeat(serverLimits.bodyBytesMax)}"}`)).msg).toBe(
      'The request is too large',
    );
    expect((await ask(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).code).toBe(400);
    expect((await ask(`{"user_id":1,"x":${'['.repeat(20)}${']'.repeat(20)}}`)).code).toBe(400);
    const fields = Array.from({ length: 6_000 }, (_, i) => `f${i}=1`).join('&');
    expect(await (await form('/enterprise/im/getUserInfo', fields)).json()).toMatchObject({ code: 400 });
    expect(await (await form('/enterprise/im/getUserInfo', `a${'[b]'.repeat(50)}=1`)).json()).toMatchObject({
      code: 400,
    });
  });

  it('WIRE-10: a body of unknown length is counted while it is read', async () => {
    const chunk = new Uint8Array(64 * 1_024).fill(120);
    let pulled = 0;
    const body = new ReadableStream({
      pull: (controller) => (pulled++ < 1_000 ? controller.enqueue(chunk) : controller.close()),
    });
    const answer = await world.raw('/enterprise/im/getUserInfo', {
      method: 'POST',
      headers: { authorization: anna.token },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await answer.json()).toMatchObject({ code: 400 });
    expect(pulled).toBeLessThan(40);
  });
});

describe('commits', () => {
  it('COMMIT-1: no user is notified of a command before its commit, and all are after it', async () => {
    const socket = await world.online(bela);
    let heardInside = -1;
    const { store } = world.server.core;
    const slow = store.write(async () => {
      heardInside = socket.frames.length;
      await Promise.resolve();
    });
    const sent = world.send(anna, bela.id, 'x', { id: 'm-1' });
    await slow;
    expect(heardInside).toBe(0);
    expect((await sent).code).toBe(0);
    expect(socket.types()).toEqual(['simple']);
  });

  it('COMMIT-3: a failed commit has an unknown outcome: HTTP 502, and nothing is published', async () => {
    let error: Error | null = null;
    const broken = await startWorld({ store: failing(() => error) });
    const [a, b] = [await broken.person('anna'), await broken.person('bela')];
    await broken.befriend(a, b);
    const socket = await broken.online(b);
    error = new StoreFailedError('disk');
    const send = () =>
      broken.raw('/enterprise/im/sendMessage', {
        method: 'POST',
        headers: { authorization: a.token, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'm-1', toContactId: b.id, type: 'text', content: 'words of mine' }),
      });
    const response = await send();
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 502, data: { retry_ms: 1_000 } });
    await broken.settle();
    expect(socket.frames).toEqual([]);
    expect(broken.log.at(-1)).toEqual({
      level: 'warn',
      what: 'outcome unknown',
      facts: {
        path: '/enterprise/im/sendmessage',
        request: expect.any(String),
        error: 'StoreFailedError: disk',
      },
    });
    expect(JSON.stringify(broken.log)).not.toContain('words of mine');
    error = new StoreBusyError('full');
    expect(await (await send()).json()).toMatchObject({ code: 502, data: { retry_ms: 1_000 } });
    error = new StoreReadOnlyError('the database is read-only');
    expect(await (await send()).json()).toMatchObject({
      code: 502,
      msg: '服务器数据库当前为只读，消息会保留并自动重试',
    });
    error = null;
    await broken.close();
  });
});
