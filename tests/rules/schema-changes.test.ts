import type { Compilable, Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/server/storage/plan.ts';
import { postgresBuilder } from '../../src/server/storage/engine/postgres-dialect.ts';
import { sqliteBuilder } from '../../src/server/storage/engine/sqlite-dialect.ts';
import type { Migration } from '../../src/server/storage/schema/change-kinds.ts';
import { MIGRATIONS } from '../../src/server/storage/schema/migrations.ts';
import { slowPart } from '../../src/server/storage/schema/slow-part.ts';
import { NEXT, TOO_NEW } from '../support/next-schema.ts';

/** The last one from before there were kinds. */
const LAST_WITHOUT_KIND = 64;
const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];
const builderOf = (engine: Engine) =>
  (engine === 'sqlite' ? sqliteBuilder : postgresBuilder) as unknown as Kysely<unknown>;

const textsOf = (statements: readonly Compilable[]) => statements.map((one) => one.compile().sql);

/** Describes the faults of a list of migrations. */
function faultsOf(migrations: readonly Migration[]): readonly string[] {
  const faults: string[] = [];
  for (const [at, migration] of migrations.entries()) {
    const { version, kind } = migration;
    if (version <= (migrations[at - 1]?.version ?? 0)) faults.push(`${version} does not follow`);
    if (version <= LAST_WITHOUT_KIND) continue;
    if (kind === undefined) faults.push(`${version} is of no kind: see change-kinds.ts`);
    if (kind !== 'instant' && kind !== 'filling') continue;
    for (const engine of ENGINES) {
      const slow = slowPart(textsOf(migration.statements(builderOf(engine), engine)), engine);
      if (slow !== null) faults.push(`${version} is not instant on ${engine}: ${slow}`);
    }
  }
  return faults;
}

it('ARCH-9: each change of the schema since kinds are is of one, and none is slow at the start', () => {
  expect(faultsOf(MIGRATIONS)).toEqual([]);
  expect(faultsOf(TOO_NEW)).toEqual([]);
});

const planted = (statement: (db: Kysely<unknown>) => Compilable): Migration => ({
  kind: 'instant',
  version: 2_000,
  keepsOlder: true,
  statements: (db) => [statement(db)],
});

describe('planted faults are found', () => {
  it('ARCH-9: a change without a kind, a late one, and a slow one', () => {
    const none: Migration = { version: 3_000, statements: () => [] };
    expect(faultsOf([...NEXT, none])).toEqual(['3000 is of no kind: see change-kinds.ts']);
    expect(faultsOf([...NEXT, ...NEXT.slice(-1)])).toEqual(['1004 does not follow']);
    const index = planted((db) => db.schema.createIndex('late').on('messages').column('content'));
    expect(faultsOf([index])).toEqual([
      '2000 is not instant on sqlite: create index late on messages (content)',
      '2000 is not instant on postgres: create index late on messages (content)',
    ]);
  });

  it.each<[Engine, ...string[]]>([
    ['sqlite', 'create table a (b integer)', 'create index c on a (b)'],
    ['sqlite', `alter table "messages" add column "a" text default '' not null`],
    ['postgres', `alter table messages add column a text collate "C" not null default 'x, y'`],
    ['sqlite', 'alter table messages add column a bigint'],
    ['postgres', 'drop index a'],
    ['postgres', 'alter table a drop column b'],
    ['sqlite', 'create trigger a after insert on messages begin delete from b; end'],
    ['postgres', 'create table a (b bigint references "users" ("id"))'],
    ['sqlite', `create table a (b text)`, `insert into a (b) values ('x')`],
  ])('ARCH-9: but not on %s: %s', (engine, ...statements) => {
    expect(slowPart(statements, engine)).toBeNull();
  });

  it.each<[Engine, ...string[]]>([
    ['sqlite', 'create table a as select * from messages'],
    ['sqlite', 'drop table a'],
    ['sqlite', 'drop index a'],
    ['sqlite', 'alter table a drop column b'],
    ['sqlite', 'alter table messages add column a text not null'],
    ['postgres', 'alter table messages add column a timestamp default now()'],
    ['postgres', 'alter table messages add column a bigint generated always as identity'],
    ['postgres', 'alter table messages add column a bigint references users (id)'],
    ['postgres', 'alter table messages alter column n type text'],
    ['postgres', 'create unique index a on messages (n)'],
    ['postgres', 'update messages set n = 1'],
    ['postgres', 'insert into a (b) select n from messages'],
    ['postgres', 'truncate messages'],
    ['sqlite', 'pragma integrity_check'],
    ['postgres', 'alter table a add column b text', 'alter table c add column d text'],
    ['postgres', 'alter table a add column b text', 'create table c (d bigint references users (id))'],
  ])('ARCH-9: on %s: %s', (engine, ...statements) => {
    expect(slowPart(statements, engine)).not.toBeNull();
  });
});
