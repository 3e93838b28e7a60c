import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import { chatLimits } from '../../../domain/limits.ts';
import { sql as raw } from 'kysely';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { listPlan, listSlots } from './lists.ts';
import { EVERYONE, authorOf, isOpen, leavesOut, openFrom } from './mentions.ts';
import { plan, plans } from '../plan.ts';
import type { ListOf, Plan } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';

/**
 * Contact rows of one user: a fixed number of index queries for some of the conversations, as a list of
 * thousands is read in parts. Each query starts at the user's memberships; `conversations.ts` joins their
 * results by stream.
 */
interface Args {
  readonly user: UserId;
}

interface PartArgs extends Args {
  readonly after: StreamId;
  readonly last: StreamId;
}

const ofOne = (db: Kysely<Tables>, a: Args) =>
  db.selectFrom('members as m').where('m.user_id', '=', a.user).where('m.until_seq', 'is', null);

const mine = (db: Kysely<Tables>, a: Args, size: number) =>
  ofOne(db, a).where('m.stream', 'in', listSlots<StreamId>(a, size));

/**
 * Found by the index of the user's conversations, regardless of other rows between two names. A cross join
 * keeps the order: the embedded engine would otherwise begin with all memberships of the user.
 */
const between = (db: Kysely<Tables>, a: PartArgs) =>
  db
    .selectFrom('members as o')
    .crossJoin('members as m')
    .where('o.user_id', '=', a.user)
    .where('o.until_seq', 'is', null)
    .where('o.stream', '>', a.after)
    .where('o.stream', '<=', a.last)
    .whereRef('m.stream', '=', 'o.stream')
    .whereRef('m.user_id', '=', 'o.user_id');

/** The last of the next ones, in the order of the engine. */
export const lastOfPart = plan((db, a: { user: UserId; after: StreamId; size: number }) =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('members')
        .select('stream')
        .where('user_id', '=', a.user)
        .where('until_seq', 'is', null)
        .where('stream', '>', a.after)
        .orderBy('stream')
        .limit(a.size)
        .as('part'),
    )
    .select((e) => e.fn.max<StreamId | null>('part.stream').as('last')),
);

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

/** Most conversations have none: a look at the index shows that, and costs less than a separate query. */
const timersOf = (e: ExpressionBuilder<Tables & { readonly m: Tables['members'] }, 'm'>) =>
  e.selectFrom('timers as t').select('t.n').whereRef('t.stream', '=', 'm.stream');

/**
 * Everything but mentions and groups in one row, since a row costs as much as finding it. For messages, one
 * index probe per conversation: the newest that remains and is visible. For the partner only a card: never
 * credentials.
 */
const whole = (from: ReturnType<typeof ofOne>, a: Args, hasLast = true) =>
  from
    .innerJoin('streams as s', 's.stream', 'm.stream')
    .leftJoin('messages as x', (join) =>
      hasLast ? join.on('x.msg_id', '=', newest) : join.on(raw<boolean>`false`),
    )
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
    .select((e) => e.exists(timersOf(e)).as('timed'));
export const rows = plans((db, a: Args, size: number) => whole(mine(db, a, size), a));
/** Omits the last message if its page is damaged. */
export const rowsWithoutLast = plans((db, a: Args, size: number) => whole(mine(db, a, size), a, false));
export const streamsOfPart = plan((db, a: PartArgs) => between(db, a).select('m.stream'));
export const part = plan((db, a: PartArgs) => whole(between(db, a), a));
type Row = typeof part extends Plan<PartArgs, infer R> ? R : never;
export const NAMES = [
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
export const mentions = plans((db, a: Args, size: number) =>
  mine(db, a, size)
    .innerJoin('mentions as t', 't.stream', 'm.stream')
    .where('t.user_id', 'in', [a.user, EVERYONE])
    .where('t.n', '>', openFrom(raw.ref('m.stream'), a.user, raw.ref('m.mention_mark')))
    .where(isOpen(a.user, raw.ref('m.mention_mark')))
    .where(authorOf, '<>', a.user)
    .where((e) => e.not(leavesOut(e, a.user)))
    .groupBy('t.stream')
    .select((e) => ['t.stream', e.fn.countAll<number>().as('total')]),
);
/** Messages before pictures that are the last of their conversations. */
export const pictures = plans((db, a: Args, size: number) =>
  mine(db, a, size)
    .innerJoin('messages as x', (join) => join.on('x.msg_id', '=', newest))
    .innerJoin('messages as b', (join) =>
      join
        .onRef('b.stream', '=', 'm.stream')
        .onRef('b.n', '<', 'x.n')
        .on('b.n', '>', (e) => e('x.n', '-', chatLimits.albumCountMax)),
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
export const timers = plans((db, a: Args, size: number) =>
  mine(db, a, size)
    .innerJoin('timers as t', 't.stream', 'm.stream')
    .select(['t.stream', 't.n', 't.days'])
    .orderBy('t.stream')
    .orderBy('t.n'),
);
export const groups = listPlan((db, _: object, ids: readonly GroupId[]) =>
  db.selectFrom('groups').selectAll().where('id', 'in', ids).where('ended', '=', false),
);
export type ListedRow = ListOf<Row, typeof NAMES>;
