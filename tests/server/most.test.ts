import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type MostSettings, USUAL, mostSettings } from '../../src/server/kernel/settings.ts';
import { listen } from '../../src/server/node-host-adapter.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;

const start = async (most: Partial<MostSettings>): Promise<void> => {
  world = await startWorld({ settings: { most: { ...USUAL, ...most } } });
  onTestFinished(() => world.close());
};
const makeMessage = (n: number) => ({ id: `m${n}`, toContactId: '', type: 'text', content: 'x', at: [] });

it('LIMIT-21: a setting replaces only the usual value of its limit', () => {
  expect(mostSettings({})).toEqual(USUAL);
  const { callRate, connections, ...others } = mostSettings({
    LIMIT_CALLS: '600',
    LIMIT_ALL_CONNECTIONS: '100',
  });
  expect([callRate.times, callRate.windowMs]).toEqual([600, USUAL.callRate.windowMs]);
  expect(connections).toEqual({ ...USUAL.connections, max: 100 });
  expect({ ...USUAL, ...others }).toEqual(USUAL);
});

it('LIMIT-1, LIMIT-21: LIMIT_SENDS and LIMIT_CALLS are what one person may do', async () => {
  await start({ ...mostSettings({ LIMIT_SENDS: '50' }), callRate: { times: 5, windowMs: 60_000 } });
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  const fifty = Array.from({ length: 50 }, (_, n) => makeMessage(n));
  const waits = async (path: string, body: object) =>
    ((await world.call<{ readonly retry_ms?: number } | null>(anna, path, body)).data?.retry_ms ?? 0) > 0;
  const send = () => waits('/enterprise/im/sendMessage', fifty);
  expect([await send(), await send()]).toEqual([false, true]);
  const read = () => waits('/enterprise/im/getContacts', {});
  const reports = [await read(), await read(), await read(), await read(), await read(), await read()];
  expect(reports).toEqual([false, false, false, false, false, true]);
  expect(await world.code(bela, 'im/getContacts', {})).toBe(0);
});

it('LIMIT-1, SEND-13: a message that is discarded on its way costs as much as one', async () => {
  await start({ sendRate: { times: 3, windowMs: 60_000 } });
  const anna = await world.person('anna');
  const discard = async (id: string) => await world.code(anna, 'im/undoMessage', { id, discard: 1 });
  expect([await discard('a'), await discard('b'), await discard('c')]).toEqual([0, 0, 0]);
  expect(await discard('d')).not.toBe(0);
});

it('LIMIT-8, LIMIT-21: with LIMIT_SOCKETS the oldest of so many goes', async () => {
  await start(mostSettings({ LIMIT_SOCKETS: '2' }));
  const anna = await world.person('anna');
  const mine = [await world.online(anna), await world.online(anna), await world.online(anna)];
  expect(mine.map((socket) => socket.closedWith())).toEqual([4006, null, null]);
});

it('LIMIT-7, LIMIT-21: with LIMIT_CONNECTIONS the oldest of so many goes', async () => {
  await start(mostSettings({ LIMIT_CONNECTIONS: '10' }));
  const settings = { ...world.server.core.settings, host: '127.0.0.1', port: 0, trustProxy: false };
  const host = await listen(world.server, settings);
  const held = Array.from({ length: 10 }, () => connect(host.port, '127.0.0.1'));
  await Promise.all(held.map((socket) => once(socket, 'connect')));
  const [gone] = held;
  const closed = gone && once(gone.resume(), 'close');
  const late = connect(host.port, '127.0.0.1');
  await closed;
  expect(held.slice(1).map(({ destroyed }) => destroyed)).toEqual(Array.from({ length: 9 }, () => false));
  for (const socket of [...held, late]) socket.destroy();
  await host.stop();
});
