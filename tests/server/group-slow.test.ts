import { expect, it } from 'vitest';
import { groupLimits } from '../../src/domain/group-limits.ts';
import { fileMessage, textFile, upload } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cora, group } = setUpWorld(['anna', 'bela', 'cora'], {
  friends: 'all',
  group: 'all',
  files: true,
});

const on = (who: Person, name: string, more: object = {}) =>
  world.call(who, `/enterprise/group/${name}`, { id: group, ...more });
const slow = (slowSec: unknown, who = anna) => on(who, 'groupSetting', { setting: { slowSec } });
const message = (id: string, more: object = {}) => ({
  id,
  toContactId: group,
  type: 'text',
  content: `words of ${id}`,
  at: [],
  ...more,
});
const say = (who: Person, id: string, more: object = {}) =>
  world.call(who, 'im/sendMessage', message(id, more));
const waitOf = ({ data }: { readonly data: unknown }) => (data as { readonly retry_ms?: number }).retry_ms;

it('GROUP-26: members wait, those who lead do not, and other chats are as ever', async () => {
  expect((await slow(30)).code).toBe(0);
  expect(await world.contact(bela, group)).toMatchObject({ setting: { slowSec: 30 } });
  expect((await say(bela, 'm-1')).code).toBe(0);
  await world.clock.advance(10_000);
  const refused = await say(bela, 'm-2');
  expect(refused).toMatchObject({ code: 400, msg: expect.stringContaining('20 秒') });
  expect(waitOf(refused)).toBe(20_000);
  for (const id of ['a-1', 'a-2']) expect((await say(anna, id)).code).toBe(0);
  expect((await say(cora, 'c-1')).code).toBe(0);
  expect((await say(bela, 'm-3', { toContactId: String(anna.id) })).code).toBe(0);
  // A repeat of a sent message gets its first answer and takes no turn.
  expect((await say(bela, 'm-1')).code).toBe(0);
  await world.clock.advance(20_000);
  expect((await say(bela, 'm-2')).code).toBe(0);
  await on(anna, 'setManager', { user_id: bela.id, role: 2 });
  for (const id of ['m-4', 'm-5']) expect((await say(bela, id)).code).toBe(0);
});

it('GROUP-26: a message refused for another reason takes no turn, an array takes one', async () => {
  await slow(60);
  expect((await say(bela, 'm-0', { content: '' })).code).toBe(400);
  const answers = await world.call(bela, 'im/sendMessage', [
    message('m-1'),
    message('m-2'),
    message('m-3', { toContactId: String(anna.id) }),
    message('m-4'),
  ]);
  expect((answers.data as unknown as { code: number }[]).map(({ code }) => code)).toEqual([0, 400, 0, 400]);
  expect(await world.contact(anna, group)).toMatchObject({ lastContent: 'words of m-1' });
});

it('GROUP-26: files, polls and what is passed on count; a file is refused before it is kept', async () => {
  const note = await say(bela, 'n-1', { toContactId: '-1' });
  await slow(60);
  const paper = (id: string) =>
    upload(world, bela, {
      file: textFile('paper.txt', `words ${id}`),
      fields: { message: JSON.stringify({ ...fileMessage(group), id }) },
    });
  expect((await paper('f-1')).code).toBe(0);
  const before = await world.server.core.store.read((tx) => tx.files.byId(2));
  const refused = await paper('f-2');
  expect([refused.code, waitOf(refused)]).toEqual([401, 60_000]);
  expect(await world.server.core.store.read((tx) => tx.files.byId(2))).toEqual(before);
  const forward = () =>
    world.rows(bela, 'im/forwardMessage', { msg_id: note.data['msg_id'], user_ids: [group] });
  expect((await forward())[0]).toMatchObject({ code: 400 });
  const poll = { extends: { poll: { options: ['a', 'b'] } } };
  expect((await say(bela, 'p-1', poll)).code).toBe(400);
  await world.clock.advance(60_000);
  expect((await forward())[0]).toMatchObject({ code: 0 });
  expect(waitOf(await say(bela, 'p-1', poll))).toBe(60_000);
});

it('GROUP-26: leaving and coming back gives no turn; a shorter time counts at once', async () => {
  await slow(3_600);
  await say(bela, 'm-1');
  await on(bela, 'removeUser', { user_id: bela.id });
  await on(anna, 'addGroupUser', { user_ids: [bela.id] });
  expect((await say(bela, 'm-2')).code).toBe(400);
  expect(waitOf(await say(bela, 'm-2'))).toBeGreaterThan(3_500_000);
  await slow(10);
  expect((await say(bela, 'm-2')).code).toBe(0);
  expect(waitOf(await say(bela, 'm-3'))).toBe(10_000);
  await slow(0);
  expect((await say(bela, 'm-3')).code).toBe(0);
});

it('GROUP-26: leads set the wait, from 10 s to an hour', async () => {
  expect((await slow(30, bela)).code).toBe(400);
  for (const wrong of [1, groupLimits.slowMinSec - 1, groupLimits.slowMaxSec + 1, -1, 'x', 10.5])
    expect((await slow(wrong)).code).toBe(400);
  expect(await world.contact(bela, group)).not.toMatchObject({ setting: { slowSec: expect.anything() } });
  for (const right of [groupLimits.slowMinSec, groupLimits.slowMaxSec, '30', 0])
    expect((await slow(right)).code).toBe(0);
});
