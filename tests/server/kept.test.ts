import { describe, expect, it } from 'vitest';
import { userId, userStream } from '../../src/domain/ids.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela } = setUpThreePeople();

const keep = (who: Person, name: string, value: unknown, op = 'o') =>
  world.ok(who, 'im/keep', { name, op, value });
const listStored = async (who: Person) =>
  ((await world.ok(who, 'im/getKept', {})) as unknown as { readonly list: readonly unknown[] }).list;
const FOLDER = {
  id: 'f',
  name: 'Hiking',
  people: true,
  groups: false,
  unread: false,
  muted: null,
  chats: [],
};
const draft = (text: string) => ({ text, at: [], quote: null });

describe('stored preferences', () => {
  it('ALERT-4: words that count as mentions are kept trimmed; too many, or none, are refused', async () => {
    await keep(anna, 'alerts', { words: [' pizza ', '开会'] });
    expect(await listStored(anna)).toEqual([{ name: 'alerts', value: { words: ['pizza', '开会'] } }]);
    for (const words of [Array.from({ length: 21 }, String), [''], ['x'.repeat(33)], 'pizza'])
      expect(await world.code(anna, 'im/keep', { name: 'alerts', op: 'o', value: { words } })).toBe(400);
    expect(await listStored(bela)).toEqual([]);
    expect(await listStored(anna)).toHaveLength(1);
  });

  it('KEPT-1, KEPT-4: the last write counts and reaches own devices, except base-protocol ones', async () => {
    const [mine, phone, other] = [
      await world.online(anna),
      await world.online(anna),
      await world.online(bela),
    ];
    const plain = await world.online(anna, { plain: true });
    await keep(anna, `draft ${bela.id}`, draft('one'), 'a');
    await keep(anna, `draft ${bela.id}`, draft('two'), 'b');
    expect(await listStored(anna)).toEqual([{ name: `draft ${bela.id}`, value: draft('two') }]);
    await keep(anna, `draft ${bela.id}`, null, 'c');
    expect([await listStored(anna), await listStored(bela)]).toEqual([[], []]);
    await world.settle();
    for (const socket of [mine, phone])
      expect(
        socket.of('kept').map(({ data }) => [data['op'], (data['value'] as { text?: string } | null)?.text]),
      ).toEqual([
        ['a', 'one'],
        ['b', 'two'],
        ['c', undefined],
      ]);
    expect([other.of('kept'), JSON.stringify(plain.frames).includes('kept')]).toEqual([[], false]);
  });

  it('KEPT-1: a device that was away gets the current values, each under its write', async () => {
    const { cursor } = (await world.call(anna, 'im/getContacts', {})) as unknown as { cursor: string };
    await keep(anna, 'folders', { list: [{ ...FOLDER, chats: [String(bela.id)] }] }, 'a');
    await keep(anna, 'folders', { list: [] }, 'b');
    const head = await world.server.core.store.read((tx) => tx.streams.get(userStream(userId(anna.id))));
    expect((await world.ok(anna, 'im/getKept', {}))['seq']).toBe(head?.head);
    const answer = JSON.stringify(await world.call(anna, 'im/sync', { cursor }));
    expect(answer.match(/"type":"kept"/g)).toHaveLength(2);
    expect(answer).not.toContain(FOLDER.name);
  });

  it('DRAFT-3: the text of a quoted message is not stored', async () => {
    const quote = { msgId: 1, userId: bela.id, realname: 'bela', content: 'secret', root: 4 };
    await keep(anna, `draft ${bela.id}`, { ...draft('so far'), quote });
    expect(JSON.stringify(await listStored(anna))).not.toContain('secret');
  });
});
