import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeSocket } from '../support/fake-socket.ts';
import { device } from '../support/pretended-push.ts';
import { setUpWorld } from '../support/set-up-world.ts';
import type { Person } from '../support/world.ts';

const {
  world,
  anna: ann,
  bela: bob,
  cleo: cyd,
  push,
} = setUpWorld(['anna', 'bela', 'cleo'], { friends: 'all', push: true });
const sockets = new Map<Person, FakeSocket>();
beforeEach(() => {
  world.server.start();
  sockets.clear();
});

/** Sockets stay open by their pings. */
async function pass(sec: number): Promise<void> {
  for (let at = 0; at < sec; at += 1) {
    for (const [{ id }, socket] of sockets) if (at % 10 === 0) socket.say({ type: 'ping', user_id: id });
    await world.clock.advance(1_000);
    await world.settle();
  }
}

const DEVICE = 'd'.repeat(32);

async function join(who: Person, group: string, name = DEVICE): Promise<{ readonly id: string }> {
  const socket = await world.online(who);
  sockets.set(who, socket);
  const body = { toContactId: group, device: name };
  const answer = await world.call<{ id: string }>(who, '/enterprise/im/joinGroupCall', body, {
    clientid: socket.clientId,
  });
  expect(answer.code).toBe(0);
  return answer.data;
}

const kinds = () => push.take().map(({ endpoint, note }) => `${endpoint.slice(18)} ${String(note['kind'])}`);

async function begin() {
  const group = await world.group(ann, [bob, cyd]);
  const phones = { bob: await device(world, bob, 'bob-phone'), cyd: await device(world, cyd, 'cyd-phone') };
  await pass(12);
  push.take();
  const call = await join(ann, group);
  await pass(2);
  return { group, phones, call };
}

const step = (event: string, code: number) => ({
  id: 'call-9',
  toContactId: String(bob.id),
  type: 0,
  status: 3,
  event,
  code,
  sdp: '',
  iceCandidate: '',
});

describe('the call of a group', () => {
  it('GCALL-27: a call that is always open rings for no one, and only two leave a line', async () => {
    const group = await world.group(ann, [bob, cyd]);
    await device(world, bob, 'bob-phone');
    const set = (who: Person, openRoom: 0 | 1) =>
      world.call(who, '/enterprise/group/groupSetting', { id: group, setting: { openRoom } });
    const lines = async () => {
      const rows = await world.history(ann, group);
      return rows.filter((row) => (row['extends'] as { note?: string })?.note === 'groupCall').length;
    };
    const visit = async (...who: Person[]) => {
      for (const one of who) await join(one, group, String(one.id).padStart(32, '0'));
      for (const one of who)
        await world.ok(one, 'im/leaveGroupCall', {
          toContactId: group,
          device: String(one.id).padStart(32, '0'),
        });
      return lines();
    };
    expect((await set(bob, 1)).code).not.toBe(0);
    expect((await set(ann, 1)).code).toBe(0);
    await pass(12);
    push.take();
    expect([await visit(ann), await visit(ann, cyd)]).toEqual([0, 1]);
    await pass(3);
    expect(push.take()).toEqual([]);
    await set(ann, 0);
    expect(await visit(cyd)).toBe(2);
  });

  it('PUSH-24: rings at once at all members who are elsewhere, urgent and for a short time', async () => {
    const { group, call } = await begin();
    const rings = push.take();
    expect(rings.map(({ endpoint }) => endpoint.slice(18)).toSorted()).toEqual(['bob-phone', 'cyd-phone']);
    expect(rings[0]?.note).toMatchObject({
      kind: 'call',
      tag: `group-call-${group}`,
      content: 'anna name: [群通话]',
      buttons: { accept: '加入', decline: '拒绝' },
      payload: { toContactId: group, call: call.id, is_group: 1 },
    });
    expect(rings[0]?.manner).toMatchObject({ urgency: 'high', ttlSec: 40 });
  });

  it('PUSH-24: rings three times while the call runs, then no longer', async () => {
    await begin();
    const counts = [push.take().length];
    for (const sec of [16, 16, 60]) {
      await pass(sec);
      counts.push(push.take().length);
    }
    expect(counts).toEqual([2, 2, 2, 0]);
  });

  it('PUSH-24: closes where the user joined, and everywhere at the end', async () => {
    const { group } = await begin();
    push.take();
    await join(bob, group, 'e'.repeat(32));
    await pass(2);
    expect(kinds()).toEqual(['bob-phone clear']);
    for (const [who, name] of [
      [bob, 'e'.repeat(32)],
      [ann, DEVICE],
    ] as const)
      await world.ok(who, 'im/leaveGroupCall', { toContactId: group, device: name });
    await pass(2);
    expect(kinds()).toContain('cyd-phone clear');
    await pass(40);
    expect(kinds().filter((one) => one.endsWith('call'))).toEqual([]);
  });

  it('PUSH-24: does not ring if muted, in quiet hours, busy, or blocked by the member', async () => {
    const group = await world.group(ann, [bob, cyd]);
    await device(world, bob, 'bob-phone');
    await device(world, cyd, 'cyd-phone');
    await pass(12);
    push.take();
    await world.ok(bob, 'im/isNotice', { id: group, is_notice: 0 });
    const quiet = { from: 0, till: 1_439, zone: 'UTC', east: 0, toMe: true, offUntilMs: 0 };
    await world.ok(cyd, 'im/keep', { name: 'quiet', op: 'q', value: quiet });
    await join(ann, group);
    await pass(3);
    expect(kinds()).toEqual([]);
    await world.ok(ann, 'im/leaveGroupCall', { toContactId: group, device: DEVICE });
    await world.ok(cyd, 'im/keep', { name: 'quiet', op: 'r', value: null });
    await world.ok(cyd, 'im/blockPerson', { id: ann.id, on: 1 });
    await pass(12);
    push.take();
    await join(ann, group);
    await pass(3);
    expect(kinds()).toEqual([]);
  });

  it('PUSH-25: declining closes the call on all devices of the user, and it rings no more', async () => {
    const { group, phones, call } = await begin();
    await device(world, await world.login(bob.account), 'bob-tablet');
    const place = (push.take()[0]?.note['payload'] as { readonly place: number } | undefined)?.place;
    expect(place).toBeGreaterThan(0);
    const body = { cid: phones.bob, toContactId: group, call: call.id, place };
    expect(await world.code(null, '/common/push/decline', { ...body, cid: phones.cyd.slice(0, 8) })).toBe(
      400,
    );
    expect(await world.code(null, '/common/push/decline', { ...body, call: 'other' })).toBe(400);
    await world.ok(null, '/common/push/decline', body);
    await pass(20);
    const after = kinds();
    expect(after).toContain('bob-phone clear');
    expect(after.filter((one) => one.startsWith('bob') && one.endsWith('call'))).toEqual([]);
    expect(after).toContain('cyd-phone call');
  });

  it('PUSH-25: a call of two is declined on the notification, without an open page', async () => {
    const cid = await device(world, bob, 'phone');
    const other = await device(world, cyd, 'other');
    await world.ok(ann, 'im/sendToMsg', step('calling', 901));
    await pass(2);
    const [ring] = push.take();
    expect(ring?.note['buttons']).toEqual({ accept: '接听', decline: '拒绝' });
    const body = { toContactId: String(ann.id), call: 'call-9' };
    expect(await world.code(null, '/common/push/decline', { ...body, cid: other })).toBe(400);
    await world.ok(null, '/common/push/decline', { ...body, cid });
    await pass(2);
    expect(kinds()).toEqual(['phone clear']);
    const again = await world.ok(ann, 'im/sendToMsg', step('hangup', 902));
    expect(again['extends']).toMatchObject({ code: 903 });
  });
});
