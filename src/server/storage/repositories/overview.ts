import { sql as raw } from 'kysely';
import type { Kysely } from 'kysely';
import type { OverviewQuery, OverviewReading, OverviewWriting } from '../../../ports/store.ts';
import { firstRow, plan, plans } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';

interface PageArgs {
  readonly pattern: string;
  readonly now: number;
  readonly limit: number;
  readonly offset: number;
}

/** Pattern of erased accounts only: other account names have no spaces. */
const ERASED = 'deleted %';

const people = (db: Kysely<Tables>, a: Pick<PageArgs, 'pattern'>) =>
  db
    .selectFrom('users as u')
    .where('u.account', 'not like', ERASED)
    .where((e) =>
      e.or([
        raw<boolean>`lower(u.account) like ${a.pattern} escape '!'`,
        raw<boolean>`lower(u.realname) like ${a.pattern} escape '!'`,
      ]),
    );
const personRows = plans((db, a: PageArgs, by: OverviewQuery['by']) =>
  people(db, a)
    .select([
      'u.id',
      'u.account',
      'u.realname',
      'u.role',
      'u.active',
      'u.created_at_ms',
      'u.last_login_at_ms',
    ])
    .select([
      raw<number>`(select cast(coalesce(sum(f.size), 0) as bigint) from files f where f.user_id = u.id)`.as(
        'bytes',
      ),
      raw<number>`(select count(*) from tokens t where t.user_id = u.id and t.expires_at_ms > ${a.now})`.as(
        'logins',
      ),
    ])
    .$if(by === 'room', (query) => query.orderBy('bytes', 'desc'))
    .orderBy('u.id')
    .limit(a.limit)
    .offset(a.offset),
);
const personTotal = plan((db, a: { pattern: string }) =>
  people(db, a).select((e) => e.fn.countAll<number>().as('total')),
);

const groups = (db: Kysely<Tables>, a: Pick<PageArgs, 'pattern'>) =>
  db
    .selectFrom('groups as g')
    .innerJoin('users as o', 'o.id', 'g.owner')
    .where('g.ended', '=', raw<boolean>`${raw.lit(false)}`)
    .where(raw<boolean>`lower(g.name) like ${a.pattern} escape '!'`);
const groupRows = plans((db, a: Omit<PageArgs, 'now'>, by: OverviewQuery['by']) =>
  groups(db, a)
    .select(['g.id', 'g.name', 'o.account as owner', 'g.members', 'g.retention_days', 'g.created_at_ms'])
    .select(
      raw<number>`(select cast(coalesce(sum(f.size), 0) as bigint)
        from message_files h join files f on f.id = h.file_id
        where h.stream = 'group-' || g.id)`.as('bytes'),
    )
    .$if(by === 'room', (query) => query.orderBy('bytes', 'desc'))
    .orderBy('g.id')
    .limit(a.limit)
    .offset(a.offset),
);
const groupTotal = plan((db, a: { pattern: string }) =>
  groups(db, a).select((e) => e.fn.countAll<number>().as('total')),
);

const figures = plan((db, a: { since: number; limit: number }) =>
  db
    .selectFrom('figures')
    .selectAll()
    .where('minute', '>=', a.since)
    .orderBy('minute')
    .orderBy('node')
    .limit(a.limit),
);
const noteFigures = plan((db, a: { minute: number; node: string; figures: string }) =>
  db
    .insertInto('figures')
    .values({ minute: a.minute, node: a.node, figures: a.figures })
    .onConflict((conflict) => conflict.columns(['minute', 'node']).doUpdateSet({ figures: a.figures })),
);
const dropFigures = plan((db, a: { before: number }) =>
  db.deleteFrom('figures').where('minute', '<', a.before),
);

/** Escapes input, so that pattern characters are plain text. */
const patternOf = (find: string): string => `%${find.trim().toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;

const pageOf = ({ find, page, limit }: OverviewQuery) => ({
  pattern: patternOf(find),
  limit,
  offset: (page - 1) * limit,
});

export const overviewReading = (sql: Executor): OverviewReading => ({
  people: async (query, now) => {
    const args = { ...pageOf(query), now };
    const rows = await sql.all(personRows(query.by), args);
    const total = await firstRow(sql, personTotal, args);
    return {
      rows: rows.map((row) => ({
        id: row.id,
        account: row.account,
        realname: row.realname,
        role: row.role,
        active: Boolean(row.active),
        createdAtMs: row.created_at_ms,
        lastLoginAtMs: row.last_login_at_ms,
        fileBytes: row.bytes,
        logins: row.logins,
      })),
      total: total?.total ?? 0,
    };
  },
  groups: async (query) => {
    const args = pageOf(query);
    const rows = await sql.all(groupRows(query.by), args);
    const total = await firstRow(sql, groupTotal, args);
    return {
      rows: rows.map((row) => ({
        id: row.id,
        name: row.name,
        owner: row.owner,
        members: row.members,
        retentionDays: row.retention_days,
        createdAtMs: row.created_at_ms,
        fileBytes: row.bytes,
      })),
      total: total?.total ?? 0,
    };
  },
  figures: async (since, limit) =>
    (await sql.all(figures, { since, limit })).map((row) => ({
      minute: row.minute,
      node: row.node,
      figures: JSON.parse(row.figures) as Readonly<Record<string, number>>,
    })),
});

export const overviewWriting = (sql: Executor): OverviewWriting => ({
  noteFigures: async ({ minute, node, figures: nodeFigures }) =>
    void (await sql.all(noteFigures, { minute, node, figures: JSON.stringify(nodeFigures) })),
  dropFigures: async (before) => void (await sql.all(dropFigures, { before })),
});
