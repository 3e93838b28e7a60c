import { describe, expect, it } from 'vitest';
import { ONLINE, TEAM } from '../../src/domain/mention-names.ts';
import { type Person, setUpWorld } from '../support/set-up-world.ts';

const { world, anna, bela, cora, dora, group } = setUpWorld(['anna', 'bela', 'cora', 'dora'], {
  friends: ['anna', 'bela', 'cora', 'dora'],
  group: ['anna', 'bela', 'cora', 'dora'],
});

const set = (who: Person, teams: string) =>
  world.call(who, '/enterprise/group/groupSetting', { id: group, setting: { teams } });
const mentioning = (id: number, name: string) => ({ at: [id], extends: { mentions: [{ id, name }] } });
const mention = (who: Person, id: string, [at, name]: readonly [number, string]) =>
  world.say(who, group, `Hello @${name}`, { id, ...mentioning(at, name) });
const open = (...who: readonly Person[]) =>
  Promise.all(who.map(async (one) => (await world.contact(one, group))?.['is_at']));

const lines = (count: number) => Array.from({ length: count }, (_, at) => `t${at} 1`).join('\n');
const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(' ');

describe('teams of a group', () => {
  it('MENTION-13: owner and admins make them within the limits, and all members see them', async () => {
    expect((await set(bela, `cooks ${bela.id}`)).code).toBe(400);
    const socket = await world.online(bela);
    expect((await set(anna, `cooks ${bela.id} ${cora.id}`)).code).toBe(0);
    const shown = { setting: { teams: `cooks ${bela.id} ${cora.id}` } };
    expect(socket.of('groupSetting')).toMatchObject([{ data: shown }]);
    expect(await world.contact(cora, group)).toMatchObject(shown);
    const wrong = [
      'cooks',
      'two words',
      'cooks 0',
      'a 1 1',
      'a 1\nA 2',
      `${'a'.repeat(25)} 1`,
      'a 1\n\nb 2',
      '@a 1',
    ];
    for (const teams of wrong) expect([teams, (await set(anna, teams)).code]).toEqual([teams, 400]);
    expect([(await set(anna, lines(21))).code, (await set(anna, lines(20))).code]).toEqual([400, 0]);
    expect([(await set(anna, `a ${ids(51)}`)).code, (await set(anna, `a ${ids(50)}`)).code]).toEqual([
      400, 0,
    ]);
  });

  it('MENTION-13: a mention means its present members but the author, and only by permission', async () => {
    await set(anna, `cooks ${anna.id} ${bela.id} ${cora.id}`);
    await world.ok(cora, 'group/removeUser', { id: group, user_id: cora.id });
    const socket = await world.online(bela);
    await mention(anna, 'm-1', [TEAM, 'Cooks']);
    expect(await open(bela, dora)).toEqual([1, 0]);
    expect(socket.of('group').at(-1)).toMatchObject({
      data: { at: [bela.id], extends: { mentions: [{ id: TEAM, name: 'Cooks' }] } },
    });
    const body = {
      toContactId: group,
      type: 'text',
      content: 'Hi @cooks',
      id: 'm-2',
      ...mentioning(TEAM, 'cooks'),
    };
    expect((await world.call(bela, '/enterprise/im/sendMessage', body)).code).toBe(400);
    // A name that the group does not have is text.
    await mention(anna, 'm-3', [TEAM, 'bakers']);
    expect(socket.of('group').at(-1)).not.toMatchObject({
      data: { extends: { mentions: expect.anything() } },
    });
    expect(await open(bela, dora)).toEqual([1, 0]);
  });

  it('MENTION-13: an edit mentions the team as it is then', async () => {
    await set(anna, `cooks ${bela.id}`);
    await mention(anna, 'm-1', [TEAM, 'cooks']);
    await set(anna, `cooks ${dora.id}`);
    const edit = { id: 'm-1', content: 'Hello again @cooks', ...mentioning(TEAM, 'cooks') };
    await world.ok(anna, 'im/editMessage', edit);
    expect(await open(bela, dora)).toEqual([0, 1]);
  });
});

describe('a mention of the members online', () => {
  it('MENTION-14: means who is online, tells no reader of others, and stays so after an edit', async () => {
    const [b, d] = [await world.online(bela), await world.online(dora)];
    d.cut();
    await world.settle();
    await mention(anna, 'm-1', [ONLINE, 'here']);
    expect(await open(bela, cora)).toEqual([1, 0]);
    expect(b.of('group').at(-1)).toMatchObject({ data: { at: [0] } });
    expect(await world.rows(cora, 'im/getMessageList', { toContactId: group, is_group: 1 })).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: 'm-1', at: [] })]),
    );
    await world.online(cora);
    await world.ok(anna, 'im/editMessage', {
      id: 'm-1',
      content: 'Now @here',
      ...mentioning(ONLINE, 'here'),
    });
    expect(await open(bela, cora)).toEqual([1, 0]);
    const body = {
      toContactId: group,
      type: 'text',
      content: '@here',
      id: 'm-2',
      ...mentioning(ONLINE, 'here'),
    };
    expect((await world.call(bela, '/enterprise/im/sendMessage', body)).code).toBe(400);
  });
});
