import { USUAL_PRIVACY } from '../../src/domain/privacy.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { userId, type UserId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import { LastSeen } from '../../src/server/delivery/presence.ts';
import { lastSeenLimits as limits } from '../../src/server/kernel/limits.ts';
import { expect, it } from 'vitest';
import { twoNodes } from '../support/two-nodes.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], { friends: ['anna', 'bela'] });

const MINUTE = 60_000;
const pass = async (ms: number): Promise<void> => {
  await world.clock.advance(ms);
  await world.settle();
};
const set = (who: Person, change: object) => world.ok(who, 'im/setPrivacy', change);
const readView = async (me: Person, of: Person): Promise<number> =>
  Number((await world.ok(me, 'im/getUserInfo', { user_id: of.id }))['last_seen']);
const minuteNow = (): number => Math.floor(world.clock.nowMs() / MINUTE) * 60;

it('SEEN-1: the minute in which the last device left; for an online user the current one', async () => {
  expect(await readView(anna, bela)).toBe(0);
  const socket = await world.online(bela);
  expect(await readView(anna, bela)).toBe(minuteNow());
  for (let minutes = 0; minutes < 7; minutes += 1) {
    await pass(MINUTE);
    socket.say({ type: 'ping' });
  }
  const went = minuteNow();
  socket.say({ type: 'close' });
  await pass(40 * MINUTE);
  expect(await readView(anna, bela)).toBe(went);
});

it('SEEN-2: friends by default; all or none by choice, and only users who show it see it', async () => {
  (await world.online(bela)).say({ type: 'close' });
  await pass(5 * MINUTE);
  expect([(await readView(anna, bela)) > 0, await readView(cleo, bela)]).toEqual([true, 0]);
  await set(bela, { seen: 'all' });
  expect([(await readView(anna, bela)) > 0, await readView(cleo, bela)]).toEqual([true, 0]);
  await set(cleo, { seen: 'all' });
  expect((await readView(cleo, bela)) > 0).toBe(true);
  await set(anna, { seen: 'none' });
  expect(await readView(anna, bela)).toBe(0);
  await set(bela, { seen: 'none' });
  expect(await readView(cleo, bela)).toBe(0);
  expect(await world.code(bela, 'im/setPrivacy', { seen: 'some' })).not.toBe(0);
});

it('SEEN-2: if presence is off for all, no user receives last seen', async () => {
  (await world.online(bela)).say({ type: 'close' });
  await pass(5 * MINUTE);
  await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, online: false } }));
  expect(await readView(anna, bela)).toBe(0);
});

it('TYPING-6: it is one setting of the account, sent to its devices, and unnamed fields stay', async () => {
  const [socket, other] = [await world.online(anna), await world.online(bela)];
  await set(anna, { typing: 0 });
  await set(anna, { seen: 'all' });
  await world.settle();
  expect(socket.of('profile').map(({ data }) => data['privacy'])).toEqual([
    { ...USUAL_PRIVACY, typing: false, seen: 'friends', read: true },
    { ...USUAL_PRIVACY, typing: false, seen: 'all', read: true },
  ]);
  expect(other.of('profile')).toEqual([]);
});

it('TYPING-6: a user who sends no signs receives none, from that moment on', async () => {
  const [here, there] = [await world.online(anna), await world.online(bela)];
  const type = async (from: typeof here, to: Person): Promise<void> => {
    from.say({ type: 'typing', toContactId: to.id, what: 'text' });
    await pass(3_000);
  };
  await type(here, bela);
  await type(there, anna);
  expect([here.of('typing').length, there.of('typing').length]).toEqual([1, 1]);
  await set(anna, { typing: 0 });
  await world.settle();
  await type(here, bela);
  await type(there, anna);
  expect([here.of('typing').length, there.of('typing').length]).toEqual([1, 1]);
  await set(anna, { typing: 1 });
  await world.settle();
  await type(here, bela);
  await type(there, anna);
  expect([here.of('typing').length, there.of('typing').length]).toEqual([2, 2]);
});

it('SEEN-1, TYPING-6: on any node', async () => {
  const nodes = await twoNodes();
  const [one, two] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(one, two);
  const [here, there] = [await nodes.one.online(one), await nodes.two.online(two)];
  await nodes.pass(3_000);
  await nodes.two.ok(one, 'im/setPrivacy', { typing: 0 });
  await nodes.pass(1_500);
  there.say({ type: 'typing', toContactId: one.id, what: 'text' });
  await nodes.pass(100);
  expect(here.of('typing')).toEqual([]);
  there.say({ type: 'close' });
  await nodes.pass(180_000);
  const card = await nodes.one.ok(one, 'im/getUserInfo', { user_id: two.id });
  expect(Number(card['last_seen']) * 1_000).toBeLessThan(nodes.clock.nowMs() - 100_000);
  expect(Number(card['last_seen'])).toBeGreaterThan(0);
  await nodes.close();
});

/** Written users and minutes of a simulated store. */
function writing(here: () => readonly UserId[] = () => []) {
  const clock = createVirtualClock();
  const written = new Map<number, number>();
  const tx = {
    users: {
      activeAmong: (ids: readonly number[]) => Promise.resolve(ids),
      noteSeen: (id: number, minute: number) => Promise.resolve(void written.set(id, minute)),
    },
  };
  const store = { write: (work: (one: never) => Promise<unknown>) => work(tx as never) } as never;
  return { clock, written, last: new LastSeen({ store, clock, log: silentLog }, here) };
}

it('SEEN-1: very many who go at once are all written, some at a time, none after the end', async () => {
  const people = limits.atOnce + 1;
  const { clock, written, last } = writing();
  for (let id = 1; id <= people; id += 1) last.note(userId(id));
  await clock.advance(limits.writeMs);
  expect(written.size).toBe(limits.atOnce);
  await clock.advance(limits.writeMs);
  expect(written.size).toBe(people);
  for (let id = 1; id <= people; id += 1) last.note(userId(id));
  last.stop();
  await clock.settle();
  expect(clock.pending()).toBe(0);
});

it('SEEN-1: present users are written every five minutes, a single one at the end, too', async () => {
  const { clock, written, last } = writing(() => [userId(1), userId(2)]);
  const minute = () => Math.floor(clock.nowMs() / MINUTE);
  for (let round = 0; round < 2; round += 1) {
    await clock.advance(limits.roundMs);
    const then = minute();
    await clock.advance(limits.writeMs);
    expect([...written]).toEqual([
      [1, then],
      [2, then],
    ]);
    written.clear();
  }
  last.note(userId(3));
  last.stop();
  await clock.settle();
  expect([...written, clock.pending()]).toEqual([[3, minute()], 0]);
});

it('SEEN-1, TIME-7: a clock that was set back makes no last visit older', async () => {
  const { clock, written, last } = writing();
  const minute = Math.floor(clock.nowMs() / MINUTE);
  last.note(userId(1), clock.nowMs());
  last.note(userId(1), clock.nowMs() - 60 * MINUTE);
  await clock.advance(limits.writeMs);
  expect([...written]).toEqual([[1, minute]]);
  last.stop();
});
