import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '../support/fields.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, dora } = setUpWorld(['anna', 'bela', 'cleo', 'dora'], { friends: 'all' });

const call = <T = Fields>(who: Person, name: string, body: object) =>
  world.call<T>(who, `/enterprise/group/${name}`, body);
const row = async (who: Person, id: string): Promise<Fields> => (await world.contact(who, id))!;
const setRole = (group: string, who: Person, role: 1 | 2 | 3) =>
  world.server.core.store.write((tx) => tx.members.update(group as never, who.id as never, { role }));
const send = (who: Person, group: string, id: string, more: object = {}) =>
  world.send(who, group, id, { id, ...more });

describe('making', () => {
  it('GROUP-1: everyone in it gets it live, with the line of its making', async () => {
    const [a, b] = [await world.online(anna), await world.online(bela)];
    const { code, data } = await call(anna, 'add', { user_ids: [bela.id, bela.id, anna.id], name: 'Team' });
    expect(code).toBe(0);
    expect(data).toMatchObject({
      id: 'group-1',
      displayName: 'Team',
      owner_id: anna.id,
      role: 1,
      members: 2,
      unread: 0,
      stream: 'group-1',
      seq: 1,
    });
    for (const [socket, role] of [
      [a, 1],
      [b, 3],
    ] as const) {
      expect(socket.of('addGroup')).toMatchObject([
        { data: { id: 'group-1', role, unread: 0, lastContent: 'anna name创建了群聊', count: 1, mark: 1 } },
      ]);
    }
    await send(anna, 'group-1', 'm-1');
    expect(b.of('group')).toMatchObject([{ stream: 'group-1', seq: 2, data: { n: 2 } }]);
  });

  it('GROUP-1: needs one other person, friends only, a name that fits, and the setting', async () => {
    expect((await call(anna, 'add', { user_ids: [] })).code).toBe(400);
    expect((await call(anna, 'add', { user_ids: [anna.id] })).code).toBe(400);
    expect((await call(anna, 'add', { user_ids: [99] })).code).toBe(400);
    expect((await call(bela, 'add', { user_ids: [cleo.id] })).code).toBe(400);
    expect((await call(anna, 'add', { user_ids: [bela.id], name: 'x'.repeat(101) })).code).toBe(400);
    expect((await call(anna, 'add', { user_ids: Array.from({ length: 201 }, (_, i) => i + 2) })).code).toBe(
      400,
    );
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, groupChat: false } }));
    expect((await call(bela, 'add', { user_ids: [anna.id] })).code).toBe(400);
    expect(await row(bela, 'group-1')).toBeNull();
  });

  it('GROUP-1: a repeat with the same operation makes no second group', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => call(anna, 'add', { user_ids: [bela.id], op: 'op-1' })),
    );
    expect(second).toEqual(first);
    // PostgreSQL does not give the number of an attempt that was rolled back to another group.
    const rows = await Promise.all(['group-1', 'group-2'].map((id) => row(anna, id)));
    expect(rows.filter(Boolean)).toHaveLength(1);
  });
});

describe('members', () => {
  let group: string;
  beforeEach(async () => {
    group = await world.group(anna, [bela]);
  });

  it('GROUP-2: new members get the group at a base above its own events, old ones the events', async () => {
    const [old, fresh] = [await world.online(bela), await world.online(cleo)];
    expect((await call(anna, 'addGroupUser', { id: group, user_ids: [cleo.id, bela.id] })).code).toBe(0);
    expect(old.frames.map(({ type, seq }) => [type, seq])).toEqual([
      ['addGroupUser', 2],
      ['group', 3],
    ]);
    expect(old.of('addGroupUser')).toMatchObject([
      { data: { group_id: group, user_ids: [cleo.id], members: 3 } },
    ]);
    expect(old.of('group')).toMatchObject([
      { data: { type: 'event', extends: { note: 'joined', users: [cleo.id], by: anna.id } } },
    ]);
    expect(fresh.types()).toEqual(['addGroup']);
    expect(fresh.frames).toMatchObject([
      { data: { id: group, seq: 3, count: 2, mark: 2, unread: 0, role: 3 } },
    ]);
    await send(anna, group, 'm-1');
    expect(fresh.of('group')).toMatchObject([{ stream: group, seq: 4 }]);
    expect(await row(anna, group)).toMatchObject({ unread: 0 });
    expect(await row(bela, group)).toMatchObject({ unread: 2 });
  });

  it('GROUP-2: needs the right and friends, at most 20 at once; those inside change nothing', async () => {
    const add = async (who: Person, user_ids: number[]) =>
      (await call(who, 'addGroupUser', { id: group, user_ids })).code;
    expect(await add(anna, [])).toBe(400);
    expect(
      await add(
        anna,
        Array.from({ length: 21 }, (_, i) => i + 5),
      ),
    ).toBe(400);
    expect(await add(bela, [cleo.id])).toBe(400);
    expect(await add(cleo, [dora.id])).toBe(400);
    expect(await add(anna, [bela.id])).toBe(0);
    expect((await row(anna, group)).seq).toBe(1);
    await world.befriend(bela, cleo);
    await world.server.core.store.write((tx) =>
      tx.groups.update(1 as never, { setting: { ...DEFAULT_GROUP_SETTING, invite: false } }),
    );
    expect(await add(bela, [cleo.id])).toBe(400);
    for (const groupUserMax of [2, 1]) {
      await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, groupUserMax } }));
      expect(await add(anna, [cleo.id])).toBe(400);
    }
  });

  it('GROUP-3: members see the facts and the list, by role; nothing of it is private to a member', async () => {
    await setRole(group, bela, 2);
    await call(anna, 'addGroupUser', { id: group, user_ids: [cleo.id] });
    expect((await call(bela, 'groupInfo', { group_id: group })).data).toMatchObject({
      id: group,
      group_id: 1,
      displayName: 'Team',
      owner_id: anna.id,
      ownerName: 'anna name',
      groupUserCount: 3,
      isJoin: 2,
      setting: { manage: 0, invite: 1, profile: 0, history: 0, pin: 0, nospeak: 0, media: 1 },
    });
    const all = await call<readonly Fields[]>(cleo, 'groupUserList', { group_id: group });
    expect(all.count).toBe(3);
    expect(all.data.map(({ user_id: id, role, status }) => [id, role, status])).toEqual([
      [anna.id, 1, 1],
      [bela.id, 2, 1],
      [cleo.id, 3, 1],
    ]);
    expect(all.data[0]?.userInfo).toMatchObject({
      id: anna.id,
      displayName: 'anna name',
      avatar: '',
      name_py: 'annaname',
    });
    expect(JSON.stringify(all.data)).not.toMatch(/unread|is_top|is_notice/);
    expect(
      (await call<readonly Fields[]>(cleo, 'groupUserList', { group_id: group, limit: 1, page: 2 })).data.map(
        (member) => member.user_id,
      ),
    ).toEqual([bela.id]);
    for (const name of ['groupInfo', 'groupUserList'])
      expect((await call(dora, name, { group_id: group })).code).toBe(400);
  });

  it('GROUP-4: the removed person gets left and nothing more, the others the event', async () => {
    await call(anna, 'addGroupUser', { id: group, user_ids: [cleo.id] });
    const [stays, goes] = [await world.online(cleo), await world.online(bela)];
    expect((await call(anna, 'removeUser', { id: group, user_id: bela.id })).code).toBe(0);
    expect(goes.frames).toMatchObject([
      {
        type: 'removeUser',
        stream: `u${bela.id}`,
        data: { group_id: group, user_id: bela.id, why: 'removed', until: 4 },
      },
    ]);
    expect(stays.frames).toMatchObject([
      { type: 'removeUser', stream: group, seq: 4, data: { group_id: group, user_id: bela.id, members: 2 } },
    ]);
    await send(anna, group, 'm-1');
    expect(goes.frames).toHaveLength(1);
    expect(await row(bela, group)).toBeNull();
    expect((await send(bela, group, 'm-2')).code).toBe(400);
    expect((await call(anna, 'removeUser', { id: group, user_id: bela.id })).code).toBe(400);
  });

  it('GROUP-4: anybody may leave but the owner; one who comes back starts at the new base', async () => {
    expect((await call(anna, 'removeUser', { id: group, user_id: anna.id })).code).toBe(400);
    const socket = await world.online(bela);
    expect((await call(bela, 'removeUser', { id: group, user_id: bela.id })).code).toBe(0);
    expect(socket.frames).toMatchObject([{ type: 'removeUser', data: { why: 'left', user_id: bela.id } }]);
    await send(anna, group, 'm-1');
    await call(anna, 'addGroupUser', { id: group, user_ids: [bela.id] });
    expect(await row(bela, group)).toMatchObject({ unread: 0, seq: 5, count: 3, mark: 3, own: 0 });
    const page = await world.ok<readonly Fields[]>(bela, 'im/getMessageList', {
      toContactId: group,
      peek: 1,
    });
    expect(page.map(({ type }) => type)).toEqual(['event']);
  });

  it('GROUP-5: dissolving takes the group away from everyone, and only the owner may', async () => {
    expect((await call(bela, 'removeGroup', { id: group })).code).toBe(400);
    const [a, b] = [await world.online(anna), await world.online(bela)];
    expect((await call(anna, 'removeGroup', { id: group })).code).toBe(0);
    for (const socket of [a, b])
      expect(socket.of('removeGroup')).toMatchObject([{ data: { group_id: group, why: 'dissolved' } }]);
    for (const who of [anna, bela]) {
      expect(await row(who, group)).toBeNull();
      expect((await send(who, group, `m-${who.id}`)).code).toBe(400);
      expect((await call(who, 'groupInfo', { group_id: group })).code).toBe(400);
    }
  });

  it('GROUP-6: renaming reaches everyone, by owner and managers only', async () => {
    const rename = async (who: Person, displayName: string) =>
      (await call(who, 'editGroupName', { id: group, displayName })).code;
    expect(await rename(bela, 'Mine')).toBe(400);
    expect(await rename(anna, ' ')).toBe(400);
    expect(await rename(anna, 'x'.repeat(101))).toBe(400);
    await setRole(group, bela, 2);
    const socket = await world.online(anna);
    expect(await rename(bela, '新名字')).toBe(0);
    expect(socket.frames).toMatchObject([
      { type: 'editGroupName', data: { id: group, displayName: '新名字' } },
    ]);
    expect((await row(bela, group)).displayName).toBe('新名字');
  });

  it('GROUP-7: bindGroup confirms a membership on both paths and refuses strangers', async () => {
    const [mine, foreign] = [await world.online(bela), await world.online(dora)];
    for (const path of ['/common/pub/bindGroup', '/common/index/bindGroup']) {
      const bind = async (who: Person | null, client_id: string, group_id = group) =>
        await world.code(who, path, { client_id, group_id });
      expect(await bind(bela, mine.clientId)).toBe(0);
      expect(await bind(bela, foreign.clientId)).toBe(400);
      expect(await bind(dora, foreign.clientId)).toBe(400);
      expect(await bind(bela, mine.clientId, 'group-99')).toBe(400);
      expect(await bind(null, mine.clientId)).toBe(-1);
    }
    await send(anna, group, 'm-1');
    expect(foreign.frames).toEqual([]);
  });

  it('GROUP-9: mentioning everyone is for owner and managers', async () => {
    expect((await send(bela, group, 'm-1', { at: [0] })).code).toBe(400);
    expect((await send(anna, group, 'm-2', { at: [0] })).code).toBe(0);
    await setRole(group, bela, 2);
    expect((await send(bela, group, 'm-3', { at: ['0'] })).data.at).toEqual([0]);
  });

  it('ROLE-2: speaking follows the setting of the group and the mute of the person', async () => {
    await call(anna, 'addGroupUser', { id: group, user_ids: [cleo.id] });
    await setRole(group, bela, 2);
    const { store } = world.server.core;
    let tries = 0;
    const speakers = async (nospeak: 0 | 1 | 2, muted: Person | null) => {
      await store.write(async (tx) => {
        await tx.groups.update(1 as never, { setting: { ...DEFAULT_GROUP_SETTING, nospeak } });
        for (const who of [anna, bela, cleo]) {
          await tx.members.update(group as never, who.id as never, {
            mutedUntilSec: who === muted ? tx.nowMs / 1_000 + 60 : 0,
          });
        }
      });
      const codes = [];
      for (const who of [anna, bela, cleo]) codes.push((await send(who, group, `m-${(tries += 1)}`)).code);
      return codes;
    };
    expect(await speakers(0, null)).toEqual([0, 0, 0]);
    expect(await speakers(0, cleo)).toEqual([0, 0, 400]);
    expect(await speakers(1, null)).toEqual([0, 0, 401]);
    expect(await speakers(2, null)).toEqual([0, 401, 401]);
    expect(await speakers(1, bela)).toEqual([0, 400, 401]);
  });

  it('ROLE-9: the owner acts on anyone but himself, managers on members only', async () => {
    for (const user of [cleo, dora]) await call(anna, 'addGroupUser', { id: group, user_ids: [user.id] });
    await setRole(group, bela, 2);
    await setRole(group, cleo, 2);
    const remove = async (who: Person, target: Person) =>
      (await call(who, 'removeUser', { id: group, user_id: target.id })).code;
    expect(await remove(dora, cleo)).toBe(400);
    expect(await remove(bela, cleo)).toBe(400);
    expect(await remove(bela, anna)).toBe(400);
    expect(await remove(bela, dora)).toBe(0);
    expect(await remove(anna, cleo)).toBe(0);
  });

  it('ROLE-1: the server takes every group permission from the one table', async () => {
    await world.befriend(bela, cleo);
    const acts: Readonly<Record<string, (who: Person) => Promise<{ code: number }>>> = {
      rename: (who) => call(who, 'editGroupName', { id: group, displayName: 'Team' }),
      mentionAll: (who) =>
        send(who, group, `m-${who.id}-${Math.floor(world.clock.elapsedMs())}`, { at: [0] }),
      dissolve: (who) =>
        who === anna ? Promise.resolve({ code: 0 }) : call(who, 'removeGroup', { id: group }),
    };
    const allowed: Readonly<Record<string, readonly number[]>> = {
      rename: [0, 0, 400, 400],
      mentionAll: [0, 0, 400, 400],
      dissolve: [0, 400, 400, 400],
    };
    await call(anna, 'addGroupUser', { id: group, user_ids: [cleo.id] });
    await setRole(group, bela, 2);
    for (const [action, run] of Object.entries(acts)) {
      const codes = [];
      for (const who of [anna, bela, cleo, dora]) codes.push((await run(who)).code);
      expect([action, codes]).toEqual([action, allowed[action]]);
    }
  });
});
