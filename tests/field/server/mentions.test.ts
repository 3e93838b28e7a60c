import { expect, it } from 'vitest';
import { setUpThreePeople, type Person } from '../../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople();

let made = 0;
const say = (at: readonly number[] = [], from = anna) =>
  world.say(from, group, `words ${(made += 1)}`, { id: `mention-${made}`, at });
const edit = (id: string, at: readonly number[]) =>
  world.ok(anna, 'im/editMessage', { id, content: `other words ${at.join()}`, at });
const readOne = (who: Person, n: number) => world.ok(who, 'im/readAtMsg', { toContactId: group, n });
const readAll = (who: Person) => world.ok(who, 'im/readAtMsg', { toContactId: group });
const unread = async (who: Person) => (await world.contact(who, group))?.['is_at'];
const listed = async (who: Person) =>
  (await world.rows(who, 'im/getMessageList', { toContactId: group, is_at: 1, peek: 1 })).map(
    (row) => row['n'],
  );

it('COUNT-14: each mention is read separately, in any order', async () => {
  const sentMessages = [await say([bela.id]), await say([bela.id]), await say([0]), await say([bela.id])];
  const n = sentMessages.map((one) => one.n);
  expect(await unread(bela)).toBe(4);
  await readOne(bela, n[2] ?? 0);
  expect([await unread(bela), await unread(cleo), await listed(bela)]).toEqual([3, 1, [n[3], n[1], n[0]]]);
  await readOne(bela, n[2] ?? 0);
  expect(await unread(bela)).toBe(3);
  await readOne(bela, n[0] ?? 0);
  expect(await listed(bela)).toEqual([n[3], n[1]]);
  await readOne(bela, n[1] ?? 0);
  await readOne(bela, n[3] ?? 0);
  expect([await unread(bela), await listed(bela), await unread(cleo)]).toEqual([0, [], 1]);
  await say([bela.id]);
  expect(await unread(bela)).toBe(1);
});

it('COUNT-14: a mention that was read alone and is deleted or edited away changes nothing', async () => {
  const [first, second] = [await say([bela.id]), await say([bela.id])];
  await readOne(bela, second.n);
  await edit(second.id, []);
  expect(await unread(bela)).toBe(1);
  await edit(second.id, [bela.id]);
  expect(await unread(bela)).toBe(1);
  await world.ok(anna, 'im/undoMessage', { id: second.id });
  expect(await unread(bela)).toBe(1);
  await world.ok(anna, 'im/undoMessage', { id: first.id });
  expect(await unread(bela)).toBe(0);
});

it('COUNT-15: a mention that an edit adds is unread for a member who has read the message', async () => {
  const sentMessage = await say();
  await say([bela.id]);
  await readAll(bela);
  expect(await unread(bela)).toBe(0);
  await edit(sentMessage.id, [bela.id]);
  expect([await unread(bela), await unread(cleo), await listed(bela)]).toEqual([1, 0, [sentMessage.n]]);
  await edit(sentMessage.id, []);
  expect([await unread(bela), await listed(bela)]).toEqual([0, []]);
  await edit(sentMessage.id, [bela.id]);
  await readOne(bela, sentMessage.n);
  expect(await unread(bela)).toBe(0);
  await edit(sentMessage.id, [bela.id, cleo.id]);
  expect([await unread(bela), await unread(cleo)]).toEqual([0, 1]);
});

it('COUNT-15: everyone added by an edit is unread for members who were not named before', async () => {
  const sentMessage = await say([cleo.id]);
  await readAll(bela);
  await readAll(cleo);
  await edit(sentMessage.id, [0]);
  expect([await unread(anna), await unread(bela), await unread(cleo)]).toEqual([0, 1, 0]);
  await readAll(bela);
  expect(await unread(bela)).toBe(0);
  await edit(sentMessage.id, [0]);
  expect(await unread(bela)).toBe(0);
});

it('COUNT-15: an added mention goes with its message', async () => {
  const sentMessage = await say();
  await readAll(bela);
  await edit(sentMessage.id, [bela.id]);
  expect(await unread(bela)).toBe(1);
  await world.ok(anna, 'im/undoMessage', { id: sentMessage.id });
  expect([await unread(bela), await listed(bela)]).toEqual([0, []]);
});

it('COUNT-14: a user who is not in a group cannot read its mentions', async () => {
  const stranger = await world.person('dora');
  expect(await world.code(stranger, 'im/readAtMsg', { toContactId: group, n: 1 })).toBe(400);
});
