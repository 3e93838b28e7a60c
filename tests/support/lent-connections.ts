import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';

/** Tables to empty. `meta` holds the version of the schema, and `schema_changes` its executed changes. */
const TABLES = `select name from sqlite_master where type = 'table' and name not in ('meta', 'schema_changes')
  and (name = 'sqlite_sequence' or name not like 'sqlite_%')`;

/** A test that wrote more pages than this closes its database: emptying it takes longer than a new schema. */
const PAGES_MAX = 4_000;
const KEPT_MAX = 4;

/** The engine behind a connection, which outlives it. */
interface Engine {
  readonly db: unknown;
  readonly prepared: unknown;
}

/**
 * Databases in memory that tests use one after the other. Migrating a new one and preparing its statements
 * takes longer than most tests. Each test has a separate connection object, which fails after its return. A
 * late write of one test therefore cannot reach the next.
 */
export class LentConnections {
  private readonly kept: Engine[] = [];

  lend(): { readonly connection: SqliteConnection; readonly giveBack: () => void } {
    const connection = new SqliteConnection(':memory:', { readOnly: false });
    const engine = this.kept.pop();
    if (engine) {
      connection.close();
      exchange(connection, engine);
    }
    let isLent = true;
    const giveBack = () => {
      if (isLent) this.take(connection);
      isLent = false;
    };
    return { connection, giveBack };
  }

  private take(connection: SqliteConnection): void {
    if (this.kept.length >= KEPT_MAX || !emptied(connection)) return connection.close();
    const closed = new SqliteConnection(':memory:', { readOnly: false });
    closed.close();
    this.kept.push(exchange(connection, engineOf(closed)));
  }
}

const engineOf = (connection: SqliteConnection): Engine => ({
  db: Reflect.get(connection, 'db') as unknown,
  prepared: Reflect.get(connection, 'prepared') as unknown,
});

/** Swaps the engine of a connection and returns the previous one. */
function exchange(connection: SqliteConnection, engine: Engine): Engine {
  const before = engineOf(connection);
  Object.assign(connection, engine);
  return before;
}

/** Restores the state after the migrations. Returns false if that is not possible. */
function emptied(connection: SqliteConnection): boolean {
  if (connection.inTransaction) return false;
  connection.journal = null;
  const [size] = connection.execute('pragma page_count') as readonly { readonly page_count: number }[];
  if ((size?.page_count ?? Infinity) > PAGES_MAX) return false;
  const tables = connection.execute(TABLES) as readonly { readonly name: string }[];
  connection.execute('pragma foreign_keys = off');
  connection.execute('begin immediate');
  for (const { name } of tables) connection.execute(`delete from "${name}"`);
  connection.execute(`delete from meta where key not in ('schema', 'readable')`);
  connection.execute(`update schema_changes set state = 'filling', at = null where kind = 'filling'`);
  connection.execute('commit');
  return true;
}
