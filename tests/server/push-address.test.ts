import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/server/platform/public-address.ts';
import { createWebPush, pushOutcomeOf } from '../../src/server/platform/web-push-adapter.ts';
import { newDevice, openPush } from '../support/push-service.ts';

const subject = 'mailto:admin@example.org';
const topic = 'a'.repeat(32);

describe('addresses', () => {
  it.each(['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
    'PUSH-1: %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1%eth0',
    'ff02::1',
    '',
    'localhost',
    '1.2.3',
    '1.2.3.256',
    '1:2',
    ':::',
  ])('PUSH-1: %s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('PUSH-26: a host in the own network that the operator names is asked, no other one', async () => {
    const phone = newDevice();
    const service = await openPush(phone);
    const own = new URL(service.address).host;
    const push = createWebPush({ subject, allowPrivate: false, hosts: [own, 'push.lan'] });
    expect(await push.allows(`${service.address}/up`)).toBe(true);
    const others = [
      'http://127.0.0.1:1/',
      'http://localhost/',
      'https://127.0.0.1/',
      'http://push.lan.evil/',
    ];
    for (const endpoint of others) expect([endpoint, await push.allows(endpoint)]).toEqual([endpoint, false]);
    const keys = await push.makeKeys();
    const target = { endpoint: `${service.address}/up`, p256dh: phone.p256dh, auth: phone.auth };
    const manner = { keys, urgency: 'normal', ttlSec: 60, topic } as const;
    expect(await push.send(target, 'hello', manner)).toBe('sent');
    expect(service.received.map(({ text }) => text)).toEqual(['hello']);
    expect(await push.send({ ...target, endpoint: 'http://127.0.0.1:1/' }, 'hello', manner)).toBe('refused');
    await service.stop();
  });

  it('PUSH-1: endpoints of other kinds, in private nets, or with names that lead there are not asked', async () => {
    const push = createWebPush({ subject, allowPrivate: false });
    for (const endpoint of [
      'http://1.1.1.1/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://localhost/x',
      'https://user@1.1.1.1/',
      'file:///etc/passwd',
      'nothing',
      'https://2130706433/x',
      'https://0x7f.1/',
      'https://1.1.1.1:8443/x',
      'https://1.1.1.1:80/x',
    ]) {
      expect([endpoint, await push.allows(endpoint)]).toEqual([endpoint, false]);
    }
    for (const endpoint of ['https://1.1.1.1/x', 'https://1.1.1.1:443/x'])
      expect(await push.allows(endpoint)).toBe(true);
  });

  it('PUSH-1: an endpoint that is private now gets no request, even if it was public', async () => {
    let requestCount = 0;
    const server = createServer((_, answer) => {
      requestCount += 1;
      answer.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const push = createWebPush({ subject, allowPrivate: false });
    const { p256dh, auth } = newDevice();
    const manner = { keys: await push.makeKeys(), urgency: 'high', ttlSec: 60, topic } as const;
    expect(await push.send({ endpoint: 'https://localhost/x', p256dh, auth }, 'x', manner)).toBe('later');
    expect(await push.send({ endpoint: `https://localhost:${port}/x`, p256dh, auth }, 'x', manner)).toBe(
      'refused',
    );
    expect(await push.send({ endpoint: `https://127.0.0.1:${port}/x`, p256dh, auth }, 'x', manner)).toBe(
      'refused',
    );
    expect(requestCount).toBe(0);
    server.close();
  });
});

it('PUSH-4: a push is signed with the server’s key and readable for the device alone', async () => {
  const push = createWebPush({ subject, allowPrivate: true });
  const keys = await push.makeKeys();
  const mine = newDevice();
  const service = await openPush(mine);
  const { address, received } = service;
  expect(
    await push.send(
      { endpoint: `${address}/device-1`, p256dh: mine.p256dh, auth: mine.auth },
      '{"title":"hello"}',
      { keys, urgency: 'high', ttlSec: 60, topic },
    ),
  ).toBe('sent');
  expect(received).toEqual([
    {
      path: '/device-1',
      text: '{"title":"hello"}',
      key: keys.publicKey,
      claims: { aud: address, sub: subject },
      headers: { ttl: '60', urgency: 'high', topic, 'content-encoding': 'aes128gcm' },
    },
  ]);
  await service.stop();
});

it('PUSH-7: answers of push services', () => {
  expect([201, 204, 404, 410, 429, 500, 503, 400, 403, 413, 301].map(pushOutcomeOf)).toEqual([
    'sent',
    'sent',
    'gone',
    'gone',
    'later',
    'later',
    'later',
    'refused',
    'refused',
    'refused',
    'refused',
  ]);
});
