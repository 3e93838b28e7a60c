import { describe, expect, it } from 'vitest';
import { streamId } from '../../src/domain/ids.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople();

interface Sent {
  readonly id: string;
  readonly n: number;
  readonly pid: number;
  readonly root: unknown;
  readonly thread: unknown;
}

let made = 0;
const send = async (who: Person, to: string | number, more: object = {}): Promise<Sent> => {
  const sent = await world.say(who, to, `words ${(made += 1)}`, { id: `t-${made}`, ...more });
  const { id, n, msg_id: pid, root, thread } = sent;
  return { id, n, pid, root, thread };
};
const history = (who: Person, to: string | number, more: object = {}) => world.history(who, to, more);
const row = async (who: Person, to: string | number, id: string) =>
  ((await history(who, to)).find((one) => one['id'] === id) ?? {}) as Readonly<Record<string, unknown>>;
const countOf = async (who: Person, to: string | number, id: string) =>
  ((await row(who, to, id))['replies'] as { readonly count: number } | undefined)?.count;
interface Page {
  readonly root: number;
  readonly first: Readonly<Record<string, unknown>> | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly more: number;
  readonly follow: number;
}
const ask = (who: Person, root: number, more: object = {}, to: string | number = group) =>
  world.call(who, 'im/getThread', { toContactId: to, root, ...more });
const thread = async (who: Person, root: number, more: object = {}, to: string | number = group) =>
  (await ask(who, root, more, to)).data as unknown as Page;
const idsOf = ({ rows }: Page) => rows.map((one) => one['id']);
const follow = (who: Person, root: number, on: number) =>
  world.call(who, 'im/followThread', { toContactId: group, root, on });

describe('threads', () => {
  it('THREAD-1: the server determines the thread of a reply and ignores the client’s claim', async () => {
    const first = await send(anna, group);
    expect(first.root).toBeUndefined();
    const second = await send(bela, group, { pid: first.pid, root: 777, thread: { root: 5 } });
    expect([second.root, second.thread]).toEqual([first.n, { root: first.n, count: 1, follow: 1 }]);
    const third = await send(cleo, group, { pid: second.pid });
    expect([third.root, third.thread]).toEqual([first.n, { root: first.n, count: 2, follow: 1 }]);
    const other = await send(cleo, group, { root: first.n });
    expect(other.root).toBeUndefined();
    expect((await row(anna, group, third.id))['root']).toBe(first.n);
    expect(await countOf(anna, group, first.id)).toBe(2);
    // A repeat with the same ID is the same reply with the same answer, and counts once.
    const again = await world.say(cleo, group, `words ${made - 1}`, { id: third.id, pid: second.pid });
    expect([again['root'], again['thread']]).toEqual([first.n, { root: first.n, count: 2, follow: 1 }]);
    expect(await countOf(anna, group, first.id)).toBe(2);
  });

  it('THREAD-1: several answers of one request count in their order', async () => {
    const first = await send(anna, group);
    const items = [1, 2, 3].map((at) => ({
      id: `many-${at}`,
      toContactId: group,
      type: 'text',
      content: 'x',
      pid: first.pid,
    }));
    const sent = await world.call(bela, 'im/sendMessage', items);
    const threads = (sent.data as unknown as readonly { data: { thread: { count: number } } }[]).map(
      ({ data }) => data.thread.count,
    );
    expect(threads).toEqual([1, 2, 3]);
    expect(await countOf(anna, group, first.id)).toBe(3);
  });

  it('THREAD-3: frames contain the number of replies, without those taken back', async () => {
    const first = await send(anna, group);
    const socket = await world.online(cleo);
    const answers = [];
    for (const who of [bela, anna, bela]) answers.push(await send(who, group, { pid: first.pid }));
    const [one, two] = answers as [Sent, Sent];
    await world.ok(bela, 'im/undoMessage', { id: one.id });
    await world.ok(bela, 'im/undoMessage', { id: one.id });
    await world.ok(anna, 'im/delMessage', { id: two.id });
    await world.settle();
    const reports = socket.frames
      .filter(({ type }) => ['group', 'undoMessage', 'delMessage'].includes(type))
      .map(({ type, data }) => [type, (data['thread'] as { count?: number } | undefined)?.count]);
    expect(reports).toEqual([
      ['group', 1],
      ['group', 2],
      ['group', 3],
      ['undoMessage', 2],
      ['delMessage', 1],
    ]);
    expect(await countOf(cleo, group, first.id)).toBe(1);
    // A recalled reply is no longer in the thread, though its line is in the chat.
    expect(idsOf(await thread(cleo, first.n))).toEqual([answers[2]?.id]);
    expect((await row(cleo, group, one.id))['root']).toBeUndefined();
  });

  it('THREAD-3: clearing takes threads along; later answers to what is left count from there', async () => {
    const first = await send(anna, group);
    const stored = await send(bela, group, { pid: first.pid });
    await world.ok(anna, 'group/clearMessage', { id: group });
    expect((await ask(anna, first.n)).code).not.toBe(0);
    const next = await send(bela, group, { pid: stored.pid });
    expect([next.root, next.thread]).toEqual([undefined, undefined]);
    const answer = await send(anna, group, { pid: next.pid });
    expect(answer.thread).toEqual({ root: next.n, count: 1, follow: 1 });
  });

  it('THREAD-4: a page holds the first message and answers in order; pages go both ways', async () => {
    const first = await send(anna, group);
    const answers: Sent[] = [];
    for (let at = 0; at < 7; at += 1) {
      answers.push(await send(at % 2 ? anna : bela, group, { pid: first.pid }));
      await send(cleo, group);
    }
    const ids = answers.map(({ id }) => id);
    const newest = await thread(cleo, first.n, { limit: 3 });
    expect([newest.root, newest.first?.['id'], idsOf(newest), newest.more]).toEqual([
      first.n,
      first.id,
      ids.slice(4),
      1,
    ]);
    expect(newest.first?.['replies']).toMatchObject({ count: 7 });
    const before = await thread(cleo, first.n, { limit: 3, before_n: answers[4]?.n });
    expect(idsOf(before)).toEqual(ids.slice(1, 4));
    const oldest = await thread(cleo, first.n, { limit: 3, before_n: answers[1]?.n });
    expect([idsOf(oldest), oldest.more]).toEqual([ids.slice(0, 1), 0]);
    const after = await thread(cleo, first.n, { limit: 3, after_n: answers[0]?.n });
    expect([idsOf(after), after.more]).toEqual([ids.slice(1, 4), 1]);
    // A request by a reply returns the same thread.
    expect((await thread(cleo, answers[3]?.n ?? 0)).root).toBe(first.n);
    const fresh = await thread(cleo, (await send(anna, group)).n);
    expect([fresh.rows, fresh.first === null]).toEqual([[], false]);
    const two = await send(anna, bela.id);
    await send(bela, anna.id, { pid: two.pid });
    expect((await thread(anna, two.n, {}, bela.id)).rows).toHaveLength(1);
  });

  it('THREAD-4: the answer has the position from which events continue', async () => {
    const first = await send(anna, group);
    await send(bela, group, { pid: first.pid });
    const head = await world.server.core.store.read((tx) => tx.streams.get(streamId(group)));
    expect(await ask(cleo, first.n)).toMatchObject({ data: { seq: head?.head } });
  });

  it('THREAD-5: answers stay readable when the first message is gone', async () => {
    const first = await send(anna, group);
    const answer = await send(bela, group, { pid: first.pid });
    await world.ok(anna, 'im/undoMessage', { id: first.id });
    const recalled = await thread(cleo, first.n);
    expect([recalled.first, idsOf(recalled)]).toEqual([null, [answer.id]]);
    await world.ok(anna, 'im/delMessage', { id: first.id });
    const removal = await thread(cleo, first.n);
    expect([removal.first, idsOf(removal)]).toEqual([null, [answer.id]]);
    const next = await send(cleo, group, { pid: answer.pid });
    expect(next.root).toBe(first.n);
  });

  it('THREAD-5: strangers and those who came later see nothing that is not theirs', async () => {
    await world.ok(anna, 'group/groupSetting', { id: group, setting: { history: 0 } });
    const first = await send(anna, group);
    const answer = await send(bela, group, { pid: first.pid });
    const newest = await send(bela, group);
    const dora = await world.person('dora');
    await world.befriend(anna, dora);
    expect((await ask(dora, first.n)).code).not.toBe(0);
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [dora.id] });
    const socket = await world.online(dora);
    expect((await ask(dora, first.n)).code).not.toBe(0);
    expect((await ask(dora, answer.n)).code).not.toBe(0);
    expect((await ask(dora, newest.n)).code).not.toBe(0);
    const later = await send(cleo, group, { pid: answer.pid });
    await world.settle();
    const view = await thread(dora, first.n);
    expect([view.first, idsOf(view)]).toEqual([null, [later.id]]);
    expect(socket.of('group').at(-1)?.data['thread']).toEqual({ root: first.n });
    expect((await ask(dora, 9_999)).code).not.toBe(0);
    expect((await ask(dora, 0)).code).not.toBe(0);
  });

  it('THREAD-6: authors follow their thread until they choose otherwise, by a register', async () => {
    const first = await send(anna, group);
    expect((await thread(anna, first.n)).follow).toBe(1);
    expect((await thread(bela, first.n)).follow).toBe(0);
    await send(bela, group, { pid: first.pid });
    expect((await thread(bela, first.n)).follow).toBe(1);
    const socket = await world.online(bela);
    const others = await world.online(anna);
    expect((await follow(bela, first.n, 0)).code).toBe(0);
    await world.settle();
    expect(socket.of('followThread').map(({ data }) => [data['id'], data['root'], data['on']])).toEqual([
      [group, first.n, 0],
    ]);
    expect(others.of('followThread')).toEqual([]);
    // An explicit choice remains, also after another reply.
    await send(bela, group, { pid: first.pid });
    expect((await thread(bela, first.n)).follow).toBe(0);
    expect((await follow(cleo, first.n, 1)).code).toBe(0);
    expect((await thread(cleo, first.n)).follow).toBe(1);
    const dora = await world.person('dora');
    expect((await follow(dora, first.n, 1)).code).not.toBe(0);
    expect((await follow(cleo, 9_999, 1)).code).not.toBe(0);
  });

  it('THREAD-7: a frame has the mark of following for followers only', async () => {
    const first = await send(anna, group);
    const [a, b, c] = [await world.online(anna), await world.online(bela), await world.online(cleo)];
    await send(bela, group, { pid: first.pid });
    await world.settle();
    const followOf = (socket: typeof a) =>
      (socket.of('group').at(-1)?.data['thread'] as { follow?: number } | undefined)?.follow;
    expect([followOf(a), followOf(b), followOf(c)]).toEqual([1, 1, undefined]);
  });

  it('THREAD-9: plain clients see answers that quote, and nothing of threads', async () => {
    const first = await send(anna, group);
    const plain = await world.online(cleo, { plain: true });
    const answer = await send(bela, group, { pid: first.pid });
    await world.ok(cleo, 'im/followThread', { toContactId: group, root: first.n, on: 1 });
    await world.ok(bela, 'im/delMessage', { id: answer.id });
    await world.settle();
    expect(JSON.stringify(plain.frames)).not.toMatch(/"root"|"thread"|followThread/);
    const rows = await history(cleo, group, { peek: 0 });
    expect(JSON.stringify(rows)).not.toMatch(/"root"|"replies"/);
  });
});
