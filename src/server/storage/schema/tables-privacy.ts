import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Privacy settings and last-seen times (TYPING-6, SEEN-1). */
export const createPrivacy = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema.alterTable('users').addColumn('privacy', 'text', (column) => required(column).defaultTo('')),
  schema
    .createTable('last_seen')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('minute', 'bigint', required)
    .$call(clustered(engine)),
];

/** Read position reported to the partner (READBY-3); until now that was all of it. */
export function addTold(db: Kysely<unknown>): readonly Compilable[] {
  const members = db as Kysely<{ members: { told: number; mark: number } }>;
  return [
    db.schema.alterTable('members').addColumn('told', 'bigint', (column) => required(column).defaultTo(0)),
    members.updateTable('members').set((e) => ({ told: e.ref('mark') })),
  ];
}
