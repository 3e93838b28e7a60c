import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupCallLimits as limits } from '../../src/domain/group-call-limits.ts';
import type { GroupCall } from '../../src/domain/group-call.ts';
import { streamId, userId } from '../../src/domain/ids.ts';
import { frame } from '../../src/server/frames/frame.ts';
import { decodeGroupCallRefusal } from '../../src/wire/answers/group-calls.ts';
import { admin } from '../support/admin.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { type Person, type World, startWorld } from '../support/world.ts';

const im = '/enterprise/im';
/** Name of a device: 32 digits, the first for each device of a user. */
const deviceOf = (who: Person, no = 0): string => `${no}${String(who.id).padStart(31, '0')}`;

describe('calls of a group', () => {
  let world: World;
  let [anna, bela, carla, stranger]: Person[] = [] as unknown as [Person, Person, Person, Person];
  let sockets: Map<Person, FakeSocket>;
  const people = () => [anna, bela, carla, stranger] as [Person, Person, Person, Person];

  beforeAll(async () => {
    world = await startWorld();
    [anna, bela, carla, stranger] = [
      await world.person('anna'),
      await world.person('bela'),
      await world.person('carla'),
      await world.person('stranger'),
    ];
    sockets = new Map();
    for (const who of [bela, carla]) await world.befriend(anna, who);
  });
  /** New sockets, which the server does not end as silent. */
  beforeEach(async () => {
    for (const who of people()) {
      sockets.get(who)?.cut();
      sockets.set(who, await world.online(who));
    }
  });
  afterAll(() => world.close());

  const newGroup = () => world.group(people()[0], [people()[1], people()[2]]);
  const join = (
    who: Person,
    toContactId: string,
    device = deviceOf(who),
    socket: FakeSocket | null = sockets.get(who) ?? null,
  ) =>
    world.call<GroupCall>(
      who,
      `${im}/joinGroupCall`,
      { toContactId, device },
      socket ? { clientid: socket.clientId } : {},
    );
  const leave = (who: Person, toContactId: string, device = deviceOf(who)) =>
    world.call(who, `${im}/leaveGroupCall`, { toContactId, device });
  const callOf = async (who: Person, group: string): Promise<GroupCall | null> =>
    ((await world.contact(who, group))?.['group_call'] as GroupCall | undefined) ?? null;
  const usersIn = async (group: string) =>
    (await callOf(people()[0], group))?.participants.map((one) => one.user);
  const lines = async (who: Person, group: string) =>
    (await world.history(who, group)).filter(
      (row) => (row['extends'] as { note?: string })?.note === 'groupCall',
    );
  const signal = (who: Person, toContactId: string, body: object) =>
    world.call(who, `${im}/signalGroupCall`, { toContactId, kind: 'offer', text: 'words', path: 1, ...body });

  it('GCALL-1, GCALL-2: a member begins, others join, and every member sees the newest state', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    for (const socket of sockets.values()) socket.frames.length = 0;
    const begun = (await join(a, group)).data;
    expect(begun).toMatchObject({
      startedBy: a.id,
      participants: [{ device: deviceOf(a), name: 'anna name' }],
    });
    const { participants, id } = (await join(b, group)).data;
    expect([id, participants.map(({ user }) => user)]).toEqual([begun.id, [a.id, b.id]]);
    expect(JSON.stringify(participants)).not.toContain(sockets.get(a)?.clientId);
    const frames = sockets.get(c)?.of('groupCall') ?? [];
    expect(frames.map(({ data }) => (data['call'] as GroupCall).participants.length)).toEqual([1, 2]);
    expect((await callOf(c, group))?.participants).toEqual(participants);
    expect((await world.contact(stranger as Person, group)) ?? null).toBeNull();
    // A repeat by the same device sends no frame.
    expect((await join(b, group)).data.participants).toEqual(participants);
    expect(sockets.get(c)?.of('groupCall')).toHaveLength(2);
    // A new member sees the call with the group.
    const late = await world.person('late');
    await world.befriend(a, late);
    await world.ok(a, 'group/addGroupUser', { id: group, user_ids: [late.id] });
    expect((await callOf(late, group))?.id).toBe(id);
  });

  it('GCALL-2: refuses strangers, forged devices, a ninth device, and all while calls are off', async () => {
    const [a, b] = people();
    const group = await newGroup();
    expect((await join(stranger as Person, group)).code).not.toBe(0);
    // A new bind of its socket may be on the way.
    expect((await join(a, group, deviceOf(a), null)).data).toEqual({ retry_ms: limits.againMs[0] });
    // The socket of another user.
    expect((await join(a, group, deviceOf(a), sockets.get(b))).code).not.toBe(0);
    for (const device of ['', 'short', 'G'.repeat(32), `${deviceOf(a)}0`])
      expect((await join(a, group, device)).code, device).not.toBe(0);
    expect(await callOf(a, group)).toBeNull();
    await join(a, group);
    expect((await join(b, group, deviceOf(a))).msg).toMatch(/连接不属于/);
    expect(await usersIn(group)).toEqual([a.id]);
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, webrtc: false } }));
    expect((await join(b, group)).code).not.toBe(0);
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, webrtc: true } }));
    const others: Person[] = [];
    for (let no = 0; no < limits.participantsMax; no += 1) {
      const who = await world.person(`many${no}`);
      await world.befriend(a, who);
      sockets.set(who, await world.online(who));
      others.push(who);
    }
    await world.ok(a, 'group/addGroupUser', { id: group, user_ids: others.map(({ id }) => id) });
    const codes = [];
    for (const who of others) codes.push((await join(who, group)).code === 0);
    expect(codes).toEqual([...Array.from({ length: limits.participantsMax - 1 }, () => true), false]);
    const full = await join(others.at(-1) as Person, group);
    expect(decodeGroupCallRefusal(full.data)).toBe('full');
    await leave(others[0] as Person, group);
    expect((await join(others.at(-1) as Person, group)).code).toBe(0);
  });

  it('GCALL-2: a muted member joins, and slow mode does not matter', async () => {
    const [a, b] = people();
    const group = await newGroup();
    await world.ok(a, 'group/setNoSpeak', { id: group, user_id: b.id, noSpeakDay: 1 });
    await world.ok(a, 'group/groupSetting', { id: group, setting: { slowSec: 60, nospeak: 1 } });
    expect((await join(b, group)).code).toBe(0);
  });

  it('GCALL-4: a second device of a user replaces the first', async () => {
    const [a, b] = people();
    const group = await newGroup();
    await join(a, group);
    await join(b, group);
    const second = await world.online(b);
    const { participants } = (await join(b, group, deviceOf(b, 1), second)).data;
    expect(participants.map(({ device }) => device)).toEqual([deviceOf(a), deviceOf(b, 1)]);
    // Leaving by the replaced device removes nothing.
    await leave(b, group);
    expect(await usersIn(group)).toEqual([a.id, b.id]);
    second.cut();
  });

  it('GCALL-3, GCALL-7: the last device to leave ends the call with one line in the chat', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    const unread = () =>
      Promise.all(
        people()
          .slice(0, 3)
          .map(async (who) => Number((await world.contact(who, group))?.['unread'])),
      );
    await world.ok(b, 'im/setMsgIsRead', { toContactId: group, messages: [{ n: 2 }] });
    const before = await unread();
    const { id } = (await join(a, group)).data;
    await join(b, group);
    await world.clock.advance(90_000);
    await leave(a, group);
    expect(await usersIn(group)).toEqual([b.id]);
    // A user cannot make the device of another user leave.
    await world.call(c, `${im}/leaveGroupCall`, { toContactId: group, device: deviceOf(b) });
    expect(await usersIn(group)).toEqual([b.id]);
    for (const socket of sockets.values()) socket.frames.length = 0;
    await leave(b, group);
    await leave(b, group);
    expect(await callOf(a, group)).toBeNull();
    const [line, ...more] = await lines(c, group);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ id, from_user: a.id, type: 'event' });
    expect(line?.['extends']).toMatchObject({ note: 'groupCall', users: [a.id, b.id], durationSec: 90 });
    expect(line?.['content']).toBe('群通话，时长 01:30，2人参加');
    expect(sockets.get(c)?.types()).toEqual(['group', 'groupCall']);
    expect(await unread()).toEqual([0, 0, (before[2] ?? 0) + 1]);
    // The next call is another one.
    expect((await join(c, group)).data.id).not.toBe(id);
    await leave(c, group);
    expect((await lines(a, group)).length).toBe(2);
  });

  it('GCALL-3: leaving the group, removal and a disabled account end the participation', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    const victim = await world.person('victim');
    await world.befriend(a, victim);
    sockets.set(victim, await world.online(victim));
    await world.ok(a, 'group/addGroupUser', { id: group, user_ids: [victim.id] });
    for (const who of [a, b, c, victim]) await join(who, group);
    await world.ok(c, 'group/removeUser', { id: group, user_id: c.id });
    expect(await usersIn(group)).toEqual([a.id, b.id, victim.id]);
    await world.ok(a, 'group/removeUser', { id: group, user_id: b.id });
    expect(await usersIn(group)).toEqual([a.id, victim.id]);
    await admin(world, 'user', 'disable', victim.account);
    expect(await usersIn(group)).toEqual([a.id]);
    await world.ok(a, 'group/removeGroup', { id: group });
    await world.server.core.store.read(async (tx) => {
      expect(await tx.groupCalls.streamsOf(userId(victim.id))).toEqual([]);
      expect((await tx.groupCalls.sockets()).filter(({ stream }) => stream === group)).toEqual([]);
    });
  });

  it('GCALL-3: a device whose socket is gone for two looks has left', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    world.server.start();
    /** Each look reads the store, which may be remote. */
    const look = async (times: number) => {
      for (let at = 0; at < times; at += 1) {
        await world.clock.advance(limits.lookMs);
        await world.settle();
      }
    };
    for (const who of [a, b]) await join(who, group);
    const lost = await world.online(c);
    await join(c, group, deviceOf(c), lost);
    await world.clock.advance(limits.settleMs);
    await world.settle();
    expect(await usersIn(group)).toEqual([a.id, b.id, c.id]);
    lost.cut();
    await look(1);
    expect(await usersIn(group)).toEqual([a.id, b.id, c.id]);
    // A new bind resets the number of missed looks.
    const again = await world.online(c);
    await join(c, group, deviceOf(c), again);
    await look(3);
    expect(await usersIn(group)).toEqual([a.id, b.id, c.id]);
    again.cut();
    await look(2);
    expect(await usersIn(group)).toEqual([a.id, b.id]);
    // Logging out closes the socket of that login.
    const other = await world.login(b.account);
    const phone = await world.online(other);
    await join(other, group, deviceOf(b, 2), phone);
    await world.call(other, '/common/pub/logout', {});
    await look(2);
    expect(await usersIn(group)).toEqual([a.id]);
  });

  it('GCALL-5: signals go to the user of the other device, and only within one call', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    const { id: call } = (await join(a, group)).data;
    await join(b, group);
    const body = { call, device: deviceOf(a), to: deviceOf(b) };
    for (const socket of sockets.values()) socket.frames.length = 0;
    expect((await signal(a, group, body)).code).toBe(0);
    expect(
      sockets
        .get(b)
        ?.of('groupCallSignal')
        .map(({ data }) => data),
    ).toEqual([
      { toContactId: group, call, from: deviceOf(a), to: deviceOf(b), kind: 'offer', text: 'words', path: 1 },
    ]);
    const refused = [
      [c, body],
      [c, { ...body, device: deviceOf(c) }],
      [stranger as Person, body],
      // A device of another user, one outside, the same one, and another call.
      [b, body],
      [a, { ...body, to: deviceOf(c) }],
      [a, { ...body, to: deviceOf(a) }],
      [a, { ...body, call: 'another' }],
      [a, { ...body, kind: 'later' }],
      [a, { ...body, text: 'x'.repeat(limits.signalMax + 1) }],
    ] as const;
    for (const [who, bad] of refused)
      expect((await signal(who, group, bad)).code, JSON.stringify(bad).slice(0, 200)).not.toBe(0);
    expect(sockets.get(b)?.of('groupCallSignal')).toHaveLength(1);
    expect([...sockets.values()].flatMap((socket) => socket.of('groupCallSignal'))).toHaveLength(1);
    // Base-protocol clients receive no frame of a call.
    const plain = await world.online(b, { plain: true });
    await signal(a, group, body);
    expect(plain.types().filter((type) => type.startsWith('groupCall'))).toEqual([]);
    plain.cut();
  });

  it('GCALL-29: a reaction reaches all other devices of the call, and nothing else does so', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    const { id: call } = (await join(a, group)).data;
    await join(b, group);
    for (const socket of sockets.values()) socket.frames.length = 0;
    const react = (who: Person, part: object) =>
      signal(who, group, { call, device: deviceOf(who), kind: 'reaction', text: '❤️', ...part });
    expect((await react(a, {})).code).toBe(0);
    const seen = people().map((who) =>
      sockets
        .get(who)
        ?.of('groupCallSignal')
        .map(({ data }) => data['text']),
    );
    expect(seen).toEqual([[], ['❤️'], [], []]);
    expect((await react(c, {})).code).not.toBe(0);
    expect((await react(a, { text: 'words' })).msg).toContain('text');
    expect((await react(a, { device: deviceOf(b) })).code).not.toBe(0);
    expect((await react(a, { kind: 'offer' })).code).not.toBe(0);
  });

  it('GCALL-5: a hand is raised by its own device alone, once', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    await join(a, group);
    await join(b, group);
    const raise = (who: Person, device: string, on: number) =>
      world.call(who, `${im}/raiseHand`, { toContactId: group, device, on });
    sockets.get(c)?.frames.splice(0);
    expect((await raise(b, deviceOf(b), 1)).code).toBe(0);
    expect((await raise(b, deviceOf(b), 1)).code).toBe(0);
    expect((await callOf(a, group))?.participants.map(({ isHandRaised }) => isHandRaised)).toEqual([
      false,
      true,
    ]);
    expect(sockets.get(c)?.of('groupCall')).toHaveLength(1);
    for (const [who, device] of [
      [a, deviceOf(b)],
      [c, deviceOf(c)],
    ] as const)
      expect((await raise(who, device, 0)).code).not.toBe(0);
    await join(b, group);
    expect((await callOf(a, group))?.participants[1]?.isHandRaised).toBe(true);
  });

  it('GCALL-6: managers ask to mute and remove; the removed user joins the next call only', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    const { id: call } = (await join(a, group)).data;
    for (const who of [b, c]) await join(who, group);
    await world.ok(a, 'group/setManager', { id: group, user_id: b.id, role: 2 });
    const ask = (who: Person, to: Person) =>
      signal(who, group, { call, device: deviceOf(who), to: deviceOf(to), kind: 'muteRequest' });
    expect([(await ask(b, c)).code, (await ask(a, b)).code]).toEqual([0, 0]);
    expect([(await ask(c, b)).code, (await ask(b, a)).code]).not.toContain(0);
    const remove = (who: Person, target: Person) =>
      world.call(who, `${im}/removeFromGroupCall`, { toContactId: group, user_id: target.id });
    for (const [who, target] of [
      [c, b],
      [b, a],
      [stranger as Person, c],
      [b, stranger as Person],
    ] as const)
      expect((await remove(who, target)).code).not.toBe(0);
    expect((await remove(b, c)).code).toBe(0);
    expect((await remove(b, c)).code).toBe(0);
    expect(await usersIn(group)).toEqual([a.id, b.id]);
    const { msg, data } = await join(c, group);
    expect([msg, decodeGroupCallRefusal(data)]).toEqual([expect.stringMatching(/移出/), 'removed']);
    const again = await world.online(c);
    expect((await join(c, group, deviceOf(c, 1), again)).code).not.toBe(0);
    again.cut();
    for (const who of [a, b]) await leave(who, group);
    expect((await remove(b, c)).code).not.toBe(0);
    expect((await join(c, group)).code).toBe(0);
  });

  it('GCALL-1: a member who has left receives no later state of the call', async () => {
    const [a, b, c] = people();
    const group = await newGroup();
    const { cursor = '' } = await world.call(c, `${im}/getContacts`);
    await join(a, group);
    await world.ok(a, 'group/removeUser', { id: group, user_id: c.id });
    await join(b, group);
    const missed = await world.ok(c, `${im}/sync`, { cursor });
    const ofGroup = (missed['frames'] as { type: string; stream: string }[]).filter(
      ({ stream }) => stream === group,
    );
    expect(JSON.stringify(ofGroup)).not.toContain(deviceOf(b));
    expect(ofGroup.map(({ type }) => type)).not.toContain('groupCall');
    // An event that is delivered late is empty for a former member.
    const { core } = world.server;
    const event = { stream: streamId(group), seq: 1, tx: 0, atMs: 0, facts: { kind: 'groupCall' } } as const;
    const typeFor = ({ id }: Person) =>
      core.store.read(async (tx) => {
        const context = { settings: core.settings, online: () => false };
        return (await frame(tx, event, userId(id), context)).type;
      });
    expect([await typeFor(b), await typeFor(c)]).toEqual(['groupCall', 'void']);
  });
});
