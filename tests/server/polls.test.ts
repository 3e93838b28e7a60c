import { describe, expect, it } from 'vitest';
import { pollLimits as limits } from '../../src/domain/message-limits.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople();

const post = (who: Person, to: string | number, poll: unknown, more: object = {}) =>
  world.send(who, to, 'Tea?', { extends: { poll }, ...more });
const OPTIONS = ['green', 'black', 'none'];
const ask = async (who: Person, to: string | number, more: object = {}) => {
  const { code, msg, data } = await post(who, to, { options: OPTIONS, ...more });
  expect([code, msg]).toEqual([0, '']);
  return data['id'];
};
const vote = (who: Person, id: string, options: readonly unknown[], more: object = {}) =>
  world.call(who, 'im/vote', { id, options, ...more });
const list = (who: Person, to: string | number, more: object = {}) => world.history(who, to, more);
const rowOf = async (who: Person, to: string | number, id: string, more: object = {}) =>
  (await list(who, to, more)).find((row) => row['id'] === id);
const expectVisible = async (who: Person, to: string | number, id: string) =>
  (await rowOf(who, to, id))?.['poll'];
const stored = async () => {
  const match = await world.server.core.store.read((tx) =>
    tx.polls.tallies(
      group as never,
      Array.from({ length: 40 }, (_, n) => n),
    ),
  );
  return [...match.values()].map(({ counts }) => counts);
};

describe('polls', () => {
  it('POLL-1, POLL-2: a text with options; every other shape is refused and leaves nothing', async () => {
    const before = (await list(anna, group)).length;
    for (const poll of [
      null,
      'x',
      [],
      {},
      { options: 'a,b' },
      { options: [1, 2] },
      { options: ['a', null] },
      { options: ['a', { b: 1 }] },
      { options: OPTIONS, many: 2 },
      { options: OPTIONS, secret: 'yes' },
      { options: OPTIONS, lasts: 0 },
      { options: OPTIONS, lasts: -60 },
      { options: OPTIONS, lasts: 60.5 },
      { options: OPTIONS, lasts: limits.lastsMaxSec + 1 },
      { options: OPTIONS, lasts: '3600' },
    ])
      expect((await post(anna, group, poll)).code, JSON.stringify(poll)).toBe(400);
    for (const options of [
      [],
      ['one'],
      Array.from({ length: 13 }, (_, at) => `o${at}`),
      ['a', ' a '],
      ['é', 'e\u0301'],
      ['a', ''],
      ['a', ' \u200b '],
      ['a', 'x'.repeat(101)],
    ]) {
      const refused = await post(anna, group, { options });
      expect([refused.code, refused.msg]).toEqual([400, '投票需有 2 到 12 个不同的选项，每个最多 100 字']);
    }
    const poll = { options: OPTIONS };
    expect((await post(anna, group, poll, { content: ' ' })).code).toBe(400);
    expect((await post(anna, group, poll, { content: 'x'.repeat(301) })).msg).toBe('问题最多 300 字');
    expect((await post(anna, '-1', poll)).msg).toBe('文件传输助手中不能发起投票');
    expect(await list(anna, group)).toHaveLength(before);

    const id = await ask(anna, group, { options: [' a ', '<b>b</b>'], many: 1, lasts: 3600, other: 1 });
    const row = await rowOf(bela, group, id);
    expect(row).toMatchObject({
      type: 'text',
      content: 'Tea?',
      extends: { poll: { options: ['a', '<b>b</b>'], many: 1, secret: 0, lasts: 3600 } },
    });
    expect(row).not.toHaveProperty('poll');
    const marked = await post(anna, group, poll, {
      content: ' <b>bold</b> <a href="https://a.example">a</a> ',
      at: [bela.id, 0],
      extends: { poll, format: 'md' },
    });
    expect(await rowOf(bela, group, marked.data['id'])).toMatchObject({
      content: 'bold a',
      at: [],
      extends: { poll: { options: OPTIONS, many: 0, secret: 0 } },
    });
  });

  it('POLL-3, POLL-4: the last choice counts; all get the counts, each with their own choice', async () => {
    const id = await ask(anna, group, { many: 1 });
    const sockets = [await world.online(anna), await world.online(bela), await world.online(cleo)];
    const presses = [
      [bela, [0]],
      [cleo, [2, 0]],
      [bela, [1]],
      [bela, [1]],
      [cleo, []],
    ] as const;
    for (const [who, options] of presses)
      expect((await vote(who, id, options)).data).toEqual({ options: [...options] });
    await world.settle();
    const reports = sockets.map((socket) =>
      socket.of('poll').map(({ data }) => [data['counts'], data['voters'], data['mine']]),
    );
    const steps = [
      [[1], 1],
      [[2, 0, 1], 2],
      [[1, 1, 1], 2],
      [[0, 1, 0], 1],
    ];
    const mine = (own: readonly unknown[]) => steps.map((step, at) => [...step, own[at]]);
    expect(reports).toEqual([
      mine([]),
      mine([[0], undefined, [1], undefined]),
      mine([undefined, [0, 2], undefined, []]),
    ]);
    expect(await expectVisible(bela, group, id)).toMatchObject({ counts: [0, 1, 0], voters: 1, mine: [1] });
    expect(await expectVisible(cleo, group, id)).toMatchObject({ voters: 1, mine: [], closed: 0 });
    expect(await world.contact(anna, group)).toMatchObject({ unread: 0 });
  });

  it('POLL-3: a vote needs an existing option and a reader of the poll, at a limited rate', async () => {
    const [one, many] = [await ask(anna, group), await ask(anna, group, { many: 1 })];
    const words = await world.say(anna, group, 'words', { id: 'words' });
    for (const options of [[3], [-1], [1.5], [0, 1], [0, 0], [1e9], ['a'], [null], [2 ** 53]])
      expect((await vote(bela, one, options)).code, JSON.stringify(options)).toBe(400);
    for (const options of [[0, 0], [0, 1, 2, 3], Array.from({ length: 50 }, (_, at) => at)])
      expect((await vote(bela, many, options)).code, JSON.stringify(options)).toBe(400);
    const dora = await world.person('dora');
    expect((await vote(dora, one, [0])).msg).toBe('消息不存在');
    expect((await vote(bela, 'nothing', [0])).msg).toBe('消息不存在');
    expect((await vote(bela, words['id'], [0])).msg).toBe('该消息不是投票');
    await world.ok(anna, 'group/removeUser', { id: group, user_id: cleo.id });
    expect((await vote(cleo, one, [0])).code).toBe(400);
    expect(await stored()).toEqual([]);
    // A vote is not a message.
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bela.id, noSpeakTimer: 1 });
    expect((await vote(bela, one, [0])).code).toBe(0);
    const pair = await ask(anna, bela.id);
    expect((await vote(bela, pair, [2])).code).toBe(0);
    await world.ok(anna, 'friend/del', { id: bela.id });
    expect((await vote(bela, pair, [1])).code).toBe(400);
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => vote(bela, one, [at % 3], { op: `many-${at}` })),
    );
    expect(answers.filter(({ code }) => code === 0).length).toBeLessThanOrEqual(limits.rate.times);
    expect(answers.at(-1)?.data).toMatchObject({ retry_ms: expect.any(Number) });
    expect((await vote(anna, one, [1])).code).toBe(0);
  });

  it('POLL-3: a press that comes again, by its name, takes nothing back', async () => {
    const id = await ask(anna, group);
    await vote(bela, id, [0], { op: 'first' });
    await vote(bela, id, [1], { op: 'second' });
    expect((await vote(bela, id, [0], { op: 'first' })).data).toEqual({ options: [0] });
    expect(await expectVisible(bela, group, id)).toMatchObject({ counts: [0, 1], mine: [1] });
    // A late vote does not restore a withdrawn one.
    await vote(bela, id, [], { op: 'third' });
    expect((await vote(bela, id, [1], { op: 'second' })).code).toBe(0);
    expect(await expectVisible(bela, group, id)).toMatchObject({ voters: 0, mine: [] });
  });

  it('POLL-5: votes that come together are one event', async () => {
    const many = await Promise.all(Array.from({ length: 22 }, (_, at) => world.person(`people${at}`)));
    await Promise.all(many.map((one) => world.befriend(anna, one)));
    const large = await world.group(anna, many);
    const id = await ask(anna, large);
    const socket = await world.online(anna);
    const all = many.map((one, at) => vote(one, id, [at % 2]));
    await world.settle();
    expect(socket.of('poll')).toHaveLength(1);
    await world.clock.advance(250);
    expect((await Promise.all(all)).every(({ code }) => code === 0)).toBe(true);
    await world.settle();
    expect(socket.of('poll').map(({ data }) => data['voters'])).toEqual([1, 22]);
    expect(await expectVisible(anna, large, id)).toMatchObject({ counts: [11, 11], voters: 22, mine: [] });
  });

  it('POLL-6: open votes are listed by pages; secret ones are revealed by no call', async () => {
    const [open, secret] = [await ask(anna, group), await ask(anna, group, { secret: 1 })];
    const sockets = [await world.online(anna), await world.online(cleo)];
    const own = await world.online(bela);
    for (const id of [open, secret]) await vote(bela, id, [1]);
    await world.clock.advance(1_000);
    await vote(cleo, open, [1]);
    const voters = (who: Person, id: string, more: object = {}) =>
      world.call(who, 'im/voters', { id, option: 1, ...more });
    const rows = await world.rows(anna, 'im/voters', { id: open, option: 1 });
    expect(rows.map((row) => (row['user'] as { readonly id: number }).id)).toEqual([cleo.id, bela.id]);
    expect(await world.rows(anna, 'im/voters', { id: open, option: 1, limit: 1, page: 2 })).toMatchObject([
      { user: { id: bela.id, realname: 'bela name' } },
    ]);
    expect((await voters(anna, open, { option: 3 })).code).toBe(400);
    for (const who of [anna, bela, cleo]) expect((await voters(who, secret)).msg).toBe('该投票是匿名投票');
    const dora = await world.person('dora');
    expect((await voters(dora, open)).code).toBe(400);
    await world.settle();
    const sentMessages = sockets.map((socket) =>
      socket.of('poll').filter(({ data }) => data['id'] === secret),
    );
    expect(sentMessages.map((frames) => frames.length)).toEqual([1, 1]);
    expect(JSON.stringify(sentMessages)).not.toMatch(new RegExp(`"(mine|who|chosen)"|\\b${bela.id}\\b,`));
    expect(own.of('poll').map(({ data }) => data['mine'])).toEqual([[1], [1], undefined]);
    const history = await rowOf(cleo, group, secret);
    expect(history?.['poll']).toEqual({
      at: expect.any(Number),
      counts: [0, 1],
      voters: 1,
      closed: 0,
      mine: [],
    });
  });

  it('POLL-7: its author ends it, leaders of its group, or time; then no user votes', async () => {
    const [mine, theirs, timed] = [
      await ask(bela, group),
      await ask(bela, group),
      await ask(bela, group, { lasts: 120 }),
    ];
    const pair = await ask(anna, bela.id);
    const close = (who: Person, id: string) => world.call(who, 'im/closePoll', { id });
    for (const id of [mine, theirs, timed]) await vote(cleo, id, [0]);
    expect((await close(cleo, mine)).code).toBe(400);
    expect((await close(bela, pair)).code).toBe(400);
    expect((await close(await world.person('dora'), mine)).code).toBe(400);
    const socket = await world.online(cleo);
    expect((await close(bela, mine)).code).toBe(0);
    expect((await close(bela, mine)).code).toBe(0);
    expect((await close(anna, theirs)).code).toBe(0);
    expect((await close(anna, pair)).code).toBe(0);
    await world.settle();
    expect(
      socket.of('poll').map(({ data }) => [data['id'], data['closed'], data['counts'], data['by']]),
    ).toEqual([
      [mine, 1, [1], bela.id],
      [theirs, 1, [1], anna.id],
    ]);
    await world.clock.advance(100_000);
    expect((await vote(bela, timed, [2])).code).toBe(0);
    await world.clock.advance(20_000);
    for (const id of [mine, theirs, timed]) {
      expect(await vote(bela, id, [1])).toMatchObject({ code: 400, msg: '投票已结束' });
      expect((await vote(cleo, id, [])).code).toBe(400);
      // An unchanged choice is not a vote.
      expect((await vote(cleo, id, [0])).code).toBe(0);
    }
    expect(await expectVisible(cleo, group, timed)).toMatchObject({ counts: [1, 0, 1], closed: 0 });
  });

  it('POLL-8: a poll is neither edited nor forwarded, and lists and quotes name it', async () => {
    const id = await ask(anna, group);
    expect((await world.call(anna, 'im/editMessage', { id, content: 'other' })).msg).toBe('该消息不能编辑');
    const row = await rowOf(anna, group, id);
    const forwarded = await world.call(anna, 'im/forwardMessage', {
      user_ids: [String(bela.id)],
      msg_id: row?.['msg_id'],
    });
    expect(forwarded.msg).toBe('该消息不能转发');
    expect(await world.contact(bela, group)).toMatchObject({
      lastContent: '[投票] Tea?',
      last: { content: 'Tea?', extends: { poll: 1 } },
    });
    await world.say(bela, group, 'words', { id: 'answer', pid: row?.['msg_id'] });
    expect(await rowOf(cleo, group, 'answer')).toMatchObject({
      extends: { content: 'anna name：[投票] Tea?' },
    });
  });

  it('POLL-9: recall, deletion and clearing leave no row of it', async () => {
    const ids = [await ask(anna, group), await ask(anna, group), await ask(anna, group)];
    for (const id of ids) await vote(bela, id, [1]);
    expect(await stored()).toHaveLength(3);
    await world.ok(anna, 'im/undoMessage', { id: ids[0] });
    await world.ok(anna, 'im/delMessage', { id: ids[1] });
    expect(await stored()).toHaveLength(1);
    expect((await vote(bela, String(ids[0]), [1])).code).toBe(400);
    await world.ok(anna, 'group/clearMessage', { id: group });
    expect(await stored()).toEqual([]);
    const votes = await world.server.core.store.read((tx) =>
      tx.polls.choicesOf(
        group as never,
        bela.id as never,
        Array.from({ length: 40 }, (_, n) => n),
      ),
    );
    expect(votes.size).toBe(0);
  });

  it('POLL-10: plain clients read a text with numbers, and get no frame of a vote', async () => {
    const plain = await world.online(bela, { plain: true });
    const id = await ask(anna, group, { options: ['a < b', 'c'], lasts: 60 });
    await world.settle();
    const [frame] = plain.of('group');
    expect(frame?.data).toMatchObject({
      type: 'text',
      content: '[投票] Tea?<br>1. a &lt; b (0)<br>2. c (0)',
      extends: null,
    });
    const before = plain.frames.length;
    await vote(cleo, id, [1]);
    await world.call(anna, 'im/closePoll', { id });
    await world.settle();
    expect(plain.frames.slice(before)).toEqual([]);
    const row = await rowOf(bela, group, id, { peek: 0 });
    expect(row).toMatchObject({ content: '[投票] Tea?<br>1. a &lt; b (0)<br>2. c (1)', extends: null });
    expect(row).not.toHaveProperty('poll');
  });
});
