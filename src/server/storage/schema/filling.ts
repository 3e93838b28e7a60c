import { sql } from 'kysely';
import type { Compilable, Expression, SqlBool } from 'kysely';
import { schemaLimits as limits } from '../../kernel/store-limits.ts';
import type { FillLeft } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { FillingChange, IndexChange, Migration, MigrationTarget, SchemaChange } from './change-kinds.ts';
import { indexFill } from './index-beside.ts';

type Filled = Pick<FillingChange, 'version' | 'table' | 'key' | 'step' | 'fill'>;
type Key = readonly unknown[];

const stateOf = plan<{ version: number }, { state: string }>((db, a) => ({
  compile: () =>
    sql<{ state: string }>`select state from schema_changes where version = ${a.version}`.compile(db),
}));

/**
 * Returns true if a change is filled in; until then readers manage without it. Checked in the same
 * transaction: an earlier server that returns makes it incomplete again.
 */
export const isComplete = async (reading: Executor, version: number): Promise<boolean> =>
  (await firstRow(reading, stateOf, { version }))?.state === 'complete';

export const hasToBeFilled = (migrations: readonly Migration[]): boolean =>
  migrations.some(({ kind }) => kind === 'filling' || kind === 'index');

/** The first change that this program knows and that has something left to do. */
export async function firstLeft(
  target: MigrationTarget,
  migrations: readonly Migration[],
): Promise<Exclude<SchemaChange, { kind: 'instant' }> | null> {
  const rows = (await target.run(
    `select version from schema_changes where state = 'filling' order by version`,
    [],
  )) as readonly { readonly version: number }[];
  for (const { version } of rows) {
    const change = migrations.find((one) => one.version === version);
    if (change?.kind === 'filling' || change?.kind === 'index') return change;
  }
  return null;
}

/** Some rows more inside an open transaction, for as long as one step may take; the caller commits. */
export async function fillOn(
  target: MigrationTarget,
  change: FillingChange | IndexChange,
  elapsedMs: () => number,
  rowsMax = Infinity,
): Promise<FillLeft> {
  const filled: Filled = change.kind === 'index' ? { ...change, ...indexFill(change) } : change;
  const lock = target.engine === 'postgres' ? ' for update skip locked' : '';
  const [version, own] = [target.engine === 'postgres' ? '$1' : '?', [change.version]];
  const claimed = (await target.run(
    `select at from schema_changes where version = ${version} and state = 'filling'${lock}`,
    own,
  )) as readonly { readonly at: string | null }[];
  const [row] = claimed;
  // Another node is filling.
  if (!row) return 'later';
  const beganMs = elapsedMs();
  let at = row.at === null ? null : (JSON.parse(row.at) as Key);
  let [isLeft, done] = [true, 0];
  do {
    const next = await endOfStep(target, filled, at);
    const rows = rowsBetween(filled, at, next);
    await run(target, filled.step(target.builder, rows, target.engine));
    await filled.fill?.(target, rows);
    [at, isLeft] = [next, next !== null];
    done += limits.fillRows;
  } while (isLeft && done < rowsMax && elapsedMs() - beganMs < limits.fillStepMs);
  const state = sql`update schema_changes set state = ${isLeft ? 'filling' : 'complete'},
    at = ${isLeft ? JSON.stringify(at) : null} where version = ${change.version}`;
  await run(target, [{ compile: () => state.compile(target.builder) }]);
  return 'more';
}

const listOf = ({ table, key }: Filled) => sql.join(key.map((name) => sql.ref(`${table}.${name}`)));

/** The last key of the rows of one step; null: the remaining rows fit in one. */
async function endOfStep(target: MigrationTarget, filled: Filled, after: Key | null): Promise<Key | null> {
  const { table, key } = filled;
  const query = sql`select ${listOf(filled)} from ${sql.table(table)} 
    where ${rowsBetween(filled, after, null)}
    order by ${listOf(filled)} limit 1 offset ${sql.lit(limits.fillRows - 1)}`;
  const [row] = await run(target, [{ compile: () => query.compile(target.builder) }]);
  return row ? key.map((name) => (row as Readonly<Record<string, unknown>>)[name]) : null;
}

function rowsBetween(filled: Filled, after: Key | null, upTo: Key | null): Expression<SqlBool> {
  const ends = [
    after === null ? null : sql`(${listOf(filled)}) > (${sql.join(after)})`,
    upTo === null ? null : sql`(${listOf(filled)}) <= (${sql.join(upTo)})`,
  ].filter((end) => end !== null);
  return ends.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(ends, sql` and `)}`;
}

async function run(target: MigrationTarget, queries: readonly Compilable[]): Promise<readonly unknown[]> {
  let rows: readonly unknown[] = [];
  for (const query of queries) {
    const { sql: text, parameters } = query.compile();
    rows = await target.run(text, parameters);
  }
  return rows;
}
