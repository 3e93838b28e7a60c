import { expect, it } from 'vitest';
import { userId } from '../../../src/domain/ids.ts';
import { inviteLimits } from '../../../src/server/kernel/limits.ts';
import { START_MS, invite } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const [ME, YOU] = [userId(1), userId(2)];

const row = (name: string, atMs: number, value = `"${name}"`, user = ME) => ({ user, name, value, atMs });

/** Preferences of users, which are the same on all their devices. */
export function kept(here: Here): void {
  it('KEPT-1, KEPT-3: of each name the last writing, and the newest of a kind', async () => {
    const { store } = here;
    await store.write(async (tx) => {
      await tx.preferences.save(row('draft 7', START_MS + 1));
      await tx.preferences.save(row('draft 8', START_MS + 3));
      await tx.preferences.save(row('draft 9', START_MS + 2));
      await tx.preferences.save(row('folders', START_MS));
      await tx.preferences.save(row('draft 8', START_MS + 4, '"anew"'));
      await tx.preferences.save(row('draft 8', START_MS, '"yours"', YOU));
    });
    const names = () => store.read(async (tx) => (await tx.preferences.of(ME)).map(({ name }) => name));
    expect(await names()).toEqual(['draft 7', 'draft 8', 'draft 9', 'folders']);
    expect(await store.read((tx) => tx.preferences.get(ME, 'draft 8'))).toEqual(
      row('draft 8', START_MS + 4, '"anew"'),
    );
    await store.write((tx) => tx.preferences.trim(ME, 'draft ', 2));
    expect(await names()).toEqual(['draft 8', 'draft 9', 'folders']);
    await store.write((tx) => tx.preferences.drop(ME, 'draft 8'));
    expect(await store.read((tx) => tx.preferences.get(ME, 'draft 8'))).toBeNull();
    expect(await store.read((tx) => tx.preferences.get(YOU, 'draft 8'))).toMatchObject({ value: '"yours"' });
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

  it('CONSOLE-15: services of the console are kept apart from the configuration', async () => {
    const { store } = here;
    const read = () =>
      store.read(async (tx) => [await tx.config.services(), (await tx.config.get()).version]);
    expect(await read()).toEqual([{}, 0]);
    for (const LDAP_ON of ['0', '1']) await store.write((tx) => tx.config.setServices({ LDAP_ON }));
    expect(await read()).toEqual([{ LDAP_ON: '1' }, 0]);
    expect(await store.read(async (tx) => JSON.stringify(await tx.config.get()))).not.toContain('LDAP');
  });

  it('INVITE-5: lists invited people and who came, also after the end', async () => {
    const { store } = here;
    const made = { ...invite('CODE1', START_MS + 1_000), name: 'Bela', email: 'bela@example.org' };
    await store.write(async (tx) => {
      await tx.invites.insert(made);
      await tx.invites.insert({ ...made, code: 'CODE2', name: 'Anna', email: '' });
      await tx.invites.insert(invite('CODE3', START_MS + 1_000));
      expect(await tx.invites.use('CODE2', YOU)).toBe(true);
    });
    const rows = async () =>
      (await store.read((tx) => tx.invites.listNamed(9))).map(({ name, email, used }) => [name, email, used]);
    const both = [
      ['Anna', '', 1],
      ['Bela', 'bela@example.org', 0],
    ];
    expect(await rows()).toEqual(both);
    expect(await store.read((tx) => tx.invites.countNamed())).toEqual({ invited: 2, came: 1 });
    expect(await store.read((tx) => tx.invites.byCode('CODE3'))).toMatchObject({ name: '', email: '' });
    const end = async (afterMs: number) => {
      here.clock.pass(afterMs);
      await store.write((tx) => tx.upkeep.deleteExpired(100));
    };
    await end(2_000);
    expect([await rows(), await store.read((tx) => tx.invites.byCode('CODE3'))]).toEqual([both, null]);
    await end(inviteLimits.peopleRetentionMs);
    expect(await rows()).toEqual([]);
  });
}
