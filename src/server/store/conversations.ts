import { groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../domain/ids.ts';
import type { ConversationView, ReadTx } from '../../ports/store.ts';
import type { Kysely } from 'kysely';
import { listPlan } from './lists.ts';
import { EVERYONE } from './mentions.ts';
import { plans } from './plan.ts';
import type { Executor } from './plan.ts';
import { groupRow, mapBy, memberRow, messageRow, streamRow, userRow } from './rows.ts';
import type { Tables } from './schema.ts';

/**
 * The contact list of one person: a fixed number of queries over indexes, however many conversations
 * there are. Each query starts at the person's memberships; the parts are joined here by stream.
 */
type Scope = 'all' | 'one';
interface Args {
  readonly user: UserId;
  readonly stream: StreamId;
}

const mine = (db: Kysely<Tables>, a: Args, scope: Scope) =>
  db
    .selectFrom('members as m')
    .where('m.user_id', '=', a.user)
    .where('m.until_seq', 'is', null)
    .$if(scope === 'one', (query) => query.where('m.stream', '=', a.stream));

const members = plans((db, a: Args, scope: Scope) => mine(db, a, scope).selectAll('m').orderBy('m.stream'));
const streams = plans((db, a: Args, scope: Scope) =>
  mine(db, a, scope).innerJoin('streams as s', 's.stream', 'm.stream').selectAll('s'),
);
/** One probe of the index per conversation: the newest that remains and is visible. */
const lasts = plans((db, a: Args, scope: Scope) =>
  mine(db, a, scope)
    .innerJoin('messages as x', 'x.stream', 'm.stream')
    .whereRef('x.n', '=', (e) =>
      e
        .selectFrom('messages as y')
        .select((inner) => inner.fn.max('y.n').as('n'))
        .whereRef('y.stream', '=', 'm.stream')
        .whereRef('y.n', '>', 'm.from_n'),
    )
    .selectAll('x'),
);
const mentions = plans((db, a: Args, scope: Scope) =>
  mine(db, a, scope)
    .innerJoin('mentions as t', 't.stream', 'm.stream')
    .innerJoin('messages as x', (join) => join.onRef('x.stream', '=', 't.stream').onRef('x.n', '=', 't.n'))
    .where('t.user_id', 'in', [a.user, EVERYONE])
    .whereRef('t.n', '>', 'm.mention_mark')
    .where('x.from_user', '<>', a.user)
    .groupBy('t.stream')
    .select((e) => ['t.stream', e.fn.countAll<number>().as('total')]),
);
const partners = plans((db, a: Args, scope: Scope) =>
  mine(db, a, scope)
    .where('m.stream', 'not like', 'group-%' as StreamId)
    .innerJoin('members as p', 'p.stream', 'm.stream')
    .where('p.user_id', '<>', a.user)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('friends as f', (join) =>
      join.on('f.creator', '=', a.user).onRef('f.friend', '=', 'p.user_id').on('f.status', '=', 1),
    )
    .select(['p.stream as of_stream', 'p.mark as peer_mark', 'f.nickname as nickname'])
    .selectAll('u'),
);
const groups = listPlan((db, _: object, ids: readonly GroupId[]) =>
  db.selectFrom('groups').selectAll().where('id', 'in', ids).where('ended', '=', false),
);
const sizes = listPlan((db, _: object, streams: readonly StreamId[]) =>
  db
    .selectFrom('members')
    .select((e) => ['stream', e.fn.countAll<number>().as('total')])
    .where('stream', 'in', streams)
    .where('until_seq', 'is', null)
    .groupBy('stream'),
);

async function views(sql: Executor, args: Args, scope: Scope): Promise<readonly ConversationView[]> {
  const own = await sql.all(members(scope), args);
  const groupStreams = own.map((row) => row.stream).filter((stream) => groupOfStream(stream) !== null);
  const streamBy = mapBy(await sql.all(streams(scope), args), (row) => row.stream);
  const lastBy = mapBy(await sql.all(lasts(scope), args), (row) => row.stream);
  const mentionsBy = mapBy(await sql.all(mentions(scope), args), (row) => row.stream);
  const partnerBy = mapBy(await sql.all(partners(scope), args), (row) => row.of_stream);
  const groupBy = mapBy(await groups(sql, {}, groupStreams.flatMap((stream) => groupOfStream(stream) ?? [])), (row) => row.id);
  const sizeBy = mapBy(await sizes(sql, {}, groupStreams), (row) => row.stream);

  const list: ConversationView[] = [];
  for (const row of own) {
    const stream = streamBy.get(row.stream);
    if (!stream) continue;
    const last = lastBy.get(row.stream);
    const partner = peopleOfStream(row.stream) && partnerBy.get(row.stream);
    const id = groupOfStream(row.stream);
    const group = id === null ? undefined : groupBy.get(id);
    list.push({
      member: memberRow(row),
      stream: streamRow(stream),
      last: last ? messageRow(last) : null,
      mentions: mentionsBy.get(row.stream)?.total ?? 0,
      partner: partner ? { user: userRow(partner), nickname: partner.nickname ?? '', mark: partner.peer_mark } : null,
      group: group ? { row: groupRow(group), members: sizeBy.get(row.stream)?.total ?? 0 } : null,
    });
  }
  return list;
}

export const conversationsReading = (sql: Executor): ReadTx['conversations'] => ({
  all: (user) => views(sql, { user, stream: '' as StreamId }, 'all'),
  one: async (user, stream) => (await views(sql, { user, stream }, 'one'))[0] ?? null,
});
