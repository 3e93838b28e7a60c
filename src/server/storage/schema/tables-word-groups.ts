import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/**
 * Filters of blocks that may contain a text; only if a search would have to read them all
 * (`domain/word-grams.ts`). Derived from the blocks, so a copy to another engine omits it.
 */
export function createWordGroups(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  if (engine !== 'sqlite') return [];
  return [
    db.schema
      .createTable('word_groups')
      .addColumn('stream', 'text', required)
      .addColumn('from_n', 'bigint', required)
      .addColumn('to_n', 'bigint', required)
      .addColumn('begins', 'text', required)
      .addPrimaryKeyConstraint('word_groups_key', ['stream', 'from_n'])
      .$call(clustered(engine)),
    db.schema
      .createTable('word_bits')
      .addColumn('stream', 'text', required)
      .addColumn('part', 'integer', required)
      .addColumn('from_n', 'bigint', required)
      .addColumn('bits', 'blob', required)
      .addPrimaryKeyConstraint('word_bits_key', ['stream', 'part', 'from_n'])
      .$call(clustered(engine)),
  ];
}
