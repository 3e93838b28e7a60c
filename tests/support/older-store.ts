import type { Kysely } from 'kysely';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { readingOver } from '../../src/server/storage/repositories/index.ts';
import { SqliteConnection, sqliteBuilder } from '../../src/server/storage/engine/sqlite-dialect.ts';
import type { MigrationTarget } from '../../src/server/storage/schema/change-kinds.ts';
import { migrate } from '../../src/server/storage/schema/migrate.ts';
import { MIGRATIONS } from '../../src/server/storage/schema/migrations.ts';

/** A database in memory that is migrated like in updates, up to the version of the test. */
export function olderStore() {
  const connection = new SqliteConnection(':memory:', { readOnly: false });
  const target: MigrationTarget = {
    engine: 'sqlite',
    builder: sqliteBuilder as unknown as Kysely<unknown>,
    run: (sql, parameters) => Promise.resolve(connection.execute(sql, parameters)),
  };
  const executeSql = (sql: string, parameters: readonly unknown[] = []) =>
    connection.execute(sql, parameters);
  return {
    target,
    run: executeSql,
    to: (version: number) =>
      migrate(
        target,
        MIGRATIONS.filter((one) => one.version <= version),
      ),
    /** One message, as versions since 29 have it. */
    say: (stream: string) =>
      executeSql(
        `insert into messages (id, stream, n, from_user, type, content, at, sent_at_ms, recalled)
          values ('m', ?, 1, 1, 'text', 'words', '[]', 1, 0)`,
        [stream],
      ),
    rows: () => readingOver(connection, createVirtualClock()),
    close: () => connection.close(),
  };
}
