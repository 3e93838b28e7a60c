import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/server/node-host-adapter.ts';
import { startWorld } from '../support/world.ts';

interface Received {
  readonly status: number | undefined;
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly body: Buffer;
}

const post = (
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '{}',
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const options = {
      port,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    };
    const sending = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          encoding: answer.headers['content-encoding'],
          vary: answer.headers.vary,
          body: Buffer.concat(parts),
        }),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });

/** Many friends, so that the list of chats is long. */
async function startHost(allowOrigins: readonly string[] = []) {
  const world = await startWorld();
  const anna = await world.person('anna');
  for (const name of ['bela', 'carla', 'dora', 'emil']) await world.befriend(anna, await world.person(name));
  const { settings } = world.server.core;
  const host = await listen(world.server, {
    ...settings,
    allowOrigins,
    host: '127.0.0.1',
    port: 0,
    trustProxy: false,
  });
  onTestFinished(() => host.stop());
  const list = (accept: string) =>
    post(host.port, '/enterprise/im/getContacts', { authorization: anna.token, 'accept-encoding': accept });
  return { host, anna, list };
}

it.each([
  ['the usual way', []],
  ['with pages of other origins', ['https://other.example']],
])('WIRE-25: a long answer is smaller for a client that accepts gzip, %s', async (_, allowOrigins) => {
  const { list } = await startHost(allowOrigins);
  const plain = await list('identity');
  const zipped = await list('gzip, deflate');
  expect([plain.status, plain.encoding, zipped.status, zipped.encoding]).toEqual([
    200,
    undefined,
    200,
    'gzip',
  ]);
  expect(zipped.vary).toContain('accept-encoding');
  expect(plain.body.length).toBeGreaterThan(1_024);
  expect(zipped.body.length).toBeLessThan(plain.body.length / 2);
  expect(gunzipSync(zipped.body).toString()).toBe(plain.body.toString());
});

it.each(['gzip, deflate, br', 'br', 'gzip;q=0, br;q=0.5'])(
  'WIRE-25: a client that accepts "%s" receives a long answer as Brotli',
  async (accept) => {
    const { list } = await startHost();
    const { encoding, vary, body } = await list(accept);
    expect([encoding, vary]).toEqual(['br', 'accept-encoding']);
    expect(brotliDecompressSync(body).toString()).toBe((await list('identity')).body.toString());
  },
);

it.each(['', 'identity', 'gzip;q=0', 'gzip; q=0.0, br;q=0'])(
  'WIRE-25: a client that accepts "%s" receives JSON as it is',
  async (accept) => {
    const { list } = await startHost();
    const { encoding, body } = await list(accept);
    expect(encoding).toBe(undefined);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 0 });
  },
);

it('WIRE-25: a short answer leaves as it is', async () => {
  const { host, anna } = await startHost();
  const headers = { authorization: anna.token, 'accept-encoding': 'gzip' };
  const { encoding, body } = await post(host.port, '/common/pub/checkVersion', headers);
  expect([encoding, body.length < 1_024]).toEqual([undefined, true]);
});
