import { describe, expect, it } from 'vitest';
import { finishErasures } from '../../src/server/features/erasing/erase-own.ts';
import { say } from '../../src/server/kernel/texts.ts';
import { tryAdmin } from '../support/admin.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, boss, anna, mallory } = setUpWorld(['boss', 'anna', 'mallory'], { jobs: true });

const hide = (who: Person) => world.ok(who, 'im/setPrivacy', { found: 'none' });
const block = (who: Person, other: Person) => world.call(who, 'im/blockPerson', { id: other.id, on: 1 });
const disable = () => tryAdmin(world, 'user', 'disable', 'anna');
const meetInGroup = async (): Promise<void> => {
  await world.befriend(boss, anna);
  await world.befriend(boss, mallory);
  await world.group(boss, [anna, mallory]);
};

/** What mallory is to anna, and whether anna's profile is there for mallory by her number alone. */
const RELATIONS: readonly (readonly [relation: string, isThere: boolean, become: () => Promise<unknown>])[] =
  [
    ['a friend', true, async () => (await world.befriend(anna, mallory), await hide(anna))],
    ['a member of a common group', true, async () => (await meetInGroup(), await hide(anna))],
    [
      'a user who asked to be a friend',
      true,
      async () => (await makeQuestion(mallory, anna), await hide(anna)),
    ],
    ['a user who was asked', true, async () => (await makeQuestion(anna, mallory), await hide(anna))],
    ['a user who scanned the code', true, async () => (await hide(anna), await scans())],
    ['a stranger who may find', true, () => Promise.resolve()],
    ['a stranger who may not find', false, () => hide(anna)],
    ['a former friend who may not find', false, async () => (await unfriended(), await hide(anna))],
    ['a stranger who may find, but is blocked', true, () => block(anna, mallory)],
    [
      'a friend whom the other one has blocked',
      true,
      async () => (await befriended(), await block(anna, mallory)),
    ],
    [
      'a stranger who may not find, and is blocked',
      false,
      async () => (await block(anna, mallory), await hide(anna)),
    ],
    ['a stranger who has blocked the other one', true, () => block(mallory, anna)],
    ['a stranger, of a disabled account', false, disable],
    ['a friend, of a disabled account', true, async () => (await befriended(), await disable())],
    ['a stranger, of an erased account', false, () => erase()],
  ];
const befriended = () => world.befriend(anna, mallory);
const makeQuestion = (who: Person, other: Person) =>
  world.ok(who, 'friend/add', { user_id: other.id, remark: 'hello' });
async function unfriended(): Promise<void> {
  await befriended();
  await world.ok(anna, 'friend/del', { id: mallory.id });
}
async function scans(): Promise<void> {
  const { qrUrl } = await world.ok(anna, 'im/getUserInfo', { user_id: anna.id });
  await world.ok(mallory, `/scan/u/${String(qrUrl).split('/').at(-1) ?? ''}`);
}
async function erase(): Promise<void> {
  await world.ok(anna, 'im/eraseAccount', { password: PASSWORD });
  await finishErasures(world.server.core);
}

const send = (id: string, to: number | string, more: object) =>
  world.call(mallory, 'im/sendMessage', { id, toContactId: String(to), content: 'x', ...more });

/** Every call that takes the number of a user and answers, or shows later, who that is. */
const CALLS: readonly (readonly [
  call: string,
  ask: (id: number) => Promise<{ code: number; msg: string }>,
])[] = [
  ['a profile', (id) => world.call(mallory, 'im/getUserInfo', { user_id: id })],
  ['a contact card', (id) => send(`card-${id}`, -1, { type: 'contact', extends: { id } })],
  ['a message', (id) => send(`text-${id}`, id, { type: 'text' })],
  ['a new group', (id) => world.call(mallory, 'group/add', { name: 'g', user_ids: [id] })],
  ['a block', (id) => world.call(mallory, 'im/blockPerson', { id, on: 1 })],
  ['a request', (id) => world.call(mallory, 'friend/add', { user_id: id, remark: 'hello' })],
];
const NOBODY = 987_654;

describe.each(RELATIONS)('FRIEND-10: for %s', (_, isThere, become) => {
  it(`the number of a user ${isThere ? 'opens the profile' : 'answers as one that does not exist'}`, async () => {
    await become();
    const { code, data } = await world.call(mallory, 'im/getUserInfo', { user_id: anna.id });
    expect([code, JSON.stringify(data).includes('anna name')]).toEqual(isThere ? [0, true] : [400, false]);
    if (isThere) return;
    for (const [call, ask] of CALLS) {
      const [{ code, msg }, nobody] = [await ask(anna.id), await ask(NOBODY)];
      expect([call, code, msg]).toEqual([call, nobody.code, nobody.msg]);
    }
    const lists = [
      await world.call(mallory, 'im/blockedPeople'),
      await world.call(mallory, 'friend/index', { is_mine: 1 }),
      await world.call(mallory, 'im/getMessageList', { toContactId: '-1' }),
    ];
    expect(JSON.stringify(lists)).not.toContain('anna');
  });
});

it('FRIEND-10, DATA-3: for a former friend an erased account is the deleted one of their list', async () => {
  await befriended();
  await erase();
  const { realname, account } = await world.ok(mallory, 'im/getUserInfo', { user_id: anna.id });
  expect([realname, String(account).startsWith('a')]).toEqual(['已注销 Deleted account', false]);
});

it('FRIEND-10: a user sees their own profile whatever they hide', async () => {
  await hide(anna);
  expect(await world.ok(anna, 'im/getUserInfo', { user_id: anna.id })).toMatchObject({ account: 'anna' });
});

it('FRIEND-10: a contact card changes to no user whom its author may not find', async () => {
  const { id } = await world.ok(mallory, 'im/sendMessage', {
    id: 'card',
    toContactId: '-1',
    type: 'contact',
    content: 'x',
    extends: { id: boss.id },
  });
  await hide(anna);
  const changed = await world.call(mallory, 'im/updateCard', { id, extends: { id: anna.id } });
  const nobody = await world.call(mallory, 'im/updateCard', { id, extends: { id: NOBODY } });
  expect([changed.code, changed.msg]).toEqual([400, nobody.msg]);
});

it('FRIEND-11: role, verification and state are for the user and for administrators', async () => {
  await world.befriend(boss, mallory);
  const state = async (who: Person, of: Person) => {
    const { role, is_auth, status } = await world.ok(who, 'im/getUserInfo', { user_id: of.id });
    return [role, is_auth, status];
  };
  await world.server.core.store.write((tx) => tx.users.update(anna.id as never, { isAuth: true }));
  expect(await state(boss, boss)).toEqual([1, 0, 1]);
  expect(await state(mallory, boss)).toEqual([0, 0, 1]);
  expect(await state(mallory, anna)).toEqual([0, 0, 1]);
  expect(await state(boss, anna)).toEqual([0, 1, 1]);
  await befriended();
  await world.befriend(boss, anna);
  await disable();
  expect(await state(mallory, anna)).toEqual([0, 0, 1]);
  expect(await state(boss, anna)).toEqual([0, 1, 0]);
});

it('FRIEND-12: in a closed organisation friend requests are refused', async () => {
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
  const request = await world.call(mallory, 'friend/add', { user_id: anna.id, remark: 'hello' });
  expect(request).toMatchObject({ code: 400, msg: say('friendsOff', 'zh-CN') });
  expect((await world.call(anna, 'friend/getApplyMsg')).data).toBe(0);
  await hide(anna);
  expect(await world.code(mallory, 'im/getUserInfo', { user_id: anna.id })).toBe(0);
});
