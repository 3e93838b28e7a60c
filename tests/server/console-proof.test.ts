import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, it } from 'vitest';
import { proofLimits } from '../../src/domain/account-limits.ts';
import { COMMANDS } from '../../src/server/admin/run.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { admin } from '../support/admin.ts';
import { Authenticator } from '../support/authenticator.ts';
import type { Fields } from '../support/fields.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const HOME = 'https://chat.example.org';
/** Anything else changes something or hands out a user's data. A new command is not in it. */
const READING = [
  'audit export',
  'audit verify',
  'check',
  'discover list',
  'emoji list',
  'invite list',
  'notice list',
  'reports list',
  'reports show',
  'retention list',
  'settings show',
  'user list',
];
let mails: string[];
beforeEach(() => {
  mails = [];
});
const { world, boss } = setUpWorld(['boss', 'bela'], {
  options: () => ({
    settings: { publicUrl: HOME },
    mail: { send: async ({ text }) => void mails.push(text) },
  }),
});

const executeCommand = (words: string, given: object = {}, who: Person | null = boss) =>
  world.call<Fields & { readonly isDone?: boolean }>(who, '/admin/run', { words, given });
/** The code of the answer; a file is an answer, too. */
async function codeFor(words: string): Promise<number> {
  const response = await world.raw('/admin/run', {
    method: 'POST',
    headers: { authorization: boss.token },
    body: JSON.stringify({ words }),
  });
  const isFile = response.headers.has('content-disposition');
  return isFile ? 0 : ((await response.json()) as { readonly code: number }).code;
}
const prove = (proof: object, who: Person | null = boss) => world.call(who, '/admin/prove', proof);
const disable = (who = boss) => executeCommand('user disable', { account: 'bela' }, who);
const isActive = async () =>
  (await world.server.core.store.read((tx) => tx.users.byAccount('bela')))?.active === true;
const stale = () => world.clock.pass(proofLimits.lifeMs);

async function withSecondStep(who: Person): Promise<() => string> {
  const { secret } = await world.ok<{ secret: string }>(who, 'im/beginSecondStep', { password: PASSWORD });
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const otp = () => app.generate({ timestamp: world.clock.nowMs() });
  await world.ok(who, 'im/confirmSecondStep', { otp: otp() });
  return otp;
}

async function withPasskey(who: Person): Promise<Authenticator> {
  const device = new Authenticator(HOME);
  const challenge = await world.ok<never>(who, 'im/beginPasskey', { password: PASSWORD });
  await world.ok(who, 'im/addPasskey', { passkey: device.made(challenge), name: '' });
  return device;
}
const question = () => world.ok<never>(null, '/common/pub/askPasskey');

it('CONSOLE-9: every command but those that only read needs a fresh proof', async () => {
  stale();
  for (const { words } of COMMANDS)
    expect(await codeFor(words), words).toBe(READING.includes(words) ? 0 : 414);
  expect(READING.every((words) => COMMANDS.some((one) => one.words === words))).toBe(true);
});

it('CONSOLE-9: commands without a proof write nothing but who looked', async () => {
  stale();
  const { store } = world.server.core;
  const write = store.write.bind(store);
  const wrote = new Set<string>();
  for (const words of READING) {
    store.write = (work, foretold) => {
      wrote.add(words);
      return write(work, foretold);
    };
    await codeFor(words);
  }
  expect([...wrote]).toEqual(['audit export']);
});

it('CONSOLE-9: a login proves for ten minutes, and the password again for ten more', async () => {
  world.clock.pass(proofLimits.lifeMs - 1);
  expect((await disable()).data.isDone).toBe(true);
  await executeCommand('user enable', { account: 'bela' });
  world.clock.pass(1);
  expect(await disable()).toMatchObject({ code: 414, data: { passkey: false, secondStep: false } });
  expect(await isActive()).toBe(true);
  expect((await prove({})).code).toBe(400);
  expect((await prove({ password: 'wrong-one' })).code).toBe(400);
  expect((await disable()).code).toBe(414);
  expect((await prove({ password: PASSWORD })).code).toBe(0);
  expect((await disable()).data.isDone).toBe(true);
  stale();
  expect((await executeCommand('user enable', { account: 'bela' })).code).toBe(414);
});

it('CONSOLE-9: a login by a code proves nothing', async () => {
  await admin(world, 'user', 'create', 'cleo@example.org', 'Cleo', PASSWORD);
  await admin(world, 'user', 'role', 'cleo@example.org', 'admin');
  await world.ok(null, '/common/pub/sendCode', { account: 'cleo@example.org', type: 1 });
  const [code = ''] = /\d{6}/.exec(mails.at(-1) ?? '') ?? [];
  const byCode = await world.login('cleo@example.org', {}, { password: '', code });
  expect((await disable(byCode)).code).toBe(414);
  expect(await isActive()).toBe(true);
  // The first login by a code to an address ends the password that was set before (ACC-19).
  expect((await disable(await world.login('boss'))).code).toBe(0);
});

it('CONSOLE-9: a proof is for its session alone', async () => {
  await admin(world, 'user', 'role', 'bela', 'admin');
  const other = await world.login('boss');
  stale();
  expect((await prove({ password: PASSWORD }, other)).code).toBe(0);
  expect((await disable()).code).toBe(414);
  expect((await disable(other)).code).toBe(0);
  expect((await prove({ password: PASSWORD }, null)).code).toBe(-1);
  const row = await world.server.core.store.read((tx) => tx.users.byAccount('boss'));
  const tokens = await world.server.core.store.read((tx) => tx.tokens.ofUser(row?.id as never, 0));
  expect(tokens.filter(({ provedAtMs }) => provedAtMs > world.clock.nowMs() - 1)).toHaveLength(1);
});

it('CONSOLE-9: with two-step login the password needs a code, and a passkey needs neither', async () => {
  const otp = await withSecondStep(boss);
  const device = await withPasskey(boss);
  stale();
  expect(await disable()).toMatchObject({ code: 414, data: { passkey: true, secondStep: true } });
  expect((await prove({ password: PASSWORD })).code).toBe(412);
  expect((await prove({ password: PASSWORD, otp: '000000' })).code).toBe(412);
  expect((await disable()).code).toBe(414);
  expect((await prove({ password: PASSWORD, otp: otp() })).code).toBe(0);
  expect((await disable()).code).toBe(0);
  stale();
  const answer = device.used(await question());
  expect((await prove({ passkey: answer })).code).toBe(0);
  expect((await executeCommand('user enable', { account: 'bela' })).code).toBe(0);
  stale();
  // An answer proves once.
  expect((await prove({ passkey: answer })).code).toBe(400);
  expect((await disable()).code).toBe(414);
});

it('CONSOLE-9: a passkey of another user proves nothing; wrong proofs count as wrong passwords', async () => {
  const bela = await world.login('bela');
  const theirs = await withPasskey(bela);
  stale();
  expect((await prove({ passkey: theirs.used(await question()) })).code).toBe(400);
  for (let n = 1; n <= serverLimits.wrongPasswordsMax; n += 1)
    expect((await prove({ password: `wrong-${n}` })).code).toBe(400);
  expect(await prove({ password: PASSWORD })).toMatchObject({
    code: 400,
    data: { retry_ms: expect.any(Number) as number },
  });
  expect((await disable()).code).toBe(414);
  world.clock.pass(serverLimits.wrongPasswordsWindowMs);
  expect((await prove({ password: PASSWORD })).code).toBe(0);
});

it('CONSOLE-9: a user who is no administrator is refused before any proof', async () => {
  const bela = await world.login('bela');
  stale();
  expect((await executeCommand('user role', { account: 'bela', 'user|admin': 'admin' }, bela)).code).toBe(
    400,
  );
});

it('CONSOLE-10: with the setting, an administrator without two-step login gets no console', async () => {
  await admin(world, 'config', 'set', 'sysInfo.adminSecondStep', '1');
  const show = (part: string) => world.call(boss, '/admin/show', { part });
  for (const part of ['commands', 'people', 'settings', 'health', 'audit'])
    expect((await show(part)).code, part).toBe(415);
  for (const { words } of COMMANDS) expect(await codeFor(words), words).toBe(415);
  await withSecondStep(boss);
  expect((await show('people')).code).toBe(0);
  expect((await disable()).data.isDone).toBe(true);
  expect(JSON.stringify(await world.ok(null, '/common/pub/getSystemInfo'))).not.toContain('SecondStep');
});
