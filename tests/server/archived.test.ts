import { describe, expect, it } from 'vitest';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, group } = setUpThreePeople();

const ask = (who: Person, call: string, body: object) => world.call(who, `/enterprise/im/${call}`, body);

describe('chats that are put away or marked', () => {
  it.each([
    [
      'archiveChat',
      'ARCHIVED-1',
      'archived_n',
      (data: Readonly<Record<string, unknown>>) => data['n'] !== null,
    ],
    ['markUnread', 'UNREAD-1', 'marked', (data: Readonly<Record<string, unknown>>) => data['on'] === 1],
  ] as const)(
    'ARCHIVED-1, UNREAD-1: %s changes a flag of one’s own and tells the own devices only (%s)',
    async (call, _rule, field, isOn) => {
      const [mine, phone, other] = [
        await world.online(anna),
        await world.online(anna),
        await world.online(bela),
      ];
      for (const id of [bela.id, group]) {
        await world.ok(anna, `/enterprise/im/${call}`, { id, on: '1' });
        expect(await world.contact(anna, id)).toHaveProperty(field);
        expect(await world.contact(bela, id === group ? group : anna.id)).not.toHaveProperty(field);
        await world.ok(anna, `/enterprise/im/${call}`, { id, on: 0 });
        expect(await world.contact(anna, id)).not.toHaveProperty(field);
      }
      for (const socket of [mine, phone])
        expect(socket.of(call).map(({ data }) => [data['id'], isOn(data)])).toEqual([
          [bela.id, true],
          [bela.id, false],
          [group, true],
          [group, false],
        ]);
      expect(other.frames).toEqual([]);
    },
  );

  it('UNREAD-3: a chat is marked from one of its messages on, until another mark or none', async () => {
    for (const content of ['one', 'two', 'three'])
      await world.say(bela, anna.id, content, { id: `mark-${content}` });
    const [mine, other] = [await world.online(anna), await world.online(bela)];
    const mark = (body: object) => ask(anna, 'markUnread', { id: bela.id, ...body });
    await mark({ on: 1, n: '2' });
    expect(await world.contact(anna, bela.id)).toMatchObject({ marked: 1, marked_n: 2, mark: 1 });
    for (const n of [9, 0, -1, 1.5, 'two', [2]]) expect((await mark({ on: 1, n })).code).toBe(400);
    expect(await world.contact(anna, bela.id)).toMatchObject({ marked_n: 2 });
    await mark({ on: 1 });
    expect(await world.contact(anna, bela.id)).not.toHaveProperty('marked_n');
    await mark({ on: 1, n: 3 });
    await mark({ on: 0, n: 1 });
    expect(await world.contact(anna, bela.id)).not.toHaveProperty('marked');
    await world.settle();
    expect(mine.of('markUnread').map(({ data }) => [data['on'], data['n']])).toEqual([
      [1, 2],
      [1, undefined],
      [1, 3],
      [0, undefined],
    ]);
    expect(other.frames).toEqual([]);
  });

  it('ARCHIVED-1: the server refuses chats that do not exist, or that the user is not in', async () => {
    const dora = await world.person('dora');
    for (const call of ['archiveChat', 'markUnread']) {
      for (const id of ['admin_notice', '-1', 'system', 'group-900'])
        expect((await ask(anna, call, { id, on: 1 })).code).not.toBe(0);
      expect((await ask(dora, call, { id: group, on: 1 })).code).not.toBe(0);
      expect((await ask(anna, call, { id: bela.id, on: 'perhaps' })).code).toBe(400);
      expect((await ask(anna, call, { id: bela.id })).code).toBe(400);
    }
    const socket = await world.online(anna);
    expect(JSON.stringify(socket.frames)).not.toMatch(/archiveChat|markUnread/);
  });

  it('ARCHIVED-7: plain clients are sent nothing of it', async () => {
    const plain = await world.online(anna, { plain: true });
    for (const call of ['archiveChat', 'markUnread'])
      await world.ok(anna, `/enterprise/im/${call}`, { id: bela.id, on: 1 });
    await world.settle();
    expect(JSON.stringify(plain.frames)).not.toMatch(/archiveChat|markUnread/);
  });

  it('ARCHIVED-1: a user who leaves a group and comes back has it in the main list', async () => {
    await world.ok(bela, 'im/archiveChat', { id: group, on: 1 });
    await world.ok(bela, 'im/markUnread', { id: group, on: 1 });
    await world.ok(bela, 'group/removeUser', { id: group, user_id: bela.id });
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [bela.id] });
    const row = await world.contact(bela, group);
    expect(row).toBeDefined();
    expect(row).not.toHaveProperty('archived_n');
    expect(row).not.toHaveProperty('marked');
  });
});
