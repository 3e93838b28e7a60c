import { afterEach, beforeEach, expect, it } from 'vitest';
import { browser, type Browser, type Tab } from '../support/real-device.ts';
import { loggedIn, ME, PARTNER, scripted, type Reply } from '../support/scripted-server.ts';
import { PASSWORD, startWorld, type World } from '../support/world.ts';

let world: World;
let open: Tab[];

beforeEach(async () => {
  world = await startWorld();
  open = [];
});
afterEach(async () => {
  for (const tab of open) await tab.client.stop();
  await world.close();
});

async function tabOf(device: Browser): Promise<Tab> {
  const tab = await device.open();
  open.push(tab);
  await world.settle();
  return tab;
}

it('ACC-11: a profile changed on another device stays changed after a reload', async () => {
  const anna = await world.person('anna');
  const login = { account: anna.account, password: PASSWORD, remember: true };
  const [first, second] = [browser(world), browser(world)];
  const [here, there] = [await tabOf(first), await tabOf(second)];
  for (const { client } of [here, there]) await client.actions.login(login);
  await world.settle();
  await there.client.actions.updateProfile({ realname: 'Anna B', email: '', motto: 'away', sex: 0 });
  await world.settle();
  expect(here.client.store.get().self).toMatchObject({ realname: 'Anna B' });
  await world.clock.advance(10_000);
  await here.client.stop();
  const again = await tabOf(first);
  expect(again.client.store.get().self).toMatchObject({ realname: 'Anna B' });
});

const self = (motto: string) => ({ ...ME, motto });

it('ACC-11: an older answer about the user’s profile takes back nothing that came since', async () => {
  const on = await loggedIn({});
  on.answer('/updateUserInfo', () => {
    on.push('profile', self('and later'), { stream: 'u7', seq: 1 });
    return { code: 0, data: self('first') };
  });
  const form = { realname: 'Anna', email: '', motto: 'first', sex: 2 } as const;
  expect(await on.client.actions.updateProfile(form)).toMatchObject({ ok: true });
  expect(on.client.core.get().self).toMatchObject({ motto: 'and later' });
  on.answer('/updateUserInfo', { code: 0, data: self('alone') });
  await on.client.actions.updateProfile({ ...form, motto: 'alone' });
  expect(on.client.core.get().self).toMatchObject({ motto: 'alone' });
});

it('ACC-11: missed changes of the profile come with the list, but not with an older one', async () => {
  const on = await scripted({});
  await on.client.start();
  const list = (seq: number, motto: string) =>
    on.answer('/getContacts', {
      code: 0,
      data: [PARTNER],
      count: 0,
      page: 0,
      cursor: 'c0',
      epoch: 'e1',
      seq,
      self: self(motto),
    });
  list(3, 'meanwhile');
  await on.login();
  expect(on.client.core.get().self).toMatchObject({ motto: 'meanwhile' });
  on.push('profile', self('later'), { stream: `u${ME.user_id}`, seq: 4 });
  await on.settle();
  expect(on.client.core.get().self).toMatchObject({ motto: 'later' });
  list(3, 'meanwhile');
  await on.client.actions.refreshContacts();
  await on.settle();
  expect(on.of('/getContacts')).toHaveLength(2);
  expect(on.client.core.get().self).toMatchObject({ motto: 'later' });
});

it('REACH-4: quick choices arrive in their order, and the last one counts', async () => {
  const on = await loggedIn({});
  const answers: (() => void)[] = [];
  on.answer(
    '/setPrivacy',
    ({ body }) =>
      new Promise((resolve) => {
        answers.push(() => resolve({ code: 0, data: { ...ME, privacy: body } }));
      }),
  );
  const { actions } = on.client;
  const listRequests = () => on.of('/setPrivacy').map(({ body }) => body);
  const done = [actions.setPrivacy({ adds: 'friends' })];
  await on.settle();
  done.push(
    actions.setPrivacy({ adds: 'none' }),
    actions.setPrivacy({ calls: 'friends' }),
    actions.setPrivacy({ adds: 'all' }),
  );
  await on.settle();
  expect(listRequests()).toEqual([{ adds: 'friends' }]);
  answers[0]?.();
  await on.settle();
  expect(listRequests()).toEqual([{ adds: 'friends' }, { adds: 'all', calls: 'friends' }]);
  answers[1]?.();
  expect(await Promise.all(done)).toEqual(done.map(() => expect.objectContaining({ ok: true })));
  expect(on.client.core.get().self).toMatchObject({ privacy: { adds: 'all', calls: 'friends' } });
});

it('REACH-4: a choice that waits when its person logs out is not made for the next', async () => {
  const on = await loggedIn({});
  const waiting: ((reply: Reply) => void)[] = [];
  on.answer('/setPrivacy', ({ body }) =>
    on.of('/setPrivacy').length > 1
      ? { code: 0, data: { ...ME, privacy: body } }
      : new Promise<Reply>((resolve) => void waiting.push(resolve)),
  );
  const { actions } = on.client;
  const done = [actions.setPrivacy({ adds: 'friends' })];
  await on.settle();
  done.push(actions.setPrivacy({ adds: 'none' }));
  await actions.logout();
  await on.settle();
  const next = { ...ME, user_id: 9, id: 9 };
  on.answer('/login', { code: 0, data: { authToken: 'bearer t2', userInfo: next } });
  await on.login();
  done.push(actions.setPrivacy({ calls: 'none' }));
  waiting[0]?.({ kind: 'timeout' });
  const answers = await Promise.all(done);
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, true]);
  expect(on.of('/setPrivacy').map(({ body }) => body)).toEqual([{ adds: 'friends' }, { calls: 'none' }]);
});

it('REACH-4: a choice that got no answer holds back none after it', async () => {
  const on = await loggedIn({});
  on.answer('/setPrivacy', { kind: 'timeout' });
  const { actions } = on.client;
  const first = actions.setPrivacy({ adds: 'friends' });
  await on.settle();
  on.answer('/setPrivacy', ({ body }) => ({ code: 0, data: { ...ME, privacy: body } }));
  expect((await first).ok).toBe(false);
  expect(await actions.setPrivacy({ adds: 'none' })).toMatchObject({ ok: true });
  expect(on.client.core.get().self).toMatchObject({ privacy: { adds: 'none' } });
});
