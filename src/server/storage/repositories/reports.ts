import type { UserId } from '../../../domain/ids.ts';
import type {
  ReportCopy,
  ReportLook,
  ReportRow,
  ReportsReading,
  ReportsWriting,
} from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { StoredRow } from '../schema/stored-row.ts';

const keyOf = ({ kind, about }: Pick<ReportRow, 'kind' | 'about'>): string => `${kind} ${about}`;

const byId = plan((db, a: { id: number }) => db.selectFrom('reports').selectAll().where('id', '=', a.id));
const isOpen = plan((db, a: { reporter: UserId; key: string }) =>
  db.selectFrom('reports').select('id').where('reporter', '=', a.reporter).where('open_key', '=', a.key),
);
const lately = plan((db, a: { reporter: UserId; since: number }) =>
  db
    .selectFrom('reports')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('reporter', '=', a.reporter)
    .where('at_ms', '>', a.since),
);
const openOf = plan((db, a: { reporter: UserId }) =>
  db
    .selectFrom('reports')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('reporter', '=', a.reporter)
    .where('open_key', 'is not', null),
);

interface Page {
  readonly limit: number;
  readonly offset: number;
}
const waiting = plan((db, a: Page) =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('erase_ms', 'is', null)
    .orderBy('id')
    .limit(a.limit)
    .offset(a.offset),
);
const decided = plan((db, a: Page) =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('erase_ms', 'is not', null)
    .orderBy('id', 'desc')
    .limit(a.limit)
    .offset(a.offset),
);
const countWaiting = plan((db) =>
  db
    .selectFrom('reports')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('erase_ms', 'is', null),
);
const countDecided = plan((db) =>
  db
    .selectFrom('reports')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('erase_ms', 'is not', null),
);
interface Added extends Omit<ReportRow, 'id' | 'decision' | 'looks' | 'copy'> {
  readonly key: string;
  readonly copy: string;
}
const add = plan((db, a: Added) =>
  db
    .insertInto('reports')
    .values({
      reporter: a.reporter,
      kind: a.kind,
      about: a.about,
      open_key: a.key,
      accused: a.accused,
      stream: a.stream,
      reason: a.reason,
      words: a.words,
      at_ms: a.atMs,
      copy: a.copy,
      file_id: a.fileId,
      decision: null,
      note: '',
      decided_by: '',
      decided_at_ms: null,
      erase_ms: null,
      looks: '[]',
    })
    .onConflict((conflict) => conflict.columns(['reporter', 'open_key']).doNothing())
    .returning('id'),
);
const setLooks = plan((db, a: { id: number; json: string }) =>
  db.updateTable('reports').set({ looks: a.json }).where('id', '=', a.id),
);
const decide = plan((db, a: NonNullable<ReportRow['decision']> & { readonly id: number }) =>
  db
    .updateTable('reports')
    .set({
      open_key: null,
      decision: a.what,
      note: a.note,
      decided_by: a.by,
      decided_at_ms: a.atMs,
      erase_ms: a.eraseMs,
    })
    .where('id', '=', a.id)
    .where('erase_ms', 'is', null)
    .returning('id'),
);

const decisionOf = (row: StoredRow<'reports'>): ReportRow['decision'] =>
  row.decision === null || row.decided_at_ms === null || row.erase_ms === null
    ? null
    : {
        what: row.decision,
        note: row.note,
        by: row.decided_by,
        atMs: row.decided_at_ms,
        eraseMs: row.erase_ms,
      };

const reportRow = (row: StoredRow<'reports'>): ReportRow => ({
  id: row.id,
  reporter: row.reporter,
  kind: row.kind,
  about: row.about,
  accused: row.accused,
  stream: row.stream,
  reason: row.reason,
  words: row.words,
  atMs: row.at_ms,
  copy: JSON.parse(row.copy) as ReportCopy,
  fileId: row.file_id,
  decision: decisionOf(row),
  looks: JSON.parse(row.looks) as readonly ReportLook[],
});

export const reportsReading = (sql: Executor): ReportsReading => ({
  byId: async (id) => {
    const row = await firstRow(sql, byId, { id });
    return row && reportRow(row);
  },
  isOpen: async (reporter, kind, about) =>
    (await firstRow(sql, isOpen, { reporter, key: keyOf({ kind, about }) })) !== null,
  countOf: async (reporter, since) => ({
    lately: (await firstRow(sql, lately, { reporter, since }))?.total ?? 0,
    open: (await firstRow(sql, openOf, { reporter }))?.total ?? 0,
  }),
  list: async ({ open, page, limit }) => {
    const part = { limit, offset: (page - 1) * limit };
    return {
      rows: (await sql.all(open ? waiting : decided, part)).map(reportRow),
      total: (await firstRow(sql, open ? countWaiting : countDecided, {}))?.total ?? 0,
    };
  },
});

export const reportsWriting = (sql: Executor): ReportsWriting => ({
  insert: async (row) =>
    (await firstRow(sql, add, { ...row, key: keyOf(row), copy: JSON.stringify(row.copy) }))?.id ?? null,
  setLooks: async (id, entries) => void (await sql.all(setLooks, { id, json: JSON.stringify(entries) })),
  decide: async (id, decision) => (await sql.all(decide, { id, ...decision })).length === 1,
});
