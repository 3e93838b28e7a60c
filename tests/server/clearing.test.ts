import { expect, it } from 'vitest';
import { contactId, groupId, groupStream, userId, userStream } from '../../src/domain/ids.ts';
import { finishClearing } from '../../src/server/features/groups/clear.ts';
import { browser, signIn, until } from '../support/real-device.ts';
import { startWorld, type Person } from '../support/world.ts';

/** Six users in a group whose first messages are cleared while later ones stay (RETAIN-2). */
async function partlyCleared() {
  const world = await startWorld();
  const people: Person[] = [];
  for (const name of ['anna', 'bela', 'cleo', 'dora', 'emil', 'finn']) people.push(await world.person(name));
  const [anna, bela, cleo, dora, emil, finn] = people as [Person, Person, Person, Person, Person, Person];
  for (const one of people.slice(1)) await world.befriend(anna, one);
  const group = await world.group(anna, people.slice(1));
  const stream = groupStream(groupId(Number(group.slice(6))));
  const { core } = world.server;
  let sentCount = 0;
  const say = async (who: Person, at: readonly (number | string)[] = []) => {
    sentCount += 1;
    const body = {
      id: `line-${sentCount}`,
      toContactId: group,
      type: 'text',
      content: `line ${sentCount}`,
      at,
    };
    return (await world.ok<{ readonly n: number }>(who, 'im/sendMessage', body)).n;
  };
  const heads = () =>
    core.store.read(async (tx) => {
      const rows = people.map(({ id }) => tx.streams.get(userStream(userId(id))));
      return (await Promise.all(rows)).map((row) => row?.head ?? 0);
    });
  const clear = async (n: number) => {
    const before = await heads();
    await core.store.write((tx) => tx.clearings.begin(stream, { n, by: null }));
    await finishClearing(core, stream);
    await world.settle();
    return (await heads()).map((head, index) => head - (before[index] ?? 0));
  };
  const counts = async (who: Person) => {
    const row = await world.contact(who, group);
    return [row?.['unread'], row?.['is_at']];
  };
  return { world, anna, bela, cleo, dora, emil, finn, group, stream, say, clear, counts };
}

it('COUNT-10, GROUP-31: after a partial clearing, members with remaining lines are notified', async () => {
  const { world, anna, bela, cleo, dora, emil, finn, group, say, clear, counts } = await partlyCleared();
  await world.ok(anna, 'group/setManager', { id: group, user_id: emil.id, role: 2 });
  await say(anna, [cleo.id]);
  await say(bela);
  const n = await say(dora);
  await say(bela);
  await say(anna, ['all']);
  await say(anna, [dora.id]);
  const newest = await say(emil, ['all']);
  await world.ok(finn, 'im/setMsgIsRead', { toContactId: group, messages: [{ n: newest }] });
  const tabs = await Promise.all(
    ['bela', 'cleo', 'dora'].map(async (name) => {
      const tab = await browser(world).open();
      await signIn(world, tab, name);
      return tab;
    }),
  );
  const listVisible = () =>
    tabs.map((tab) => {
      const contact = tab.client.core.get().contacts.get(contactId(group));
      return [contact?.unread, contact?.mentions];
    });
  await until(world, () => listVisible().every(([unread]) => unread !== undefined));
  // Bela wrote after it, Dora is mentioned once more, Anna and Emil did not mention themselves.
  expect(await clear(n)).toEqual([2, 1, 0, 1, 2, 0]);
  const left = await Promise.all([anna, bela, cleo, dora, emil, finn].map(counts));
  expect(left).toEqual([
    [2, 1],
    [3, 2],
    [4, 2],
    [4, 3],
    [3, 1],
    [0, 2],
  ]);
  await until(world, () => JSON.stringify(listVisible()) === JSON.stringify([left[1], left[2], left[3]]));
  // Later messages and reads count from there.
  await say(cleo);
  expect([await counts(cleo), await counts(dora)]).toEqual([
    [4, 2],
    [5, 3],
  ]);
  await world.close();
});

it('COUNT-10, GROUP-31: clearing writes no row of a member; each mark is at the cleared place', async () => {
  const { world, anna, bela, cleo, dora, group, stream, say, counts } = await partlyCleared();
  await say(anna, ['all']);
  await say(bela);
  const { store } = world.server.core;
  const marks = () =>
    store.read(async (tx) =>
      (await tx.members.of(stream)).map((row) => [row.mark, row.own, row.mentionMark]),
    );
  const count = (await store.read((tx) => tx.streams.get(stream)))?.count ?? 0;
  let updates = 0;
  const countRows: typeof store.write = (work) =>
    store.write((tx) => {
      const update: typeof tx.members.update = (...given) => {
        updates += 1;
        return tx.members.update(...given);
      };
      return work({ ...tx, members: { ...tx.members, update } });
    });
  await store.write((tx) => tx.clearings.begin(stream, { n: count, by: userId(anna.id) }));
  await finishClearing({ ...world.server.core, store: { ...store, write: countRows } }, stream);
  expect(updates).toBe(0);
  expect(new Set((await marks()).map(String))).toEqual(new Set([`${count},0,${count}`]));
  await say(dora);
  await say(dora);
  await say(anna);
  expect([await counts(cleo), await counts(dora)]).toEqual([
    [3, 0],
    [1, 0],
  ]);
  await world.ok(dora, 'im/setMsgIsRead', { toContactId: group, messages: [{ n: count + 1 }] });
  expect(await counts(dora)).toEqual([1, 0]);
  await world.close();
});
