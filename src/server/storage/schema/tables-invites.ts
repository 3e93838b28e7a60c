import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/** How many may come by an invitation, what they become, and where they are members at once (INVITE-1). */
export const addInviteTerms = (db: Kysely<unknown>): readonly Compilable[] => {
  const table = () => db.schema.alterTable('invites');
  const older = db as Kysely<{ invites: { used: number; used_by: number | null } }>;
  return [
    table().addColumn('uses_max', 'bigint', (column) => required(column).defaultTo(1)),
    table().addColumn('used', 'bigint', (column) => required(column).defaultTo(0)),
    table().addColumn('role', 'bigint', (column) => required(column).defaultTo(0)),
    table().addColumn('group_id', 'bigint'),
    older.updateTable('invites').set({ used: 1 }).where('used_by', 'is not', null),
  ];
};
