import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { get } from 'node:https';
import { newPerson } from '../support/browser.ts';
import { fillRegister, list } from '../support/person.ts';
import { freePort, startServer, temporaryFolder } from '../support/server.ts';
import { setStage } from '../support/stage.ts';
import { until } from '../support/until.ts';

/** A real authority that speaks ACME, with a name server that leads every name to this machine. */
interface TestAuthority {
  /** Environment of a server under test, besides `DOMAIN`. */
  readonly env: Readonly<Record<string, string>>;
  readonly httpPort: number;
  /** The root certificate. The authority makes a new one at each start. */
  root(): Promise<string>;
  stop(): void;
}

const INSTALL = 'apt-get install -y --no-install-recommends pebble openssl';

/** @throws when it cannot start: tests fail, they do not skip. */
async function startAuthority(): Promise<TestAuthority> {
  const folder = temporaryFolder();
  const [key, own] = [join(folder, 'key.pem'), join(folder, 'own.pem')];
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority';
  const made = spawnSync('openssl', [
    ...request.split(' '),
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-keyout',
    key,
    '-out',
    own,
  ]);
  if (made.status !== 0 || spawnSync('which', ['pebble']).status !== 0)
    throw new Error(`These tests need an authority. Type as root: ${INSTALL}`);
  const [port, manage, names, nameManage, httpPort, tlsPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const listenAddress = `127.0.0.1:${port}`;
  const managementListenAddress = `127.0.0.1:${manage}`;
  const config = {
    listenAddress,
    managementListenAddress,
    certificate: own,
    privateKey: key,
    httpPort,
    tlsPort,
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ pebble: config }));
  const nameServer = `127.0.0.1:${names}`;
  const off = ['-defaultIPv6', '-http01', '-https01', '-tlsalpn01'].flatMap((option) => [option, '']);
  const children: ChildProcess[] = [
    spawn('pebble-challtestsrv', ['-dns01', nameServer, '-management', `127.0.0.1:${nameManage}`, ...off]),
    // It waits for up to 15 s before it looks, and refuses now and then, as real ones do; the wait is spared.
    spawn('pebble', ['-config', join(folder, 'config.json'), '-dnsserver', nameServer], {
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
    }),
  ];
  const stop = () => children.forEach((child) => void child.kill('SIGKILL'));
  process.on('exit', stop);
  const ca = readFileSync(own, 'utf8');
  const root = () => text(`https://${managementListenAddress}/roots/0`, ca);
  await until(async () => void (await root()));
  return {
    env: {
      ACME_DIRECTORY: `https://${listenAddress}/dir`,
      NODE_EXTRA_CA_CERTS: own,
      HTTP_PORT: String(httpPort),
      HOST: '127.0.0.1',
    },
    httpPort,
    root,
    stop,
  };
}

const text = (address: string, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(address, { ca }, (answer) => {
      let whole = '';
      answer.on('data', (part: Buffer) => (whole += part.toString()));
      answer.on('end', () => resolve(whole));
    }).on('error', reject);
  });

const stage = setStage(['--host-resolver-rules=MAP *.example.org 127.0.0.1', '--ignore-certificate-errors']);
const NAME = 'chat.example.org';

/** The plain HTTP answer to a request for this host. */
const plainly = ({ httpPort }: TestAuthority, host: string, path: string, method = 'GET') =>
  new Promise<readonly [status: number, location: string]>((resolve, reject) => {
    request({ port: httpPort, host: '127.0.0.1', path, method, headers: { host } }, (answer) => {
      answer.resume();
      resolve([answer.statusCode ?? 0, answer.headers.location ?? '']);
    })
      .on('error', reject)
      .end();
  });

/** The fingerprint of the server there, checked as a browser does. */
const fingerprint = (port: number, ca: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername: NAME, ca }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });

/** A call over HTTP/2: its answer, and its header about later visits. */
const call = (port: number, ca: string) =>
  new Promise<readonly [code: number, strict: string]>((resolve, reject) => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { servername: NAME, ca });
    session.on('error', reject);
    const stream = session.request({
      ':method': 'POST',
      ':path': '/common/pub/login',
      ':authority': `${NAME}:${port}`,
      'content-type': 'application/json',
    });
    let [text, strict] = ['', ''];
    stream.on('response', (head) => (strict = head['strict-transport-security'] ?? ''));
    stream.on('data', (part: Buffer) => (text += part.toString()));
    stream.on('error', reject);
    stream.on('end', () => {
      session.close();
      resolve([(JSON.parse(text) as { readonly code: number }).code, strict]);
    });
    stream.end(JSON.stringify({ account: 'nobody-here', password: 'secret-11' }));
  });

/** Reports whether a socket opens for a page of this origin. */
const socketOpens = (port: number, origin: string) =>
  new Promise<boolean>((resolve) => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/wss`, {
      // The certificate was checked above.
      rejectUnauthorized: false,
      headers: { host: `${NAME}:${port}`, origin },
    });
    socket.on('open', () => (socket.close(), resolve(true)));
    socket.on('error', () => resolve(false));
  });

it('TLS-1, TLS-3, TLS-4, TLS-5: an automatic certificate; pages, calls and sockets over HTTPS', async () => {
  const authority = await startAuthority();
  onTestFinished(() => authority.stop());
  const port = await freePort();
  const env = { ...authority.env, DOMAIN: `${NAME},www.example.org`, REGISTRATION: 'open' };
  const first = await startServer({ port, env });
  const address = `https://${NAME}:${port}`;
  expect(first.output()).toContain(`Parley runs at ${address} - open it and register`);
  const ca = await authority.root();
  const certified = await fingerprint(port, ca);

  // A browser with only the name is redirected to HTTPS. Other names are not redirected.
  expect(await plainly(authority, NAME, '/?view=me')).toEqual([301, `${address}/?view=me`]);
  expect(await plainly(authority, 'www.example.org:80', '/')).toEqual([
    301,
    `https://www.example.org:${port}/`,
  ]);
  expect(await plainly(authority, 'other.example.net', '//other.example.net/')).toEqual([
    301,
    `${address}//other.example.net/`,
  ]);
  expect(await plainly(authority, NAME, '/common/pub/login', 'POST')).toEqual([
    308,
    `${address}/common/pub/login`,
  ]);
  expect((await plainly(authority, NAME, '/.well-known/acme-challenge/none'))[0]).toBe(301);
  expect(await call(port, ca)).toEqual([expect.any(Number), expect.stringContaining('max-age=')]);
  expect(await socketOpens(port, address)).toBe(true);
  expect(await socketOpens(port, 'https://other.example.net')).toBe(false);

  const person = stage.watch(await newPerson(stage.browser, address, 'Anna Lake', { language: 'en' }));
  // Listens at once, because the first frame can arrive before the open event.
  const frame = new Promise((resolve) =>
    person.page.on('websocket', (socket) => socket.on('framereceived', resolve)),
  );
  await person.page.goto(`http://${NAME}:${authority.httpPort}/#/pages/login/register`);
  await person.page.waitForURL(`${address}/**`);
  // That first one was not to the address of the server itself.
  person.faults.length = 0;
  await fillRegister(person);
  await frame;
  const spoken = await person.page.evaluate(() =>
    performance
      .getEntriesByType('navigation')
      .map((entry) => (entry as PerformanceNavigationTiming).nextHopProtocol),
  );
  expect(spoken).toEqual(['h2']);
  const file = (name: string) => statSync(join(first.dataDir, 'tls', name)).mode & 0o777;
  expect([file(''), file('account.pem')]).toEqual([0o700, 0o600]);

  // The next start uses the stored certificate without the authority. A page that is still loading would
  // report the stopped server.
  await person.page.close();
  expect(await first.stop()).toBe(0);
  authority.stop();
  const second = await startServer({ port, dataDir: first.dataDir, env });
  expect(await fingerprint(port, ca)).toBe(certified);
  const page = await person.context.newPage();
  await page.goto(address);
  await list({ ...person, page }).waitFor();
  await page.close();
  expect(await second.stop()).toBe(0);
});
