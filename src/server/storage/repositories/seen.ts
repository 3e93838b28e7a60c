import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { SeenWriting } from '../../../ports/store.ts';
import { plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';

interface Line {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly n: number;
}

const add = plan((db, a: Line) =>
  db
    .insertInto('seen')
    .values({ stream: a.stream, user_id: a.user, n: a.n })
    .onConflict((conflict) => conflict.columns(['stream', 'user_id', 'n']).doNothing())
    .returning('n'),
);
const dropUpTo = plan((db, a: Line) =>
  db.deleteFrom('seen').where('stream', '=', a.stream).where('user_id', '=', a.user).where('n', '<=', a.n),
);

/** How many lines somebody has seen above a mark. */
export const seenAfter = plan((db, a: { stream: StreamId; user: UserId; mark: number }) =>
  db
    .selectFrom('seen')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('user_id', '=', a.user)
    .where('n', '>', a.mark),
);

export const seenWriting = (sql: Executor): SeenWriting => ({
  insert: async (stream, user, n) => (await sql.all(add, { stream, user, n })).length === 1,
  deleteUpTo: async (stream, user, n) => void (await sql.all(dropUpTo, { stream, user, n })),
});
