import { afterEach, expect, it } from 'vitest';
import { quotaLimits as limits } from '../../src/server/kernel/limits.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import type { QuotaSettings } from '../../src/server/kernel/core.ts';
import { decodeQuotas } from '../../src/wire/answers/files.ts';
import { localUploads, png, textFile, upload } from '../support/uploads.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const NONE: QuotaSettings = { messages: 0, files: 0, filesMb: 0, allFilesMb: 0, diskFloorMb: 0 };
const DAY_MS = 86_400_000;

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0).toReversed()) await world.close();
});

async function begin(
  quota: Partial<QuotaSettings>,
): Promise<{ readonly world: World; readonly anna: Person; readonly bela: Person }> {
  const world = await startWorld({
    uploads: await localUploads(),
    settings: { quota: { ...NONE, ...quota } },
  });
  worlds.push(world);
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  return { world, anna, bela };
}

/** Another node of the same database, which also imitates a restart. */
async function another(world: World): Promise<World> {
  const { store, settings } = world.server.core;
  const shared = {
    read: store.read.bind(store),
    write: store.write.bind(store),
    epoch: () => store.epoch(),
    close: () => Promise.resolve(),
  };
  const next = await startWorld({
    uploads: await localUploads(),
    settings,
    beside: { clock: world.clock, bus: createLocalBus(), name: 'next' },
    store: () => shared,
  });
  worlds.push(next);
  return next;
}

let made = 0;
const send = (world: World, who: Person, to: Person) =>
  world.send(who, to.id, 'x', { id: `q-${(made += 1)}` });
const readUsage = async (world: World, who: Person) => decodeQuotas(await world.ok(who, 'files/quota'));
const size = (length: number) => textFile('x.txt', `${(made += 1)}`.padEnd(length, 'x'));

it('LIMIT-14: messages end at the daily limit, with use and end in the answer; other users and the next day are free', async () => {
  const { world, anna, bela } = await begin({ messages: 2 });
  expect([(await send(world, anna, bela)).code, (await send(world, anna, bela)).code]).toEqual([0, 0]);
  await world.clock.advance(3_600_000);
  expect(await send(world, anna, bela)).toMatchObject({
    code: 400,
    msg: expect.stringContaining('24 小时内最多发送 2 条消息，已用 2 条，23 小时 '),
    data: '',
  });
  expect(await world.code(anna, 'im/forwardMessage', { msg_id: 1, user_ids: [bela.id] })).toBe(400);
  expect((await send(world, bela, anna)).code).toBe(0);
  // The day of the database began when the first ones were written.
  await world.clock.advance(DAY_MS - 3_600_000 + limits.writeMs);
  expect((await send(world, anna, bela)).code).toBe(0);
});

it('SEND-1, LIMIT-14: a repeat gets the earlier result even if the day has nothing left', async () => {
  const { world, anna, bela } = await begin({ messages: 3 });
  const text = (id: string) => ({
    id,
    toContactId: bela.id,
    is_group: 0,
    type: 'text',
    content: 'x',
    at: [],
  });
  const say = (body: object) => world.call<never>(anna, 'im/sendMessage', body);
  const first = await say(text('m-1'));
  expect((await say([text('m-2'), text('m-3')])).code).toBe(0);
  const socket = await world.online(bela);
  expect(await say(text('m-1'))).toMatchObject({ code: 0, data: first.data });
  expect((await say(text('m-4'))).code).toBe(400);
  const both = await say([text('m-3'), text('m-5'), text('m-2')]);
  expect(both).toMatchObject({ code: 0, data: [{ code: 0 }, { id: 'm-5', code: 400 }, { code: 0 }] });
  expect((await say([text('m-6'), text('m-7')])).code).toBe(400);
  // The used ID of another user does not bypass the quota either.
  const theirs = { ...text('of-bela'), toContactId: anna.id };
  expect(await world.code(bela, 'im/sendMessage', theirs)).toBe(0);
  expect((await say(text('of-bela'))).msg).toContain('24 小时内');
  expect(socket.of('simple').map(({ data }) => data['id'])).toEqual(['of-bela']);
  expect(await readUsage(world, anna)).toMatchObject({ messages: { used: 3 } });
});

it('LIMIT-14: a notice of a group and a call count as a message, a picture that becomes an emoji as a file', async () => {
  const { world, anna, bela } = await begin({ messages: 3, files: 2 });
  const group = await world.group(anna, [bela]);
  const notice = () => world.call(anna, 'group/setNotice', { id: group, notice: 'read this' });
  const ring = (id: string) =>
    world.call(anna, 'im/sendToMsg', { id, toContactId: bela.id, event: 'calling' });
  expect([(await notice()).code, (await ring('call-1')).code, (await notice()).code]).toEqual([0, 0, 0]);
  expect([(await notice()).code, (await ring('call-2')).code, (await send(world, anna, bela)).code]).toEqual([
    400, 400, 400,
  ]);
  const picture = async () => ({
    file_id: (await upload(world, bela, { file: await png(20 + (made += 1), 20) })).data['file_id'],
  });
  const [one, two] = [await picture(), await picture()];
  expect(await world.call(bela, 'emoji/add', one)).toMatchObject({
    code: 401,
    msg: expect.stringContaining('24 小时内最多上传 2 个文件'),
  });
  await world.clock.advance(DAY_MS);
  expect([await world.code(bela, 'emoji/add', one), await world.code(bela, 'emoji/add', two)]).toEqual([
    0, 0,
  ]);
});

it('LIMIT-14: an emoji that is refused, because its file is not a picture, costs nothing', async () => {
  const { world, bela } = await begin({ files: 3 });
  const file_id = (await upload(world, bela, { file: size(10) })).data?.['file_id'];
  const add = () => world.call(bela, 'emoji/add', { file_id });
  expect([(await add()).code, (await add()).code, (await add()).code]).toEqual([400, 400, 400]);
  expect((await readUsage(world, bela))?.files).toMatchObject({ used: 1 });
});

it('LIMIT-14: files end at the daily number and bytes, and the answer has both', async () => {
  const { world, anna, bela } = await begin({ files: 2, filesMb: 1 });
  expect((await upload(world, anna, { file: size(700_000) })).code).toBe(0);
  expect(await upload(world, anna, { file: size(700_000) })).toMatchObject({
    code: 401,
    msg: 'You can upload up to 1 MB in 24 hours. 1 MB are used. The limit resets in 24 h 0 min',
  });
  expect((await upload(world, anna, { file: size(10) })).code).toBe(0);
  expect(await upload(world, anna, { file: size(10) })).toMatchObject({
    code: 401,
    msg: 'You can upload up to 2 files in 24 hours. 2 are used. The limit resets in 24 h 0 min',
  });
  const endsMs = world.clock.nowMs() + DAY_MS;
  expect(await readUsage(world, anna)).toEqual({
    messages: { used: 0, max: 0, endsMs: 0 },
    files: { used: 2, max: 2, endsMs },
    bytes: { used: 700_010, max: 1_048_576, endsMs },
  });
  expect((await upload(world, bela, { file: size(700_000) })).code).toBe(0);
  await world.clock.advance(DAY_MS);
  expect((await upload(world, anna, { file: size(700_000) })).code).toBe(0);
});

it('LIMIT-14: another node, or the same one after a restart, continues the count', async () => {
  const { world, anna, bela } = await begin({ messages: 5, files: 1 });
  const next = await another(world);
  for (let n = 0; n < 3; n += 1) await send(world, anna, bela);
  await upload(world, anna, { file: size(10) });
  expect((await readUsage(world, anna))?.messages.used).toBe(3);
  await world.clock.advance(limits.writeMs);
  await world.settle();
  expect((await readUsage(next, anna))?.messages.used).toBe(3);
  expect((await upload(next, anna, { file: size(10) })).code).toBe(401);
  expect([
    (await send(next, anna, bela)).code,
    (await send(next, anna, bela)).code,
    (await send(next, anna, bela)).code,
  ]).toEqual([0, 0, 400]);
  // The first node learns it when it writes its own counts.
  expect((await send(world, anna, bela)).code).toBe(0);
  await world.clock.advance(limits.writeMs);
  await world.settle();
  expect((await send(world, anna, bela)).code).toBe(400);
});

it('LIMIT-14: counts are written at a clean stop', async () => {
  const { world, anna, bela } = await begin({ messages: 2 });
  const next = await another(world);
  await send(next, anna, bela);
  await send(next, anna, bela);
  await worlds.pop()?.close();
  expect((await send(world, anna, bela)).code).toBe(400);
});

it('LIMIT-14: all files together have a limit where one is set; what is swept makes room', async () => {
  const { world, anna, bela } = await begin({ allFilesMb: 1 });
  const next = await another(world);
  expect((await upload(world, anna, { file: size(600_000) })).code).toBe(0);
  const { code, msg } = await upload(next, bela, { file: size(500_000) });
  expect([code, msg]).toEqual([401, 'The file storage of the server (1 MB) is full']);
  await world.server.core.store.write(async (tx) => {
    for (const file of await tx.files.unused(world.clock.nowMs() + 1, 0, 10)) await tx.files.delete(file.id);
  });
  expect((await upload(next, bela, { file: size(500_000) })).code).toBe(401);
  await world.clock.advance(limits.recountMs + 1);
  expect((await upload(next, bela, { file: size(500_000) })).code).toBe(0);
  // To the last byte.
  expect((await upload(next, bela, { file: size(1_048_577 - 500_000) })).code).toBe(401);
  expect((await upload(next, bela, { file: size(1_048_576 - 500_000) })).code).toBe(0);
});
