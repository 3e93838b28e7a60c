import { groupOfStream } from '../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../domain/ids.ts';
import type { ConversationView, PersonCard, ReadTx } from '../../ports/store.ts';
import type { Kysely } from 'kysely';
import { listPlan } from './lists.ts';
import { EVERYONE } from './mentions.ts';
import { plans } from './plan.ts';
import type { Executor } from './plan.ts';
import { byStream, flag, groupRow, mapBy, memberRow, messageRow, streamRow } from './rows.ts';
import type { Stored } from './rows.ts';
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

const members = plans((db, a: Args, scope: Scope) =>
  mine(db, a, scope)
    .innerJoin('streams as s', 's.stream', 'm.stream')
    .selectAll('m')
    .select(['s.head', 's.count', 's.floor', 's.tx', 's.last_at_ms']),
);
/** One probe of the index per conversation: the newest that remains and is visible. */
const lasts = plans((db, a: Args, scope: Scope) =>
  mine(db, a, scope)
    .innerJoin('messages as x', (join) =>
      join.on('x.msg_id', '=', (e) =>
        e
          .selectFrom('messages as y')
          .select('y.msg_id')
          .whereRef('y.stream', '=', 'm.stream')
          .whereRef('y.n', '>', 'm.from_n')
          .orderBy('y.n', 'desc')
          .limit(1),
      ),
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
    // Names of conversations of two begin with a digit.
    .where('m.stream', '<', 'g' as StreamId)
    .innerJoin('members as p', 'p.stream', 'm.stream')
    .where('p.user_id', '<>', a.user)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('friends as f', (join) =>
      join.on('f.creator', '=', a.user).onRef('f.friend', '=', 'p.user_id').on('f.status', '=', 1),
    )
    .select(['p.stream as of_stream', 'p.mark as peer_mark', 'f.nickname as nickname'])
    // A card and no more: never what proves who they are, and each value of a long list costs.
    .select(['u.id', 'u.account', 'u.realname', 'u.avatar', 'u.email', 'u.active']),
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

function groupEntry(stream: StreamId): readonly (readonly [StreamId, GroupId])[] {
  const id = groupOfStream(stream);
  return id === null ? [] : [[stream, id]];
}

const cardOf = ({ id, account, realname, avatar, email, active }: Pick<Stored<'users'>, 'id' | 'account' | 'realname' | 'avatar' | 'email' | 'active'>): PersonCard => ({
  id, account, realname, avatar, email, active: flag(active),
});

async function views(sql: Executor, args: Args, scope: Scope): Promise<readonly ConversationView[]> {
  const own = (await sql.bulk(members(scope), args)).toSorted(byStream);
  const groupIds = new Map(own.flatMap(({ stream }) => groupEntry(stream)));
  const groupStreams = [...groupIds.keys()];
  const lastBy = mapBy(await sql.bulk(lasts(scope), args), (row) => row.stream);
  const mentionsBy = mapBy(await sql.bulk(mentions(scope), args), (row) => row.stream);
  const partnerBy = mapBy(await sql.bulk(partners(scope), args), (row) => row.of_stream);
  const groupBy = mapBy(await groups(sql, {}, [...groupIds.values()]), (row) => row.id);
  const sizeBy = mapBy(await sizes(sql, {}, groupStreams), (row) => row.stream);

  const list: ConversationView[] = [];
  for (const row of own) {
    const last = lastBy.get(row.stream);
    const partner = partnerBy.get(row.stream);
    const id = groupIds.get(row.stream);
    const group = id === undefined ? undefined : groupBy.get(id);
    list.push({
      member: memberRow(row),
      stream: streamRow(row),
      last: last ? messageRow(last) : null,
      mentions: mentionsBy.get(row.stream)?.total ?? 0,
      partner: partner ? { user: cardOf(partner), nickname: partner.nickname ?? '', mark: partner.peer_mark } : null,
      group: group ? { row: groupRow(group), members: sizeBy.get(row.stream)?.total ?? 0 } : null,
    });
  }
  return list;
}

export const conversationsReading = (sql: Executor): ReadTx['conversations'] => ({
  all: (user) => views(sql, { user, stream: '' as StreamId }, 'all'),
  one: async (user, stream) => (await views(sql, { user, stream }, 'one'))[0] ?? null,
});
