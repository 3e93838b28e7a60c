import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assert } from '../../src/domain/assert.ts';
import { duration } from '../../src/domain/limits.ts';
import { groupLimits } from '../../src/domain/group-limits.ts';
import { groupId } from '../../src/domain/ids.ts';
import { say } from '../../src/server/kernel/texts.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let anna: Person;
let bela: Person;
let dora: Person;
let group: string;
beforeEach(async () => {
  world = await startWorld();
  anna = await world.person('anna');
  bela = await world.person('bela');
  dora = await world.person('dora');
  await world.befriend(anna, bela);
  group = await world.group(anna, [bela], 'Team');
});
afterEach(() => world.close());

const on = (who: Person | null, name: string, more: object = {}) =>
  world.call(who, `/enterprise/group/${name}`, { id: group, ...more });
interface Made {
  readonly link: number;
  readonly token: string;
}
const create = async (more: object = {}, who = anna): Promise<Made> => {
  const { data } = await on(who, 'addGroupLink', { for: 0, ...more });
  const url = String(data['url']);
  return { link: Number(data['link']), token: url.slice(url.lastIndexOf('/') + 1) };
};
const join = (who: Person, token: string, more: object = {}) =>
  world.call(who, 'group/joinGroup', { group_id: group, token, ...more });
const links = () => world.rows(anna, 'group/groupLinks', { id: group });
const requests = (who = anna) => world.rows(who, 'group/groupRequests', { id: group });
const answer = (who: Person, whom: Person, accept: 0 | 1) =>
  on(who, 'answerGroupRequest', { user_id: whom.id, accept });
const scan = (who: Person | null, token: string) => world.call(who, `/scan/g/${token}`);

describe('links into a group', () => {
  it('GROUP-24: are made, listed and ended by those who lead it', async () => {
    expect((await on(bela, 'addGroupLink', { for: 0 })).code).toBe(400);
    expect((await on(dora, 'groupLinks')).code).toBe(400);
    for (const wrong of [{ for: 5 }, { for: 0, max: -1 }, { for: 0, max: 10_001 }, {}])
      expect((await on(anna, 'addGroupLink', wrong)).code).toBe(400);
    const { link, token } = await create({ for: 3_600, max: 2 });
    const until = world.clock.nowMs() + duration.HOUR;
    expect(await links()).toMatchObject([{ link, until, max: 2, used: 0, asks: 0, byName: 'anna name' }]);
    expect((await scan(null, token)).data).toMatchObject({ name: 'Team', groupUserCount: 2, role: 3 });
    expect((await join(dora, token)).code).toBe(0);
    expect(await world.contact(dora, group)).toMatchObject({ role: 3 });
    expect(await links()).toMatchObject([{ used: 1 }]);
    expect((await on(anna, 'endGroupLink', { link: link + 1 })).code).toBe(400);
    expect((await on(anna, 'endGroupLink', { link })).code).toBe(0);
    expect(await links()).toEqual([]);
    expect((await scan(null, token)).code).toBe(400);
    expect((await join(await world.person('evan'), token)).code).toBe(400);
  });

  it('GROUP-24: end with their time, and at most so many live', async () => {
    const { token } = await create({ for: 3_600 });
    world.clock.jump(duration.HOUR);
    expect((await join(dora, token)).code).toBe(400);
    for (let at = 0; at < groupLimits.linksMax; at += 1) await create({ op: `op-${at}` });
    await create({ op: 'op-0' });
    expect((await on(anna, 'addGroupLink', { for: 0 })).code).toBe(400);
    expect(await links()).toHaveLength(groupLimits.linksMax);
    expect(new Set((await links()).map((row) => row['until']))).toEqual(new Set([0]));
  });

  it('GROUP-24: links belong to the group and outlive their creator; no number opens one', async () => {
    await on(anna, 'setManager', { user_id: bela.id, role: 2 });
    const { link, token } = await create({}, bela);
    await on(bela, 'removeUser', { user_id: bela.id });
    await on(anna, 'groupSetting', { setting: { invite: 0 } });
    for (const wrong of [
      String(link),
      `1-${link}`,
      `1-${link}-${'0'.repeat(32)}`,
      token.replace(/^1-/, '2-'),
    ])
      expect((await join(dora, wrong)).code).toBe(400);
    expect((await join(dora, token)).code).toBe(0);
    await on(anna, 'removeUser', { user_id: dora.id });
    // Removed: no link lets them back.
    expect((await join(dora, token)).code).toBe(400);
    await on(anna, 'removeGroup');
    expect((await join(bela, token)).code).toBe(400);
    expect((await scan(bela, token)).code).toBe(400);
  });

  it('GROUP-24: exactly one of 51 simultaneous users gets the last place', async () => {
    const { token } = await create({ max: 1 });
    const all: Person[] = [];
    for (let at = 0; at < 51; at += 1) all.push(await world.person(`crowd${at}`));
    const codes = await Promise.all(all.map(async (one) => (await join(one, token)).code));
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    const info = await world.ok(anna, 'group/groupInfo', { group_id: group });
    expect(info['groupUserCount']).toBe(3);
  });

  it('GROUP-17, GROUP-24: a user who has shown a link joins by naming the group alone', async () => {
    const { link, token } = await create();
    await scan(dora, token);
    expect(await world.code(dora, 'group/joinGroup', { group_id: group })).toBe(0);
    await on(dora, 'removeUser', { user_id: dora.id });
    await on(anna, 'endGroupLink', { link });
    expect(await world.code(dora, 'group/joinGroup', { group_id: group })).toBe(400);
  });
});

describe('asking to come in', () => {
  it('GROUP-25: a link that requires approval lets no user in without it', async () => {
    const { token } = await create({ asks: 1 });
    expect((await scan(dora, token)).data).toMatchObject({ asks: 1 });
    expect((await join(dora, token)).code).toBe(400);
    expect(await requests()).toEqual([]);
    const request = await join(dora, token, { ask: 1, text: ' Let me in ' });
    expect(request).toMatchObject({ code: 0, data: { asked: 1 } });
    expect(await world.contact(dora, group)).toBeNull();
    await join(dora, token, { ask: 1, text: 'Please' });
    expect(await requests()).toMatchObject([
      { user_id: dora.id, text: 'Please', userInfo: { realname: 'dora name' } },
    ]);
    expect((await scan(dora, token)).data).toMatchObject({ asks: 1, asked: 1 });
    expect((await on(bela, 'groupRequests')).code).toBe(400);
    expect((await answer(bela, dora, 1)).code).toBe(400);
    expect((await answer(dora, dora, 1)).code).toBe(0);
    expect(await requests()).toEqual([]);
    expect((await join(dora, token, { ask: 1, text: 'x'.repeat(201) })).code).toBe(400);
  });

  it('GROUP-25: leads accept or refuse a request, and each answer is given once', async () => {
    const { token } = await create({ asks: 1, max: 1 });
    const eva = await world.person('evan');
    for (const who of [dora, eva]) await join(who, token, { ask: 1 });
    const [socket, inGroup] = [await world.online(dora), await world.online(bela)];
    expect((await answer(anna, dora, 1)).code).toBe(0);
    expect(socket.of('addGroup')).toMatchObject([{ data: { id: group, role: 3 } }]);
    // The accepted user joined by the link: the admin did not add them.
    expect(inGroup.of('group')).toMatchObject([
      { data: { type: 'event', extends: { note: 'joined', users: [dora.id], by: dora.id } } },
    ]);
    expect((await answer(anna, dora, 1)).code).toBe(400);
    const report = await world.online(eva);
    expect((await answer(anna, eva, 0)).code).toBe(0);
    expect(report.frames).toEqual([]);
    expect((await answer(anna, eva, 1)).code).toBe(400);
    // The one place of the link is taken.
    expect((await join(eva, token, { ask: 1 })).code).toBe(400);
  });

  it('GROUP-25: a user waits for at most fifty groups; another text for one is accepted', async () => {
    const { token } = await create({ asks: 1 });
    await join(dora, token, { ask: 1 });
    await world.server.core.store.write(async (tx) => {
      const [mine] = await tx.entrances.requestsOf(groupId(Number(group.slice(6))), 1);
      assert(mine !== undefined, 'a request');
      for (let at = 1; at < groupLimits.requestsOfOneMax; at += 1)
        await tx.entrances.saveRequest({ ...mine, group: groupId(1_000 + at) });
    });
    const other = await world.group(anna, [bela]);
    const into = await create({ id: other, asks: 1 });
    expect(await join(dora, into.token, { group_id: other, ask: 1 })).toMatchObject({
      code: 400,
      msg: say('requestsFull', 'zh-CN'),
    });
    expect((await join(dora, token, { ask: 1, text: 'Again' })).code).toBe(0);
  });

  it('GROUP-25: a request goes with 30 days, with its group, and when its person is in', async () => {
    const { token } = await create({ asks: 1 });
    await join(dora, token, { ask: 1 });
    await world.befriend(anna, dora);
    await on(anna, 'addGroupUser', { user_ids: [dora.id] });
    expect(await requests()).toEqual([]);
    await on(dora, 'removeUser', { user_id: dora.id });
    await join(dora, token, { ask: 1 });
    world.clock.jump(groupLimits.requestLifeMs);
    anna = await world.login(anna.account);
    dora = await world.login(dora.account);
    expect(await requests()).toEqual([]);
    expect((await answer(anna, dora, 1)).code).toBe(400);
    // The request of a removed member is refused.
    await on(anna, 'addGroupUser', { user_ids: [dora.id] });
    await on(anna, 'removeUser', { user_id: dora.id });
    expect((await join(dora, token, { ask: 1 })).code).toBe(400);
  });
});
