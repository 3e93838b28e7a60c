import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, CDPSession } from 'playwright-core';

/** A simulated device. The test has its keys and can decrypt its pushes (RFC 8291). */
export interface Device {
  readonly p256dh: string;
  readonly auth: string;
  open(body: Buffer): string;
}

const text = (words: string): Buffer => Buffer.from(words, 'latin1');
const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

export function newDevice(): Device {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const own = pair.getPublicKey();
  const auth = randomBytes(16);
  return {
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    open: (body) => {
      const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
      const theirs = body.subarray(21, 21 + idLength);
      const sealed = body.subarray(21 + idLength);
      const shared = derive(
        pair.computeSecret(theirs),
        auth,
        Buffer.concat([text('WebPush: info\0'), own, theirs]),
        32,
      );
      const key = derive(shared, salt, text('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(shared, salt, text('Content-Encoding: nonce\0'), 12);
      const cipher = createDecipheriv('aes-128-gcm', key, nonce);
      cipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
    },
  };
}

export interface Received {
  readonly path: string;
  readonly text: string;
  /** The public key whose signature was checked. */
  readonly key: string;
  readonly claims: { readonly aud: string; readonly sub: string };
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A push service on this machine. It checks the signature and decrypts pushes for the device. */
export async function openPush(
  device: Device,
): Promise<{ readonly address: string; readonly received: Received[]; stop(): Promise<void> }> {
  const received: Received[] = [];
  const server = createServer((request, answer) => {
    const take = async (): Promise<void> => {
      const body = await read(request);
      const {
        authorization = '',
        ttl,
        urgency,
        topic,
        'content-encoding': coding,
      } = request.headers as Record<string, string | undefined>;
      const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
      received.push({
        path: request.url ?? '',
        text: device.open(body),
        key,
        claims: checked(token, key),
        headers: { ttl, urgency, topic, 'content-encoding': coding },
      });
      answer.writeHead(201).end();
    };
    void take();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    received,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** @throws when the token was not signed by this key, or has lived its time */
function checked(token: string, key: string): Received['claims'] {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    sub: string;
    exp: number;
  };
  if (!signed || exp * 1_000 < Date.now()) throw new Error('not signed by this key');
  return { aud, sub };
}

/** Hands pushes to a worker through the browser; no push service of a vendor is reached. */
export async function deliveryTo(
  context: BrowserContext,
  origin: string,
): Promise<(data: string) => Promise<void>> {
  const page = await context.newPage();
  await page.goto('about:blank');
  const session: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const match = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (match !== undefined) resolve(match.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) =>
    void (await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }));
}
