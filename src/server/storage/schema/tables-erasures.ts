import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Accounts that are being erased: of one that was cut off nothing else would tell (DATA-5). */
export const createErasures = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('erasures')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('words', 'text', required)
    .addColumn('by_who', 'text', required)
    .addColumn('file_keys', 'text')
    .$call(clustered(engine)),
];
