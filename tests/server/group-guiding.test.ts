import { describe, expect, it } from 'vitest';
import { GROUP_FIELDS } from '../../src/domain/group-fields.ts';
import type { Fields } from '../support/fields.ts';
import { fileMessage, textFile, upload } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cora, dora, group } = setUpWorld(['anna', 'bela', 'cora', 'dora'], {
  friends: ['anna', 'bela', 'cora'],
  group: ['anna', 'bela', 'cora'],
  files: true,
});

const on = (who: Person, name: string, more: object = {}) =>
  world.call(who, `/enterprise/group/${name}`, { id: group, ...more });
const set = (who: Person, setting: object) => on(who, 'groupSetting', { setting });
const info = (who: Person) => world.ok(who, 'group/groupInfo', { group_id: group });
const settingOf = async (who: Person): Promise<Fields> => (await info(who))['setting'] as Fields;

const zoneOf = async (who: Person) => (await settingOf(who))['timeZone'];

const long = (max: number) => '好'.repeat(max);
const paper = (who: Person, id: string) =>
  upload(world, who, {
    file: textFile('paper.txt', 'words'),
    fields: { message: JSON.stringify({ ...fileMessage(group), id }) },
  });
const forward = (who: Person, msgId: unknown) =>
  world.rows(who, 'im/forwardMessage', { msg_id: msgId, user_ids: [group] });

const leave = (who: Person, heir?: unknown) => on(who, 'removeUser', { user_id: who.id, heir });

describe('the description and rules of a group', () => {
  it('GROUP-20: is written by those who lead it, sent to all, and visible before joining', async () => {
    const socket = await world.online(cora);
    expect(await settingOf(bela)).not.toHaveProperty('about');
    expect((await set(bela, { about: 'Mine' })).code).toBe(400);
    expect((await set(anna, { about: '  For <b>planning</b>  ' })).code).toBe(0);
    const about = 'For <b>planning</b>';
    expect(socket.of('groupSetting')).toMatchObject([{ data: { setting: { about, invite: 1 } } }]);
    expect(await settingOf(bela)).toMatchObject({ about });
    expect(await world.contact(bela, group)).toMatchObject({ setting: { about } });
    const { qrUrl } = await info(bela);
    const { data } = await world.call(dora, new URL(String(qrUrl)).pathname);
    expect(data).toMatchObject({ setting: { about } });
    // No other setting is shown, and nothing at all without a code.
    await set(anna, { rules: 'Be kind' });
    expect((await world.call(dora, new URL(String(qrUrl)).pathname)).data).not.toMatchObject({
      setting: { rules: 'Be kind' },
    });
    expect((await set(anna, { about: '' })).code).toBe(0);
    expect(await settingOf(bela)).not.toHaveProperty('about');
  });

  it('GROUP-20, GROUP-21: has its limits, and no message carries it', async () => {
    expect(
      (await set(anna, { about: long(GROUP_FIELDS.about.max), rules: long(GROUP_FIELDS.rules.max) })).code,
    ).toBe(0);
    const before = await settingOf(anna);
    expect((await set(anna, { about: long(GROUP_FIELDS.about.max + 1) })).code).toBe(400);
    expect((await set(anna, { rules: long(GROUP_FIELDS.rules.max + 1), history: 1 })).code).toBe(400);
    expect((await set(anna, { rules: { a: 1 } })).code).toBe(400);
    expect(await settingOf(anna)).toEqual(before);
    const socket = await world.online(bela);
    await world.say(anna, group, 'x', { id: 'm-1' });
    expect(JSON.stringify(socket.of('group'))).not.toContain(long(GROUP_FIELDS.about.max));
  });
});

describe('the time zone of a group', () => {
  it('GROUP-35: owner and managers set it by a name that the server has', async () => {
    const socket = await world.online(bela);
    expect((await set(bela, { timeZone: 'Europe/Berlin' })).code).toBe(400);
    expect((await set(anna, { timeZone: ' Europe/Berlin ' })).code).toBe(0);
    expect(socket.of('groupSetting')).toMatchObject([{ data: { setting: { timeZone: 'Europe/Berlin' } } }]);
    await on(anna, 'setManager', { user_id: cora.id, role: 2 });
    expect((await set(cora, { timeZone: 'Asia/Kolkata' })).code).toBe(0);
    expect(await zoneOf(bela)).toBe('Asia/Kolkata');
    expect(await world.contact(bela, group)).toMatchObject({ setting: { timeZone: 'Asia/Kolkata' } });
    expect((await set(anna, { timeZone: '' })).code).toBe(0);
    expect(await zoneOf(bela)).toBeUndefined();
  });

  it.each(['+02:00', 'Europe/Nowhere', 'x'.repeat(5_000), 7, null, { a: 1 }])(
    'GROUP-35: refuses %j and keeps the present one',
    async (timeZone) => {
      await set(anna, { timeZone: 'Pacific/Auckland' });
      expect((await set(anna, { timeZone, history: 1 })).code).toBe(400);
      expect(await settingOf(anna)).toMatchObject({ timeZone: 'Pacific/Auckland', history: 0 });
    },
  );
});

describe('files in a group', () => {
  it('GROUP-22: are left to those who lead it, by every way, with a reason', async () => {
    await set(anna, { media: 0 });
    await on(anna, 'setManager', { user_id: cora.id, role: 2 });
    const refused = await paper(bela, 'f-1');
    expect(refused).toMatchObject({ code: 401, msg: expect.stringContaining('Only the owner and admins') });
    expect((await paper(cora, 'f-2')).code).toBe(0);
    const sent = (await paper(anna, 'f-3')).data;
    expect((await forward(bela, sent['msg_id']))[0]).toMatchObject({ code: 400 });
    expect((await forward(cora, sent['msg_id']))[0]).toMatchObject({ code: 0 });
    // Words go on.
    const text = { toContactId: group, type: 'text', content: 'words' };
    expect(await world.code(bela, 'im/sendMessage', { id: 'm-1', ...text })).toBe(0);
    await set(anna, { media: 1 });
    expect((await paper(bela, 'f-4')).code).toBe(0);
  });
});

describe('an owner who leaves', () => {
  it('GROUP-23: names who owns it then, in one step', async () => {
    const socket = await world.online(bela);
    await on(anna, 'setNoSpeak', { user_id: bela.id, noSpeakTimer: 4 });
    expect((await leave(anna)).code).toBe(400);
    expect((await leave(anna, bela.id)).code).toBe(0);
    expect(await world.contact(anna, group)).toBeNull();
    expect(await world.contact(bela, group)).toMatchObject({ role: 1, owner_id: bela.id, no_speak_time: 0 });
    expect(socket.of('changeOwner')).toMatchObject([{ data: { user_id: bela.id } }]);
    expect(socket.of('removeUser')).toMatchObject([{ data: { user_id: anna.id, members: 2 } }]);
    expect((await on(bela, 'removeGroup')).code).toBe(0);
  });

  it('GROUP-23: leaves it to a member other than themselves, or stays and owns it', async () => {
    for (const heir of [anna.id, dora.id, 999_999]) expect((await leave(anna, heir)).code).toBe(400);
    expect(await world.contact(anna, group)).toMatchObject({ role: 1 });
    // A user who owns no group has no heir to name.
    expect((await leave(bela, cora.id)).code).toBe(0);
    expect(await world.contact(anna, group)).toMatchObject({ role: 1 });
    expect(await world.contact(cora, group)).toMatchObject({ role: 3 });
    // Removing a member does not name an heir either.
    expect((await on(anna, 'removeUser', { user_id: cora.id, heir: cora.id })).code).toBe(0);
    expect(await world.contact(anna, group)).toMatchObject({ role: 1 });
  });
});
