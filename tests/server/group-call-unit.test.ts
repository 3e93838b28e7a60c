import { expect, it } from 'vitest';
import { groupCallLimits as limits } from '../../src/domain/group-call-limits.ts';
import type { GroupCall } from '../../src/domain/group-call.ts';
import type { DeviceConnection, Forwarding } from '../../src/ports/forwarding.ts';
import { placeCalls, startPlacingCalls } from '../../src/server/features/group-calls/unit.ts';
import { decodeGroupCallRefusal, isUnitFull } from '../../src/wire/answers/group-calls.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { type Person, startWorld } from '../support/world.ts';

const im = '/enterprise/im';
const deviceOf = ({ id }: Person): string => String(id).padStart(32, '0');

/** A unit that records what the server asks of it. */
function recordingUnit() {
  const allowed = new Map<string, readonly string[]>();
  const connections: DeviceConnection[] = [];
  const state = {
    name: 'first' as string | null,
    fault: null as string | null,
    isFull: false,
    ready: () => undefined as void,
  };
  const unit: Forwarding = {
    wake: () => undefined,
    name: () => state.name,
    onReady: (listener) => void (state.ready = listener),
    fault: () => state.fault,
    figures: () => null,
    allow: (call, devices) => void allowed.set(call, devices),
    connect: async (connection) => {
      if (state.isFull) return { ok: false, reason: 'full' };
      connections.push(connection);
      return { ok: true, answer: `answer to ${connection.offer}` };
    },
    stop: async () => undefined,
  };
  return { unit, state, allowed, connections };
}

async function callOfFour(people: number) {
  const { unit, ...recorded } = recordingUnit();
  const world = await startWorld({ forwarding: unit });
  const owner = await world.person('owner');
  const others: Person[] = [];
  for (let no = 1; no < people; no += 1) {
    const who = await world.person(`user${no}`);
    await world.befriend(owner, who);
    others.push(who);
  }
  const group = await world.group(owner, others);
  const all = [owner, ...others];
  const join = async (who: Person) => {
    const { clientId } = await world.online(who);
    const body = { toContactId: group, device: deviceOf(who) };
    return world.call<GroupCall>(who, `${im}/joinGroupCall`, body, { clientid: clientId });
  };
  const connect = (who: Person, body: object) =>
    world.call<{ readonly answer: string }>(who, `${im}/connectGroupCall`, {
      toContactId: group,
      device: deviceOf(who),
      kind: 'sound',
      offer: 'words',
      ...body,
    });
  return { world, all, group, join, connect, ...recorded };
}

it('GCALL-23: the fourth device gives the call a unit, and a ninth device joins', async () => {
  const { world, all, join } = await callOfFour(9);
  const units: string[] = [];
  for (const who of all) units.push((await join(who)).data.unit);
  expect(units.map((unit) => unit !== '')).toEqual([
    false,
    false,
    false,
    ...Array.from({ length: 6 }, () => true),
  ]);
  await world.close();
});

it('GCALL-23: a unit that ended is replaced; without any the devices are connected directly', async () => {
  const { world, all, group, join, state } = await callOfFour(4);
  for (const who of all) await join(who);
  const unitOf = async () => {
    const contact = await world.contact(all[1] as Person, group);
    return (contact?.['group_call'] as GroupCall | undefined)?.unit;
  };
  const first = await unitOf();
  state.name = 'second';
  await placeCalls(world.server.core);
  const second = await unitOf();
  expect([first === '', second === '', first === second]).toEqual([false, false, false]);
  // A process that is being started is waited for.
  state.name = null;
  await placeCalls(world.server.core);
  expect(await unitOf()).toBe(second);
  state.fault = 'its process ended';
  await placeCalls(world.server.core);
  expect(await unitOf()).toBe('');
  state.name = 'third';
  const stop = startPlacingCalls(world.server.core);
  state.ready();
  await expect.poll(unitOf).not.toBe('');
  await stop();
  await world.close();
});

it('GCALL-28: a server with as many calls as it may have begins none, and says so', async () => {
  const { world, all, join } = await callOfFour(2);
  const [first] = all as [Person];
  const { callsMax } = limits;
  Object.assign(limits, { callsMax: 0 });
  const refused = await join(first);
  Object.assign(limits, { callsMax });
  expect(refused.msg).toBe('服务器上的群通话太多，请稍后再试');
  expect(decodeGroupCallRefusal(refused.data)).toBe('serverFull');
  expect((await join(first)).code).toBe(0);
  await world.close();
});

it('GCALL-28: a unit without room refuses a device with its own text', async () => {
  const { world, all, join, connect, state } = await callOfFour(4);
  let call: GroupCall | null = null;
  for (const who of all) call = (await join(who)).data;
  const [first] = all as [Person];
  const body = { call: call?.id, unit: call?.unit };
  state.isFull = true;
  const refused = await connect(first, body);
  expect([refused.msg, isUnitFull(refused.data)]).toEqual(['服务器无法转发更多通话连接', true]);
  state.isFull = false;
  expect((await connect(first, body)).data.answer).toBe('answer to words');
  await world.close();
});

it('GCALL-26: the console shows why no unit runs', async () => {
  const { unit } = recordingUnit();
  const world = await startWorld({ forwarding: { ...unit, fault: () => 'no build for this machine' } });
  const answer = await world.server.fetch(new Request('http://localhost/readyz'), {
    address: '127.0.0.1',
    userAgent: '',
  });
  expect(await answer.text()).toContain('no unit runs: no build for this machine');
  await world.close();
});

it('GCALL-24, GCALL-25: connects only a listed device of the caller, with the unit of its call', async () => {
  const { world, all, join, connect, connections, allowed } = await callOfFour(5);
  const [owner, second, third, fourth, absent] = all as [Person, Person, Person, Person, Person];
  for (const who of [owner, second, third]) await join(who);
  const { id: call, unit } = (await join(fourth)).data;
  expect((await connect(owner, { call, unit })).data.answer).toBe('answer to words');
  expect(connections).toEqual([{ call, device: deviceOf(owner), kind: 'sound', offer: 'words' }]);
  expect(allowed.get(call)?.length).toBe(4);
  const refused = [
    await connect(absent, { call, unit }),
    await connect(absent, { call, unit, device: deviceOf(owner) }),
    await connect(owner, { call: 'another', unit }),
    await connect(owner, { call, unit: 'another' }),
    await connect(owner, { call, unit, device: deviceOf(second) }),
    await connect(owner, { call, unit, kind: 'all' }),
    await connect(owner, { call, unit, offer: 'x'.repeat(60_001) }),
  ];
  expect(refused.map(({ code }) => code === 0)).toEqual(refused.map(() => false));
  expect(connections).toHaveLength(1);
  await world.close();
});

it('GCALL-25: the unit learns at once who left or was removed, and that the call ended', async () => {
  const { world, all, group, join, allowed } = await callOfFour(4);
  for (const who of all) await join(who);
  const [owner, second, third, fourth] = all as [Person, Person, Person, Person];
  const listed = async () => {
    await world.server.gateway.idle();
    return Array.from(allowed.values()).at(-1);
  };
  await world.ok(owner, 'im/removeFromGroupCall', { toContactId: group, user_id: second.id });
  await expect.poll(listed).toEqual([owner, third, fourth].map(deviceOf));
  await world.ok(third, 'im/leaveGroupCall', { toContactId: group, device: deviceOf(third) });
  await expect.poll(listed).toEqual([owner, fourth].map(deviceOf));
  for (const who of [owner, fourth])
    await world.ok(who, 'im/leaveGroupCall', { toContactId: group, device: deviceOf(who) });
  await expect.poll(listed).toEqual([]);
  await world.close();
});

it('GCALL-24: the devices of two nodes go through one unit', async () => {
  const units = new Map(['one', 'two'].map((name) => [name, recordingUnit()]));
  const nodes = await twoNodes(undefined, {}, (name) => units.get(name)?.unit);
  const { one, two } = nodes;
  const people: Person[] = [];
  for (const name of ['anna', 'bela', 'cleo', 'dora']) people.push(await one.person(name));
  const [owner, ...others] = people as [Person, Person, Person, Person];
  for (const other of others) await one.befriend(owner, other);
  const group = await one.group(owner, others);
  let call = { id: '', unit: '' };
  for (const [no, who] of people.entries()) {
    const world = no === 3 ? two : one;
    const { clientId } = await world.online(who);
    const body = { toContactId: group, device: deviceOf(who) };
    call = (await world.call<GroupCall>(who, `${im}/joinGroupCall`, body, { clientid: clientId })).data;
  }
  for (const [no, who] of people.entries())
    await (no === 3 ? one : two).call(who, `${im}/connectGroupCall`, {
      toContactId: group,
      call: call.id,
      unit: call.unit,
      device: deviceOf(who),
      kind: 'sound',
      offer: 'words',
    });
  const used = [...units.values()].filter(({ connections }) => connections.length > 0);
  expect(used.map(({ connections, allowed }) => [connections.length, allowed.get(call.id)?.length])).toEqual([
    [4, 4],
  ]);
  await nodes.close();
});
