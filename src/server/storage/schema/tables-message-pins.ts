import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Messages that are pinned in their conversation, in the order of their events (PINS-1). */
export function createMessagePins({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    schema
      .createTable('message_pins')
      .addColumn('msg_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('by_user', 'bigint', required)
      .addColumn('at_ms', 'bigint', required)
      .addColumn('after_n', 'bigint', required)
      .$call(clustered(engine)),
    schema.createIndex('message_pins_of').on('message_pins').columns(['stream', 'n']),
  ];
}
