import { beforeEach, expect, it } from 'vitest';
import { duration } from '../../src/domain/limits.ts';
import { sweepFiles } from '../../src/server/features/uploads/sweep.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import type { Fields } from '../support/fields.ts';
import { png, textFile, upload } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cora } = setUpWorld(['anna', 'bela', 'cora'], {
  friends: ['anna', 'bela'],
  files: true,
});
beforeEach(async () => {
  await world.befriend(bela, cora);
});

const on = (who: Person, call: string, body: object = {}) =>
  world.call(who, `/enterprise/moments/${call}`, body);
const say = async (who: Person, content: string, more: object = {}) =>
  Number((await world.ok(who, 'moments/add', { content, ...more })).id);
const list = (who: Person, more: object = {}) => world.rows(who, 'moments/list', more);
const words = async (who: Person, more: object = {}) => (await list(who, more)).map((row) => row.content);
const picture = async (who: Person) =>
  Number((await upload(world, who, { file: await png(20, 20) })).data['file_id']);

const addressIn = (row: Fields | undefined): string =>
  String(((row?.['pictures'] ?? []) as readonly Fields[])[0]?.['src']);

it('MOMENT-1: has words or pictures of one’s own, and comes newest first, page by page', async () => {
  for (const bad of [
    {},
    { content: ' ' },
    { content: 'x'.repeat(1_001) },
    { content: 'x', file_ids: [1] },
    { content: 'x', file_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
  ]) {
    expect((await on(anna, 'add', bad)).code).toBe(400);
  }
  const first = await say(anna, 'one', { op: 'op-1' });
  expect(await say(anna, 'one', { op: 'op-1' })).toBe(first);
  for (const content of ['two', 'three']) await say(bela, content);
  expect(await words(anna)).toEqual(['three', 'two', 'one']);
  const [, second] = await list(anna, { limit: 2 });
  expect(await words(anna, { last_id: second?.id })).toEqual(['one']);
  expect(await words(anna, { user_id: bela.id })).toEqual(['three', 'two']);
});

it('MOMENT-1, MOMENT-2: pictures are fetched by those who see the list, stay while it stays, and go with it', async () => {
  const file = await picture(anna);
  const text = Number(
    (await upload(world, anna, { file: textFile('notes.txt', 'some words') })).data['file_id'],
  );
  for (const wrong of [[text], [await picture(bela)]])
    expect((await on(anna, 'add', { file_ids: wrong })).code).toBe(400);
  const id = await say(anna, '', { file_ids: [file] });
  const [row] = await list(bela);
  const address = addressIn(row);
  expect((await world.raw(address)).headers.get('content-type')).toBe('image/png');
  world.clock.jump(2 * duration.DAY);
  await sweepFiles(world.server.core);
  const again = await world.login('bela');
  const fresh = addressIn((await list(again))[0]);
  expect((await world.raw(fresh)).status).toBe(200);
  await world.ok(await world.login('anna'), 'moments/del', { id });
  await sweepFiles(world.server.core);
  expect((await world.raw(fresh)).status).toBe(404);
});

it('MOMENT-2: friends see a moment, and in a closed organisation all users', async () => {
  const id = await say(anna, 'private');
  expect([await words(bela), await words(cora)]).toEqual([['private'], []]);
  for (const [call, body] of [
    ['like', { id }],
    ['comment', { id, content: 'x' }],
    ['list', { user_id: anna.id }],
    ['del', { id }],
  ] as const) {
    expect((await on(cora, call, body)).code).toBe(400);
  }
  await world.ok(bela, 'friend/del', { id: anna.id });
  expect(await words(bela)).toEqual([]);
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
  expect(await words(cora)).toEqual(['private']);
});

it('MOMENT-2: a moment for chosen friends, or for its author, does not exist for other users', async () => {
  await world.befriend(anna, cora);
  const add = async (content: string, audience: string, ids: readonly number[] = []) =>
    say(anna, content, { audience, audience_ids: ids });
  const [annaHas, belaHas, coraHas] = [
    await world.online(anna),
    await world.online(bela),
    await world.online(cora),
  ];
  await listReports(annaHas);
  const file = await picture(anna);
  const forBela = Number(
    (
      await world.ok(anna, 'moments/add', {
        content: 'for bela',
        audience: 'chosen',
        audience_ids: [bela.id, anna.id, bela.id],
        file_ids: [file],
      })
    ).id,
  );
  const forMe = await add('for me', 'self');
  expect([
    (await listReports(annaHas)).length,
    (await listReports(belaHas)).length,
    await listReports(coraHas),
  ]).toEqual([1, 1, []]);
  for (const more of [{}, { user_id: anna.id }]) {
    expect(await words(anna, more)).toEqual(['for me', 'for bela']);
    expect(await words(bela, more)).toEqual(['for bela']);
    expect(await words(cora, more)).toEqual([]);
  }
  expect((await world.ok(cora, 'moments/news')).at).toBe(0);
  for (const [who, id] of [
    [cora, forBela],
    [bela, forMe],
  ] as const)
    for (const [call, body] of [
      ['like', { id }],
      ['comment', { id, content: 'x' }],
      ['comment', { id, content: 'x', reply_to: anna.id }],
      ['del', { id }],
    ] as const)
      expect((await on(who, call, body)).code).toBe(400);
  // What happens under it reaches its audience only, also those who know both users.
  await on(bela, 'like', { id: forBela });
  const { id: said } = await world.ok(bela, 'moments/comment', { id: forBela, content: 'thanks' });
  expect([(await listReports(annaHas)).length, await listReports(coraHas)]).toEqual([1, []]);
  await listReports(belaHas);
  await on(bela, 'delComment', { id: said });
  await on(anna, 'del', { id: forBela });
  expect([(await listReports(belaHas)).length, await listReports(coraHas)]).toEqual([1, []]);
});

it('MOMENT-2: only friends can be chosen, and a wrong choice is refused, not widened', async () => {
  for (const wrong of [
    { audience: 'chosen' },
    { audience: 'chosen', audience_ids: [anna.id] },
    { audience: 'chosen', audience_ids: [bela.id, cora.id] },
    { audience: 'chosen', audience_ids: [bela.id, 999_999] },
    { audience: 'chosen', audience_ids: Array.from({ length: 101 }, (_, i) => i + 1) },
    { audience: 'self', audience_ids: [bela.id] },
    { audience_ids: [bela.id] },
    { audience: 'nobody' },
    { audience: 7 },
  ])
    expect((await on(anna, 'add', { content: 'x', ...wrong })).code).toBe(400);
  expect(await words(anna)).toEqual([]);
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
  expect((await on(anna, 'add', { content: 'x', audience: 'chosen', audience_ids: [999_999] })).code).toBe(
    400,
  );
  await say(anna, 'for cora', { audience: 'chosen', audience_ids: [cora.id] });
  expect([await words(bela), await words(cora)]).toEqual([[], ['for cora']]);
});

const viewOf = async (who: Person) =>
  (await list(who)).map(({ seen_by }) => (seen_by as readonly Fields[] | null)?.map(({ id }) => id) ?? null);

it('MOMENT-2, BLOCK-1: only the author sees the audience, without former friends', async () => {
  await world.befriend(anna, cora);
  await say(anna, 'for all');
  await say(anna, 'for two', { audience: 'chosen', audience_ids: [bela.id, cora.id] });
  await say(anna, 'for me', { audience: 'self' });
  expect(await viewOf(anna)).toEqual([[], [bela.id, cora.id], null]);
  expect(await viewOf(bela)).toEqual([null, null]);
  await world.ok(bela, 'im/blockPerson', { id: anna.id, on: 1 });
  expect(await viewOf(anna)).toEqual([[], [bela.id, cora.id], null]);
  expect(await words(bela)).toEqual([]);
  await world.ok(cora, 'friend/del', { id: anna.id });
  expect(await viewOf(anna)).toEqual([[], [bela.id], null]);
  expect(await words(cora)).toEqual([]);
  await world.ok(anna, 'im/blockPerson', { id: bela.id, on: 1 });
  expect(await viewOf(anna)).toEqual([[], [], null]);
});

it('MOMENT-3: likes count once; comments and likes are shown to those who know the person', async () => {
  const id = await say(bela, 'hello');
  for (const who of [anna, anna, cora]) await on(who, 'like', { id });
  await on(cora, 'comment', { id, content: 'from cora' });
  const answer = await world.ok(bela, 'moments/comment', { id, content: 'thanks', reply_to: cora.id });
  expect((await on(bela, 'comment', { id, content: 'x', reply_to: anna.id })).code).toBe(400);
  for (const content of ['', 'x'.repeat(301)])
    expect((await on(anna, 'comment', { id, content })).code).toBe(400);
  const [full] = await list(bela);
  expect(full).toMatchObject({
    likes: [{ id: anna.id }, { id: cora.id }],
    liked: 0,
    comments: [
      { content: 'from cora', reply_to: null },
      { id: answer.id, content: 'thanks', reply_to: { id: cora.id } },
    ],
  });
  // Anna and Cora are not friends, so Anna sees no comments by Cora or to her, and cannot find out about her.
  await on(bela, 'comment', { id, content: 'for all' });
  const [seen] = await list(anna);
  expect(seen).toMatchObject({ liked: 1, likes: [{ id: anna.id }], comments: [{ content: 'for all' }] });
  expect(JSON.stringify(seen)).not.toContain('cora');
  expect((await on(anna, 'comment', { id, content: 'are you there?', reply_to: cora.id })).code).toBe(400);
  expect((await on(anna, 'comment', { id, content: 'hello', reply_to: bela.id })).code).toBe(0);
  await on(anna, 'like', { id, on: 0 });
  expect((await list(anna))[0]).toMatchObject({ liked: 0, likes: [] });
});

it('MOMENT-4: goes by its author or an administrator, a comment by its writer or whose moment it is', async () => {
  const id = await say(bela, 'hello');
  const [first, second] = [
    await world.ok(cora, 'moments/comment', { id, content: 'one' }),
    await world.ok(cora, 'moments/comment', { id, content: 'two' }),
  ];
  expect((await on(anna, 'delComment', { id: first.id })).code).toBe(400);
  expect([
    (await on(cora, 'delComment', { id: first.id })).code,
    (await on(bela, 'delComment', { id: second.id })).code,
  ]).toEqual([0, 0]);
  expect((await list(bela))[0]).toMatchObject({ comments: [] });
  expect((await on(cora, 'del', { id })).code).toBe(400);
  expect((await on(anna, 'del', { id })).code).toBe(0);
  expect(await words(bela)).toEqual([]);
});

const listReports = async (socket: FakeSocket): Promise<readonly unknown[]> => {
  await world.clock.advance(1_000);
  const events = socket.of('moments').map(({ data, stream }) => (stream === undefined ? data['at'] : stream));
  socket.frames.length = 0;
  return events;
};

it('MOMENT-6: moments, likes and comments notify their readers, combined in a second', async () => {
  const [annaHas, belaHas, coraHas] = [
    await world.online(anna),
    await world.online(bela),
    await world.online(cora),
  ];
  await listReports(annaHas);
  const now = () => world.clock.nowMs();
  const at = now();
  const id = await say(bela, 'hello');
  expect([await listReports(annaHas), await listReports(belaHas), await listReports(coraHas)]).toEqual([
    [at],
    [0],
    [at],
  ]);
  const then = now();
  await on(anna, 'like', { id });
  await on(anna, 'comment', { id, content: 'from anna' });
  // Cora does not know Anna: nothing has happened for her.
  expect([await listReports(annaHas), await listReports(belaHas), await listReports(coraHas)]).toEqual([
    [0],
    [then],
    [],
  ]);
  const later = now();
  await on(bela, 'comment', { id, content: 'thanks', reply_to: anna.id });
  expect([await listReports(annaHas), await listReports(belaHas), await listReports(coraHas)]).toEqual([
    [later],
    [0],
    [],
  ]);
  await on(anna, 'like', { id, on: 0 });
  await on(bela, 'del', { id });
  expect([await listReports(annaHas), await listReports(belaHas), await listReports(coraHas)]).toEqual([
    [0],
    [0],
    [0],
  ]);
});

it('MOMENT-6: users who see nothing get nothing, in a closed organisation all get it', async () => {
  const coraHas = await world.online(cora);
  await listReports(coraHas);
  const id = await say(anna, 'private');
  for (const call of ['like', 'del', 'comment']) await on(cora, call, { id, content: 'x' });
  expect(await listReports(coraHas)).toEqual([]);
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
  await listReports(coraHas);
  const at = world.clock.nowMs();
  await on(bela, 'like', { id });
  await say(anna, 'for all');
  expect(await listReports(coraHas)).toEqual([at]);
});

it('MOMENT-6: base-protocol clients get nothing', async () => {
  const plain = await world.socket();
  plain.say({ type: 'bindUid', user_id: anna.id, token: anna.token });
  await listReports(plain);
  await say(bela, 'hello');
  expect(await listReports(plain)).toEqual([]);
});

it('MOMENT-7: a user who was away asks what friends did; the last look is kept for all devices', async () => {
  const news = async (who: Person) => (await world.ok(who, 'moments/news')).at;
  expect(await news(anna)).toBe(0);
  const at = world.clock.nowMs();
  const id = await say(bela, 'hello');
  await world.clock.advance(1_000);
  expect([await news(anna), await news(bela), await news(cora)]).toEqual([at, 0, at]);
  await on(cora, 'like', { id });
  expect([await news(anna), await news(bela)]).toEqual([at, at + 1_000]);
  const keep = (value: unknown) => world.call(anna, 'im/keep', { name: 'moments', op: 'o', value });
  expect((await keep({ at })).code).toBe(0);
  for (const wrong of [{ at: -1 }, { at: 0.5 }, { at: 'x' }, { to: 1 }])
    expect((await keep(wrong)).code).toBe(400);
  await on(bela, 'del', { id });
  expect(await news(anna)).toBe(0);
});

it('MOMENT-8: a moment after the clock was set back is newer than the last look', async () => {
  const news = async (who: Person) => Number((await world.ok(who, 'moments/news')).at);
  const first = await say(bela, 'before');
  const looked = await news(anna);
  world.clock.jump(-3_600_000);
  const id = await say(bela, 'after');
  const visibleCount = await news(anna);
  expect(visibleCount).toBeGreaterThan(looked);
  const reportCount = await news(bela);
  await on(anna, 'comment', { id: first, content: 'to the one of before' });
  const sentCount = await news(bela);
  expect(sentCount).toBeGreaterThan(Math.max(reportCount, visibleCount));
  await on(cora, 'like', { id });
  expect(await news(bela)).toBeGreaterThan(sentCount);
});
