import { afterEach, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { befriend, history, signUp } from '../support/http-user.ts';
import { killServers, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { openDevice, type Device } from './device.ts';
import { fact } from './faults.ts';

/** More messages than a page of history, so the check covers both the end and earlier pages. */
const BEFORE = 60;

let postgres: Postgres | null = null;
let nodes: readonly TestServer[] = [];
const devices: Device[] = [];
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()));
  await killServers();
  await postgres?.stop();
});

const readView = (device: Device, of: number) => device.window(String(of)) ?? [];
const state = () => [...devices.map((one) => one.state()), ...nodes.map((one) => one.output())];
const until = (name: string, is: () => boolean) => fact(name, is, () => state().join('\n'));

const epochs = () => new Set(devices.map((device) => device.client.core.get().sync.epoch));

/** All that a device shows of a chat, back to its beginning. */
async function whole(device: Device, of: number): Promise<readonly string[]> {
  await device.open(String(of));
  for (;;) {
    const page = await device.client.actions.loadOlder(contactId(String(of)));
    if (!page.ok || !page.value.more) return readView(device, of);
  }
}

it('STREAM-14: a standby that was behind takes over: what was lost leaves every screen, no later word does', async () => {
  const database = (postgres = await startPostgres({ keeps: true }));
  const env = { DATABASE_URL: database.url, REGISTRATION: 'open' };
  nodes = await Promise.all([1, 2].map(() => startServer({ dataDir: temporaryFolder(), env })));
  const urls = nodes.map(({ url }) => url);
  const [a, b] = [await signUp(urls[0] ?? '', 'anna'), await signUp(urls[0] ?? '', 'bela')];
  await befriend(a, b);
  const open = async (account: string, at: number) => {
    const device = await openDevice(account, () => [urls[at] ?? '']);
    devices.push(device);
    return device;
  };
  const [anna, bela] = [await open(a.account, 0), await open(b.account, 1)];
  await anna.open(String(b.id));
  await bela.open(String(a.id));
  const word = (from: Device, no: number) => `word p by ${from === anna ? 1 : 2} no ${no}.`;
  const say = async (from: Device, to: number, ...nos: readonly number[]) => {
    for (const no of nos) await from.say(String(to), word(from, no));
    await until(`word ${nos.join()} has an outcome`, () => from.waiting() === 0);
  };
  const early = Array.from({ length: BEFORE }, (_, at) => at + 1);
  await say(anna, b.id, ...early);
  await until('the words of before are seen', () => readView(bela, a.id).length === BEFORE);
  const epoch = anna.client.core.get().sync.epoch;

  const standby = await database.standby();
  await standby.cutOff();
  // Acknowledged, seen, and not there after the change: their positions are given to others.
  for (const no of [1, 2, 3]) await say(anna, b.id, BEFORE + no);
  await until('words that will be lost are seen', () => readView(bela, a.id).length === BEFORE + 3);
  await standby.takeOver();
  await say(bela, a.id, BEFORE + 4);
  await say(anna, b.id, BEFORE + 5);

  const rows = (await history(a, String(b.id))).map(({ content }) => content);
  const storedRows = rows.filter((text) => text.startsWith('word '));
  const [first, second] = [word(bela, BEFORE + 4), word(anna, BEFORE + 5)];
  expect(storedRows).toEqual([...early.map((no) => word(anna, no)), first, second]);
  await until('both know of the new history', () => epochs().size === 1 && !epochs().has(epoch));
  expect(await whole(anna, b.id)).toEqual(storedRows);
  expect(await whole(bela, a.id)).toEqual(storedRows);
}, 180_000);
