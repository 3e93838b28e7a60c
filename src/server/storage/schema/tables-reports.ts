import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { numbered, required } from './tables.ts';

/** Reported content as it was at that moment, for moderators alone (REPORT-3). */
export const createReports = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('reports')
    .$call(numbered(engine, 'id'))
    .addColumn('reporter', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('about', 'text', required)
    .addColumn('open_key', 'text')
    .addColumn('accused', 'bigint')
    .addColumn('stream', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('words', 'text', required)
    .addColumn('at_ms', 'bigint', required)
    .addColumn('copy', 'text', required)
    .addColumn('file_id', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('note', 'text', required)
    .addColumn('decided_by', 'text', required)
    .addColumn('decided_at_ms', 'bigint')
    .addColumn('erase_ms', 'bigint')
    .addColumn('looks', 'text', required),
  schema.createIndex('reports_open').unique().on('reports').columns(['reporter', 'open_key']),
  schema.createIndex('reports_by_reporter').on('reports').columns(['reporter', 'at_ms']),
  schema.createIndex('reports_by_file').on('reports').column('file_id'),
  schema.createIndex('reports_by_end').on('reports').column('erase_ms'),
];
