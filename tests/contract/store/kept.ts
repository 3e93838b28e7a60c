import { expect, it } from 'vitest';
import { userId } from '../../../src/domain/ids.ts';
import { inviteLimits } from '../../../src/server/kernel/limits.ts';
import { file, invite, START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const [ME, YOU] = [userId(1), userId(2)];

const row = (name: string, atMs: number, value = `"${name}"`, user = ME) => ({ user, name, value, atMs });

/** What users and the server keep: preferences, the console's services, packs, invited people. */
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

  it('DIGEST-3: one of two nodes moves a row; turning the mails on again changes the language', async () => {
    const { store } = here;
    const digest = (user = ME, more = {}) => ({
      user,
      language: 'en',
      dueMs: START_MS,
      sentFor: 0,
      tries: 0,
      ...more,
    });
    await store.write(async (tx) => {
      await tx.mailDigests.save(digest(YOU, { dueMs: START_MS + 1 }));
      await tx.mailDigests.save(digest());
      await tx.mailDigests.save(digest(ME, { language: 'de', dueMs: 7 }));
    });
    const due = (nowMs: number, limit = 5) =>
      store.read(async (tx) => (await tx.mailDigests.due(nowMs, limit)).map(({ user }) => user));
    expect([await due(START_MS), await due(START_MS + 1), await due(START_MS + 1, 1)]).toEqual([
      [ME],
      [ME, YOU],
      [ME],
    ]);
    const next = { dueMs: START_MS + 9, sentFor: 8, tries: 2 };
    const advance = () => store.write((tx) => tx.mailDigests.advance(ME, START_MS, next));
    expect([await advance(), await advance()]).toEqual([true, false]);
    expect(await store.read((tx) => tx.mailDigests.get(ME))).toEqual(digest(ME, { language: 'de', ...next }));
    await store.write((tx) => tx.mailDigests.remove(ME));
    expect(await store.read((tx) => tx.mailDigests.get(ME))).toBeNull();
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

  it('EMOJI-7, EMOJI-10: packs and emoji of the server hold their files', async () => {
    const [one, two] = await here.store.write(async (tx) => [
      await tx.files.insert(file({ purpose: 'emoji', key: 'k1' })),
      await tx.files.insert(file({ purpose: 'emoji', key: 'k2' })),
    ]);
    const unused = async () =>
      (await here.store.read((tx) => tx.files.unused(Number.MAX_SAFE_INTEGER, 0, 9))).map(({ id }) => id);
    const other = userId(2);
    const id = await here.store.write(async (tx) => {
      await tx.packs.addServer({ fileId: two, name: 'wave' });
      const pack = await tx.packs.create(ME, 'Cats', 1);
      await tx.packs.fill(pack, [{ fileId: one, name: 'cat' }]);
      for (const _ of [1, 2]) await tx.packs.add(other, pack);
      await tx.packs.rename(pack, 'Dogs');
      return pack;
    });
    const pack = { id, user: ME, title: 'Dogs' };
    const at = await here.store.read(async (tx) => ({
      packs: [await tx.packs.get(id), await tx.packs.withFile(one), await tx.packs.withFile(two)],
      lists: [await tx.packs.of(ME), await tx.packs.of(other), await tx.packs.of(userId(3))],
      usable: [await tx.packs.usable(other, one), await tx.packs.usable(userId(3), one)],
      server: [await tx.packs.server(), await tx.packs.serverFile('k2'), await tx.packs.serverFile('k1')],
    }));
    expect(at).toEqual({
      packs: [pack, pack, null],
      lists: [[pack], [pack], []],
      usable: [{ fileId: one, name: 'cat' }, null],
      server: [[{ fileId: two, name: 'wave' }], two, null],
    });
    expect(await unused()).toEqual([]);
    await here.store.write(async (tx) => {
      await tx.packs.drop(other, id);
      expect(await tx.packs.of(other)).toEqual([]);
      await tx.packs.remove(id);
      expect([await tx.packs.removeServer('wave'), await tx.packs.removeServer('wave')]).toEqual([
        true,
        false,
      ]);
      expect(await tx.packs.stickers(id)).toEqual([]);
    });
    expect(await unused()).toEqual([one, two]);
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
