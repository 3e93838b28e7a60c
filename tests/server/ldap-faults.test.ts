import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import {
  BusyError,
  ConfidentialityRequiredError,
  ConstraintViolationError,
  InvalidCredentialsError,
  UnwillingToPerformError,
} from 'ldapts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ldapFaultText } from '../../src/server/kernel/ldap-faults.ts';
import { createLdap } from '../../src/server/platform/ldap-adapter.ts';
import { isUserRefusal } from '../../src/server/platform/ldap-fault.ts';
import type { Log } from '../../src/ports/log.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { BASE, Slapd } from '../support/slapd.ts';
import { startWorld } from '../support/world.ts';

const MIA = { uid: 'mia', cn: 'Mia Brook', password: 'a long password of hers' };
const asMia = { LDAP_BIND: `uid=mia,ou=people,${BASE}`, LDAP_BIND_PASSWORD: MIA.password };

let slapd: Slapd;
beforeAll(async () => {
  // Users may log in and see that entries exist, and read none.
  const inside = [
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by anonymous auth by * disclose',
  ];
  slapd = await Slapd.start({ inside });
  await slapd.add(MIA);
}, 30_000);
afterAll(() => slapd.stop());

const lines: string[] = [];
const log: Log = { write: (level, what) => void lines.push(`${level} ${what}`) };
const sockets: Socket[] = [];
afterEach(() => {
  lines.length = 0;
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function faultWith(more: Readonly<Record<string, string>>): Promise<string | null> {
  const ldap = createLdap(slapd.setting(more), log, 200);
  expect(await ldap.everybody()).toBe('away');
  const fault = ldap.fault();
  return fault && ldapFaultText(fault);
}

it('LDAP-11, ADMIN-12: a short name of the directory stays; its password is set there', async () => {
  const world = await startWorld({ ldap: () => createLdap(slapd.setting(), log) });
  await world.person('root');
  const { code, data } = await world.call(null, '/common/pub/login', {
    account: 'mia',
    password: MIA.password,
  });
  expect([code, data['userInfo']?.['account']]).toEqual([0, 'mia']);
  const { exit, lines: refused } = await tryAdmin(world, 'user', 'password', 'mia');
  expect([exit, refused[0]]).toEqual([
    1,
    expect.stringContaining('is in the LDAP directory: change it there'),
  ]);
  await admin(world, 'user', 'openids-reset', 'mia');
  expect((await admin(world, 'user', 'password', 'mia')).join()).toContain('Link to set the password');
  const short = {
    account: 'bob',
    password: 'a long password',
    repeatPassword: 'a long password',
    realname: 'Bob',
  };
  expect(await world.code(null, '/common/pub/register', short)).toBe(400);
  await world.close();
});

it.each([
  [asMia, 'lets LDAP_BIND not read LDAP_BASE (0x32): grant it read access to users and groups'],
  [
    { ...asMia, LDAP_BIND_PASSWORD: '' },
    'refuses the request (0x35), as for a login without a password: set LDAP_BIND and LDAP_BIND_PASSWORD',
  ],
  [{ LDAP_BASE: 'ou=nowhere,dc=example,dc=org' }, 'has no entry LDAP_BASE'],
])('OPS-21: the answer of the server is put plainly: %j', async (more, line) => {
  expect(await faultWith(more)).toBe(`${slapd.url} ${line}`);
});

it('OPS-21: a wrong password of LDAP_BIND is said to be one', async () => {
  const line = 'LDAP_BIND is refused: its name or LDAP_BIND_PASSWORD is wrong';
  expect(await faultWith({ ...asMia, LDAP_BIND_PASSWORD: 'wrong' })).toBe(line);
});

it('OPS-21: a certificate that is not trusted, and a port without TLS, are told apart', async () => {
  expect(await faultWith({ LDAP_URL: slapd.secureUrl })).toMatch(/ not trusted \(\w+\): check LDAP_CA$/);
  expect(await faultWith({ LDAP_STARTTLS: '1' })).toMatch(
    /does not change to TLS \(LDAP_STARTTLS=1\): DEPTH_/,
  );
});

it('LDAP-2: an account that the server locks is a wrong login, not a fault of the server', () => {
  const answers = [
    new InvalidCredentialsError(),
    new UnwillingToPerformError(),
    new ConstraintViolationError(),
  ];
  expect(answers.map(isUserRefusal)).toEqual([true, true, true]);
  expect([new BusyError(), new ConfidentialityRequiredError(), new Error('away')].some(isUserRefusal)).toBe(
    false,
  );
});

/** Resolves when no connection of the client is left. */
const closed = () =>
  Promise.all(sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'close')));

/** Answers the request to change to TLS with this code, or not at all. */
async function plainServer(answer: number | null) {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (request) => {
      const [first] = request;
      if (first !== 0x30 || answer === null) return;
      const id = request[4] ?? 0;
      socket.write(Buffer.from([0x30, 12, 2, 1, id, 0x78, 7, 0x0a, 1, answer, 4, 0, 4, 0]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `ldap://127.0.0.1:${port}`, close: () => void server.close() };
}

it.each([
  ['refuses it', 2],
  ['never answers', null],
  ['accepts it and says no more', 0],
])('ADMIN-8: LDAP_STARTTLS with a server that %s ends, and leaves no connection', async (_, answer) => {
  const server = await plainServer(answer);
  const fault = await faultWith({ LDAP_URL: server.url, LDAP_STARTTLS: '1' });
  expect(fault).toContain(`${server.url} does not change to TLS (LDAP_STARTTLS=1): `);
  await closed();
  server.close();
});
