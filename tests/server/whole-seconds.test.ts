import { beforeEach, describe, expect, it } from 'vitest';
import { duration } from '../../src/domain/limits.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { setUpThreePeople } from '../support/set-up-world.ts';

const house = setUpThreePeople();
beforeEach(() => {
  // Moves the clock into the middle of a second, where rounding is visible.
  house.world.clock.pass(duration.SECOND - (house.world.clock.nowMs() % duration.SECOND) + 600);
});

const whole = (ms: number): number => Math.floor(ms / 1_000);
const seconds = (): number => whole(house.world.clock.nowMs());

/** Actions, and the frames that report them. */
const HAPPENS: Readonly<Record<string, { readonly plain?: true; do(): Promise<unknown> }>> = {
  moments: {
    do: async () => {
      await house.world.ok(house.anna, 'moments/add', { content: 'hello' });
      await house.world.clock.advance(duration.SECOND);
    },
  },
  profiles: { do: () => house.world.ok(house.anna, 'im/updateUserInfo', { realname: 'Anna Two' }) },
  updateConfig: {
    do: () =>
      house.world.setConfig((config) => ({
        ...config,
        sysInfo: { ...config.sysInfo, name: 'Another house' },
      })),
  },
  atMsgList: {
    plain: true,
    do: () => house.world.ok(house.bela, 'im/getMessageList', { toContactId: house.group }),
  },
};

const timesOf = (socket: FakeSocket, type: string) =>
  socket.of(type).map((frame) => (frame as typeof frame & { readonly time: unknown }).time);

describe('times', () => {
  it.each(Object.entries(HAPPENS))(
    'WIRE-6: a frame of %s has the second in which it was made',
    async (type, one) => {
      const socket = await house.world.online(house.bela, { plain: one.plain === true });
      await one.do();
      expect(timesOf(socket, type)).toEqual([seconds()]);
    },
  );

  it('WIRE-6: a group was founded, and a user was last here, in a second that had begun', async () => {
    const { world, anna, bela } = house;
    const foundedAt = seconds();
    const group = await world.group(anna, [bela], 'Second');
    expect(await world.ok(anna, 'group/groupInfo', { group_id: group })).toMatchObject({
      create_time: foundedAt,
    });
    const loggedInAt = seconds();
    const own = await world.online(await world.login('bela'));
    world.clock.pass(duration.HOUR);
    await world.ok(bela, 'im/updateUserInfo', { realname: 'Bela Two' });
    expect(own.of('profile').at(-1)?.data).toMatchObject({ last_login_time: loggedInAt });
  });

  it('ROLE-6: a mute lasts no longer than was chosen, counted in whole seconds', async () => {
    const { world, anna, bela, group } = house;
    const mutedMs = world.clock.nowMs();
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bela.id, noSpeakTimer: 1 });
    const say = (id: string) => world.send(bela, group, 'hello', { id });
    expect((await say('m-1')).code).toBe(400);
    world.clock.pass(mutedMs + 10 * duration.MINUTE - world.clock.nowMs());
    expect((await say('m-2')).code).toBe(0);
  });
});
