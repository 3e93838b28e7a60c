import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { befriend, history, signUp } from '../support/http-user.ts';
import { killServers, runToEnd, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { openDevice, type Device } from './device.ts';

const devices: Device[] = [];
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()));
  await killServers();
});

const texts = (device: Device, of: number) => device.window(String(of)) ?? [];
const until = (fact: () => boolean) => vi.waitUntil(fact, { timeout: 60_000, interval: 20 });
const admin = (dataDir: string, ...words: string[]) =>
  runToEnd('dist/server/admin-main.js', words, { DATA_DIR: dataDir });

it('KEEP-2, KEEP-4: during a restore three open devices reload, keep their drafts and send each queued message once', async () => {
  const dataDir = temporaryFolder();
  let server: TestServer = await startServer({ dataDir });
  const [a, b, c] = [
    await signUp(server.url, 'anna'),
    await signUp(server.url, 'bela'),
    await signUp(server.url, 'cleo'),
  ];
  await befriend(a, b);
  await befriend(a, c);
  const open = async (account: string) => {
    const device = await openDevice(account, () => [server.url]);
    devices.push(device);
    return device;
  };
  const [anna, bela, cleo] = [await open(a.account), await open(b.account), await open(c.account)];
  for (const [device, to] of [
    [anna, b.id],
    [bela, a.id],
  ] as const)
    await device.open(String(to));

  await anna.say(String(b.id), 'word p by 1 no 1.');
  await until(() => anna.waiting() === 0 && texts(bela, a.id).length === 1);
  const copy = join(temporaryFolder(), 'copy.db');
  expect(await admin(dataDir, 'backup', copy)).toMatchObject({ code: 0, stderr: '' });

  // After the copy: what will be forgotten, half a thought, and words that find no server.
  await anna.say(String(b.id), 'word p by 1 no 2.');
  await until(() => anna.waiting() === 0 && texts(bela, a.id).length === 2);
  const epoch = anna.client.core.get().sync.epoch;
  for (const [device, to] of [
    [anna, c.id],
    [bela, a.id],
    [cleo, a.id],
  ] as const)
    device.client.actions.saveDraft(contactId(String(to)), {
      ...EMPTY_DRAFT,
      text: `half a thought of ${to}`,
    });
  expect(await server.stop()).toBe(0);
  await anna.say(String(b.id), 'word p by 1 no 3.');
  await bela.say(String(a.id), 'word p by 2 no 4.');
  expect([anna.waiting(), bela.waiting()]).toEqual([1, 1]);

  const restored = await admin(dataDir, 'restore', copy);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  server = await startServer({ dataDir, port: server.port });
  await until(() =>
    devices.every(
      (device) =>
        device.client.core.get().sync.epoch !== epoch && device.client.core.get().connection.name === 'open',
    ),
  );
  await until(() => anna.waiting() + bela.waiting() === 0);

  const storedRows = (await history(b, String(a.id)))
    .map(({ content }) => content)
    .filter((text) => text.startsWith('word '));
  expect(storedRows.toSorted()).toEqual(['word p by 1 no 1.', 'word p by 1 no 3.', 'word p by 2 no 4.']);
  for (const [device, other] of [
    [anna, b.id],
    [bela, a.id],
  ] as const) {
    await device.open(String(other));
    await until(() => device.count(String(other)) > 3);
    expect(texts(device, other)).toEqual(storedRows);
  }
  expect([anna.refused(), bela.refused(), cleo.refused()]).toEqual([0, 0, 0]);
  for (const [device, to] of [
    [anna, c.id],
    [bela, a.id],
    [cleo, a.id],
  ] as const)
    expect(device.client.actions.draft(contactId(String(to))).text).toBe(`half a thought of ${to}`);
  const epochs = new Set(devices.map((device) => device.client.core.get().sync.epoch));
  expect([epochs.size, epochs.has(epoch)]).toEqual([1, false]);
}, 180_000);
