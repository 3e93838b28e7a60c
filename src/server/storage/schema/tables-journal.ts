import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';

/** What was committed and is not in its rows yet; only where one process writes at a time (COMMIT-10). */
export const createJournal = (db: Kysely<unknown>, engine: Engine): readonly Compilable[] =>
  engine === 'sqlite'
    ? [
        db.schema
          .createTable('journal')
          .addColumn('place', 'integer', (column) => column.primaryKey())
          .addColumn('entry', 'text', (column) => column.notNull()),
      ]
    : [];
