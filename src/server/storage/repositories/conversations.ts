import { groupOfStream, groupStream } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import type { ConversationView, LastRow, PersonCard, ReadTx } from '../../../ports/store.ts';
import { albumOf } from '../../../domain/album.ts';
import { chatLimits } from '../../../domain/limits.ts';
import type { Timer } from '../../../domain/vanish.ts';
import { storeLimits } from '../../kernel/limits.ts';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { filledList, listPlan, listSlots } from './lists.ts';
import { EVERYONE, authorOf, leavesOut } from './mentions.ts';
import { plans } from '../engine/plan.ts';
import type { Executor, ListOf, Plan } from '../engine/plan.ts';
import { fromFlag, groupRow, lastRow } from './rows.ts';
import type { Last } from './rows.ts';
import type { Tables } from '../schema/schema.ts';

/**
 * Contact rows of one person: a fixed number of queries over indexes for some of the conversations, as a list
 * of thousands is read in parts. Each query starts at the person's memberships; the parts are joined here by
 * stream.
 */
interface Args {
  readonly user: UserId;
}

const mine = (db: Kysely<Tables>, a: Args, size: number) =>
  db
    .selectFrom('members as m')
    .where('m.user_id', '=', a.user)
    .where('m.until_seq', 'is', null)
    .where('m.stream', 'in', listSlots<StreamId>(a, size));

/** The newest message that remains and is visible: one probe of the index. */
const newest = (e: ExpressionBuilder<Tables & { readonly m: Tables['members'] }, 'm'>) =>
  e
    .selectFrom('messages as y')
    .select('y.msg_id')
    .whereRef('y.stream', '=', 'm.stream')
    .whereRef('y.n', '>', 'm.from_n')
    .where((of) => of.or([of('y.only_user', 'is', null), of('y.only_user', '=', of.ref('m.user_id'))]))
    .orderBy('y.n', 'desc')
    .limit(1);

/** Most conversations have none: a look at the index says so, and costs less than a query of their own. */
const timersOf = (e: ExpressionBuilder<Tables & { readonly m: Tables['members'] }, 'm'>) =>
  e.selectFrom('timers as t').select('t.n').whereRef('t.stream', '=', 'm.stream');

/**
 * Everything but mentions and groups in one row, since a row costs as much as finding it. Of messages,
 * one probe of the index per conversation: the newest that remains and is visible. Of the partner a
 * card and no more: never what proves who they are.
 */
const rows = plans((db, a: Args, size: number) =>
  mine(db, a, size)
    .innerJoin('streams as s', 's.stream', 'm.stream')
    .leftJoin('messages as x', (join) => join.on('x.msg_id', '=', newest))
    // Names of conversations of two begin with a digit.
    .leftJoin('members as p', (join) =>
      join
        .onRef('p.stream', '=', 'm.stream')
        .on('p.user_id', '<>', a.user)
        .on('m.stream', '<', 'g' as StreamId),
    )
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('friends as f', (join) =>
      join.on('f.creator', '=', a.user).onRef('f.friend', '=', 'p.user_id').on('f.status', '=', 1),
    )
    .select([
      'm.stream',
      'm.role',
      'm.is_top',
      'm.is_notice',
      'm.from_n',
      'm.mark',
      'm.own',
      'm.mention_mark',
      'm.hidden_to',
      'm.archived_to',
      'm.is_marked',
      'm.marked_from',
      'm.at_only',
      'm.quiet_until',
      'm.muted_until_sec',
      's.head',
      's.count',
      's.cleared',
    ])
    .select([
      'x.id as last_id',
      'x.n',
      'x.from_user',
      'x.type',
      'x.content',
      'x.extra',
      'x.note',
      'x.sent_at_ms',
      'x.recalled',
    ])
    .select([
      'u.id',
      'u.account',
      'u.realname',
      'u.avatar',
      'u.email',
      'u.active',
      'p.told as peer_mark',
      'f.nickname',
    ])
    .select((e) => e.exists(timersOf(e)).as('timed')),
);
type Row = typeof rows extends (size: number) => Plan<Args, infer R> ? R : never;
const NAMES = [
  ...([
    'stream',
    'role',
    'is_top',
    'is_notice',
    'from_n',
    'mark',
    'own',
    'mention_mark',
    'hidden_to',
    'archived_to',
    'is_marked',
    'marked_from',
    'at_only',
    'quiet_until',
    'muted_until_sec',
    'head',
    'count',
    'cleared',
  ] as const),
  ...(['last_id', 'n', 'from_user', 'type', 'content', 'extra', 'note', 'sent_at_ms', 'recalled'] as const),
  ...(['id', 'account', 'realname', 'avatar', 'email', 'active', 'peer_mark', 'nickname'] as const),
  'timed',
] as const satisfies readonly (keyof Row)[];
const mentions = plans((db, a: Args, size: number) =>
  mine(db, a, size)
    .innerJoin('mentions as t', 't.stream', 'm.stream')
    .where('t.user_id', 'in', [a.user, EVERYONE])
    .whereRef('t.n', '>', 'm.mention_mark')
    .where(authorOf, '<>', a.user)
    .where((e) => e.not(leavesOut(e, a.user)))
    .groupBy('t.stream')
    .select((e) => ['t.stream', e.fn.countAll<number>().as('total')]),
);
/** What stands before pictures that are the last of their conversations. */
const pictures = plans((db, a: Args, size: number) =>
  mine(db, a, size)
    .innerJoin('messages as x', (join) => join.on('x.msg_id', '=', newest))
    .innerJoin('messages as b', (join) =>
      join
        .onRef('b.stream', '=', 'm.stream')
        .onRef('b.n', '<', 'x.n')
        .on('b.n', '>', (e) => e('x.n', '-', chatLimits.albumToldMax)),
    )
    .where('x.type', '=', 'image')
    .where('x.recalled', '=', false)
    .where((e) => e.or([e('b.only_user', 'is', null), e('b.only_user', '=', a.user)]))
    .select([
      'b.stream',
      'b.id',
      'b.n',
      'b.from_user',
      'b.type',
      'b.content',
      'b.extra',
      'b.note',
      'b.sent_at_ms',
      'b.recalled',
    ]),
);
const timers = plans((db, a: Args, size: number) =>
  mine(db, a, size)
    .innerJoin('timers as t', 't.stream', 'm.stream')
    .select(['t.stream', 't.n', 't.days'])
    .orderBy('t.stream')
    .orderBy('t.n'),
);
const groups = listPlan((db, _: object, ids: readonly GroupId[]) =>
  db.selectFrom('groups').selectAll().where('id', 'in', ids).where('ended', '=', false),
);
type ListedRow = ListOf<Row, typeof NAMES>;
const [TYPE, TIMED] = [NAMES.indexOf('type'), NAMES.indexOf('timed')];

/** What was read beside the rows, by stream. */
interface Beside {
  readonly mentions: ReadonlyMap<StreamId, number>;
  readonly groups: ReadonlyMap<StreamId, ConversationView['group']>;
  readonly timers: ReadonlyMap<StreamId, readonly Timer[]>;
  /** Before a last picture, newest first. */
  readonly pictures: ReadonlyMap<StreamId, readonly LastRow[]>;
}

/** Straight from the row's values: nothing in between is made for thousands of conversations. */
function view(user: UserId, row: ListedRow, beside: Beside): ConversationView {
  const [
    stream,
    role,
    isTop,
    isNotice,
    fromN,
    mark,
    own,
    mentionMark,
    hiddenTo,
    archivedTo,
    isMarked,
    markedFrom,
    atOnly,
    quietUntilMs,
    mutedUntilSec,
    head,
    count,
    cleared,
    lastId,
    n,
    from_user,
    type,
    content,
    extra,
    note,
    sent_at_ms,
    recalled,
    id,
    account,
    realname,
    avatar,
    email,
    active,
    peerMark,
    nickname,
  ] = row;
  const last = { id: lastId, n, from_user, type, content, extra, note, sent_at_ms, recalled };
  return {
    member: {
      stream,
      user,
      role,
      isTop: fromFlag(isTop),
      isNotice: fromFlag(isNotice),
      untilSeq: null,
      fromN,
      mark: Math.max(mark, cleared),
      own: mark < cleared ? 0 : own,
      mentionMark: Math.max(mentionMark, cleared),
      hiddenTo,
      archivedTo,
      isMarked: fromFlag(isMarked),
      markedFrom,
      atOnly: fromFlag(atOnly),
      quietUntilMs,
      mutedUntilSec,
    },
    stream: { stream, head, count },
    last: lastOf(stream, beside, last as Last | Nothing),
    mentions: beside.mentions.get(stream) ?? 0,
    partner: partnerOf({ id, account, realname, avatar, email }, active, nickname, peerMark, cleared),
    group: beside.groups.get(stream) ?? null,
    timers: beside.timers.get(stream),
  };
}

/** What a left join finds where there is none. */
interface Nothing {
  readonly id: null;
}

function lastOf(stream: StreamId, { pictures: before }: Beside, last: Last | Nothing): LastRow | null {
  if (last.id === null) return null;
  const row = lastRow(stream, last);
  return row.type === 'image' ? { ...row, album: albumOf(row, before.get(row.stream) ?? []) } : row;
}

const partnerOf = (
  person: { readonly [K in keyof Omit<PersonCard, 'active'>]: PersonCard[K] | null },
  active: Parameters<typeof fromFlag>[0] | null,
  nickname: string | null,
  mark: number | null,
  cleared: number,
): ConversationView['partner'] =>
  person.id === null
    ? null
    : {
        // Named one by one: a copy of thousands costs several times as much.
        user: {
          id: person.id,
          account: person.account,
          realname: person.realname,
          avatar: person.avatar,
          email: person.email,
          active: fromFlag(active ?? false),
        } as PersonCard,
        nickname: nickname ?? '',
        mark: Math.max(mark ?? 0, cleared),
      };

/** Asked only where a picture is the last. */
async function picturesOf(
  sql: Executor,
  user: UserId,
  list: readonly ListedRow[],
): Promise<Beside['pictures']> {
  const found = new Map<StreamId, LastRow[]>();
  const streams = list.filter((row) => row[TYPE] === 'image').map(([stream]) => stream);
  if (streams.length === 0) return found;
  const { size, bound } = filledList({ user }, streams);
  for (const row of await sql.bulk(pictures(size), bound)) {
    const before = found.get(row.stream);
    if (before) before.push(lastRow(row.stream, row));
    else found.set(row.stream, [lastRow(row.stream, row)]);
  }
  for (const before of found.values()) before.sort((a, b) => b.n - a.n);
  return found;
}

/** Asked only where there are some. */
async function timersIn(sql: Executor, user: UserId, list: readonly ListedRow[]): Promise<Beside['timers']> {
  const found = new Map<StreamId, Timer[]>();
  const streams = list.filter((row) => fromFlag(row[TIMED] as boolean)).map(([stream]) => stream);
  if (streams.length === 0) return found;
  const { size, bound } = filledList({ user }, streams);
  for (const { stream, n, days } of await sql.bulk(timers(size), bound))
    found.set(stream, [...(found.get(stream) ?? []), { n, days }]);
  return found;
}

async function groupsOf(sql: Executor, rows: readonly ListedRow[]): Promise<Beside['groups']> {
  const ids = rows.flatMap(([stream]) => groupOfStream(stream) ?? []);
  const known = await groups(sql, {}, ids);
  return new Map(known.map((row) => [groupStream(row.id), groupRow(row)]));
}

async function views(
  sql: Executor,
  user: UserId,
  streams: readonly StreamId[],
): Promise<readonly ConversationView[]> {
  const { size, bound } = filledList({ user }, streams);
  const list = (await sql.lists(rows(size), bound, NAMES)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Nobody is mentioned in a chat of two.
  const counted = streams.some((stream) => groupOfStream(stream) !== null)
    ? await sql.bulk(mentions(size), bound)
    : [];
  const beside = {
    mentions: new Map(counted.map(({ stream, total }) => [stream, total])),
    groups: await groupsOf(sql, list),
    timers: await timersIn(sql, user, list),
    pictures: await picturesOf(sql, user, list),
  };
  return list.map((row) => view(user, row, beside));
}

export const conversationsReading = (sql: Executor): ReadTx['conversations'] => ({
  of: async (user, streams) => {
    const found: ConversationView[] = [];
    const named = [...new Set(streams)].toSorted();
    for (let from = 0; from < named.length; from += storeLimits.listMax)
      found.push(...(await views(sql, user, named.slice(from, from + storeLimits.listMax))));
    return found;
  },
  one: async (user, stream) => (await views(sql, user, [stream]))[0] ?? null,
});
