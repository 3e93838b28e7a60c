import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ReadTx, ThreadsWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { listPlan } from './lists.ts';
import { fromFlag } from '../schema/stored-row.ts';

interface Place {
  readonly stream: StreamId;
  readonly root: number;
}

const tallies = listPlan((db, a: { stream: StreamId }, roots: readonly number[]) =>
  db
    .selectFrom('thread_tallies')
    .select(['root', 'seq', 'count'])
    .where('stream', '=', a.stream)
    .where('root', 'in', roots),
);
const setTally = plan((db, a: Place & { seq: number; count: number }) =>
  db
    .insertInto('thread_tallies')
    .values({ stream: a.stream, root: a.root, seq: a.seq, count: a.count })
    .onConflict((conflict) =>
      conflict.columns(['stream', 'root']).doUpdateSet({ seq: a.seq, count: a.count }),
    ),
);
const follow = plan((db, a: Place & { user: UserId }) =>
  db
    .selectFrom('thread_follows')
    .select('is_on')
    .where('stream', '=', a.stream)
    .where('root', '=', a.root)
    .where('user_id', '=', a.user),
);
const follows = plan((db, a: Place) =>
  db
    .selectFrom('thread_follows')
    .select(['user_id', 'is_on'])
    .where('stream', '=', a.stream)
    .where('root', '=', a.root),
);
const setFollow = plan((db, a: Place & { user: UserId; on: boolean }) =>
  db
    .insertInto('thread_follows')
    .values({ stream: a.stream, root: a.root, user_id: a.user, is_on: a.on })
    .onConflict((conflict) => conflict.columns(['stream', 'root', 'user_id']).doUpdateSet({ is_on: a.on })),
);
const followAtFirst = plan((db, a: Place & { user: UserId; on: boolean }) =>
  db
    .insertInto('thread_follows')
    .values({ stream: a.stream, root: a.root, user_id: a.user, is_on: a.on })
    .onConflict((conflict) => conflict.columns(['stream', 'root', 'user_id']).doNothing()),
);
const dropTallies = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('thread_tallies').where('stream', '=', a.stream).where('root', '<=', a.n),
);
/** Answers may remain after their first message is deleted. */
const dropFollows = plan((db, a: { stream: StreamId; n: number }) =>
  db
    .deleteFrom('thread_follows')
    .where('stream', '=', a.stream)
    .where('root', '<=', a.n)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('messages as m')
            .select('m.n')
            .where('m.stream', '=', a.stream)
            .whereRef('m.root', '=', 'thread_follows.root'),
        ),
      ),
    ),
);

export const threadsReading = (sql: Executor): ReadTx['threads'] => ({
  tallies: async (stream, roots) =>
    roots.length === 0
      ? new Map()
      : new Map(
          (await tallies(sql, { stream }, roots)).map(({ root, seq, count }) => [root, { seq, count }]),
        ),
  follows: async (stream, root, user) => {
    const row = await firstRow(sql, follow, { stream, root, user });
    return row === null ? null : fromFlag(row.is_on);
  },
  followers: async (stream, root) =>
    (await sql.all(follows, { stream, root })).filter((row) => fromFlag(row.is_on)).map((row) => row.user_id),
});

export const threadsWriting = (sql: Executor): ThreadsWriting => ({
  setTally: async (stream, root, { seq, count }) =>
    void (await sql.all(setTally, { stream, root, seq, count })),
  setFollow: async (stream, root, user, on) => void (await sql.all(setFollow, { stream, root, user, on })),
  followAtFirst: async (stream, root, user) =>
    void (await sql.all(followAtFirst, { stream, root, user, on: true })),
});

/** Drops data of threads whose first message is cleared. */
export async function dropThreadsUpTo(sql: Executor, stream: StreamId, n: number): Promise<void> {
  await sql.all(dropTallies, { stream, n });
  await sql.all(dropFollows, { stream, n });
}
