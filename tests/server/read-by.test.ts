import { expect, it } from 'vitest';
import { readByLimits } from '../../src/domain/limits.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople();

const say = (who: Person, to: string | number, id: string) => world.say(who, String(to), id, { id });
const read = async (who: Person, of: string | number, n: unknown): Promise<void> => {
  await world.ok(who, 'im/setMsgIsRead', { toContactId: String(of), messages: [{ n }] });
  await world.clock.advance(1_500);
  await world.settle();
};
const readers = async (who: Person, id: string) => {
  const answer = await world.call<readonly { readonly user_id: number }[]>(who, 'im/readBy', { id });
  if (answer.code !== 0) return answer.code;
  return [answer.data.map((row) => row.user_id), (answer as { readonly count?: number }).count];
};
const set = (who: Person, change: object) => world.ok(who, 'im/setPrivacy', change);
const flags = async (who: Person, to: Person) =>
  (await world.rows(who, 'im/getMessageList', { toContactId: to.id, page: 1, peek: 1 }))
    .filter(({ id }) => id.startsWith('m-'))
    .map(({ id, is_read }) => [id, is_read]);

it('COUNT-1, COUNT-8: history says of mine what the other has read, and of theirs what I have', async () => {
  await say(bela, anna.id, 'm-1');
  const { n } = await say(anna, bela.id, 'm-2');
  await read(anna, bela.id, n);
  for (const [who, to] of [
    [anna, bela],
    [bela, anna],
  ] as const)
    expect(await flags(who, to)).toEqual([
      ['m-1', 1],
      ['m-2', 0],
    ]);
});

it('READBY-1: the author gets the readers, by the marks, and their possible number', async () => {
  const { n } = await say(anna, group, 'm-1');
  expect(await readers(anna, 'm-1')).toEqual([[], 2]);
  await read(bela, group, n);
  expect(await readers(anna, 'm-1')).toEqual([[bela.id], 2]);
  await read(cleo, group, n);
  expect(await readers(anna, 'm-1')).toEqual([[bela.id, cleo.id], 2]);
  const later = await say(anna, group, 'm-2');
  expect([later['n'], await readers(anna, 'm-2')]).toEqual([n + 1, [[], 2]]);
});

it('READBY-1: no other user gets them, and a later member has read nothing earlier', async () => {
  await say(anna, group, 'm-1');
  expect([await readers(bela, 'm-1'), await readers(cleo, 'nothing')]).not.toContainEqual([[], 2]);
  const dora = await world.person('dora');
  await world.befriend(anna, dora);
  expect(await readers(dora, 'm-1')).toBeGreaterThan(0);
  await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [dora.id] });
  await read(dora, group, 99);
  expect(await readers(anna, 'm-1')).toEqual([[], 2]);
  await say(anna, bela.id, 'private');
  expect(await readers(anna, 'private')).toBeGreaterThan(0);
});

it('READBY-1: only in groups that are not too large', async () => {
  await say(anna, group, 'm-1');
  expect(readByLimits.peopleMax).toBe(200);
  await world.server.core.store.write(async (tx) => {
    for (let id = 1_000; id < 1_000 + readByLimits.peopleMax - 2; id += 1) {
      const row = await tx.members.get(group as never, bela.id as never);
      if (row) await tx.members.save({ ...row, user: id as never });
    }
  });
  expect(await readers(anna, 'm-1')).toBeGreaterThan(0);
});

it('READBY-3: a user who gives no read marks is shown to no user and sees none', async () => {
  const { n } = await say(anna, group, 'm-1');
  for (const one of [bela, cleo]) await read(one, group, n);
  await set(bela, { read: 0 });
  expect(await readers(anna, 'm-1')).toEqual([[cleo.id], 1]);
  await set(anna, { read: 0 });
  expect(await readers(anna, 'm-1')).toBeGreaterThan(0);
});

it('READBY-3: in a one-to-one chat a mark is sent if both give them; sent marks stay', async () => {
  const [here, there] = [await world.online(anna), await world.online(bela)];
  const peerMark = async (): Promise<unknown> => (await world.contact(anna, bela.id))?.['peer_mark'];
  const first = await say(anna, bela.id, 'm-1');
  await read(bela, anna.id, first['n']);
  expect([here.of('readAll').length, await peerMark()]).toEqual([1, first['n']]);
  for (const who of [bela, anna]) {
    await set(who, { read: 0 });
    const { n } = await say(anna, bela.id, `m-${who.id}-off`);
    there.frames.length = 0;
    await read(bela, anna.id, n);
    // The user's devices get the mark, and the count falls.
    expect(there.of('readMark').map(({ data }) => data['mark'])).toEqual([n]);
    expect((await world.contact(bela, anna.id))?.['unread']).toBe(0);
    expect([here.of('readAll').length, await peerMark()]).toEqual([1, first['n']]);
    await set(who, { read: 1 });
  }
  const { n } = await say(anna, bela.id, 'm-last');
  await read(bela, anna.id, n);
  expect([here.of('readAll').length, await peerMark()]).toEqual([2, n]);
});
