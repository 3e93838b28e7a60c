import { describe, expect, it } from 'vitest';
import { openGroupCalls } from '../../simulator/checkers/group-calls.ts';
import { WorldCipher, WorldKeys } from '../../simulator/devices/ciphers.ts';
import type { Tab } from '../../simulator/devices/device.ts';
import type { Surroundings } from '../../simulator/environment/surroundings.ts';
import { wrongDevices } from '../../simulator/oracle/group-calls.ts';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { refusalReason } from '../../simulator/oracle/rights.ts';
import { newGroup, newSeat } from '../../simulator/oracle/state.ts';
import { createProcessClock } from '../../simulator/time/process-clock.ts';
import { drive } from '../../simulator/time/drive.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { World } from '../../simulator/world/world-type.ts';
import { createWorld } from '../../simulator/world/world.ts';
import { userId } from '../../src/domain/ids.ts';

const chat = 'group-1';

/** A group of an owner and two members, and what the oracle says of its call. */
function group() {
  const oracle = new Oracle();
  for (const id of [1, 2, 3, 4]) oracle.meet({ id, name: `n${id}` });
  const { seats } = Object.assign(oracle.chat(chat), { group: newGroup('G') });
  for (const id of [1, 2, 3]) seats.set(id, newSeat(id === 1 ? 1 : 3, 0, 0));
  const join = (by: number, device: string) =>
    oracle.apply({ do: 'joinCall', by, chat, device, call: 'c1' }, 5_000);
  const refusal = (me: number, device: string) =>
    refusalReason(oracle, me, { kind: 'joinCall', chat, device });
  return { oracle, seats, join, refusal };
}

const rows = (table: string) => (table === 'group_call_devices' ? [{ stream: chat, device: 'a' }] : []);

describe('the oracle of group calls', () => {
  it('SIM-50: members join with one device each, until a manager removes them', () => {
    const { oracle, join, refusal, seats } = group();
    join(1, 'a');
    join(2, 'b');
    join(2, 'c');
    expect([...(oracle.chat(chat).call?.devices.keys() ?? [])]).toEqual(['a', 'c']);
    expect([refusal(3, 'a'), refusal(3, 'd'), refusal(4, 'd')]).toEqual([
      'a device of another user',
      null,
      'not in it',
    ]);
    oracle.apply({ do: 'banFromCall', by: 1, chat, person: 2 }, 6_000);
    expect(refusal(2, 'b')).toBe('removed from it');
    expect(wrongDevices(oracle.chat(chat), () => false)).toEqual([`c of 2 is in the call of ${chat}`]);
    const seat = seats.get(1);
    if (seat) seat.here = false;
    expect(wrongDevices(oracle.chat(chat), () => false)).toHaveLength(2);
  });

  it('SIM-50: the end leaves one record, read by those who took part, and none in a group that ended', () => {
    const { oracle, join, seats } = group();
    join(1, 'a');
    join(2, 'b');
    oracle.apply({ do: 'endCall', by: null, chat, row: 9 }, 8_500);
    expect(oracle.chat(chat).callRecords.get(9)).toBe('from 5000 for 3 s with 1,2');
    expect([seats.get(2)?.saw.has(1), seats.get(3)?.saw.has(1)]).toEqual([true, false]);
    join(3, 'd');
    oracle.apply({ do: 'endCall', by: null, chat, row: null }, 9_000);
    expect([oracle.chat(chat).lines.length, oracle.chat(chat).call]).toEqual([1, null]);
  });

  it('SIM-50: a device that is listed without a page is found', () => {
    const world = { tabs: () => [], store: { rows } } as unknown as World;
    expect(openGroupCalls(world)).toEqual(['a is in a group call']);
  });
});

const share = async (from: WorldCipher, to: WorldCipher, device = 'b') =>
  to.accept(
    'c1',
    { device: 'a', publicKey: from.publicKey },
    device,
    await from.wrap('c1', 'a', { device, publicKey: to.publicKey }),
  );

function ciphers() {
  const clock = createVirtualClock();
  const faults: string[] = [];
  const around = {
    clock,
    count: () => undefined,
    fault: (_promise: string, text: string) => faults.push(text),
  } as unknown as Surroundings;
  const keys = new WorldKeys(around);
  const make = (name: string) => new WorldCipher(name, keys, createProcessClock(clock), () => undefined);
  return { clock, faults, make };
}

describe('keys of a group call in a World', () => {
  it.each([
    ['a step first', true, []],
    ['no step', false, ['b opens frames that a sent before it came']],
  ] as const)('SIM-50: a later device gets %s', async (_what, isAdvanced, expected) => {
    const { clock, faults, make } = ciphers();
    const a = make('a');
    await clock.advance(2_000);
    const b = make('b');
    if (isAdvanced) await a.advance();
    expect(await share(a, b)).toBe(true);
    expect(faults).toEqual(expected);
  });

  it.each([
    ['a new key', true, 0],
    ['the same key', false, 1],
  ] as const)('SIM-50: a device that left meets %s', async (_what, isRenewed, count) => {
    const { clock, faults, make } = ciphers();
    const [a, b] = [make('a'), make('b')];
    await share(a, b);
    a.forget('b');
    if (isRenewed) a.rotate();
    await a.use();
    await clock.advance(2_500);
    expect(faults).toHaveLength(count);
  });

  it('SIM-50: a box opens for its device only, and all have the same words', async () => {
    const { make } = ciphers();
    const [a, b, other] = [make('a'), make('b'), make('other')];
    const box = await a.wrap('c1', 'a', { device: 'b', publicKey: b.publicKey });
    expect(await other.accept('c1', { device: 'a', publicKey: a.publicKey }, 'b', box)).toBe(false);
    expect(await b.accept('c2', { device: 'a', publicKey: a.publicKey }, 'b', box)).toBe(false);
    expect(await share(a, b)).toBe(true);
    const holders = [a, b].map(({ publicKey }, at) => ({ device: `${at}`, publicKey }));
    expect(await a.words('c1', holders)).toEqual(await b.words('c1', holders.toReversed()));
    expect(await a.words('c1', holders)).not.toEqual(await a.words('c1', holders.slice(1)));
  });
});

/** The call of two of each side, its group call, and its chats. */
const both = (tab: Tab): string => {
  const [pair, group] = [tab.client.calls.get(), tab.client.groupCalls.get()];
  const ofTwo = pair === null ? '-' : `${pair.stage} ${pair.end}`;
  return `${ofTwo}, ${group?.stage ?? '-'} ${group?.others.length ?? 0}`;
};

it('CALL-51: a call of two moves to a group of three with its switches; others join by a press', async () => {
  const world = await createWorld({ seed: 1, clients: 3, nodes: 2, keepTrace: false });
  const pass = (sec: number) => world.clock.advance(sec * 1_000);
  await pass(3);
  const tabs = world.people.flatMap(({ devices }) => devices[0]?.tabs[0] ?? []);
  const [a, b, c] = tabs as [Tab, Tab, Tab];
  const ids = world.people.slice(1, 3).map(({ id }) => userId(id));
  const { actions } = a.client;
  const made = await drive(world.clock, actions.createGroup(ids, 'three'));
  if (!made.ok) throw new Error('no group');
  expect((await drive(world.clock, actions.moveCall(made.value))).ok).toBe(false);
  void actions.startCall(ids[0] as ReturnType<typeof userId>, { video: false, name: 'b', avatar: '' });
  await pass(3);
  b.client.actions.answerCall();
  await pass(5);
  actions.setMicrophone(false);
  expect(tabs.map(both)).toEqual(['talking null, - 0', 'talking null, - 0', '-, - 0']);
  expect((await drive(world.clock, actions.moveCall(made.value))).ok).toBe(true);
  await pass(6);
  expect(tabs.map(both)).toEqual(['-, inCall 0', 'ended hungUp, - 0', '-, - 0']);
  expect(a.client.groupCalls.get()?.local.microphone).toBe(false);
  for (const one of [b, c]) void one.client.actions.joinGroupCall(made.value, { video: false });
  await pass(8);
  expect(tabs.map(both)).toEqual(['-, inCall 2', 'ended hungUp, inCall 2', '-, inCall 2']);
  const rows = world.store.rows('messages').map(({ extra }) => JSON.stringify(extra ?? null));
  expect(rows.filter((row) => row.includes('code\\":906'))).toHaveLength(1);
}, 300_000);
