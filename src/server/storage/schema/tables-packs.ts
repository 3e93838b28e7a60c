import type { Compilable, Generated, Kysely } from 'kysely';
import type { UserId } from '../../../domain/ids.ts';
import type { Engine } from '../plan.ts';
import { clustered, numbered, required } from './tables.ts';

export interface PackTables {
  packs: { id: Generated<number>; user_id: UserId; title: string; created_at_ms: number };
  /** Pack 0: the emoji of the server. */
  pack_stickers: { pack: number; place: number; file_id: number; name: string };
  pack_users: { user_id: UserId; pack: number; place: number };
}

/** Sticker packs, who has added them, and the emoji of the server (EMOJI-7, EMOJI-10). */
export const createPacks = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('packs')
    .$call(numbered(engine, 'id'))
    .addColumn('user_id', 'bigint', required)
    .addColumn('title', 'text', required)
    .addColumn('created_at_ms', 'bigint', required),
  schema.createIndex('packs_by_user').on('packs').column('user_id'),
  schema
    .createTable('pack_stickers')
    .addColumn('pack', 'bigint', required)
    .addColumn('place', 'bigint', required)
    .addColumn('file_id', 'bigint', required)
    .addColumn('name', 'text', required)
    .addPrimaryKeyConstraint('pack_stickers_key', ['pack', 'place'])
    .$call(clustered(engine)),
  schema.createIndex('pack_stickers_by_file').on('pack_stickers').column('file_id'),
  schema
    .createTable('pack_users')
    .addColumn('user_id', 'bigint', required)
    .addColumn('pack', 'bigint', required)
    .addColumn('place', 'bigint', required)
    .addPrimaryKeyConstraint('pack_users_key', ['user_id', 'pack'])
    .$call(clustered(engine)),
  schema.createIndex('pack_users_by_pack').on('pack_users').column('pack'),
];
