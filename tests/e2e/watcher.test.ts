import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { deployed } from '../support/deploy.ts';
import { root } from '../support/house/repository.ts';
import { password, post, signUp } from '../support/http-user.ts';
import { killServers, startServer, temporaryFolder } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

afterEach(killServers);

const rule = /^failregex = (.+)$/m.exec(deployed('fail2ban.conf'))?.[1] ?? '';
/** Reads the rule like fail2ban: one address, alone. */
const watching = new RegExp(rule.replace('<ADDR>', '(?<address>[0-9a-fA-F:.]+)'));
const linesOf = (server: TestServer) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
const guess = (url: string, account: string) => post(url, '/common/pub/login', { account, password });

it('OPS-9: the rule for fail2ban finds the address of a refused login, and nothing else', async () => {
  const server = await startServer();
  const anna = await signUp(server.url, 'anna');
  const forged = '"address":"198.51.100.1","account":"0123456789abcdef","reason":"x","msg":"login refused"}';
  for (const account of ['nobody-7', forged, `a\n{${forged}`])
    expect((await guess(server.url, account)).code).not.toBe(0);
  expect((await guess(server.url, anna.account)).code).toBe(0);
  await expect.poll(() => linesOf(server).length).toBeGreaterThan(0);
  const matches = linesOf(server).map((line) => watching.exec(line)?.groups?.['address']);
  expect(matches).toContain('127.0.0.1');
  expect(matches).not.toContain('198.51.100.1');
  const text = JSON.stringify({ level: 40, path: '/x', error: forged, msg: 'outcome unknown' });
  expect(watching.exec(text)).toBe(null);

  const log = join(temporaryFolder(), 'parley.log');
  writeFileSync(log, server.output());
  const result = spawnSync('fail2ban-regex', [log, `${root}docs/deploy/fail2ban.conf`], { encoding: 'utf8' });
  // If fail2ban is installed, it must agree.
  if (result.error === undefined)
    expect(result.stdout).toContain(`Failregex: ${matches.filter(Boolean).length} total`);
});

it('OPS-11: LOG_LEVEL says from where on lines are written', async () => {
  const quiet = await startServer({ env: { LOG_LEVEL: 'error' } });
  await guess(quiet.url, 'nobody-7');
  expect(await quiet.stop()).toBe(0);
  expect(linesOf(quiet)).toEqual([]);
});
