import { sql as raw } from 'kysely';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { peopleOfStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { MESSAGE_TYPES } from '../../../domain/message.ts';
import type { MessageType } from '../../../domain/message.ts';
import type { MessagePage, MessageQuery } from '../../../ports/store.ts';
import { EVERYONE, isOpen, leavesOut, openFrom } from './mentions.ts';
import { firstRow, plan, plans } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { messageRow } from './rows.ts';
import type { Tables } from '../schema/schema.ts';

/** Which conditions a query has: its shape. The values are arguments. */
interface Shape {
  readonly before: boolean;
  readonly after: boolean;
  /** Number of kinds to include; text is not among them. */
  readonly only: number;
  /** All except this number of kinds, if text is wanted. */
  readonly without: number;
  readonly mentioning: boolean;
}

export const NOBODY = 0 as UserId;

interface Args {
  readonly stream: StreamId;
  readonly viewer: UserId;
  readonly fromN: number;
  readonly limit: number;
  readonly offset: number;
  readonly before: number;
  readonly user: UserId;
  readonly afterN: number;
}

const kindsOf = (a: Args, count: number): readonly MessageType[] =>
  Array.from(
    { length: count },
    (_, index) => (a as unknown as Readonly<Record<string, MessageType>>)[`type${index}`] as MessageType,
  );

/** Most are public in their chat; some are private to their author (BLOCK-2). */
export const isFor = (viewer: UserId) => (e: ExpressionBuilder<Tables, 'messages'>) =>
  e.or([e('messages.only_user', 'is', null), e('messages.only_user', '=', viewer)]);

/** Condition of the index by kind; without this text no engine would use it. */
const isIndexed = raw<boolean>`messages.type <> 'text'`;

/** Existing messages visible to the viewer, of any kind. */
const visible = (db: Kysely<Tables>, a: Args, { before }: Shape) =>
  db
    .selectFrom('messages')
    .where('messages.stream', '=', a.stream)
    .where('messages.n', '>', a.fromN)
    .where(isFor(a.viewer))
    .$if(before, (query) =>
      query.where('messages.n', '<=', (inner) =>
        inner
          .selectFrom('messages as b')
          .select('b.n')
          .where('b.stream', '=', a.stream)
          .where('b.msg_id', '<', a.before as Tables['messages']['msg_id']['__select__'])
          .orderBy('b.msg_id', 'desc')
          .limit(1),
      ),
    );

/** Messages of some kinds, by their index. */
const ofKinds = (db: Kysely<Tables>, a: Args, shape: Shape, count: number) =>
  visible(db, a, shape).where('messages.type', 'in', kindsOf(a, count)).where(isIndexed);

const matching = (db: Kysely<Tables>, a: Args, shape: Shape) =>
  (shape.only > 0 ? ofKinds(db, a, shape, shape.only) : visible(db, a, shape))
    .$if(shape.without > 0, (query) =>
      query.where(
        'messages.n',
        'not in',
        ofKinds(db, a, { ...shape, before: false }, shape.without).select('messages.n'),
      ),
    )
    .$if(shape.mentioning, (query) =>
      query.where('messages.from_user', '<>', a.user).where('messages.n', 'in', (inner) =>
        inner
          .selectFrom('mentions as t')
          .select('t.n')
          .where('t.stream', '=', a.stream)
          .where('t.user_id', 'in', [a.user, EVERYONE])
          .where('t.n', '>', openFrom(a.stream, a.user, a.afterN))
          .where(isOpen(a.user, a.afterN))
          .where((e) => e.not(leavesOut(e, a.user))),
      ),
    );

const shaped = (shape: string): Shape => JSON.parse(shape) as Shape;
const total = (count: 'only' | 'without') =>
  plans((db, a: Args, shape: string) =>
    ofKinds(db, a, shaped(shape), shaped(shape)[count]).select((e) => e.fn.countAll<number>().as('total')),
  );

const rowsPlan = plans((db, a: Args, shape: string) =>
  matching(db, a, shaped(shape))
    .selectAll('messages')
    .orderBy('messages.n', shaped(shape).after ? 'asc' : 'desc')
    .limit(a.limit)
    .offset(a.offset),
);
const matchingTotal = plans((db, a: Args, shape: string) =>
  matching(db, a, shaped(shape)).select((e) => e.fn.countAll<number>().as('total')),
);
const [onlyTotal, withoutTotal] = [total('only'), total('without')];
const newest = plans((db, a: Args, shape: string) =>
  visible(db, a, shaped(shape)).select('messages.n').orderBy('messages.n', 'desc').limit(1),
);
const droppedCount = plan((db, a: Pick<Args, 'stream' | 'fromN'> & { readonly upTo: number }) =>
  db
    .selectFrom('dropped')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('n', '>', a.fromN)
    .where('n', '<=', a.upTo),
);

const ofOthers = plan((db, a: Pick<Args, 'stream' | 'fromN' | 'viewer'> & { readonly upTo: number }) =>
  db
    .selectFrom('messages')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('n', '>', a.fromN)
    .where('n', '<=', a.upTo)
    .where('only_user', 'is not', null)
    .where('only_user', '<>', a.viewer),
);

/** Kinds for the index query: the wanted ones, or if text is among them the unwanted ones. */
function kinds(types: readonly MessageType[]): {
  readonly only: readonly MessageType[];
  readonly without: readonly MessageType[];
} {
  if (types.length === 0) return { only: [], without: [] };
  return types.includes('text')
    ? { only: [], without: MESSAGE_TYPES.filter((type) => !types.includes(type)) }
    : { only: types, without: [] };
}

/** Newest first. `total` counts all that match, with `beforeMsgId` all that remain below it. */
export async function pageOf(sql: Executor, query: MessageQuery): Promise<MessagePage> {
  const { stream, viewer = NOBODY, fromN, limit, beforeMsgId, afterN, types = [], mentioning } = query;
  const [before, after] = [beforeMsgId !== undefined, afterN !== undefined];
  const page = before || after ? 1 : Math.max(1, query.page ?? 1);
  const { only, without } = kinds(types);
  const shape: Shape = {
    before,
    after,
    only: only.length,
    without: without.length,
    mentioning: mentioning !== undefined,
  };
  const key = JSON.stringify(shape);
  const args = {
    stream,
    viewer,
    fromN: Math.max(fromN, afterN ?? 0),
    limit,
    offset: (page - 1) * limit,
    before: beforeMsgId ?? 0,
    user: mentioning?.user ?? NOBODY,
    afterN: mentioning?.afterN ?? 0,
    ...Object.fromEntries([...only, ...without].map((type, index) => [`type${index}`, type])),
  };
  const matches = (await sql.all(rowsPlan(key), args)).map(messageRow);
  const rows = after ? matches.toReversed() : matches;
  const all = { ...args, fromN };
  if (mentioning) return { rows, total: (await firstRow(sql, matchingTotal(key), args))?.total ?? 0 };
  if (only.length > 0) return { rows, total: (await firstRow(sql, onlyTotal(key), args))?.total ?? 0 };
  const isNewest = page === 1 && !after && without.length === 0;
  const upTo = isNewest ? rows[0]?.n : (await firstRow(sql, newest(key), all))?.n;
  if (upTo === undefined) return { rows, total: 0 };
  // Ordinals are gapless (STREAM-3), so the total needs no count over messages, only over non-text ones.
  const droppedTotal = (await firstRow(sql, droppedCount, { stream, fromN, upTo }))?.total ?? 0;
  const placeholders =
    peopleOfStream(stream) === null
      ? 0
      : ((await firstRow(sql, ofOthers, { stream, fromN, upTo, viewer }))?.total ?? 0);
  const others = without.length === 0 ? 0 : ((await firstRow(sql, withoutTotal(key), all))?.total ?? 0);
  return { rows, total: upTo - fromN - droppedTotal - placeholders - others };
}
