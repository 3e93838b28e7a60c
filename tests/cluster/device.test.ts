import { EventEmitter, once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { befriend, signUp } from '../support/http-user.ts';
import { killServers, startServer } from '../support/server.ts';
import { openDevice } from './device.ts';

afterEach(killServers);

it('TEST-3: a device that was asked for a chat before its list was there shows it once both are', async () => {
  const { url } = await startServer();
  const [a, b] = [await signUp(url, 'anna'), await signUp(url, 'bela')];
  await befriend(a, b);
  const paths = new EventEmitter();
  const page = once(paths, 'page');
  const device = await openDevice(
    a.account,
    () => [url],
    async (path) => {
      // A moment later, so that the device has taken the page by then.
      if (path === '/enterprise/im/getMessageList') setImmediate(() => paths.emit('page'));
      if (path === '/enterprise/im/getContacts') await page;
    },
  );
  await device.open(String(b.id));
  await vi.waitUntil(() => device.client.core.get().sync.ready, { timeout: 20_000 });
  expect(device.window(String(b.id))).toEqual([]);
  await device.stop();
});
