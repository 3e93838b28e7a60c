import { DEFAULT_CONFIG } from '../../../domain/config.ts';
import type { ConfigWriting, Logo, ReadTx, Release } from '../../../ports/store.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';
import { configOf } from './rows.ts';

const ROW = 1;
/** A second row beside it: the newest build of the apps. */
const RELEASE = 2;
/** A third: the uploaded logo. */
const LOGO = 3;
/** A fourth: services of the console. Apart from the first, which every client receives. */
const SERVICES = 4;

const get = plan((db, a: { id: number }) =>
  db.selectFrom('config').select(['config', 'version']).where('id', '=', a.id),
);
const set = plan((db, a: { id: number; config: string }) =>
  db
    .insertInto('config')
    .values({ id: a.id, version: 1, config: a.config })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((e) => ({ config: a.config, version: e('config.version', '+', 1) })),
    ),
);

const drop = plan((db, a: { id: number }) => db.deleteFrom('config').where('id', '=', a.id));

/** Version 0 is the unchanged configuration. */
export const configReading = (sql: Executor): ReadTx['config'] => {
  // Each node looks once a second, and it nearly never changes.
  let [text, config] = ['', DEFAULT_CONFIG];
  return {
    get: async () => {
      const row = await firstRow(sql, get, { id: ROW });
      if (!row) return { config: DEFAULT_CONFIG, version: 0 };
      if (row.config !== text) [text, config] = [row.config, configOf(row.config)];
      return { config, version: row.version };
    },
    release: async () => {
      const row = await firstRow(sql, get, { id: RELEASE });
      return row ? (JSON.parse(row.config) as Release) : null;
    },
    logo: async () => {
      const row = await firstRow(sql, get, { id: LOGO });
      return row ? (JSON.parse(row.config) as Logo) : null;
    },
    services: async () => {
      const row = await firstRow(sql, get, { id: SERVICES });
      return row ? (JSON.parse(row.config) as Readonly<Record<string, string>>) : {};
    },
  };
};

export const configWriting = (sql: Executor): ConfigWriting => ({
  set: async (config) => void (await sql.all(set, { id: ROW, config: JSON.stringify(config) })),
  setRelease: async (release) => void (await sql.all(set, { id: RELEASE, config: JSON.stringify(release) })),
  setLogo: async (logo) =>
    void (await (logo === null
      ? sql.all(drop, { id: LOGO })
      : sql.all(set, { id: LOGO, config: JSON.stringify(logo) }))),
  setServices: async (values) => void (await sql.all(set, { id: SERVICES, config: JSON.stringify(values) })),
});
