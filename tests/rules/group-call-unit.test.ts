import { expect, it } from 'vitest';
import type { Participant } from '../../src/domain/group-call.ts';
import { groupCallLimits as limits } from '../../src/domain/group-call-limits.ts';
import type { LocalMedia, MediaPort, UnitEvent, UnitOptions } from '../../src/ports/media.ts';
import { GroupCallPeers } from '../../src/client/group-call/group-call-peers.ts';
import { UnitWay } from '../../src/client/group-call/unit-way.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

/** Connections with units that the test answers. */
function units() {
  const clock = createVirtualClock();
  const made: { options: UnitOptions; lists: string[][]; isClosed: boolean }[] = [];
  const port = {
    connectUnit: (options: UnitOptions) => {
      const one = { options, lists: [] as string[][], isClosed: false };
      made.push(one);
      return {
        list: (devices: readonly string[]) => void one.lists.push([...devices]),
        close: () => void (one.isClosed = true),
      };
    },
  } as unknown as MediaPort;
  const way = new UnitWay({
    clock,
    port,
    servers: () => [],
    relayOnly: () => false,
    cipher: () => undefined,
    changed: () => undefined,
    levels: () => undefined,
    offer: () => Promise.resolve(null),
  });
  const local = {} as LocalMedia;
  const use = (unit: string, ...devices: string[]) => way.use(unit, devices, local);
  const report = (no: number, ...events: UnitEvent[]) => {
    for (const event of events) made[no]?.options.on(event);
  };
  return { clock, way, made, use, report };
}

const here = (...devices: string[]): UnitEvent => ({ type: 'present', devices });

it('GCALL-24: a device is reached once this one is connected and the unit reports the device', () => {
  const { way, use, report, made } = units();
  expect(use('', 'a')).toBe(false);
  expect(use('one', 'a', 'b')).toBe(true);
  report(0, here('a'));
  expect(way.reaches('a')).toBe(false);
  report(0, { type: 'connected' }, here('a'));
  expect([way.reaches('a'), way.reaches('b'), way.linkTo('b')?.stageOf('b')]).toEqual([
    true,
    false,
    'connecting',
  ]);
  // The same list is not offered again.
  use('one', 'a', 'b');
  use('one', 'a');
  expect(made.map(({ lists }) => lists)).toEqual([[['a', 'b'], ['a']]]);
});

it('GCALL-23: the connections with a new unit are made before the previous ones are closed', () => {
  const { way, use, report, made } = units();
  use('one', 'a');
  report(0, { type: 'connected' }, here('a'));
  use('two', 'a');
  expect(made.map(({ isClosed }) => isClosed)).toEqual([false, false]);
  report(1, { type: 'connected' }, here('a'));
  expect(made.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  use('', 'a');
  expect(made.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  expect(way.reaches('a')).toBe(false);
});

it('GCALL-23: a failed connection is begun again, and devices unreached for long are named', async () => {
  const { clock, way, use, report, made } = units();
  use('one', 'a', 'b');
  way.unreached(['a', 'b']);
  report(0, { type: 'failed' });
  await clock.advance(limits.againMs[0]);
  expect(made).toHaveLength(2);
  report(1, { type: 'connected' }, here('a'));
  await clock.advance(limits.unreachedMs + 1);
  expect([...way.unreached(['a', 'b'])]).toEqual(['b']);
  report(1, { type: 'interrupted' });
  await clock.advance(limits.unreachedMs + 1);
  expect([...way.unreached(['a', 'b'])]).toEqual(['a', 'b']);
});

it('GCALL-23: a change while a new unit is chosen does not bring back the previous one', () => {
  const made: string[] = [];
  const peers = new GroupCallPeers({
    clock: createVirtualClock(),
    port: { connectUnit: () => ({ list: () => undefined, close: () => undefined }) } as unknown as MediaPort,
    servers: () => [],
    relayOnly: () => false,
    cipher: () => void made.push('connection'),
    changed: () => undefined,
    device: 'a',
    send: () => undefined,
    drop: () => undefined,
    offer: () => Promise.resolve(null),
  });
  const others = [{ device: 'b', joinedAtMs: 1 } as Participant];
  for (const unit of ['one', 'two']) peers.list(others, 1, {} as LocalMedia, unit);
  expect(made).toHaveLength(2);
});
