import * as fc from 'fast-check';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crypto as acme } from 'acme-client';
import { afterAll, describe, expect, it } from 'vitest';
import { CertificateKeeper, renewalAtMs, retryAfterMs } from '../../src/server/tls/keep-certificate.ts';
import { duration } from '../../src/domain/limits.ts';
import type { Authority, Certificate } from '../../src/ports/certificates.ts';
import { BadSetting } from '../../src/server/kernel/setting-names.ts';
import { readSettings } from '../../src/server/kernel/settings.ts';
import { plainAnswers } from '../../src/server/secure-host-adapter.ts';
import { operation } from '../../src/server/operation/operation.ts';
import { readyCheck } from '../../src/server/operation/readiness.ts';
import { createAuthority } from '../../src/server/tls/authority-adapter.ts';
import { certificateFolder, certificateIn } from '../../src/server/tls/certificate-folder-adapter.ts';
import { tlsSettings, withDomain } from '../../src/server/tls/settings.ts';
import { startWorld } from '../support/world.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

const { DAY, HOUR, MINUTE } = duration;

const NAME = 'chat.example.org';
const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A real certificate, self-signed. */
async function certified(name = NAME): Promise<Certificate> {
  const authz = { identifier: { type: 'dns', value: name } } as Parameters<
    typeof acme.createAlpnCertificate
  >[0];
  const [key, chain] = await acme.createAlpnCertificate(authz, 'proof');
  return { names: [name], key: key.toString(), chain: chain.toString(), fromMs: 0, untilMs: 90 * DAY };
}

describe('settings', () => {
  it('TLS-1: a domain is HTTPS at the usual port, from everywhere, by invitation', () => {
    expect(tlsSettings({})).toBeNull();
    expect(withDomain({ PORT: '9' })).toEqual({ PORT: '9' });
    expect(tlsSettings({ DOMAIN: 'Chat.example.org, www.example.org' })).toEqual({
      names: [NAME, 'www.example.org'],
      httpPort: 80,
      email: null,
      directory: null,
    });
    expect(readSettings(withDomain({ DOMAIN: NAME }))).toMatchObject({
      port: 443,
      host: '::',
      publicUrl: `https://${NAME}`,
      registration: 'invite',
    });
    expect(readSettings(withDomain({ DOMAIN: NAME, PORT: '8443' })).publicUrl).toBe(`https://${NAME}:8443`);
  });

  it.each([
    { DOMAIN: 'chat' },
    { DOMAIN: '10.0.0.1' },
    { DOMAIN: 'https://chat.example.org' },
    { DOMAIN: '*.example.org' },
    { DOMAIN: NAME, TRUST_PROXY: '1' },
    { DOMAIN: NAME, PUBLIC_URL: 'https://other.example.org' },
    { DOMAIN: NAME, PUBLIC_URL: `http://${NAME}` },
    { DOMAIN: NAME, HTTP_PORT: '70000' },
    { DOMAIN: NAME, ACME_EMAIL: 'nobody' },
    { DOMAIN: NAME, ACME_DIRECTORY: 'http://127.0.0.1/dir' },
  ])('TLS-6: an impossible setting ends with one line: %o', (env) => {
    expect(() => readSettings(withDomain(env))).toThrow(BadSetting);
  });
});

describe('stored certificates', () => {
  it('TLS-3: one file that only its owner reads; cut off, or for other names, it is ignored', async () => {
    const store = certificateFolder(join(folder, 'tls'), [NAME], 'https://authority.example.org/dir');
    expect(await store.read()).toBeNull();
    const one = await certified();
    await store.keep(one);
    const read = await store.read();
    expect(read).toMatchObject({ names: [NAME], key: one.key.trim() });
    const other = certificateFolder(join(folder, 'tls'), [NAME], 'https://other.example.org/dir');
    expect(await other.read()).toBeNull();
    expect(
      await certificateFolder(
        join(folder, 'tls'),
        ['other.example.org'],
        'https://authority.example.org/dir',
      ).read(),
    ).toBeNull();
    const text = `${one.key.trim()}\n${one.chain.trim()}\n`;
    for (let length = 0; length < text.length - 2; length += 7)
      expect(certificateIn(text.slice(0, length), [NAME])).toBeNull();
    const another = await certified();
    expect(certificateIn(`${another.key}\n${one.chain}`, [NAME])).toBeNull();
    expect(statSync(join(folder, 'tls')).mode & 0o777).toBe(0o700);
  });

  it('TLS-3: a file that is not the text of a certificate is ignored', async () => {
    writeFileSync(join(folder, 'x'), '\u0000garbage');
    expect(certificateIn('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', [NAME])).toBeNull();
  });
});

/** An authority that fails as given, and a keeper with it on a clock of the test. */
function readStored(fails: readonly boolean[], before: Certificate | null = null) {
  const clock = createVirtualClock();
  const [asked, used, lines]: [number[], number[], string[]] = [[], [], []];
  let running = 0;
  const authority: Authority = {
    async certify(names) {
      running += 1;
      if (running > 1) throw new Error('asked twice at one time');
      asked.push(clock.nowMs());
      await Promise.resolve();
      running -= 1;
      if (fails[asked.length - 1] === true) throw new Error('the name\nleads elsewhere');
      const fromMs = clock.nowMs();
      return { names, key: 'key', chain: 'chain', fromMs, untilMs: fromMs + 90 * DAY };
    },
  };
  const stored: Certificate[] = [];
  const keeper = new CertificateKeeper({
    names: [NAME],
    authority,
    store: { read: async () => before, keep: async (one) => void stored.push(one) },
    clock,
    tell: (line) => lines.push(line),
    use: (one) => used.push(one.untilMs),
  });
  return { clock, keeper, asked, used, lines, stored };
}

describe('having one', () => {
  it('TLS-1, TLS-2: the first is asked for, a kept one used, and renewed in time', async () => {
    const { clock, keeper, asked, used, stored, lines } = readStored([]);
    await keeper.start();
    expect([asked.length, used.length, stored.length]).toEqual([1, 1, 1]);
    for (let day = 0; day < 200; day += 1) {
      await clock.advance(DAY);
    }
    const days = asked.map((atMs) => Math.round((atMs - (asked[0] ?? 0)) / DAY));
    expect(days).toEqual([0, 60, 120, 180]);
    expect(lines).toEqual([`Waiting for a certificate for ${NAME} …`]);
    keeper.stop();
    await clock.advance(100 * DAY);
    expect(asked.length).toBe(4);
    const fresh = readStored([], { ...(await certified()), fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER });
    await fresh.keeper.start();
    expect([fresh.asked.length, fresh.used.length]).toEqual([0, 1]);
    fresh.keeper.stop();
  });

  it('TLS-2: a failure is one line, and tried again after longer and longer', async () => {
    const { clock, keeper, asked, used, lines } = readStored(Array.from({ length: 9 }, () => true));
    await keeper.start();
    expect([used.length, lines]).toEqual([
      0,
      [
        `Waiting for a certificate for ${NAME} …`,
        `No certificate for ${NAME}: the name leads elsewhere - tried again in 2 minutes.`,
      ],
    ]);
    expect(keeper.state()).toEqual({ untilMs: null, failure: 'the name leads elsewhere' });
    while (used.length === 0) {
      await clock.advance(MINUTE);
    }
    const waits = asked.slice(1).map((atMs, at) => Math.round((atMs - (asked[at] ?? 0)) / MINUTE));
    expect(waits).toEqual([2, 6, 18, 54, 162, 486, 720, 720, 720]);
    expect(lines).toHaveLength(10);
    expect(keeper.state()).toEqual({ untilMs: used[0], failure: null });
    keeper.stop();
  });

  it('TLS-1: an authority that cannot be reached is named at once, with the cause', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    await new Promise((resolve) => holder.close(resolve));
    const directory = `https://127.0.0.1:${port}/directory`;
    const authority = createAuthority({ folder: join(folder, 'asked'), email: null, directory });
    await expect(authority.certify([NAME], new Map())).rejects.toThrow(
      /^127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/,
    );
  });

  it('TLS-7: the end of the certificate is a metric; a failed renewal is a warning', async () => {
    const world = await startWorld();
    const state = { untilMs: Date.parse('2026-12-24T00:00:00Z'), failure: 'no answer in time' };
    const certificate = () => state;
    const { warnings, ready } = await readyCheck(world.server.core, { certificate }).look();
    expect([ready, warnings]).toEqual([
      true,
      ['no new certificate: no answer in time; the present one ends 2026-12-24T00:00:00.000Z'],
    ]);
    const gauges = (watched: { certificate?: () => typeof state }) =>
      operation(world.server.core, world.server.gateway, readyCheck(world.server.core), watched).gauges();
    expect((await gauges({ certificate })).certificateEndSec).toBe(state.untilMs / 1_000);
    expect((await gauges({})).certificateEndSec).toBeNaN();
    await world.close();
  });

  it('TLS-2: after any failure the old one is used, with at most five tries an hour', async () => {
    const old = { ...(await certified()), fromMs: 0, untilMs: 1 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (fails) => {
        const { clock, keeper, asked, used } = readStored(fails, old);
        await keeper.start();
        expect(used[0]).toBe(1);
        for (let step = 0; step < 100; step += 1) {
          await clock.advance(HOUR);
        }
        for (const from of asked)
          expect(asked.filter((atMs) => atMs >= from && atMs < from + HOUR).length).toBeLessThanOrEqual(5);
        keeper.stop();
      }),
      { numRuns: 20 },
    );
  });

  it('TLS-2: times are within the life of a certificate and grow up to a limit', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 400 * DAY }),
        fc.integer({ min: 1, max: 1_000 }),
        (fromMs, lifeMs, failures) => {
          const atMs = renewalAtMs({ fromMs, untilMs: fromMs + lifeMs });
          expect(atMs).toBeGreaterThanOrEqual(fromMs);
          expect(atMs).toBeLessThanOrEqual(fromMs + lifeMs);
          expect(retryAfterMs(failures + 1)).toBeGreaterThanOrEqual(retryAfterMs(failures));
          expect(retryAfterMs(failures)).toBeLessThanOrEqual(12 * HOUR);
        },
      ),
    );
  });
});

const makeRequest = (
  url: string,
  ready: boolean,
  proofs = new Map<string, string>(),
  failure: string | null = null,
) => {
  const sentMessage: { status: number; location: string; body: string } = {
    status: 0,
    location: '',
    body: '',
  };
  const outgoing = {
    writeHead: (status: number, head: Record<string, string>) =>
      Object.assign(sentMessage, { status, location: head['location'] ?? '' }),
    end: (body: string) => Object.assign(sentMessage, { body }),
  };
  const incoming = { url, method: 'GET', headers: { host: NAME } };
  plainAnswers([NAME], proofs, () => ({ httpsPort: ready ? 443 : null, failure }))(
    incoming as unknown as IncomingMessage,
    outgoing as unknown as ServerResponse,
  );
  return sentMessage;
};

/** Before the first certificate. */
const at = (url: string, failure: string | null) => makeRequest(url, false, new Map(), failure);

describe('plain HTTP', () => {
  it('TLS-4: says 503 before there is a certificate, and shows only what the authority asks for', () => {
    const proofs = new Map([['token-1', 'proof']]);
    expect(makeRequest('/', false)).toMatchObject({ status: 503 });
    expect(makeRequest('/.well-known/acme-challenge/token-1', false, proofs)).toMatchObject({
      status: 200,
      body: 'proof',
    });
    expect(makeRequest('/.well-known/acme-challenge/token-2', false, proofs)).toMatchObject({ status: 503 });
    expect(makeRequest('/.well-known/acme-challenge/../token-1', true, proofs).status).toBe(301);
    expect(makeRequest('/a?b', true)).toMatchObject({ status: 301, location: `https://${NAME}/a?b` });
  });

  it('TLS-4: /readyz names the cause of the last failed attempt; other pages refer to it', () => {
    const cause = `no answer at http://${NAME}`;
    expect(at('/', null).body).toBe('The certificate of this server is on its way.\n');
    expect(at('/', cause)).toMatchObject({ status: 503, body: expect.stringMatching(/failed.*\/readyz/) });
    expect(at('/', cause).body).not.toContain(cause);
    expect(JSON.parse(at('/readyz', null).body)).toMatchObject({
      ready: false,
      reasons: ['waiting for the first certificate'],
    });
    expect(JSON.parse(at('/readyz?a', cause).body)).toMatchObject({ reasons: [`no certificate: ${cause}`] });
  });
});
