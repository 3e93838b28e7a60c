import { assert } from '../../../domain/assert.ts';
import type { AuditPlace, AuditReading, AuditRow, AuditWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';

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
