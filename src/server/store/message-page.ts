import type { Kysely } from 'kysely';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { MessageQuery, MessageRow } from '../../ports/store.ts';
import { first, plan, plans } from './plan.ts';
import type { Executor } from './plan.ts';
import { messageRow } from './rows.ts';
import type { Tables } from './schema.ts';

/** Which conditions a query has: its shape. The values are arguments. */
interface Shape {
  readonly before: boolean;
  readonly after: boolean;
  readonly types: number;
  readonly mentioning: boolean;
}

interface Args {
  readonly stream: StreamId;
  readonly fromN: number;
  readonly limit: number;
  readonly offset: number;
  readonly before: number;
  readonly user: UserId;
  readonly afterN: number;
}

function matching(db: Kysely<Tables>, a: Args, shape: Shape) {
  const named = a as unknown as Readonly<Record<string, Tables['messages']['type']>>;
  const types = Array.from({ length: shape.types }, (_, index) => named[`type${index}`] as Tables['messages']['type']);
  return db
    .selectFrom('messages')
    .where('stream', '=', a.stream)
    .where('n', '>', a.fromN)
    .$if(shape.before, (query) => query.where('msg_id', '<', a.before as Tables['messages']['msg_id']['__select__']))
    .$if(types.length > 0, (query) => query.where('type', 'in', types))
    .$if(shape.mentioning, (query) =>
      query.where('from_user', '<>', a.user).where('n', 'in', (inner) =>
        inner
          .selectFrom('mentions')
          .select('mentions.n')
          .where('mentions.stream', '=', a.stream)
          .where('mentions.user_id', 'in', [a.user, 0])
          .where('mentions.n', '>', a.afterN),
      ),
    );
}

const rowsPlan = plans((db, a: Args, shape: string) => {
  const parsed = JSON.parse(shape) as Shape;
  // Both orders are the same; this one says which index leads.
  const ordered = parsed.before ? 'msg_id' : 'n';
  return matching(db, a, parsed).selectAll().orderBy(ordered, parsed.after ? 'asc' : 'desc').limit(a.limit).offset(a.offset);
});
const totalPlan = plans((db, a: Args, shape: string) =>
  matching(db, a, JSON.parse(shape) as Shape).select((e) => e.fn.countAll<number>().as('total')),
);
const newest = plan((db, a: { stream: StreamId; fromN: number }) =>
  db.selectFrom('messages').select('n').where('stream', '=', a.stream).where('n', '>', a.fromN).orderBy('n', 'desc').limit(1),
);
const gone = plan((db, a: { stream: StreamId; fromN: number; upTo: number }) =>
  db
    .selectFrom('dropped')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('n', '>', a.fromN)
    .where('n', '<=', a.upTo),
);

/** Newest first. `total` counts all that match, with `beforeMsgId` all that remain below it. */
export async function pageOf(
  sql: Executor,
  query: MessageQuery,
): Promise<{ readonly rows: readonly MessageRow[]; readonly total: number }> {
  const { stream, fromN, limit, beforeMsgId, afterN, types = [], mentioning } = query;
  const [before, after] = [beforeMsgId !== undefined, afterN !== undefined];
  const page = before || after ? 1 : Math.max(1, query.page ?? 1);
  const shape: Shape = { before, after, types: types.length, mentioning: mentioning !== undefined };
  const key = JSON.stringify(shape);
  const args = {
    stream,
    fromN: Math.max(fromN, afterN ?? 0),
    limit,
    offset: (page - 1) * limit,
    before: beforeMsgId ?? 0,
    user: mentioning?.user ?? (0 as UserId),
    afterN: mentioning?.afterN ?? 0,
    ...Object.fromEntries(types.map((type, index) => [`type${index}`, type])),
  };
  const found = (await sql.all(rowsPlan(key), args)).map(messageRow);
  const rows = after ? found.toReversed() : found;
  if (types.length > 0 || mentioning) {
    const total = (await first(sql, totalPlan(key), args))?.total ?? 0;
    return { rows, total };
  }
  const upTo = page === 1 && !after ? rows[0]?.n : (await first(sql, newest, { stream, fromN }))?.n;
  if (upTo === undefined) return { rows, total: 0 };
  // Ordinals are gapless (STREAM-3), so what remains needs no count over messages.
  const lost = (await first(sql, gone, { stream, fromN, upTo }))?.total ?? 0;
  return { rows, total: upTo - fromN - lost };
}
