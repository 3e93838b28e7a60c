import { existsSync } from 'node:fs';
import pg from 'pg';
import { alone, during, finishRows } from './backup.ts';
import { CopyRefusedError } from '../../kernel/store-errors.ts';
import { SqliteConnection } from './sqlite-dialect.ts';
import { columnsOf, keyOf, listed, PAGE, pagesOf, Sum } from './table-sums.ts';
import type { SummedColumn, Row } from './table-sums.ts';

/** Tables and rows that were moved. */
export interface Moved {
  readonly tables: number;
  readonly rows: number;
}

/** Belongs to the database it is in: its schema, its history, its counter of commits, its names. */
const OWN: ReadonlySet<string> = new Set(['schema', 'epoch', 'commit', 'home', 'place']);
/** Transaction numbers are meaningless elsewhere (STREAM-9). */
const zeroed = (table: string, row: Row): Row =>
  (table === 'streams' || table === 'events' || table === 'profiles') && 'tx' in row
    ? { ...row, tx: 0 }
    : row;

/**
 * Copies the embedded database into the empty schema of a PostgreSQL server, in one transaction: it commits
 * only if every table has the same rows by count and checksum (KEEP-3).
 * @throws StoreBusyError a server uses the embedded database
 * @throws CopyRefusedError the other one holds people already, or differs after the copy
 */
export async function moveData(path: string, url: string, epoch: string): Promise<Moved> {
  if (!existsSync(path)) throw new CopyRefusedError(`there is no database at ${path}`);
  alone(path);
  during(path, finishRows, false);
  const from = new SqliteConnection(path, { readOnly: true });
  const to = new pg.Client({ connectionString: url, types: { getTypeParser: () => String } });
  await to.connect();
  try {
    await to.query('begin');
    const { rows } = await to.query(`select count(*) as many from users`);
    if (Number((rows[0] as { many: string }).many) > 0)
      throw new CopyRefusedError('the database of DATABASE_URL holds people already; an empty one is needed');
    const counts = await copyAll(from, to);
    await to.query(`update meta set value = $1 where key = 'epoch'`, [epoch]);
    await to.query('commit');
    return counts;
  } catch (error) {
    await to.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    from.close();
    await to.end();
  }
}

async function copyAll(from: SqliteConnection, to: pg.Client): Promise<Moved> {
  const tableRows = from.execute(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
      and name not in ('meta', 'schema_changes', 'journal', 'word_groups', 'word_bits') order by name`,
  ) as readonly { readonly name: string }[];
  // Tables beside others are views there, over an index.
  const { rows: views } = await to.query<{ name: string }>(
    'select viewname as name from pg_views where schemaname = any (current_schemas(false))',
  );
  const exclusions = new Set(['users', ...views.map(({ name }) => name)]);
  // Other tables refer to users, so those are filled first and emptied last.
  const tables = ['users', ...tableRows.map(({ name }) => name).filter((name) => !exclusions.has(name))];
  for (const table of tables.toReversed()) await to.query(`delete from "${table}"`);
  let all = 0;
  for (const table of tables) {
    const columns = columnsOf(from, table);
    const sum = new Sum();
    for (const rows of pagesOf(from, table, columns)) {
      const whole = rows.map((row) => zeroed(table, row));
      for (const row of whole) sum.add(row);
      const text = JSON.stringify(whole).replaceAll(String.raw`\u0000`, String.raw`\ufffd`);
      await to.query(
        `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::json)`,
        [text],
      );
    }
    const there = await sumOf(to, table, columns);
    if (there.text !== sum.text)
      throw new CopyRefusedError(
        `the table ${table} differs after the copy: ${sum.text} here, ${there.text} there`,
      );
    await continueNumbers(from, to, table);
    all += sum.rows;
  }
  // Unfinished filling is not finished there either; repeating the finished part is harmless.
  await to.query(`update schema_changes set state = 'filling', at = null where kind = 'filling'`);
  for (const { key, value } of from.execute('select key, value from meta') as readonly {
    readonly key: string;
    readonly value: string;
  }[]) {
    if (!OWN.has(key))
      await to.query(
        'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
        [key, value],
      );
  }
  return { tables: tables.length, rows: all };
}

async function sumOf(to: pg.Client, table: string, columns: readonly SummedColumn[]): Promise<Sum> {
  const key = keyOf(columns);
  const sum = new Sum();
  await to.query(
    `declare moved_${table} no scroll cursor for select * from "${table}" order by ${listed(key)}`,
  );
  for (;;) {
    const { rows, fields } = await to.query<Record<string, string | null>>(
      `fetch ${PAGE} from moved_${table}`,
    );
    const flags = new Set(fields.filter(({ dataTypeID }) => dataTypeID === BOOLEAN).map(({ name }) => name));
    for (const row of rows)
      sum.add(
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            flags.has(name) && value !== null ? Number(value === 't') : value,
          ]),
        ),
      );
    if (rows.length < PAGE) break;
  }
  await to.query(`close moved_${table}`);
  return sum;
}

const BOOLEAN = 16;

/** Numbers are never reused, not even those of deleted rows. */
async function continueNumbers(from: SqliteConnection, to: pg.Client, table: string): Promise<void> {
  const { rows } = await to.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attidentity <> ''`,
    [table],
  );
  for (const { name } of rows) {
    const [row] = from.execute('select seq from sqlite_sequence where name = ?', [table]) as readonly {
      readonly seq: number;
    }[];
    await to.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, coalesce((select max("${name}") from "${table}"), 0)) + 1, false)`,
      [table, name, row?.seq ?? 0],
    );
  }
}
