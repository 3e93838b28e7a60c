import { describe, expect, it } from 'vitest';
import { setUpWorld } from '../../support/set-up-world.ts';

const { world, anna, bela, group } = setUpWorld(['anna', 'bela'], {
  friends: ['anna', 'bela'],
  group: ['anna', 'bela'],
});

const inGroup = (call: string, body: object) =>
  world.call(anna, `/enterprise/group/${call}`, { id: group, group_id: group, ...body });
const info = async () => (await inGroup('groupInfo', {})).data;
const friendRow = async () => (await world.ok(anna, 'im/getUserInfo', { user_id: bela.id })).friend;

/** Of each form: its save, and the value that the server holds afterwards. */
const FORMS = {
  announcement: {
    save: (text: string, base?: string) =>
      inGroup('setNotice', { notice: text, ...(base !== undefined && { base: { notice: base } }) }),
    now: async () => (await info())['notice'],
  },
  'name of a group': {
    save: (text: string, base?: string) =>
      inGroup('editGroupName', { displayName: text, ...(base !== undefined && { base: { name: base } }) }),
    now: async () => (await info())['displayName'],
  },
  'rules of a group': {
    save: (text: string, base?: string) =>
      inGroup('groupSetting', {
        setting: { rules: text },
        ...(base !== undefined && { base: { rules: base } }),
      }),
    now: async () => ((await info())['setting'] as { readonly rules?: string }).rules,
  },
  'private nickname': {
    save: async (text: string, base?: string) => {
      const { friend_id } = await friendRow();
      const more = base !== undefined && { base: { nickname: base } };
      return world.call(anna, '/enterprise/friend/setNickname', { friend_id, nickname: text, ...more });
    },
    now: async () => (await friendRow()).nickname,
  },
  profile: {
    save: (text: string, base?: string) =>
      world.call(anna, '/enterprise/im/updateUserInfo', {
        realname: 'Anna',
        motto: text,
        ...(base !== undefined && { base: { motto: base } }),
      }),
    now: async () => (await world.ok(anna, 'im/getUserInfo', { user_id: anna.id })).motto,
  },
} as const;

describe.each(Object.keys(FORMS) as (keyof typeof FORMS)[])('SEND-24: the form of the %s', (name) => {
  const { save, now } = FORMS[name];

  it('replaces no value that it never showed, and its answer names that value', async () => {
    expect((await save('first')).code).toBe(0);
    expect((await save('by another device', 'first')).code).toBe(0);
    const refused = await save('late', 'first');
    expect(refused.code).toBe(400);
    expect(refused.data).toMatchObject({ overtaken: 1 });
    expect(Object.values(refused.data['value'] as object)).toEqual(['by another device']);
    expect(await now()).toBe('by another device');
    expect((await save('late', 'by another device')).code).toBe(0);
    expect(await now()).toBe('late');
  });

  it('without the shown value, as in the base protocol, replaces all', async () => {
    await save('first');
    await save('second');
    expect(await now()).toBe('second');
    expect((await save('second', 'first')).code).toBe(0);
  });
});

it('SEND-24: fields that the user did not change keep what another device saved', async () => {
  const save = (body: object) => world.call(anna, '/enterprise/im/updateUserInfo', body);
  await save({ realname: 'Anna', email: 'a@example.org', motto: 'first', sex: 1 });
  const late = { realname: 'Anna', email: 'late@example.org', motto: '', sex: 2 };
  expect((await save({ ...late, base: { email: 'a@example.org' } })).code).toBe(0);
  expect(await world.ok(anna, 'im/getUserInfo', { user_id: anna.id })).toMatchObject({
    email: 'late@example.org',
    motto: 'first',
    sex: 1,
  });
  expect((await inGroup('groupSetting', { setting: { rules: 'be kind', nospeak: 1 } })).code).toBe(0);
  const base = { nospeak: 0 };
  expect((await inGroup('groupSetting', { setting: { nospeak: 2 }, base })).code).toBe(400);
  expect((await info())['setting']).toMatchObject({ rules: 'be kind', nospeak: 1 });
});
