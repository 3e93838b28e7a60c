import type { Compilable, Kysely } from 'kysely';
import { schemaLimits } from '../../kernel/store-limits.ts';
import { StoreTooNewError } from '../../kernel/store-errors.ts';
import type { Migration, MigrationTarget } from './change-kinds.ts';
import { indexPlace } from './index-beside.ts';
import { MIGRATIONS, newestOf } from './migrations.ts';

/** Progress of a schema change: its author, and the remaining work. */
interface Book {
  meta: { key: string; value: string };
  schema_changes: {
    version: number;
    kind: string;
    program: string;
    state: 'filling' | 'complete';
    /** The last processed key, as JSON. */
    at: string | null;
  };
}

export interface Migrating {
  readonly migrations?: readonly Migration[];
  /** Version of this program, shown to programs too old for its changes. */
  readonly program?: string;
}

/** `older`: the database is newer than the code, which uses it all the same (START-16). */
export type Migrated = 'more' | 'newest' | 'older';
export const OLDER = 'the database belongs to a newer version, and this one goes on with it';

/**
 * Brings an open transaction's database to the newest schema; the caller commits.
 * @throws StoreTooNewError when the code is too old for the database, and leaves it untouched.
 */
export async function migrate(
  target: MigrationTarget,
  migrations: readonly Migration[] = MIGRATIONS,
  program = '',
): Promise<Migrated> {
  for (;;) {
    const state = await migrateNext(target, { migrations, program });
    if (state !== 'more') return state;
  }
}

/**
 * The same with one transaction per change, so that none is held while the next waits; those from before
 * kinds existed share one.
 */
export async function migrateNext(
  target: MigrationTarget,
  { migrations = MIGRATIONS, program = '' }: Migrating = {},
): Promise<Migrated> {
  const run = runner(target);
  for (const table of bookTables(target.builder)) await run(table);
  const { schema, readable } = await schemaOf(target);
  const newest = newestOf(migrations);
  if (schema > newest) {
    if (newest < readable) throw await tooNew(target, schema, newest, readable);
    await fillAnew(target, newest);
    return 'older';
  }
  const pending = migrations.filter(({ version }) => version > schema);
  const published = pending.filter(({ kind }) => kind === undefined);
  const next = published.length > 0 ? published : pending.slice(0, 1);
  for (const one of next) await apply(target, one, program);
  return pending.length > next.length ? 'more' : 'newest';
}

async function apply(target: MigrationTarget, migration: Migration, program: string): Promise<void> {
  const { engine, builder } = target;
  const run = runner(target);
  // A wait for a table delays all later users: so it is short, and then restarts.
  if (migration.kind !== undefined && engine === 'postgres')
    await target.run(`set local lock_timeout = ${schemaLimits.lockMs}`, []);
  const statements =
    migration.kind === 'index'
      ? indexPlace(builder, migration, engine)
      : migration.statements(builder, engine);
  for (const statement of statements) await run(statement);
  if (migration.kind === undefined) await migration.fill?.(target);
  else
    await run(
      (builder as unknown as Kysely<Book>).insertInto('schema_changes').values({
        version: migration.version,
        kind: migration.kind,
        program,
        state: migration.kind === 'instant' ? 'complete' : 'filling',
        at: null,
      }),
    );
  await keep(target, 'schema', migration.version);
  if (migration.kind === undefined || !migration.keepsOlder)
    await keep(target, 'readable', migration.version);
}

/** The schema of a database, and which one a program must know at least to go on with it. */
export async function schemaOf(
  target: MigrationTarget,
): Promise<{ readonly schema: number; readonly readable: number }> {
  const rows = (await runner(target)(
    (target.builder as unknown as Kysely<Book>)
      .selectFrom('meta')
      .selectAll()
      .where('key', 'in', ['schema', 'readable']),
  )) as readonly Book['meta'][];
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value;
  const schema = Number(valueOf('schema') ?? 0);
  return { schema, readable: Number(valueOf('readable') ?? schema) };
}

/** Rows written by a program without a change are not filled: all rows are processed again. */
export const fillAnew = (target: MigrationTarget, known: number): Promise<readonly unknown[]> =>
  runner(target)(
    (target.builder as unknown as Kysely<Book>)
      .updateTable('schema_changes')
      .set({ state: 'filling', at: null })
      .where('version', '>', known)
      .where('kind', '=', 'filling'),
  );

async function tooNew(
  target: MigrationTarget,
  schema: number,
  known: number,
  readable: number,
): Promise<StoreTooNewError> {
  const rows = (await runner(target)(
    (target.builder as unknown as Kysely<Book>)
      .selectFrom('schema_changes')
      .select('program')
      .where('version', '>=', readable)
      .where('program', '<>', '')
      .orderBy('version')
      .limit(1),
  )) as readonly Pick<Book['schema_changes'], 'program'>[];
  return new StoreTooNewError(schema, known, rows[0]?.program ?? null);
}

const runner =
  (target: MigrationTarget) =>
  (query: Compilable): Promise<readonly unknown[]> => {
    const { sql, parameters } = query.compile();
    return target.run(sql, parameters);
  };

const keep = (target: MigrationTarget, key: string, version: number): Promise<readonly unknown[]> =>
  runner(target)(
    (target.builder as unknown as Kysely<Book>)
      .insertInto('meta')
      .values({ key, value: String(version) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(version) })),
  );

/** No migrations themselves: they are what migrations are noted in. */
const bookTables = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema
    .createTable('meta')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull()),
  schema
    .createTable('schema_changes')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('program', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', 'text'),
];
