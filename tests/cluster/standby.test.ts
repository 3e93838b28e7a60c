import { afterEach, expect, it, vi } from 'vitest';
import { startPostgres } from '../support/postgres.ts';
import { befriend, history, signUp } from '../support/http-user.ts';
import { killServers, startServer, temporaryFolder } from '../support/server.ts';
import { openDevice } from './device.ts';
import type { Device } from './device.ts';

const devices: Device[] = [];
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()));
  await killServers();
});

const seen = (device: Device, of: number) => device.window(String(of)) ?? [];
const until = (fact: () => boolean) => vi.waitUntil(fact, { timeout: 60_000, interval: 20 });

it('STREAM-14: a standby that was behind takes over while people talk: what was lost is gone from every screen, and no later word is', async () => {
  const postgres = await startPostgres({ keeps: true });
  try {
    const env = { DATABASE_URL: postgres.url, REGISTRATION: 'open' };
    const nodes = await Promise.all([1, 2].map(() => startServer({ dataDir: temporaryFolder(), env })));
    const urls = nodes.map(({ url }) => url);
    const [a, b] = [await signUp(urls[0] ?? '', 'anna'), await signUp(urls[0] ?? '', 'bela')];
    await befriend(a, b);
    const [anna, bela] = [await openDevice(a.account, () => [urls[0] ?? '']), await openDevice(b.account, () => [urls[1] ?? ''])];
    devices.push(anna, bela);
    await anna.open(String(b.id));
    await bela.open(String(a.id));
    const say = async (from: Device, to: number, no: number) => {
      await from.say(String(to), `word p by ${from === anna ? 1 : 2} no ${no}.`);
      await until(() => from.waiting() === 0);
    };
    await say(anna, b.id, 1);
    await until(() => seen(bela, a.id).length === 1);
    const epoch = anna.client.core.get().sync.epoch;

    const standby = await postgres.standby();
    await standby.cutOff();
    // Acknowledged, seen, and not there after the change: their positions are given to others.
    for (const no of [2, 3, 4]) await say(anna, b.id, no);
    await until(() => seen(bela, a.id).length === 4);
    await standby.takeOver();
    await say(bela, a.id, 5);
    await say(anna, b.id, 6);

    const kept = (await history(a, String(b.id))).map(({ content }) => content).filter((text) => text.startsWith('word '));
    expect([...kept].toSorted()).toEqual(['word p by 1 no 1.', 'word p by 1 no 6.', 'word p by 2 no 5.']);
    const epochs = () => new Set(devices.map((device) => device.client.core.get().sync.epoch));
    await until(() => epochs().size === 1 && !epochs().has(epoch));
    await anna.open(String(b.id));
    await bela.open(String(a.id));
    await until(() => [seen(anna, b.id), seen(bela, a.id)].every((words) => words.length >= 3));
    expect([seen(anna, b.id), seen(bela, a.id)]).toEqual([kept, kept]);
  } finally {
    await killServers();
    await postgres.stop();
  }
}, 180_000);
