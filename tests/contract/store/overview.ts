import { expect, it } from 'vitest';
import { group, token, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

export function overview(here: Here): void {
  const figures = (minute: number, node: string, calls: number) =>
    here.store.write((tx) => tx.overview.noteFigures({ minute, node, figures: { calls } }));
  const people = (find: string, by: 'number' | 'room' = 'number', page = 1) =>
    here.store.read((tx) => tx.overview.people({ find, by, page, limit: 2 }, 1_000));

  it('CONSOLE-3: people and groups by name, by number or by the room of their files', async () => {
    const [anna, bela] = await here.store.write(async (tx) => {
      const made = [
        await tx.users.insert(user({ account: 'anna', realname: 'Änna 100%' })),
        await tx.users.insert(user({ account: 'bela', realname: 'Bela' })),
        await tx.users.insert(user({ account: 'cleo', realname: 'Cleo_1', active: false })),
        await tx.users.insert(user({ account: 'deleted 4', realname: 'x', active: false })),
      ] as const;
      await tx.tokens.insert(token({ hash: 'h1', user: made[0], expiresAtMs: 2_000 }));
      await tx.tokens.insert(token({ hash: 'h2', user: made[0], expiresAtMs: 900 }));
      return made;
    });
    expect(await people('')).toMatchObject({
      total: 3,
      rows: [
        { id: anna, account: 'anna', active: true, logins: 1, fileBytes: 0 },
        { id: bela, logins: 0 },
      ],
    });
    expect((await people('', 'number', 2)).rows.map(({ account }) => account)).toEqual(['cleo']);
    expect((await people('0%')).rows.map(({ account }) => account)).toEqual(['anna']);
    expect((await people('o_1')).rows).toMatchObject([{ account: 'cleo', active: false }]);
    expect((await people('b%a')).total).toBe(0);
    await here.store.write(async (tx) => {
      await tx.groups.insert(group({ name: 'Team', owner: anna }));
      await tx.groups.insert(group({ name: 'Choir', owner: bela }));
    });
    const groups = await here.store.read((tx) =>
      tx.overview.groups({ find: 'CHO', by: 'room', page: 1, limit: 9 }),
    );
    expect(groups).toMatchObject({ total: 1, rows: [{ name: 'Choir', owner: 'bela', fileBytes: 0 }] });
  });

  it('CONSOLE-6: figures of a minute of each node, the newer ones instead of those before', async () => {
    await figures(10, 'a', 1);
    await figures(10, 'b', 2);
    await figures(11, 'a', 3);
    await figures(11, 'a', 4);
    const since = (minute: number) => here.store.read((tx) => tx.overview.figures(minute, 9));
    expect(await since(0)).toEqual([
      { minute: 10, node: 'a', figures: { calls: 1 } },
      { minute: 10, node: 'b', figures: { calls: 2 } },
      { minute: 11, node: 'a', figures: { calls: 4 } },
    ]);
    await here.store.write((tx) => tx.overview.dropFigures(11));
    expect((await since(0)).map(({ minute }) => minute)).toEqual([11]);
  });
}
