import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CopyRefusedError } from '../kernel/store-errors.ts';
import { during } from '../storage/engine/backup.ts';
import { sumsOf } from '../storage/engine/table-sums.ts';
import { drillFiles } from './files-back.ts';
import type { FileDrill, FilesDrilled } from './files-back.ts';
import { seriesAt } from './names.ts';
import type { SumsHead } from './names.ts';
import { restoreAt } from './restore.ts';
import type { CopyStore } from './copy-store.ts';

/** Result of a drill. */
export interface Drilled {
  readonly atMs: number;
  readonly tables: number;
  /** Null: files are not copied. */
  readonly files: FilesDrilled | null;
}

/**
 * Restores the newest moment with stored counts and checksums into a separate folder, compares every table,
 * checks the files it names (COPY-10) and removes the folder (COPY-9).
 * @throws CopyRefusedError it did not come back, or differs
 */
export async function drill(
  copyStore: CopyStore,
  aside: string,
  fileDrill: FileDrill | null,
): Promise<Drilled> {
  const names = await seriesAt(copyStore.target);
  const newest = names.filter(({ kind }) => kind === 'sums').toSorted((a, b) => b.atMs - a.atMs)[0];
  if (newest === undefined)
    throw new CopyRefusedError(
      'there are no counts and checksums to compare with: a server keeps them for each drill of its own',
    );
  const expected = (await copyStore.get(newest.name)).head as SumsHead;
  rmSync(aside, { recursive: true, force: true });
  try {
    // Restores the exact state: a new epoch, or processing waiting rows, would appear as differences.
    await restoreAt(copyStore, { atMs: newest.atMs, to: aside, epoch: null, files: null });
    const actual = during(join(aside, 'parley.db'), (db) => {
      let sums: SumsHead = {};
      const steps = sumsOf(db, (all) => (sums = all));
      while (steps.next().done !== true);
      return sums;
    });
    const tables = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    for (const table of tables)
      if (expected[table] !== actual[table])
        throw new CopyRefusedError(
          `${table} came back with ${actual[table] ?? 'nothing'} instead of ${expected[table] ?? 'nothing'}`,
        );
    const files = fileDrill && (await drillFiles(copyStore, join(aside, 'parley.db'), fileDrill));
    return { atMs: newest.atMs, tables: tables.length, files };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
