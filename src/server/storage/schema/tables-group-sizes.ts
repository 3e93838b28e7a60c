import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/** Member counts of groups, so that they are not counted on each read (GROUP-31). */
export const addGroupSizes = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('groups').addColumn('members', 'bigint', (column) => required(column).defaultTo(0)),
  (db as Kysely<{ groups: { members: number } }>).updateTable('groups').set({
    members: sql<number>`(select count(*) from members
      where stream = 'group-' || groups.id and until_seq is null)`,
  }),
];
