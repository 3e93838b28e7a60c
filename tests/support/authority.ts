import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { freePort, temporaryFolder } from './server.ts';
import { until } from './until.ts';

/** A real authority that speaks ACME, with a name server that leads every name to this machine. */
export interface TestAuthority {
  /** Environment of a server under test, besides `DOMAIN`. */
  readonly env: Readonly<Record<string, string>>;
  readonly httpPort: number;
  /** The root certificate. The authority makes a new one at each start. */
  root(): Promise<string>;
  stop(): void;
}

const INSTALL = 'apt-get install -y --no-install-recommends pebble openssl';

/** @throws when it cannot start: tests fail, they do not skip. */
export async function startAuthority(): Promise<TestAuthority> {
  const folder = temporaryFolder();
  const [key, own] = [join(folder, 'key.pem'), join(folder, 'own.pem')];
  const asked = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority';
  const made = spawnSync('openssl', [
    ...asked.split(' '),
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
