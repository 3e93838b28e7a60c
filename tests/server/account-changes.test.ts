import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofLimits } from '../../src/domain/account-limits.ts';
import { userId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import type { Ldap } from '../../src/ports/ldap.ts';
import { authEndpoints } from '../../src/server/features/auth/endpoints.ts';
import { erasingEndpoints } from '../../src/server/features/erasing/endpoints.ts';
import { exportingEndpoints } from '../../src/server/features/exporting/endpoints.ts';
import { createPasskeys } from '../../src/server/platform/passkeys-adapter.ts';
import { code as codes } from '../../src/wire/envelope.ts';
import { Authenticator } from '../support/authenticator.ts';
import { openIdSetting, providersAt } from '../support/elsewhere.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

/**
 * Every call that changes what protects an account, with each kind of account and session, with and without
 * mail (ACC-27, ACC-30). `npm run test:mutants` leaves out each proof: exactly its row must fail.
 */
const ACCOUNTS = ['plain', 'proved', 'secondStep', 'elsewhere', 'directory'] as const;
type Account = (typeof ACCOUNTS)[number];
const SESSIONS = [
  'ended',
  'stale',
  'fresh',
  'password',
  'code',
  'passkey',
  'otherLogin',
  'otherPasskey',
] as const;
type Session = (typeof SESSIONS)[number];
/** Sessions of a user who is present, or was. */
const PRESENT: readonly Session[] = ['stale', 'fresh', 'password', 'passkey'];

const HOME = 'https://chat.example.org';
const SECRET = '12345678901234567890abcdefabcdef12345678';
const DIRECTORY_PASSWORD = 'directory-1';
const [DONE, REFUSED, ENDED] = [0, 400, -1];

interface Letter {
  readonly to: string;
  readonly text: string;
}
let world: World;
let sent: Letter[] = [];
let made = 0;

interface Cell {
  readonly me: Person;
  readonly account: Account;
  readonly address: string;
  readonly hasMail: boolean;
  /** Empty: the user has no password here. */
  readonly password: string;
  readonly device: Authenticator;
}
/** The passkey of another user. */
let otherDevice: Authenticator;

const otp = (): string =>
  new TOTP({ secret: Secret.fromHex(SECRET) }).generate({ timestamp: world.clock.nowMs() });
const im = (who: Person, name: string, body: object = {}) => world.call<never>(who, `im/${name}`, body);

async function codeFor(who: Person, account: string, type: number): Promise<string> {
  world.clock.pass(duration.MINUTE);
  await world.call(who, '/common/pub/sendCode', { account, type });
  return /\d{6}/.exec(sent.findLast(({ to }) => to === account)?.text ?? '')?.[0] ?? '000000';
}

interface Row {
  readonly call: string;
  /** `proof`: a fresh session; `password`, `code`: in the call itself; `free`: shares less than before. */
  readonly guard: 'proof' | 'password' | 'code' | 'free';
  /** The fields without which no session suffices. */
  readonly needs?: readonly (keyof typeof WRONG)[];
  /** The note on the devices, and the kind of mail. */
  readonly what?: string;
  readonly hasLink?: boolean;
  /** Only these accounts have something to change. */
  readonly of?: readonly Account[];
  readonly fails?: (cell: Cell) => boolean;
  body(cell: Cell): object | Promise<object>;
}

const WRONG = {
  password: 'wrong-secret-1',
  originalPassword: 'wrong-secret-1',
  code: '000000',
  newCode: '000000',
  otp: '000000',
};
const noPassword = ({ account }: Cell): boolean => account === 'elsewhere';
const isDirectory = ({ account }: Cell): boolean => account === 'directory';
const hasAddress = ({ account }: Cell): boolean => account !== 'plain';
/** A code to the old address, as its own proof. */
const changeByCodes = async ({ me, address }: Cell) => {
  made += 1;
  const fresh = `new${made}@parley.test`;
  return { account: fresh, code: await codeFor(me, address, 4), newCode: await codeFor(me, fresh, 4) };
};

const ROWS: readonly Row[] = [
  {
    call: 'editAccount',
    guard: 'proof',
    needs: ['newCode'],
    what: 'account',
    of: ['plain'],
    body: changeByCodes,
    fails: noMail,
  },
  {
    call: 'editAccount',
    guard: 'code',
    needs: ['code', 'newCode'],
    what: 'account',
    hasLink: true,
    of: ['proved', 'secondStep', 'elsewhere', 'directory'],
    body: changeByCodes,
    fails: noMail,
  },
  {
    call: 'editPassword',
    guard: 'password',
    needs: ['originalPassword'],
    what: 'password',
    hasLink: true,
    body: ({ password }) => ({ password: 'fresh-secret-7', originalPassword: password }),
    fails: (cell) => noPassword(cell) || isDirectory(cell),
  },
  {
    call: 'editPassword',
    guard: 'code',
    needs: ['code'],
    what: 'password',
    hasLink: true,
    body: async ({ me, address }) => ({
      password: 'fresh-secret-7',
      code: await codeFor(me, address, 3),
    }),
    fails: (cell) => noMail(cell) || !hasAddress(cell) || isDirectory(cell),
  },
  { call: 'beginSecondStep', ...byPassword(), of: noStep() },
  {
    call: 'endSecondStep',
    guard: 'password',
    needs: ['password', 'otp'],
    what: 'secondStepOff',
    hasLink: true,
    of: ['secondStep'],
    body: ({ password }) => ({ password, otp: nextOtp() }),
  },
  { call: 'beginPasskey', ...byPassword() },
  { call: 'renamePasskey', guard: 'proof', body: ({ device: { id } }) => ({ id, name: 'Old phone' }) },
  {
    call: 'removePasskey',
    guard: 'proof',
    what: 'passkeyRemoved',
    hasLink: true,
    body: ({ device: { id } }) => ({ id }),
  },
  {
    call: 'removeOpenId',
    guard: 'password',
    needs: ['password'],
    what: 'loginRemoved',
    hasLink: true,
    of: ['elsewhere', 'proved'],
    body: async ({ me, password }) => ({ id: await openIdOf(me), password }),
    fails: noPassword,
  },
  { call: 'addToken', guard: 'proof', body: () => ({ name: 'CI', right: 'read', days: 7 }) },
  { call: 'endLogin', guard: 'proof', what: 'sessionsEnded', body: () => ({ id: 'others' }) },
  { call: 'setPrivacy', guard: 'proof', what: 'privacy', body: () => ({ seen: 'all' }) },
  { call: 'setPrivacy', guard: 'free', body: () => ({ seen: 'none', found: 'none' }) },
  { call: 'exportData', ...byPassword() },
  { call: 'eraseAccount', ...byPassword() },
];

/** They read, prove or begin something, or change nothing that protects the account. */
const OTHERS = `bindUid bindGroup updateUserInfo prove getSecondStep confirmSecondStep getPasskeys addPasskey
  getOpenIds getLogins getOwnData mailDigest`.split(/\s+/);

function noMail({ hasMail }: Cell): boolean {
  return !hasMail;
}
function noStep(): readonly Account[] {
  return ACCOUNTS.filter((one) => one !== 'secondStep');
}
function onlyPassword({ password }: Cell): object {
  return { password };
}
function byPassword(): Pick<Row, 'guard' | 'needs' | 'body' | 'fails'> {
  return { guard: 'password', needs: ['password'], body: onlyPassword, fails: noPassword };
}
/** A code works once. */
function nextOtp(): string {
  world.clock.pass(duration.MINUTE);
  return otp();
}
async function openIdOf(me: Person): Promise<string> {
  const { list } = await world.ok<{ list: readonly { id: string }[] }>(me, 'im/getOpenIds');
  return list[0]?.id ?? 'none';
}

const directory: Ldap = {
  enter: () => Promise.resolve(null),
  find: () => Promise.resolve(null),
  fits: (_, password) => Promise.resolve(password === DIRECTORY_PASSWORD),
  everybody: () => Promise.resolve('away'),
  fault: () => null,
  canTakeOver: false,
};

/** Opens a world that all cells share; each has a separate user. */
const open = (hasMail: boolean): Promise<World> =>
  startWorld({
    settings: { publicUrl: HOME },
    openIds: providersAt(openIdSetting('work', 'https://login.example.org')),
    ldap: () => directory,
    ...(hasMail && { mail: { send: async (letter: Letter) => void sent.push(letter) } }),
  });

const PASSWORDS: Readonly<Record<Account, string>> = {
  plain: PASSWORD,
  proved: PASSWORD,
  secondStep: PASSWORD,
  elsewhere: '',
  directory: DIRECTORY_PASSWORD,
};

const answerOf = async (device: Authenticator): Promise<string> =>
  device.used(await world.ok<never>(null, '/common/pub/askPasskey'));

/** A new passkey of the user. */
async function deviceOf(user: number): Promise<Authenticator> {
  const device = new Authenticator(HOME);
  const site = { domain: 'chat.example.org', origin: HOME };
  const question = device.made({ challenge: 'any', rp: { id: site.domain } });
  const made = await createPasskeys().verifyMade(site, question);
  if (made === null) throw new Error('the device made no passkey');
  const row = { ...made.facts, user: userId(user), name: '', createdAtMs: 1, usedAtMs: 0 };
  await world.server.core.store.write((tx) => tx.passkeys.add(row));
  return device;
}

/** A user whose account has this shape, and with another session. */
async function userOf(account: Account): Promise<{ readonly me: Person; readonly other: Person }> {
  made += 1;
  const name = `user${made}`;
  const me = await world.person(name);
  const other = await world.login(name);
  const user = userId(me.id);
  await world.server.core.store.write(async (tx) => {
    if (account === 'plain') return;
    const address = `${name}@parley.test`;
    await tx.users.update(user, { account: address, email: address, isAuth: true });
    if (account === 'secondStep') {
      await tx.secondSteps.begin(user, SECRET);
      await tx.secondSteps.turnOn(user, SECRET, 0);
      return;
    }
    const row = { user, subject: name, email: address, createdAtMs: 1, usedAtMs: 1 };
    const issuer = account === 'directory' ? 'ldap' : 'https://login.example.org';
    await tx.openIds.add({ ...row, issuer, provider: account === 'directory' ? 'ldap' : 'work' });
    if (account === 'elsewhere') await tx.users.update(user, { passwordHash: 'hash of nothing known' });
  });
  return { me, other };
}

/** Brings the session to this state. Returns whether its proof must count. */
async function bring(session: Session, cell: Cell, other: Person): Promise<boolean> {
  const { me, address, password, hasMail, account } = cell;
  if (session === 'fresh') return true;
  world.clock.pass(proofLimits.lifeMs);
  const second = () => (account === 'secondStep' ? { otp: nextOtp() } : {});
  switch (session) {
    case 'ended':
      await world.call(me, '/common/pub/logout');
      return false;
    case 'password':
      return (await im(me, 'prove', { password, ...second() })).code === 0;
    case 'code': {
      const code = await codeFor(me, address, 5);
      const isProved = (await im(me, 'prove', { code, ...second() })).code === 0;
      expect(isProved).toBe(hasMail && account !== 'plain');
      return isProved;
    }
    case 'passkey':
      expect(await im(me, 'prove', { passkey: await answerOf(cell.device) })).toMatchObject({ code: DONE });
      return true;
    case 'otherPasskey':
      expect(await im(me, 'prove', { passkey: await answerOf(otherDevice) })).toMatchObject({
        code: REFUSED,
      });
      return false;
    case 'otherLogin':
      await im(other, 'prove', { password, ...second() });
      return false;
    case 'stale':
      return false;
  }
}

async function notes(who: Person): Promise<readonly string[]> {
  const { list } = await world.ok<{
    list: readonly { name: string; value: { list: readonly { what: string }[] } }[];
  }>(who, 'im/getKept');
  return list.find(({ name }) => name === 'security')?.value.list.map(({ what }) => what) ?? [];
}

/** The last letters to the address from before the change. */
function letters({ address }: Cell): readonly Letter[] {
  return sent.filter(
    ({ to, text }) => to === address && !/\d{6}/.test(text.replaceAll(/\S*inviteCode\S*/g, '')),
  );
}

async function expectReported(row: Row, cell: Cell): Promise<void> {
  if (row.call === 'eraseAccount') return;
  expect(await notes(cell.me)).toEqual(row.what === undefined ? [] : [row.what]);
  const mails = letters(cell);
  const isMailed = row.what !== undefined && cell.hasMail && hasAddress(cell);
  expect(mails).toHaveLength(isMailed ? 1 : 0);
  const hasLink = isMailed && row.hasLink === true && !isDirectory(cell);
  expect(mails[0]?.text.includes('inviteCode=password-back') === true).toBe(hasLink);
}

function expected(row: Row, session: Session, isProved: boolean, cell: Cell): number {
  if (session === 'ended') return ENDED;
  if (row.guard === 'proof' && !isProved) return codes.freshProof;
  return row.fails?.(cell) === true ? REFUSED : DONE;
}

/** No session suffices without one of the proofs that the call itself has, or with a wrong one. */
async function expectNeeded(row: Row, cell: Cell, about: string): Promise<void> {
  for (const field of row.needs ?? [])
    for (const value of ['', WRONG[field]]) {
      const { code } = await im(cell.me, row.call, { ...(await row.body(cell)), [field]: value });
      const title = `${about}, ${field} '${value}'`;
      expect([REFUSED, codes.secondStep, codes.freshProof], title).toContain(code);
    }
}

async function walk(row: Row, account: Account, session: Session, hasMail: boolean): Promise<void> {
  const { me, other } = await userOf(account);
  const address = account === 'plain' ? me.account : `${me.account}@parley.test`;
  const device = await deviceOf(me.id);
  const cell: Cell = { me, account, address, hasMail, password: PASSWORDS[account], device };
  sent = [];
  const isProved = await bring(session, cell, other);
  const about = `${row.call} ${account} ${session}`;
  if (PRESENT.includes(session)) await expectNeeded(row, cell, about);
  const body = session === 'ended' ? {} : await row.body(cell);
  const answer = await im(me, row.call, body);
  const code = expected(row, session, isProved, cell);
  expect(answer, about).toMatchObject({ code });
  if (code === DONE) await expectReported(row, cell);
  else if (session !== 'ended') {
    expect(await notes(me), about).toEqual([]);
    expect(letters(cell), about).toEqual([]);
  }
}

describe.each([true, false])('a server with mail: %s', (hasMail) => {
  beforeAll(async () => {
    world = await open(hasMail);
    otherDevice = await deviceOf((await world.person('boss')).id);
  });
  afterAll(() => world.close());

  it.each(ROWS.map((row) => [row.call, row.guard, row] as const))(
    'ACC-27, ACC-30: %s (%s) with each account and session',
    async (_, __, row) => {
      for (const account of row.of ?? ACCOUNTS)
        for (const session of SESSIONS) await walk(row, account, session, hasMail);
    },
  );
});

it('ACC-27: each call of these folders is in the table', () => {
  const paths = [...authEndpoints, ...erasingEndpoints, ...exportingEndpoints]
    .filter(({ who }) => who === 'signedIn')
    .map((endpoint) => endpoint.paths[0]?.split('/').at(-1) ?? '');
  const allNames = new Set([...OTHERS, ...ROWS.map(({ call }) => call)]);
  expect(paths.filter((path) => !allNames.has(path))).toEqual([]);
});
