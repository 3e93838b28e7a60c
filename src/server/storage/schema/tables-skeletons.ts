import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import { skeletonOf } from '../../../domain/skeleton.ts';
import type { Engine } from '../engine/plan.ts';
import type { FillingChange } from './change-kinds.ts';
import { clustered, required } from './tables.ts';

const createSkeletons = (db: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  db.schema
    .createTable('account_skeletons')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('skeleton', 'text', required)
    .$call(clustered(engine)),
  db.schema
    .createIndex('account_skeletons_by_skeleton')
    .on('account_skeletons')
    .columns(['skeleton', 'user_id']),
];

/**
 * Skeletons of usernames, beside the users (RULE-8). Accounts that already look alike keep their names. Until
 * an account has its row, only its exact username is taken.
 */
export const fillSkeletons: Omit<FillingChange, 'version'> = {
  kind: 'filling',
  keepsOlder: true,
  statements: createSkeletons,
  table: 'users',
  key: ['id'],
  step: () => [],
  fill: async (target, rows) => {
    const { builder } = target;
    const query = sql`select id, account from users where ${rows}`.compile(builder);
    const readRows = await target.run(query.sql, query.parameters);
    for (const { id, account } of readRows as readonly { readonly id: number; readonly account: string }[]) {
      const skeleton = skeletonOf(account);
      const put = sql`insert into account_skeletons (user_id, skeleton) values (${id}, ${skeleton})
        on conflict (user_id) do update set skeleton = excluded.skeleton`.compile(builder);
      await target.run(put.sql, put.parameters);
    }
  },
};
