import { expect, it } from 'vitest';
import { userId } from '../../../src/domain/ids.ts';
import { START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const [ME, YOU] = [userId(1), userId(2)];

const row = (name: string, atMs: number, value = `"${name}"`, user = ME) => ({ user, name, value, atMs });

/** Preferences of users, which are the same on all their devices. */
export function kept(here: Here): void {
  it('KEPT-1, KEPT-3: of each name the last writing, and the newest of a kind', async () => {
    const { store } = here;
    await store.write(async (tx) => {
      await tx.kept.put(row('draft 7', START_MS + 1));
      await tx.kept.put(row('draft 8', START_MS + 3));
      await tx.kept.put(row('draft 9', START_MS + 2));
      await tx.kept.put(row('folders', START_MS));
      await tx.kept.put(row('draft 8', START_MS + 4, '"anew"'));
      await tx.kept.put(row('draft 8', START_MS, '"yours"', YOU));
    });
    const names = () => store.read(async (tx) => (await tx.kept.of(ME)).map(({ name }) => name));
    expect(await names()).toEqual(['draft 7', 'draft 8', 'draft 9', 'folders']);
    expect(await store.read((tx) => tx.kept.get(ME, 'draft 8'))).toEqual(
      row('draft 8', START_MS + 4, '"anew"'),
    );
    await store.write((tx) => tx.kept.trim(ME, 'draft ', 2));
    expect(await names()).toEqual(['draft 8', 'draft 9', 'folders']);
    await store.write((tx) => tx.kept.drop(ME, 'draft 8'));
    expect(await store.read((tx) => tx.kept.get(ME, 'draft 8'))).toBeNull();
    expect(await store.read((tx) => tx.kept.get(YOU, 'draft 8'))).toMatchObject({ value: '"yours"' });
  });

  it('CONF-31: the uploaded logo is kept beside the configuration, and replaced and removed', async () => {
    const { store } = here;
    const read = () => store.read(async (tx) => [await tx.config.logo(), (await tx.config.get()).version]);
    const logo = { name: 'a.png', type: 'image/png', body: 'A'.repeat(350_000) } as const;
    expect(await read()).toEqual([null, 0]);
    for (const name of ['b.png', 'a.png']) await store.write((tx) => tx.config.setLogo({ ...logo, name }));
    expect(await read()).toEqual([logo, 0]);
    await store.write((tx) => tx.config.setLogo(null));
    expect(await read()).toEqual([null, 0]);
  });
}
