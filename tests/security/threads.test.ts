import { expect, it } from 'vitest';
import { refused } from '../support/attack.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 67: a user sees and follows only threads of their chats, and invents none', async () => {
  const { world, owner, member, mallory, group, im } = at;
  await at.say(owner, group, 'in-group');
  const { n, msg_id: pid } = (await world.history(owner, group, { limit: 1 }))[0] as {
    readonly n: number;
    readonly msg_id: number;
  };
  const say = (who: typeof owner, id: string, more: object) => world.say(who, group, id, { id, ...more });
  await say(member, 'answer', { pid });
  const thread = { toContactId: group, root: n };
  expect((await im(mallory, 'getThread', thread)).code).not.toBe(0);
  await refused(at, () => im(mallory, 'followThread', { ...thread, on: 1 }), 'a stranger');
  // The server ignores the client's claim, and quotes nothing of another conversation.
  const lied = await say(member, 'lie', { root: n, thread: { root: n, count: 9 } });
  expect([lied['root'], lied['thread']]).toEqual([undefined, undefined]);
  await world.befriend(owner, mallory);
  const foreign = await world.say(mallory, owner.id, 'foreign', { id: 'foreign', pid });
  expect(foreign['root']).toBeUndefined();
  await world.ok(owner, 'group/addGroupUser', { id: group, user_ids: [mallory.id] });
  const live = await world.online(mallory);
  await say(member, 'later', { pid });
  await world.settle();
  expect(JSON.stringify(live.frames)).not.toMatch(
    /"count":[0-9]+,"follow"|in-group|"thread":\{"root":[0-9]+,"count"/,
  );
  const view = (await im(mallory, 'getThread', thread)).data as unknown as {
    first: unknown;
    rows: unknown[];
  };
  expect([view.first, view.rows.length]).toEqual([null, 1]);
  await world.ok(owner, 'group/removeUser', { id: group, user_id: mallory.id });
  expect((await im(mallory, 'getThread', thread)).code).not.toBe(0);
  await refused(at, () => im(mallory, 'followThread', { ...thread, on: 1 }), 'somebody who was removed');
});
