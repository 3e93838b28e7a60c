import { describe, expect, it } from 'vitest';
import { streamId } from '../../src/domain/ids.ts';
import { vanishLimits as limits } from '../../src/domain/message-limits.ts';
import { eraseDue } from '../../src/server/features/vanish/erase-due.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { doDue } from '../../src/server/features/later/due.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const DAY = 86_400_000;
const { world, anna, bela, cleo, group } = setUpThreePeople();

const setTimer = async (who: Person, days: unknown, toContactId: unknown = group) =>
  await world.code(who, 'im/setTimer', { toContactId, days });
const say = (who: Person, id: string, more: object = {}) =>
  world.say(who, group, `words of ${id}`, { id, ...more });
const rows = (who: Person, to = group) => world.history(who, to);
const texts = async (who: Person, to = group) =>
  (await rows(who, to)).flatMap((row) => (row['type'] === 'text' ? [row['content']] : []));
const timers = async (who: Person, to = group) => (await world.contact(who, to))?.['timers'];
const listStored = (stream = group) => world.server.core.store.read((tx) => tx.timers.of(streamId(stream)));
async function pass(ms: number): Promise<number> {
  world.clock.jump(ms);
  const removedCount = await eraseDue(world.server.core);
  await world.settle();
  return removedCount;
}

describe('messages that disappear', () => {
  it('VANISH-1: both users of a one-to-one chat and the leads of a group set it; no others do', async () => {
    expect(await setTimer(bela, 7)).toBe(400);
    expect(await setTimer(bela, 7, String(anna.id))).toBe(0);
    expect(await timers(anna, String(bela.id))).toMatchObject([{ days: 7 }]);
    await world.ok(anna, 'group/setManager', { id: group, user_id: bela.id, role: 2 });
    expect(await setTimer(bela, 7)).toBe(0);
    expect(await setTimer(cleo, 1)).toBe(400);
    expect(await setTimer(anna, 0)).toBe(0);
    const dora = await world.person('dora');
    expect(await setTimer(dora, 1)).toBe(400);
    expect(await setTimer(dora, 1, String(anna.id))).toBe(400);
  });

  it('VANISH-1: other days, other chats: refused, and nothing is stored', async () => {
    const before = (await rows(anna)).length;
    for (const days of [2, -1, 1.5, 365, 'x', null, undefined, [1], {}])
      expect(await setTimer(anna, days), JSON.stringify(days)).toBe(400);
    for (const to of ['-1', 'admin_notice', 'system', 'group-999', '999', String(anna.id), ''])
      expect(await setTimer(anna, 1, to), to).toBe(400);
    expect(await listStored()).toEqual([]);
    expect((await rows(anna)).length).toBe(before);
  });

  it('VANISH-1, VANISH-3: the current value changes nothing; an unused timer is replaced', async () => {
    const socket = await world.online(bela);
    for (const days of [7, 7, 1, 90, 0, 7]) expect(await setTimer(anna, days)).toBe(0);
    expect(socket.of('timer').map(({ data }) => data['days'])).toEqual([7, 1, 90, 0, 7]);
    expect(await listStored()).toMatchObject([{ days: 7 }]);
    const [timer] = await listStored();
    expect(await timers(bela)).toEqual([{ n: timer?.n, days: 7 }]);
  });

  it('VANISH-1: more changes than allowed while messages remain under them are refused', async () => {
    for (let at = 0; at < limits.timersMax; at += 1) {
      expect(await setTimer(anna, at % 2 === 0 ? 1 : 7)).toBe(0);
      await say(anna, `m-${at}`);
      await world.clock.advance(10_000);
    }
    expect(await setTimer(anna, 90)).toBe(400);
    await pass(8 * DAY);
    expect(await setTimer(anna, 90)).toBe(0);
  });

  it('VANISH-2: a timer applies to later messages, from their sending; system lines stay', async () => {
    await say(anna, 'before');
    await setTimer(anna, 1);
    await say(bela, 'one');
    await pass(DAY / 2);
    await say(bela, 'two');
    await setTimer(anna, 7);
    await say(cleo, 'three');
    await setTimer(anna, 0);
    await say(cleo, 'four');
    expect(await pass(DAY / 2)).toBe(1);
    expect(await texts(bela)).not.toContain('words of one');
    expect(await texts(bela)).toContain('words of two');
    expect(await pass(DAY / 2)).toBe(1);
    expect(await pass(5 * DAY)).toBe(0);
    expect(await pass(DAY)).toBe(1);
    expect(new Set(await texts(bela))).toEqual(new Set(['words of before', 'words of four']));
    expect((await rows(bela)).filter((row) => row['type'] === 'event').length).toBeGreaterThan(3);
    expect(await listStored()).toEqual([]);
    expect(await pass(400 * DAY)).toBe(0);
  });

  it('VANISH-2: a recalled message goes at its time, too', async () => {
    await setTimer(anna, 1);
    await say(anna, 'gone');
    await world.ok(anna, 'im/undoMessage', { id: 'gone' });
    expect((await rows(bela)).some((row) => row['id'] === 'gone')).toBe(true);
    expect(await pass(DAY)).toBe(1);
    expect((await rows(bela)).some((row) => row['id'] === 'gone')).toBe(false);
  });

  it('VANISH-2: copies go by the chat they came to, what was scheduled from its sending', async () => {
    const { msg_id } = await say(anna, 'first');
    await setTimer(bela, 1, String(anna.id));
    await world.ok(anna, 'im/forwardMessage', { msg_id, user_ids: [bela.id], op: 'op-1' });
    await world.ok(anna, 'im/scheduleMessage', {
      id: 'later',
      toContactId: String(bela.id),
      content: 'words of later',
      sendTime: world.clock.nowMs() + DAY / 2,
    });
    await pass(DAY / 2);
    await doDue(world.server.core, new RateCounter(world.clock));
    const both = async () => new Set(await texts(anna, String(bela.id)));
    expect(await both()).toEqual(new Set(['words of first', 'words of later']));
    expect(await pass(DAY / 2)).toBe(1);
    expect(await both()).toEqual(new Set(['words of later']));
    expect(await pass(DAY / 2)).toBe(1);
    expect(await both()).toEqual(new Set());
    expect(await texts(bela)).toContain('words of first');
  });

  it('VANISH-5: a thread counts again when replies go, which outlive their root', async () => {
    await setTimer(anna, 1);
    const { msg_id, n } = await say(anna, 'root');
    await pass(DAY / 2);
    await say(bela, 'answer', { pid: msg_id });
    const socket = await world.online(cleo);
    expect(await pass(DAY / 2)).toBe(1);
    const thread = () => world.call(cleo, 'im/getThread', { toContactId: group, root: n, limit: 30 });
    expect((await thread()).data).toMatchObject({ first: null, rows: [{ id: 'answer' }] });
    expect(await pass(DAY / 2)).toBe(1);
    expect(socket.of('delMessage').at(-1)?.data['thread']).toMatchObject({ root: n, count: 0 });
    expect((await thread()).code).toBe(400);
  });

  it('VANISH-4: many go in parts; a second look finds nothing; heads stay gapless', async () => {
    await setTimer(anna, 1);
    for (let at = 0; at < limits.messagesAtOnce * 2 + 5; at += 1) {
      await say(anna, `m-${at}`);
      if (at % 20 === 19) await world.clock.advance(60_000);
    }
    expect(await pass(DAY)).toBe(limits.messagesAtOnce * 2 + 5);
    expect(await pass(0)).toBe(0);
    expect(await texts(bela)).toEqual([]);
    const [timer] = await listStored();
    expect(timer?.lookMs).toBe(world.clock.nowMs() + DAY);
    await say(anna, 'next');
    expect(await pass(DAY - 1)).toBe(0);
    expect(await pass(1)).toBe(1);
  });

  it('VANISH-5, COUNT-17: a deletion for all: unread, list, search, pins, quotes, ledger', async () => {
    await setTimer(anna, 1);
    const { msg_id } = await say(anna, 'a-1', { at: [bela.id] });
    await say(bela, 'a-2', { pid: msg_id });
    await world.ok(bela, 'im/react', { id: 'a-1', emoji: '👍', on: 1 });
    await world.ok(anna, 'im/pinMessage', { id: 'a-1', on: 1 });
    const socket = await world.online(cleo, { plain: true });
    const unread = Number((await world.contact(cleo, group))?.['unread']);
    await pass(DAY);
    expect(socket.of('delMessage').map(({ data }) => data['id'])).toEqual(['a-1', 'a-2']);
    expect(await world.contact(cleo, group)).toMatchObject({ unread: unread - 2, is_at: 0 });
    const all = await world.server.core.store.read(async (tx) => [
      await tx.messagePins.list(streamId(group)),
      await tx.threads.tallies(streamId(group), [1, 2, 3, 4]),
    ]);
    expect(all[0]).toEqual([]);
    expect(JSON.stringify(await world.ok(bela, 'im/search', { keywords: 'words of' }))).not.toContain('a-1');
    const again = await world.send(anna, group, 'words of a-1', { id: 'a-1', at: [bela.id] });
    expect(again.code).toBe(0);
    expect(await texts(anna)).toEqual([]);
  });

  it('VANISH-2, VANISH-9: plain clients read the line in words, and hear of a deletion', async () => {
    const socket = await world.online(bela, { plain: true });
    await setTimer(anna, 7);
    expect(socket.of('timer')).toEqual([]);
    const [line] = socket.of('group');
    expect(line?.data).toMatchObject({ type: 'event', content: 'anna name设置了消息在7天后自动消失' });
    await setTimer(anna, 0);
    expect(socket.of('group').at(-1)?.data['content']).toBe('anna name关闭了消息自动消失');
  });
});

it('VANISH-4: two nodes that check at once erase and report each message once', async () => {
  const nodes = await twoNodes();
  try {
    const { one, two } = nodes;
    const [ada, ben] = [await one.person('anna'), await one.person('bela')];
    await one.befriend(ada, ben);
    const socket = await one.online(ben);
    await one.ok(ada, 'im/setTimer', { toContactId: String(ben.id), days: 1 });
    for (let at = 0; at < 7; at += 1) await one.say(ada, String(ben.id), 'x', { id: `m-${at}` });
    one.clock.jump(DAY);
    const removedIds = await Promise.all([one, two, one].map(({ server }) => eraseDue(server.core)));
    expect(removedIds.reduce((sum, some) => sum + some, 0)).toBe(7);
    await nodes.pass(2_000);
    expect(socket.of('delMessage').length).toBe(7);
  } finally {
    await nodes.close();
  }
});
