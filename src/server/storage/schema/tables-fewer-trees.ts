import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';

/**
 * Each index is one more page to write for a message, so the embedded engine does with two fewer: what an
 * author wrote after a place is counted in the index of places, and events since a commit are found by their
 * own order, because there commits follow one another.
 */
export function dropTrees(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  if (engine !== 'sqlite') return [];
  return [
    'drop index events_by_tx',
    'drop index messages_by_author',
    'drop index messages_by_n',
    'create unique index messages_by_n on messages (stream, n, from_user)',
  ].map((text) => ({ compile: () => sql.raw(text).compile(db) }));
}
