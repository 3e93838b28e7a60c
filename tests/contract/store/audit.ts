import { expect, it } from 'vitest';
import { phraseIn } from '../../../src/server/kernel/phrase.ts';
import { DAY } from '../../../src/domain/duration.ts';
import type { AuditRow } from '../../../src/ports/store.ts';
import { pruneAudit } from '../../../src/server/features/audit/prune.ts';
import { verifyAudit } from '../../../src/server/features/audit/read.ts';
import { noteAudit } from '../../../src/server/kernel/audit.ts';
import { placeOf, rehashed } from '../../support/audit-chain.ts';
import { plainPasswords } from '../../support/plain-passwords.ts';
import { START_MS, user } from '../../support/store-rows.ts';
import { reopened, type Here } from './place.ts';

export function audit(here: Here): void {
  const note = (what: string) =>
    here.store.write((tx) =>
      noteAudit(plainPasswords, tx, {
        by: 'host root',
        what,
        about: 'user 1',
        facts: { z: 'ü\n😀', a: null },
      }),
    );
  const rows = () => here.store.read((tx) => tx.audit.page(0, 100));
  const verify = (kept?: Parameters<typeof verifyAudit>[2]) => verifyAudit(here.store, plainPasswords, kept);
  /** Replaces rows of the table, as a user with access to the database could. */
  const planted = (changed: readonly AuditRow[]) =>
    here.store.write(async (tx) => {
      const { head } = await tx.audit.ends();
      await tx.audit.prune({ n: 100, hash: '' });
      for (const row of changed) await tx.audit.append(row);
      await tx.audit.append({ ...(changed.at(-1) as AuditRow), n: 100, hash: head.hash });
      await tx.audit.prune({ n: 0, hash: '' });
    });

  it('AUDIT-1, AUDIT-2: commands side by side make one chain, one that fails leaves nothing', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) =>
        here.store.write(async (tx) => {
          await tx.users.insert(user());
          await noteAudit(plainPasswords, tx, { by: 'server', what: `note ${at}` });
          if (at % 3 === 0) throw new Error('given up');
        }),
      ),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    const matches = await rows();
    expect(matches.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(matches.map(({ what }) => what).toSorted()).toEqual(
      [1, 2, 4, 5, 7, 8, 10, 11].map((at) => `note ${at}`).toSorted(),
    );
    expect(await verify()).toMatchObject({ fault: null, right: 8, end: placeOf(matches.at(-1)) });
    if (!here.place.durable) return;
    await here.store.close();
    here.store = await reopened(here);
    await note('later');
    expect(await verify()).toMatchObject({ fault: null, right: 9 });
  });

  it('AUDIT-1: an entry is read as it was hashed, whatever stands in it', async () => {
    await note('one');
    expect((await rows())[0]?.facts).toBe('{"a":null,"z":"ü 😀"}');
    expect(await rows()).toMatchObject([
      { n: 1, atMs: START_MS, by: 'host root', about: 'user 1', before: '' },
    ]);
  });

  it('AUDIT-4: what was changed, taken out, moved or written anew in the database is named', async () => {
    for (let at = 1; at <= 6; at += 1) await note(`note ${at}`);
    const [was, kept] = [await rows(), (await verify()).end];
    const third = was[2] as AuditRow;
    const cases: readonly (readonly [readonly AuditRow[], RegExp])[] = [
      [was.with(2, { ...third, what: 'nothing' }), /^Entry 3 was changed$/],
      [was.with(2, { ...third, atMs: 1 }), /^Entry 3 was changed$/],
      [was.toSpliced(2, 1), /^Entry 3 is missing$/],
      [was.with(2, { ...(was[3] as AuditRow), n: 3 }).with(3, { ...third, n: 4 }), /^Entry 3 was changed$/],
      [was.with(2, { ...third, n: 3, ...second(was) }), /^Entry 3 was changed$/],
      [rehashed(was.with(2, { ...third, by: 'nobody' }), 3), /^Entry 6 differs from the one that was noted/],
      [was.slice(0, 4), /^Entry 5 is missing$/],
    ];
    for (const [changed, fault] of cases) {
      await planted(changed);
      expect(phraseIn((await verify(kept)).fault ?? '', 'en')).toMatch(fault);
    }
    // No second row of a number, to begin with.
    await expect(here.store.write((tx) => tx.audit.append(third))).rejects.toThrow();
  });

  it('AUDIT-5: entries stay; pruned, the rest is right still, and that they went is an entry', async () => {
    const core = { store: here.store, clock: here.clock, passwords: plainPasswords };
    for (let at = 1; at <= 3; at += 1) await note(`old ${at}`);
    await here.clock.advance(40 * DAY);
    await note('young');
    expect(await pruneAudit(core, 60)).toBe(0);
    expect(await pruneAudit(core, 30)).toBe(3);
    expect((await rows()).map(({ n, what }) => [n, what])).toEqual([
      [4, 'young'],
      [5, 'audit pruned'],
    ]);
    expect(await verify()).toMatchObject({ fault: null, right: 2 });
    expect(await pruneAudit(core, 30)).toBe(0);
    await note('next');
    expect((await verify()).fault).toBeNull();
    expect(phraseIn((await verify({ n: 1, hash: '' })).fault ?? '', 'en')).toBe(
      'Entry 1 has expired. The log begins after entry 3',
    );
  });
}

/** The content of the second entry in another place. */
const second = ([, row]: readonly AuditRow[]): Partial<AuditRow> => ({
  what: row?.what ?? '',
  facts: row?.facts ?? '',
});
