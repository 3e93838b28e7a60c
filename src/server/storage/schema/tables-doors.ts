import type { Compilable, Kysely } from 'kysely';
import type { MigrationTarget } from './change-kinds.ts';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Removed members who may not return, and the valid group codes that users have shown. */
export function createDoors(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('barred')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addPrimaryKeyConstraint('barred_key', ['stream', 'user_id'])
      .$call(clustered(engine)),
    schema
      .createTable('shown_codes')
      .addColumn('user_id', 'bigint', required)
      .addColumn('group_id', 'bigint', required)
      .addColumn('inviter', 'bigint', required)
      .addColumn('until_ms', 'bigint', required)
      .addPrimaryKeyConstraint('shown_codes_key', ['user_id', 'group_id'])
      .$call(clustered(engine)),
    schema.createIndex('shown_codes_by_end').on('shown_codes').column('until_ms'),
  ];
}

interface Before {
  members: { stream: string; user_id: number; until_seq: number | null };
  events: { stream: string; seq: number; facts: string };
  barred: { stream: string; user_id: number };
}

/** Members removed earlier, as far as the events still distinguish it from leaving. */
export async function fillBarred(target: MigrationTarget): Promise<void> {
  const db = target.builder as Kysely<Before>;
  const ends = db
    .selectFrom('members as m')
    .innerJoin('events as e', (join) =>
      join.onRef('e.stream', '=', 'm.stream').onRef('e.seq', '=', 'm.until_seq'),
    )
    .select(['m.stream', 'm.user_id', 'e.facts'])
    .where('m.stream', 'like', 'group-%')
    .compile();
  const rows = (await target.run(ends.sql, ends.parameters)) as readonly {
    stream: string;
    user_id: number | string;
    facts: string;
  }[];
  for (const { stream, user_id, facts } of rows) {
    const { kind, by, user } = JSON.parse(facts) as { kind: string; by: number; user?: number };
    if (kind !== 'removed' || by === user) continue;
    const row = db
      .insertInto('barred')
      .values({ stream, user_id: Number(user_id) })
      .compile();
    await target.run(row.sql, row.parameters);
  }
}
