import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';

/** Commits whose rows are not written yet; only if one process writes at a time (COMMIT-10). */
export const createJournal = (db: Kysely<unknown>, engine: Engine): readonly Compilable[] =>
  engine === 'sqlite'
    ? [
        db.schema
          .createTable('journal')
          .addColumn('place', 'integer', (column) => column.primaryKey())
          .addColumn('entry', 'text', (column) => column.notNull()),
      ]
    : [];
