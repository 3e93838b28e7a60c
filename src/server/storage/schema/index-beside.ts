import { sql } from 'kysely';
import type { Compilable, Expression, Kysely, SqlBool } from 'kysely';
import type { Engine } from '../plan.ts';
import type { FillingChange, IndexChange } from './change-kinds.ts';

type Db = Kysely<unknown>;

const statement = (db: Db, text: string): Compilable => ({ compile: () => sql.raw(text).compile(db) });
const listed = (names: readonly string[], before = ''): string =>
  names.map((name) => `${before}"${name}"`).join(', ');
const isWhole = (names: readonly string[], before: string): string =>
  names.map((name) => `${before}"${name}" is not null`).join(' and ');

/** Name of the index itself on PostgreSQL, where `name` is the queried view. */
export const treeOf = ({ name }: IndexChange): string => `${name}_tree`;

/** On PostgreSQL, while others write; outside of a transaction. */
export const buildIndex = (change: IndexChange): string =>
  `create index concurrently "${treeOf(change)}"
    on "${change.table}" (${listed([...change.columns, ...change.key])})`;

/**
 * Runs at the start: creates its storage, and the triggers that maintain it for all writers, including an
 * earlier server.
 */
export function indexPlace(db: Db, change: IndexChange, engine: Engine): readonly Compilable[] {
  const { name, table, key, columns } = change;
  const all = [...columns, ...key];
  if (engine === 'postgres')
    return [
      statement(
        db,
        `create view "${name}" as select ${listed(all)} from "${table}" where ${isWhole(columns, '')}`,
      ),
    ];
  const add = `insert into "${name}" (${listed(all)}) select ${listed(all, 'new.')}
    where ${isWhole(columns, 'new.')} on conflict do nothing;`;
  const drop = `delete from "${name}" where ${all.map((one) => `"${one}" = old."${one}"`).join(' and ')};`;
  return [
    // Untyped: values stay as they are in the table.
    `create table "${name}" (${listed(all)}, primary key (${listed(all)})) without rowid`,
    `create trigger "${name}_added" after insert on "${table}" begin ${add} end`,
    `create trigger "${name}_gone" after delete on "${table}" begin ${drop} end`,
    `create trigger "${name}_changed" after update of ${listed(all)} on "${table}" begin ${drop} ${add} end`,
  ].map((text) => statement(db, text));
}

/** On the embedded engine: the rows that were there before. */
export const indexFill = ({ name, table, key, columns }: IndexChange): Pick<FillingChange, 'step'> => ({
  step: (db: Db, rows: Expression<SqlBool>) => {
    const all = [...columns, ...key];
    const query = sql`insert into ${sql.table(name)} (${sql.raw(listed(all))})
      select ${sql.raw(listed(all))} from ${sql.table(table)}
      where ${rows} and ${sql.raw(isWhole(columns, ''))} on conflict do nothing`;
    return [{ compile: () => query.compile(db) }];
  },
});
