import { expect, it } from 'vitest';
import { admin, tryAdmin } from '../support/admin.ts';
import { startWorld } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world } = setUpWorld();

const warnings = async () =>
  ((await (await world.raw('/readyz')).json()) as { readonly warnings: readonly string[] }).warnings;

it.each(['1', '2', '3'])('CONF-27: without mail regauth %s is refused with the remedy', async (value) => {
  const { exit, lines } = await tryAdmin(world, 'config', 'set', 'sysInfo.regauth', value);
  expect([exit, lines[0]]).toEqual([1, expect.stringContaining('First set up mail (mail.on, or SMTP_URL')]);
  expect(world.server.core.config().sysInfo.regauth).toBe(0);
  expect((await tryAdmin(world, 'config', 'set', 'sysInfo.regauth', '0')).exit).toBe(0);
});

it('CONF-27: with mail regauth is set, and phone numbers are said not to register', async () => {
  const mailing = await startWorld({ mail: { send: () => Promise.resolve() } });
  mailing.server.start();
  expect(await admin(mailing, 'config', 'set', 'sysInfo.regauth', '2')).toHaveLength(1);
  const sentMessages = await admin(mailing, 'config', 'set', 'sysInfo.regauth', '3');
  expect(sentMessages[1]).toContain('this server sends no text messages');
  await mailing.close();
});

it('CONF-27: a server that starts so logs it once, and /readyz warns until it is changed', async () => {
  expect(await warnings()).toEqual([]);
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, regauth: 2 } }));
  world.server.start();
  const line = expect.stringMatching(
    /^nobody can register: sysInfo.regauth 2 .*this server sends none; set up mail/,
  );
  expect(world.log.filter(({ level }) => level === 'warn').map(({ what }) => what)).toEqual([line]);
  expect(await warnings()).toEqual([line]);
  await admin(world, 'config', 'set', 'sysInfo.regauth', '0');
  expect(await warnings()).toEqual([]);
});
