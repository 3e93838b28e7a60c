import { assert } from '../../../domain/assert.ts';
import type { GroupId, UserId } from '../../../domain/ids.ts';
import type { GroupsWriting, ReadTx } from '../../../ports/store.ts';
import { jsonOr, patchPlan } from './patch.ts';
import { firstRow, firstCached, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';
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
  db.updateTable('groups').set({ ended: true }).where('id', '=', a.id),
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
    const made = await firstRow(sql, add, {
      ...row,
      setting: JSON.stringify(setting),
      created_at_ms: createdAtMs,
    });
    assert(made, 'a new group has an id');
    return made.id;
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
  end: async (id) => void (await sql.all(end, { id })),
  retain: async (id, days) => void (await sql.all(retain, { id, days })),
});
