import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditRow } from '../../src/ports/store.ts';
import { startPruningAudit } from '../../src/server/features/audit/prune.ts';
import { verifyAudit } from '../../src/server/features/audit/read.ts';
import { auditLimits } from '../../src/server/kernel/limits.ts';
import { admin, saved, tryAdmin } from '../support/admin.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

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

it('AUDIT-3: registrations and logins stand there, good and refused, by ids alone', async () => {
  const anna = await world.person('anna');
  await login('anna', 'wrong-words');
  await login('nobody-there', PASSWORD);
  const found = await rows();
  expect(found.map(({ by, what }) => [by, what])).toEqual([
    [`user ${anna.id}`, 'registered'],
    [`user ${anna.id}`, 'login'],
    ['nobody', 'login refused'],
    ['nobody', 'login refused'],
  ]);
  expect(found[0]?.facts).toMatch(/"invited":false,"role":1/);
  expect(found[1]?.facts).toMatch(/"way":"password"/);
  expect(found[2]).toMatchObject({ about: expect.stringMatching(/^account [0-9a-f]{16}$/) as string });
  expect(found[2]?.facts).toMatch(/"reason":"loginWrong"/);
  expect(found[2]?.about).not.toBe(found[3]?.about);
  const text = JSON.stringify(found);
  for (const word of ['anna', 'wrong-words', 'nobody-there', PASSWORD]) expect(text).not.toContain(word);
});

it('AUDIT-3: of many refused logins some are entries, and the next one counts the others', async () => {
  await world.person('anna');
  const before = (await rows()).length;
  const { times, windowMs } = auditLimits.refusedRate;
  for (let at = 0; at < times + 7; at += 1) await login(`no-${at}`, PASSWORD, '10.9.8.7');
  expect((await rows()).length - before).toBe(times);
  await world.clock.advance(windowMs + 1);
  await login('once-more', PASSWORD, '10.9.8.7');
  expect((await rows()).at(-1)?.facts).toMatch(/"left":[1-7]\b/);
});

it('AUDIT-3: each command that changes something is an entry, one that fails is none', async () => {
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
    ['config set', ['sysInfo.runMode', '2'], /^$/, /"is":"2","setting":"sysInfo.runMode","was":"/],
    ['config set', ['chatInfo.stunPass', 'secret-7'], /^$/, /"is":"\(set\)"/],
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
    'config show',
  ])
    await tryAdmin(world, ...words.split(' '));
  expect(await rows()).toHaveLength(before);
  expect(JSON.stringify(await rows())).not.toMatch(/secret|bela|Tonight/);
  expect(anna.id).toBe(2);
});

it('AUDIT-3: what moderators saw and decided stands there', async () => {
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  await world.ok(anna, '/enterprise/im/report', {
    kind: 'person',
    id: String(bela.id),
    reason: 'spam',
    words: 'w7',
  });
  await admin(world, 'reports', 'list');
  await admin(world, 'reports', 'show', '1');
  await admin(world, 'reports', 'decide', '1', 'dismiss', 'no');
  const found = (await rows()).filter(({ what }) => what.startsWith('report '));
  expect(found.map(({ by, what, about }) => [by, what, about])).toEqual([
    ['host root', 'report shown', 'report 1'],
    ['host root', 'report decided', 'report 1'],
  ]);
  expect(found[1]?.facts).toBe(`{"accused":${bela.id},"did":"dismissed","kind":"person"}`);
});

it('AUDIT-4: the commands verify, export, name what is wrong, and take a kept place', async () => {
  await world.person('anna');
  const [first, place = ''] = await admin(world, 'audit', 'verify');
  expect(first).toBe('2 entries are as they were written, to the end:');
  expect(place).toMatch(/^2 [0-9a-f]{64}$/);
  expect(await admin(world, 'audit', 'verify', ...place.split(' '))).toHaveLength(2);
  for (const bad of [['x'], ['2'], ['2', 'abc'], ['0', place.split(' ')[1] ?? '']])
    expect((await tryAdmin(world, 'audit', 'verify', ...bad)).exit).toBe(1);
  expect(await admin(world, 'audit', 'export', 'audit.jsonl')).toEqual([
    'Wrote the audit up to entry 3 as audit.jsonl',
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
  const wrong = '0'.repeat(64);
  expect((await tryAdmin(world, 'audit', 'verify', '2', wrong)).lines[0]).toBe(
    'Entry 2 is another one than was written down. 1 before it are as they were written.',
  );
  expect((await tryAdmin(world, 'audit', 'verify', '9', wrong)).lines[0]).toMatch(/^Entry 4 is missing/);
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
