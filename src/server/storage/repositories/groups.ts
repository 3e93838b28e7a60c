import { assert } from '../../../domain/assert.ts';
import { groupStream } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import type {
  DissolvingsWriting,
  GroupLineFacts,
  GroupLineRow,
  GroupLinesReading,
  GroupLinesWriting,
  GroupsWriting,
  ReadTx,
} from '../../../ports/store.ts';
import { type Executor, firstCached, firstRow, plan } from '../plan.ts';
import { jsonOr, patchPlan } from './patch.ts';
import { groupRow } from './rows.ts';

interface Columns {
  name: string;
  avatar: string;
  owner: UserId;
  notice: string;
  setting: string;
  created_at_ms: number;
}

const byId = plan(
  (db, a: { id: GroupId }) =>
    db.selectFrom('groups').selectAll().where('id', '=', a.id).where('ended', '=', false),
  { groups: 'id' },
);
const add = plan((db, a: Columns) =>
  db
    .insertInto('groups')
    .values({
      name: a.name,
      avatar: a.avatar,
      owner: a.owner,
      notice: a.notice,
      setting: a.setting,
      created_at_ms: a.created_at_ms,
      ended: false,
    })
    .returning('id'),
);
const patch = patchPlan((db, key: { id: GroupId }, columns: Columns) =>
  db.updateTable('groups').set(columns).where('id', '=', key.id),
);
const end = plan((db, a: { id: GroupId }) =>
  db
    .updateTable('groups')
    .set({ ended: true, name: '', avatar: '', notice: '', setting: '{}' })
    .where('id', '=', a.id),
);
const retained = plan((db) =>
  db
    .selectFrom('groups')
    .select(['id', 'retention_days'])
    .where('retention_days', '>', 0)
    .where('ended', '=', false)
    .orderBy('id'),
);
const retain = plan((db, a: { id: GroupId; days: number }) =>
  db.updateTable('groups').set({ retention_days: a.days }).where('id', '=', a.id),
);

/** A dissolved group is not there; its row stays, so that its number is never given again. */
export const groupsReading = (sql: Executor): ReadTx['groups'] => ({
  byId: async (id) => {
    const row = await firstCached(sql, byId, { id });
    return row && groupRow(row);
  },
  retained: async () =>
    new Map((await sql.all(retained, {})).map((row) => [row.id, row.retention_days] as const)),
});

export const groupsWriting = (sql: Executor): GroupsWriting => ({
  insert: async ({ createdAtMs, setting, ...row }) => {
    const newRow = await firstRow(sql, add, {
      ...row,
      setting: JSON.stringify(setting),
      created_at_ms: createdAtMs,
    });
    assert(newRow, 'a new group has an id');
    return newRow.id;
  },
  update: (id, row) =>
    patch(
      sql,
      { id },
      {
        name: row.name,
        avatar: row.avatar,
        owner: row.owner,
        notice: row.notice,
        setting: jsonOr(row.setting) ?? undefined,
        created_at_ms: row.createdAtMs,
      },
    ),
  end: async (id) => {
    await sql.all(end, { id });
    await sql.all(dropUpTo, { stream: groupStream(id), n: Number.MAX_SAFE_INTEGER });
  },
  retain: async (id, days) => void (await sql.all(retain, { id, days })),
});

const get = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('dissolvings').selectAll().where('stream', '=', a.stream),
);
const list = plan((db, a: { limit: number }) =>
  db.selectFrom('dissolvings').select('stream').orderBy('stream').limit(a.limit),
);
const begin = plan((db, a: { stream: StreamId; seq: number; by: UserId }) =>
  db.insertInto('dissolvings').values({ stream: a.stream, seq: a.seq, by_user: a.by }),
);
const endDissolving = plan((db, a: { stream: StreamId }) =>
  db.deleteFrom('dissolvings').where('stream', '=', a.stream),
);

/** Ended groups, until all former members are notified (GROUP-32). */
export const dissolvingsReading = (sql: Executor): ReadTx['dissolvings'] => ({
  get: async (stream) => {
    const row = await firstRow(sql, get, { stream });
    return row && { seq: row.seq, by: row.by_user };
  },
  list: async (limit) => (await sql.all(list, { limit })).map((row) => row.stream),
});

export const dissolvingsWriting = (sql: Executor): DissolvingsWriting => ({
  begin: async (stream, { seq, by }) => void (await sql.all(begin, { stream, seq, by })),
  end: async (stream) => void (await sql.all(endDissolving, { stream })),
});

const between = plan((db, a: { stream: StreamId; from: number; to: number; limit: number }) =>
  db
    .selectFrom('group_lines')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('after_n', '>=', a.from)
    .where('after_n', '<=', a.to)
    .orderBy('after_n', 'desc')
    .orderBy('seq', 'desc')
    .limit(a.limit),
);
interface Line {
  stream: StreamId;
  afterN: number;
  seq: number;
  atMs: number;
  facts: string;
}
const addLine = plan((db, a: Line) =>
  db
    .insertInto('group_lines')
    .values({ stream: a.stream, after_n: a.afterN, seq: a.seq, at_ms: a.atMs, facts: a.facts }),
);
const beyond = plan((db, a: { stream: StreamId; keep: number }) =>
  db
    .selectFrom('group_lines')
    .select(['after_n', 'seq'])
    .where('stream', '=', a.stream)
    .orderBy('after_n', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(a.keep),
);
const drop = plan((db, a: { stream: StreamId; afterN: number; seq: number }) =>
  db
    .deleteFrom('group_lines')
    .where('stream', '=', a.stream)
    .where('after_n', '<=', a.afterN)
    .where('seq', '<=', a.seq),
);
const dropUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('group_lines').where('stream', '=', a.stream).where('after_n', '<=', a.n),
);

export const groupLinesReading = (sql: Executor): GroupLinesReading => ({
  between: async (stream, from, to, limit) =>
    (await sql.all(between, { stream, from, to, limit }))
      .map((row): GroupLineRow => ({
        stream: row.stream,
        afterN: row.after_n,
        seq: row.seq,
        atMs: row.at_ms,
        facts: JSON.parse(row.facts) as GroupLineFacts,
      }))
      .toReversed(),
});

export const groupLinesWriting = (sql: Executor): GroupLinesWriting => ({
  insert: async (row, keep) => {
    await sql.all(addLine, { ...row, facts: JSON.stringify(row.facts) });
    const oldest = await firstRow(sql, beyond, { stream: row.stream, keep });
    if (oldest) await sql.all(drop, { stream: row.stream, afterN: oldest.after_n, seq: oldest.seq });
  },
  clear: async (stream, n) => void (await sql.all(dropUpTo, { stream, n })),
});
