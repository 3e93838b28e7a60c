import { describe, expect, it } from 'vitest';
import { alertLimits as limits } from '../../src/domain/kept-limits.ts';
import { liftQuiet } from '../../src/server/features/contacts/flags.ts';
import { device, pretendedPush } from '../support/pretended-push.ts';
import { startWorld } from '../support/world.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, group } = setUpThreePeople();

const ask = (who: Person, body: object) => world.call(who, 'im/isNotice', body);
const HOUR = 3_600_000;
const flags = async (who: Person, id: string) => {
  const { is_notice, at_only, quiet_until } = (await world.contact(who, id)) as Readonly<
    Record<string, unknown>
  >;
  return [is_notice, at_only, quiet_until];
};

describe('messages that may alert', () => {
  it('ALERT-4: in a chat limited to mentions, a message with one of the user’s words is pushed', async () => {
    const push = pretendedPush();
    const town = await startWorld({ push });
    const [ann, bob] = [await town.person('annabel'), await town.person('robert')];
    await town.befriend(ann, bob);
    town.server.start();
    await device(town, bob, 'b');
    const words = { name: 'alerts', op: 'o', value: { words: ['Pizza', '开会'] } };
    await town.ok(bob, '/enterprise/im/keep', words);
    await town.ok(bob, '/enterprise/im/isNotice', { id: ann.id, is_notice: 0, at_only: 1 });
    const listPushes = async () => {
      for (let second = 0; second < 12; second += 1) {
        await town.clock.advance(1_000);
        await town.settle();
      }
      return push.take().length;
    };
    const sendMessage = async (content: string) => {
      const id = `id of ${content}`;
      await town.ok(ann, '/enterprise/im/sendMessage', { id, toContactId: bob.id, type: 'text', content });
      return listPushes();
    };
    expect([await sendMessage('pizza?'), await sendMessage('pizzas'), await sendMessage('今天开会')]).toEqual(
      [1, 0, 1],
    );
    await town.ok(bob, '/enterprise/im/isNotice', { id: ann.id, is_notice: 0 });
    // The mute closes what is shown (PUSH-22).
    await listPushes();
    expect(await sendMessage('pizza again')).toBe(0);
    await town.close();
  });

  it('BLOCK-11: in a group a blocked user’s mention of everyone is not pushed to the blocker', async () => {
    const push = pretendedPush();
    const town = await startWorld({ push });
    const [ann, bob] = [await town.person('annabel'), await town.person('robert')];
    await town.befriend(ann, bob);
    const to = await town.group(ann, [bob]);
    town.server.start();
    await device(town, bob, 'b');
    await town.ok(bob, '/enterprise/im/keep', { name: 'alerts', op: 'w', value: { words: ['pizza'] } });
    const sendMessage = async (id: string) => {
      const line = { id, toContactId: to, type: 'text', content: 'pizza', at: [0] };
      await town.ok(ann, '/enterprise/im/sendMessage', line);
      await town.clock.advance(12_000);
      await town.settle();
      return push.take().length;
    };
    expect(await sendMessage('m-1')).toBe(1);
    await town.ok(bob, '/enterprise/im/blockPerson', { id: ann.id, on: 1 });
    // The block closes what is shown (PUSH-22).
    await town.clock.advance(12_000);
    await town.settle();
    push.take();
    expect(await sendMessage('m-2')).toBe(0);
    await town.close();
  });

  it('PRES-5: nothing is pushed to a user who does not want to be disturbed, also no call', async () => {
    const push = pretendedPush();
    const town = await startWorld({ push });
    const [ann, bob] = [await town.person('annabel'), await town.person('robert')];
    await town.befriend(ann, bob);
    town.server.start();
    await device(town, bob, 'b');
    const keep = (mode: string | null, untilMs: number | null = null) => {
      const value = mode === null ? null : { mode, emoji: '', text: '', untilMs };
      return town.ok(bob, '/enterprise/im/keep', { name: 'status', op: 'o', value });
    };
    const pushed = async () => {
      for (let second = 0; second < 12; second += 1) {
        await town.clock.advance(1_000);
        await town.settle();
      }
      return push.take().length;
    };
    const sendMessage = async (id: string) => {
      const line = { id, toContactId: bob.id, type: 'text', content: id, at: [bob.id] };
      await town.ok(ann, '/enterprise/im/sendMessage', line);
      return pushed();
    };
    const call = async (id: string) => {
      await town.ok(ann, '/enterprise/im/sendToMsg', {
        toContactId: bob.id,
        id,
        type: 0,
        event: 'calling',
        code: 901,
        isMobile: 0,
      });
      const count = await pushed();
      await town.ok(ann, '/enterprise/im/sendToMsg', {
        toContactId: bob.id,
        id,
        type: 0,
        event: 'hangup',
        code: 902,
        isMobile: 0,
      });
      await pushed();
      return count;
    };
    await keep('away');
    expect([await sendMessage('one'), await call('c-1')]).toEqual([1, 1]);
    await keep('busy');
    expect([await sendMessage('two'), await call('c-2')]).toEqual([0, 0]);
    await keep('busy', Math.ceil(town.clock.nowMs() / 60_000) * 60_000);
    await town.clock.advance(60_000);
    expect([await sendMessage('three'), await call('c-3')]).toEqual([1, 1]);
    await town.close();
  });

  it('ALERT-5, ALERT-10: in quiet hours nothing is pushed but what one chose to hear', async () => {
    const push = pretendedPush();
    const town = await startWorld({ push });
    const [ann, bob] = [await town.person('annabel'), await town.person('robert')];
    await town.befriend(ann, bob);
    town.server.start();
    await device(town, bob, 'b');
    const minute = Math.floor(town.clock.nowMs() / 60_000) % 1_440;
    const hours = { from: minute, till: (minute + 600) % 1_440, east: 0, toMe: false, offUntilMs: 0 };
    const keep = (more: object) =>
      town.ok(bob, '/enterprise/im/keep', { name: 'quiet', op: 'o', value: { ...hours, ...more } });
    await town.ok(bob, '/enterprise/im/keep', { name: 'alerts', op: 'w', value: { words: ['pizza'] } });
    const sendMessage = async (content: string) => {
      const id = `id of ${content}`;
      await town.ok(ann, '/enterprise/im/sendMessage', { id, toContactId: bob.id, type: 'text', content });
      for (let second = 0; second < 12; second += 1) {
        await town.clock.advance(1_000);
        await town.settle();
      }
      return push.take().length;
    };
    expect(await sendMessage('before')).toBe(1);
    await keep({});
    expect([await sendMessage('one'), await sendMessage('pizza')]).toEqual([0, 0]);
    await keep({ toMe: true });
    expect([await sendMessage('two'), await sendMessage('pizza two')]).toEqual([0, 1]);
    await keep({ offUntilMs: town.clock.nowMs() + HOUR });
    expect(await sendMessage('three')).toBe(1);
    // The zone decides: its clock is five hours behind, and `east` is ignored.
    const inBogota = (minute + 1_140) % 1_440;
    await keep({ zone: 'America/Bogota' });
    expect(await sendMessage('four')).toBe(1);
    await keep({ from: inBogota, till: (inBogota + 600) % 1_440, zone: 'America/Bogota' });
    expect(await sendMessage('five')).toBe(0);
    const wrong = { name: 'quiet', op: 'o', value: { ...hours, zone: 'Europe/Atlantis' } };
    expect(await town.call(bob, '/enterprise/im/keep', wrong)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('zone'),
    });
    expect(await sendMessage('six')).toBe(0);
    await town.close();
  });

  it('ALERT-1: is one’s own, told to own devices, and to plain clients as on or off', async () => {
    const [mine, other] = [await world.online(anna), await world.online(bela)];
    const plain = await world.online(anna, { plain: true });
    const quiet_until = world.clock.nowMs() + HOUR;
    await world.ok(anna, 'im/isNotice', { id: group, is_notice: 0, at_only: 1, quiet_until });
    expect(await flags(anna, group)).toEqual([0, 1, quiet_until]);
    expect(await flags(bela, group)).toEqual([1, undefined, undefined]);
    await world.ok(anna, 'im/isNotice', { id: group, is_notice: 0 });
    expect(await flags(anna, group)).toEqual([0, undefined, undefined]);
    await world.ok(anna, 'im/isNotice', { id: group, is_notice: 1, at_only: 1, quiet_until });
    expect(await flags(anna, group)).toEqual([1, undefined, undefined]);
    await world.settle();
    const listReports = (socket: typeof mine) => socket.of('setIsNotice').map(({ data }) => data);
    expect(listReports(mine)).toEqual([
      { id: group, is_group: 1, is_notice: 0, at_only: 1, quiet_until },
      { id: group, is_group: 1, is_notice: 0 },
      { id: group, is_group: 1, is_notice: 1 },
    ]);
    expect(listReports(plain).map((data) => data['is_notice'])).toEqual([0, 0, 1]);
    expect(other.frames).toEqual([]);
  });

  it('ALERT-1: invalid values are refused and change nothing', async () => {
    for (const more of [
      { at_only: 'perhaps' },
      { quiet_until: -1 },
      { quiet_until: 'soon' },
      { quiet_until: 1.5 },
    ])
      expect((await ask(anna, { id: group, is_notice: 0, ...more })).code).toBe(400);
    expect((await ask(await world.person('dora'), { id: group, is_notice: 0, at_only: 1 })).code).not.toBe(0);
    expect(await flags(anna, group)).toEqual([1, undefined, undefined]);
  });

  it('ALERT-3: everything is heard again when its time is over, once, on every device', async () => {
    const mine = await world.online(anna);
    const until = world.clock.nowMs() + 20_000;
    for (const id of [group, String(bela.id)])
      await world.ok(anna, 'im/isNotice', { id, is_notice: 0, quiet_until: until });
    await world.clock.advance(20_000 - 2 * limits.lookMs);
    expect(await liftQuiet(world.server.core)).toBe(0);
    expect(await flags(anna, group)).toEqual([0, undefined, until]);
    await world.clock.advance(4 * limits.lookMs);
    expect(await liftQuiet(world.server.core)).toBe(2);
    expect(await flags(anna, group)).toEqual([1, undefined, undefined]);
    expect(await flags(anna, String(bela.id))).toEqual([1, undefined, undefined]);
    expect(
      mine
        .of('setIsNotice')
        .slice(2)
        .map(({ data }) => data['is_notice']),
    ).toEqual([1, 1]);
    expect(await liftQuiet(world.server.core)).toBe(0);
  });

  it('ALERT-3: another choice cancels the end time; a user who left gets nothing', async () => {
    const mine = await world.online(bela);
    const quiet_until = world.clock.nowMs() + HOUR;
    for (const id of [group, String(anna.id)])
      await world.ok(bela, 'im/isNotice', { id, is_notice: 0, quiet_until });
    await world.ok(bela, 'im/isNotice', { id: anna.id, is_notice: 0 });
    await world.ok(bela, 'group/removeUser', { id: group, user_id: bela.id });
    await world.clock.advance(2 * HOUR);
    expect(await liftQuiet(world.server.core)).toBe(0);
    expect(await flags(bela, String(anna.id))).toEqual([0, undefined, undefined]);
    expect(mine.of('setIsNotice')).toHaveLength(3);
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [bela.id] });
    expect(await flags(bela, group)).toEqual([1, undefined, undefined]);
  });
});
