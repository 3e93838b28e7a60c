import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditRow } from '../../src/ports/store.ts';
import { startPruningAudit } from '../../src/server/features/audit/prune.ts';
import { auditLines, verifyAudit } from '../../src/server/features/audit/read.ts';
import { auditLimits } from '../../src/server/kernel/limits.ts';
import { chainOf, faultOf, placeOf } from '../support/audit-chain.ts';
import { admin, saved, tryAdmin } from '../support/admin.ts';
import { Authenticator } from '../support/authenticator.ts';
import { PASSWORD, startWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  world.server.start();
});
afterEach(() => world.close());

const rows = (): Promise<readonly AuditRow[]> => world.server.core.store.read((tx) => tx.audit.page(0, 500));
const whats = async (): Promise<readonly string[]> => (await rows()).map(({ what }) => what);
const login = (account: string, password: string, address?: string) =>
  world.raw('/common/pub/login', { method: 'POST', body: JSON.stringify({ account, password }) }, address);

it('AUDIT-3: registrations and logins are entries, accepted and refused, by IDs alone', async () => {
  const anna = await world.person('anna');
  await login('anna', 'wrong-words');
  await login('nobody-there', PASSWORD);
  const matches = await rows();
  expect(matches.map(({ by, what }) => [by, what])).toEqual([
    [`user ${anna.id}`, 'registered'],
    [`user ${anna.id}`, 'login'],
    ['nobody', 'login refused'],
    ['nobody', 'login refused'],
  ]);
  expect(matches[0]?.facts).toMatch(/"invited":false,"role":1/);
  expect(matches[1]?.facts).toMatch(/"way":"password"/);
  expect(matches[2]).toMatchObject({ about: expect.stringMatching(/^account [0-9a-f]{16}$/) as string });
  expect(matches[2]?.facts).toMatch(/"reason":"loginWrong"/);
  expect(matches[2]?.about).not.toBe(matches[3]?.about);
  const text = JSON.stringify(matches);
  for (const word of ['anna', 'wrong-words', 'nobody-there', PASSWORD]) expect(text).not.toContain(word);
});

it('AUDIT-3: some of many refused logins are entries, and the next one counts the others', async () => {
  await world.person('anna');
  const before = (await rows()).length;
  const { times, windowMs } = auditLimits.refusedRate;
  for (let at = 0; at < times + 7; at += 1) await login(`no-${at}`, PASSWORD, '10.9.8.7');
  expect((await rows()).length - before).toBe(times);
  await world.clock.advance(windowMs + 1);
  await login('once-more', PASSWORD, '10.9.8.7');
  expect((await rows()).at(-1)?.facts).toMatch(/"left":[1-7]\b/);
});

it('AUDIT-3: each command that changes something is an entry, a failed one is not', async () => {
  await world.person('boss');
  const anna = await world.person('anna');
  const commands: readonly (readonly [
    words: string,
    given: readonly string[],
    about: RegExp,
    facts: RegExp,
  ])[] = [
    ['user create', ['bela', 'Bela', 'secret-9'], /^user 3$/, /^\{\}$/],
    ['user disable', ['anna'], /^user 2$/, /^\{\}$/],
    ['user enable', ['anna'], /^user 2$/, /^\{\}$/],
    ['user role', ['anna', 'admin'], /^user 2$/, /"role":"admin","was":"user"/],
    ['user password', ['anna', 'secret-8'], /^user 2$/, /^\{\}$/],
    ['user sign-out', ['anna'], /^user 2$/, /"logins":0/],
    ['invite', ['--uses', '3', '--role', 'admin'], /^invite [0-9a-f]{12}$/, /"max":3,"role":2/],
    ['notice publish', ['Tonight', 'secret plan'], /^notice \d+$/, /^\{\}$/],
    ['settings set', ['sysInfo.runMode', '2'], /^$/, /"is":"2","setting":"sysInfo.runMode","was":"/],
    ['settings set', ['chatInfo.stunPass', 'secret-7'], /^$/, /"is":"\(set\)"/],
    ['discover add', ['Site', 'https://example.org'], /^$/, /"name":"Site"/],
    ['discover delete', ['1'], /^$/, /"id":"1"/],
    ['release set', ['9.0', '20270101', 'silent', '-', '-'], /^$/, /"build":20270101/],
  ];
  for (const [words, given, about, facts] of commands) {
    const before = (await rows()).length;
    await admin(world, ...words.split(' '), ...given);
    const fresh = (await rows()).slice(before);
    expect(fresh.map(({ what, by }) => [what, by])).toEqual([[words, 'host root']]);
    expect(fresh[0]?.about).toMatch(about);
    expect(fresh[0]?.facts).toMatch(facts);
  }
  const before = (await rows()).length;
  for (const words of [
    'user list',
    'user role boss user',
    'user totp-reset anna',
    'invite end ABCD',
    'settings show',
  ])
    await tryAdmin(world, ...words.split(' '));
  expect(await rows()).toHaveLength(before);
  expect(JSON.stringify(await rows())).not.toMatch(/secret|bela|Tonight/);
  expect(anna.id).toBe(2);
});

it('AUDIT-3: entries record what moderators viewed and decided', async () => {
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  await world.ok(anna, 'im/report', { kind: 'person', id: String(bela.id), reason: 'spam', words: 'w7' });
  await admin(world, 'reports', 'list');
  await admin(world, 'reports', 'show', '1');
  await admin(world, 'reports', 'decide', '1', 'dismiss', 'no');
  const matches = (await rows()).filter(({ what }) => what.startsWith('report '));
  expect(matches.map(({ by, what, about }) => [by, what, about])).toEqual([
    ['host root', 'report shown', 'report 1'],
    ['host root', 'report decided', 'report 1'],
  ]);
  expect(matches[1]?.facts).toBe(`{"accused":${bela.id},"did":"dismissed","kind":"person"}`);
});

it('AUDIT-7: a change of a user’s own ways to log in is an entry; a refused one is not', async () => {
  await world.close();
  const home = 'https://chat.example.org';
  world = await startWorld({ settings: { publicUrl: home } });
  const anna = await world.person('anna');
  const ask = (name: string, body: object, who = anna) => world.call(who, `/enterprise/im/${name}`, body);
  const listReports = async (work: () => Promise<unknown>): Promise<readonly Partial<AuditRow>[]> => {
    const before = (await rows()).length;
    await work();
    return (await rows()).slice(before).map(({ by, what, about, facts }) => ({ by, what, about, facts }));
  };
  const own = (what: string, facts: object = {}, about: unknown = '') => [
    { by: `user ${anna.id}`, what, about, facts: JSON.stringify(facts) },
  ];
  const change = (originalPassword: string, password = 'secret-8') =>
    ask('editPassword', { originalPassword, password });
  await world.login('anna');
  expect(await listReports(() => change(PASSWORD))).toEqual(
    own('password changed', { logins: 1, way: 'password' }),
  );
  const device = new Authenticator(home);
  const password = 'secret-8';
  const challenge = await world.ok<never>(anna, 'im/beginPasskey', { password });
  const passkey = { passkey: device.made(challenge), name: 'My phone' };
  const about = `passkey ${device.id.slice(0, 16)}`;
  expect(await listReports(() => ask('addPasskey', passkey))).toEqual(own('passkey added', {}, about));
  expect(await listReports(() => ask('addPasskey', passkey))).toEqual([]);
  expect(await listReports(() => ask('removePasskey', { id: 'none' }))).toEqual([]);
  expect(await listReports(() => ask('removePasskey', { id: device.id }))).toEqual(
    own('passkey removed', {}, about),
  );
  const { secret } = await world.ok<{ secret: string }>(anna, 'im/beginSecondStep', { password });
  const otp = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.nowMs() });
  expect(await listReports(() => ask('confirmSecondStep', { otp: '000000' }))).toEqual([]);
  expect(await listReports(() => ask('confirmSecondStep', { otp: otp() }))).toEqual(own('second step on'));
  world.clock.pass(60_000);
  expect(await listReports(() => ask('endSecondStep', { password: 'wrong-1', otp: otp() }))).toMatchObject([
    { by: 'nobody', what: 'login refused' },
  ]);
  expect(await listReports(() => ask('endSecondStep', { password, otp: otp() }))).toEqual(
    own('second step off'),
  );
  expect(await listReports(() => ask('endLogin', { id: 'others' }))).toEqual([]);
  await world.login('anna', {}, { password });
  expect(await listReports(() => ask('endLogin', { id: 'others' }))).toEqual(
    own('logins ended', { logins: 1 }),
  );
  expect(await listReports(() => world.call(anna, '/common/pub/logout', {}))).toEqual(own('logged out'));
  expect(await listReports(() => world.call(anna, '/common/pub/logout', {}))).toEqual([]);
  const text = JSON.stringify(await rows());
  for (const word of ['anna', 'secret', 'wrong-1', 'My phone', secret]) expect(text).not.toContain(word);
  expect((await verifyAudit(world.server.core.store, world.server.core.passwords)).fault).toBeNull();
});

it('AUDIT-4: the commands verify, export, name what is wrong, and take a kept place', async () => {
  await world.person('anna');
  const [first, place = ''] = await admin(world, 'audit', 'verify');
  expect(first).toBe('2 entries are unchanged. The end is:');
  expect(place).toMatch(/^2 [0-9a-f]{64}$/);
  expect(await admin(world, 'audit', 'verify', ...place.split(' '))).toHaveLength(2);
  for (const bad of [['x'], ['2'], ['2', 'abc'], ['0', place.split(' ')[1] ?? '']])
    expect((await tryAdmin(world, 'audit', 'verify', ...bad)).exit).toBe(1);
  expect(await admin(world, 'audit', 'export', 'audit.jsonl')).toEqual([
    'Wrote the audit log up to entry 3 to audit.jsonl',
    expect.stringMatching(/^3 [0-9a-f]{64}$/) as string,
  ]);
  const lines = new TextDecoder().decode(saved.get('audit.jsonl')).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { what?: string }).what)).toEqual([
    'registered',
    'login',
    'audit export',
    undefined,
  ]);
  expect(JSON.parse(lines[3] ?? '')).toMatchObject({ start: { n: 0 }, end: { n: 3 } });
  // Entries that arrive during the export are not in it. The export states its end.
  const { store, passwords } = world.server.core;
  const { end } = await verifyAudit(store, passwords);
  await world.person('bela');
  const text = await new Response(auditLines(store, end)).text();
  expect(text.trim().split('\n')).toHaveLength(end.n + 1);
  const wrong = '0'.repeat(64);
  expect((await tryAdmin(world, 'audit', 'verify', '2', wrong)).lines[0]).toBe(
    'Entry 2 differs from the one that was noted. The entry before it is unchanged.',
  );
  expect((await tryAdmin(world, 'audit', 'verify', '9', wrong)).lines[0]).toMatch(/^Entry 6 is missing/);
});

it('AUDIT-4, AUDIT-5: the log says daily where the chain ends, and what is old goes if asked', async () => {
  await world.close();
  world = await startWorld({ settings: { auditDays: 30 } });
  await world.person('anna');
  const day = async (): Promise<void> => {
    const stop = startPruningAudit(world.server.core);
    await world.clock.advance(auditLimits.pruneEveryMs);
    await stop();
  };
  await day();
  const { store, passwords } = world.server.core;
  const { end } = await verifyAudit(store, passwords);
  expect(world.log.some((line) => JSON.stringify(line).includes(end.hash))).toBe(true);
  world.clock.jump(31 * auditLimits.pruneEveryMs);
  await day();
  expect(await whats()).toEqual(['audit pruned']);
  expect((await verifyAudit(store, passwords)).fault).toBeNull();
});

it('AUDIT-4: a chain that was rebuilt is detected by the place where it does not fit', () => {
  const notes = ['one', 'two', 'three'].map((what) => ({ by: 'host root', what, facts: '{}' }));
  const [rows, others] = [chainOf(notes), chainOf(notes.map((note) => ({ ...note, by: 'user 1' })))];
  const head = placeOf(rows.at(-1));
  expect(faultOf(rows, head)).toBeNull();
  expect(faultOf([...others.slice(0, 1), ...rows.slice(1)], head)).toBe(
    'Entry 1 or entry 2 was changed: they do not match',
  );
  expect(faultOf([...rows.slice(0, 1), ...others.slice(1)], head)).toBe(
    'Entry 1 or entry 2 was changed: they do not match',
  );
  const start = { n: 0, hash: placeOf(others[0]).hash };
  expect(faultOf(rows, head, null, start)).toBe('Entry 1 was changed: it refers to an entry before it');
  expect(faultOf(rows.slice(1), head, null, placeOf(others[0]))).toBe(
    'Entry 1 or entry 2 was changed: they do not match',
  );
});
