import { assert } from '../../../domain/assert.ts';
import { DEFAULT_CONFIG } from '../../../domain/config.ts';
import type {
  AuditPlace,
  AuditReading,
  AuditRow,
  AuditWriting,
  ConfigWriting,
  Logo,
  ReadTx,
  Release,
} from '../../../ports/store.ts';
import { type Executor, firstRow, plan } from '../plan.ts';
import { configOf } from './rows.ts';

const page = plan((db, a: { after: number; limit: number }) =>
  db.selectFrom('audit').selectAll().where('n', '>', a.after).orderBy('n').limit(a.limit),
);
const end = plan((db, a: { name: 'head' | 'start' }) =>
  db.selectFrom('audit_ends').selectAll().where('name', '=', a.name),
);
const next = plan((db) =>
  db
    .insertInto('audit_ends')
    .values({ name: 'head', n: 1, hash: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((e) => ({ n: e('audit_ends.n', '+', 1) })))
    .returning(['n', 'hash']),
);
const setHead = plan((db, a: { hash: string }) =>
  db.updateTable('audit_ends').set({ hash: a.hash }).where('name', '=', 'head'),
);
const append = plan((db, a: AuditRow) =>
  db.insertInto('audit').values({
    n: a.n,
    at_ms: a.atMs,
    by_whom: a.by,
    what: a.what,
    about: a.about,
    facts: a.facts,
    before: a.before,
    hash: a.hash,
  }),
);
const setStart = plan((db, a: AuditPlace) =>
  db
    .insertInto('audit_ends')
    .values({ name: 'start', n: a.n, hash: a.hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ n: a.n, hash: a.hash })),
);
const drop = plan((db, a: { n: number }) => db.deleteFrom('audit').where('n', '<=', a.n));

const placeOf = (row: AuditPlace | null): AuditPlace => ({ n: row?.n ?? 0, hash: row?.hash ?? '' });

export const auditReading = (sql: Executor): AuditReading => ({
  page: async (after, limit) =>
    (await sql.all(page, { after, limit })).map(({ at_ms, by_whom, ...row }) => ({
      ...row,
      atMs: at_ms,
      by: by_whom,
    })),
  ends: async () => ({
    start: placeOf(await firstRow(sql, end, { name: 'start' })),
    head: placeOf(await firstRow(sql, end, { name: 'head' })),
  }),
});

export const auditWriting = (sql: Executor): AuditWriting => ({
  next: async () => {
    const row = await firstRow(sql, next, {});
    assert(row, 'the chain has an end');
    return { n: row.n, before: row.hash };
  },
  append: async (row) => {
    await sql.all(append, row);
    await sql.all(setHead, { hash: row.hash });
  },
  prune: async (upTo) => {
    await sql.all(setStart, upTo);
    await sql.all(drop, { n: upTo.n });
  },
});

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

const dropSetting = plan((db, a: { id: number }) => db.deleteFrom('config').where('id', '=', a.id));

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
      ? sql.all(dropSetting, { id: LOGO })
      : sql.all(set, { id: LOGO, config: JSON.stringify(logo) }))),
  setServices: async (values) => void (await sql.all(set, { id: SERVICES, config: JSON.stringify(values) })),
});
