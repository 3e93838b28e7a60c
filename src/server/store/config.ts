import { DEFAULT_CONFIG } from '../../domain/config.ts';
import type { ReadTx, WriteTx } from '../../ports/store.ts';
import { first, plan } from './plan.ts';
import type { Executor } from './plan.ts';
import { configOf } from './rows.ts';

const ROW = 1;

const get = plan((db) => db.selectFrom('config').select(['config', 'version']).where('id', '=', ROW));
const set = plan((db, a: { config: string }) =>
  db
    .insertInto('config')
    .values({ id: ROW, version: 1, config: a.config })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((e) => ({ config: a.config, version: e('config.version', '+', 1) })),
    ),
);

/** Version 0 is the configuration that nobody has changed yet. */
export const configReading = (sql: Executor): ReadTx['config'] => ({
  get: async () => {
    const row = await first(sql, get, {});
    return row ? { config: configOf(row.config), version: row.version } : { config: DEFAULT_CONFIG, version: 0 };
  },
});

export const configWriting = (sql: Executor): Pick<WriteTx['write'], 'setConfig'> => ({
  setConfig: async (config) => void (await sql.all(set, { config: JSON.stringify(config) })),
});
