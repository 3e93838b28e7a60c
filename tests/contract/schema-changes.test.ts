import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { silentLog } from '../../src/ports/log.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { isComplete } from '../../src/server/storage/schema/filling.ts';
import { counterIds } from '../support/counter-ids.ts';
import { slowSteps } from '../support/slow-steps.ts';
import { schemaChangesSuite } from './schema-changes-suite.ts';

schemaChangesSuite('embedded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-schema-'));
  let [path, lives] = [join(folder, 'parley.db'), 0];
  const during = async <T>(work: (db: SqliteConnection) => T | Promise<T>): Promise<T> => {
    const db = new SqliteConnection(path, { readOnly: false });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  };
  return Promise.resolve({
    open: (migrations, program) =>
      openStore({
        path,
        clock: slowSteps(createVirtualClock()),
        ids: counterIds(),
        log: silentLog,
        migrations,
        program,
      }),
    run: (sql) => during((db) => db.execute(sql)),
    // The next start finds the current content of the disk.
    kill: async (store) => {
      const next = join(folder, `life-${(lives += 1)}.db`);
      for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, next + end);
      await store.close();
      path = next;
    },
    isComplete: (version) => during((db) => isComplete(db, version)),
    close: () => Promise.resolve(rmSync(folder, { recursive: true })),
  });
});
