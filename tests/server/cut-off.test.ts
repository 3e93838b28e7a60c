import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { calmLog } from '../../src/server/platform/calm-log.ts';
import { StoreUnavailableError } from '../../src/server/kernel/store-errors.ts';
import { twoNodes, type TwoNodes } from '../support/two-nodes.ts';
import type { World } from '../support/world.ts';

let nodes: TwoNodes;
beforeEach(async () => {
  nodes = await twoNodes();
  nodes.one.server.start();
  nodes.two.server.start();
  await nodes.pass(3_000);
});
afterEach(() => nodes.close());

const failGone = () => Promise.reject(new StoreUnavailableError('connection terminated'));

/** Takes the way to the store from a node; answers how to give it back. */
function disconnect({ server }: World): () => void {
  const { store } = server.core;
  const stored = { ...store };
  Object.assign(store, { read: failGone, write: failGone });
  return () => void Object.assign(store, stored);
}
const seconds = async (count: number) => {
  for (let passed = 0; passed < count; passed += 1) await nodes.pass(1_000);
};

it('NODE-11: a node that alone has lost the store closes its sockets after 10 s, and takes none until it has it', async () => {
  const anna = await nodes.one.person('anna');
  const [here, there] = [await nodes.one.online(anna), await nodes.two.online(anna)];
  const back = disconnect(nodes.one);
  await seconds(9);
  expect(here.closedWith()).toBeNull();
  await seconds(4);
  expect([here.closedWith(), there.closedWith()]).toEqual([1013, null]);
  await expect(nodes.one.socket()).rejects.toThrow('not accepted');
  back();
  await seconds(2);
  expect((await nodes.one.online(anna)).closedWith()).toBeNull();
  expect(nodes.one.log.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'cut off from the store while other nodes work: people are sent to them',
      'the store answers again',
    ]),
  );
});

it('NODE-11: while no other node has the store the sockets stay; a short loss is ignored', async () => {
  const anna = await nodes.one.person('anna');
  const here = await nodes.one.online(anna);
  const backs = [disconnect(nodes.one), disconnect(nodes.two)];
  await seconds(40);
  expect(here.closedWith()).toBeNull();
  for (const back of backs) back();
  await seconds(3);
  const back = disconnect(nodes.one);
  await seconds(8);
  back();
  await seconds(8);
  expect(here.closedWith()).toBeNull();
});

it('NODE-11: a node without the store asks it less and less often for what it has to deliver', async () => {
  const anna = await nodes.one.person('anna');
  await nodes.one.online(anna);
  const back = disconnect(nodes.two);
  const alone = disconnect(nodes.one);
  const failures = () => nodes.one.log.filter(({ what }) => what === 'delivery failed').length;
  await seconds(60);
  expect(failures()).toBeGreaterThan(3);
  expect(failures()).toBeLessThan(12);
  for (const one of [back, alone]) one();
});

it('NODE-2: a node whose people went while its store was away looks again for later ones', async () => {
  const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(anna, bela);
  const left = await nodes.two.online(bela);
  const back = disconnect(nodes.two);
  await seconds(3);
  left.say({ type: 'close' });
  await seconds(9);
  back();
  await seconds(3);
  nodes.bus.loses = ({ kind }) => kind === 'stream';
  const there = await nodes.two.online(bela);
  await nodes.one.send(anna, bela.id, 'after', { id: 'message-after-1' });
  await seconds(3);
  expect(there.of('simple').map(({ data }) => data.content)).toContain('after');
});

it('OPS-7: while the store is away one line a minute says so, with how many were not written; other lines stay', async () => {
  const clock = createVirtualClock();
  const lines: { what: string; facts: unknown }[] = [];
  const log = calmLog({ write: (_level, what, facts) => void lines.push({ what, facts }) }, clock);
  const fail = (what: string) =>
    log.write('error', what, { error: String(new StoreUnavailableError('gone')) });
  for (let n = 0; n < 230; n += 1) fail('bind failed');
  log.write('error', 'call failed', { error: 'TypeError: x' });
  log.write('warn', 'Redis is away');
  await clock.advance(60_000);
  fail('delivery failed');
  fail('delivery failed');
  expect(lines).toEqual([
    { what: 'bind failed', facts: { error: 'StoreUnavailableError: gone' } },
    { what: 'call failed', facts: { error: 'TypeError: x' } },
    { what: 'Redis is away', facts: undefined },
    { what: 'delivery failed', facts: { error: 'StoreUnavailableError: gone', unsaid: 229 } },
  ]);
});
