import { expect, it } from 'vitest';
import { logoLimits, proofLimits } from '../../src/domain/account-limits.ts';
import { admin } from '../support/admin.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

/** One transparent point, with a comment and a place that programs put beside it. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const base64 = (...parts: readonly (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))).toString('base64');

const { world, boss, bela } = setUpWorld(['boss', 'bela'], { jobs: true });

const upload = (picture: string, who: Person | null = boss) =>
  world.call<{ readonly logo: string }>(who, '/admin/logo', { picture }, { 'accept-language': 'en' });
const readText = async () => {
  await world.settle();
  await world.clock.advance(1_000);
  await world.settle();
  return world.server.core.config().sysInfo.logo;
};

it('CONF-31: an administrator uploads the logo, and visitors get it from this server', async () => {
  const { code, data } = await upload(PNG);
  expect([code, data.logo]).toEqual([0, expect.stringMatching(/^\/logo\/[0-9a-f]{16}\.png$/)]);
  // Before the node has read the changed configuration.
  expect((await bytesAt(data.logo)).status).toBe(200);
  expect(await readText()).toBe(data.logo);
  expect((await world.ok(null, '/common/pub/getSystemInfo')).sysInfo).toMatchObject({ logo: data.logo });
  const { status, headers, body } = await bytesAt(data.logo);
  expect([status, headers.get('content-type'), body]).toEqual([200, 'image/png', PNG]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; sandbox");
  const [entry] = (await world.server.core.store.read((tx) => tx.audit.page(0, 500))).slice(-1);
  expect(entry).toMatchObject({
    by: `user ${boss.id}`,
    what: 'logo set',
    facts: expect.stringContaining(data.logo),
  });
});

it('CONF-31: the next upload and any other value of the setting remove the picture', async () => {
  const first = (await upload(PNG)).data.logo;
  const second = (await upload(PNG)).data.logo;
  expect(await readText()).toBe(second);
  expect((await bytesAt(first)).status).toBe(404);
  await admin(world, 'settings', 'set', 'sysInfo.name', 'Harbour');
  await readText();
  expect((await bytesAt(second)).status).toBe(200);
  await admin(world, 'settings', 'set', 'sysInfo.logo', '');
  expect(await readText()).toBe('');
  expect((await bytesAt(second)).status).toBe(404);
  expect(await world.server.core.store.read((tx) => tx.config.logo())).toBeNull();
});

it.each([
  ['a drawing that may contain scripts', base64('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>')],
  ['a page', base64('<html><script>x()</script>')],
  ['a picture that moves', base64('GIF89a', new Uint8Array(40))],
  ['text that is no picture', '!!!'],
  ['nothing', ''],
  ['a picture over the limit', base64(Buffer.from(PNG, 'base64'), new Uint8Array(logoLimits.bytesMax))],
])('CONF-31: refuses %s with one clear line, and keeps the logo', async (_, picture) => {
  const before = (await upload(PNG)).data.logo;
  const { code, msg } = await upload(picture);
  expect([code, msg]).toEqual([400, 'Choose a png, jpg or webp picture of up to 256 KB']);
  expect(await readText()).toBe(before);
});

it('CONF-31: removes what programs write beside the picture', async () => {
  const png = Buffer.from(PNG, 'base64');
  const place = Buffer.from('\0\0\0\u0005tEXtplace\0\0\0\0', 'latin1');
  const { data } = await upload(base64(png.subarray(0, 33), place, png.subarray(33)));
  await readText();
  expect((await bytesAt(data.logo)).body).toBe(PNG);
});

it('CONF-31, CONSOLE-2, CONSOLE-9: refuses users, and administrators without a fresh proof', async () => {
  expect((await upload(PNG, bela)).code).toBe(400);
  expect((await upload(PNG, null)).code).toBe(-1);
  world.clock.pass(proofLimits.lifeMs);
  expect((await upload(PNG)).code).toBe(414);
  expect(await readText()).toBe('');
});

async function bytesAt(path: string) {
  const response = await world.raw(path);
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  return { status: response.status, headers: response.headers, body };
}
