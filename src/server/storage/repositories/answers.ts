import type { Kysely } from 'kysely';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { listPlan } from './lists.ts';
import { rowsAround } from './message-around.ts';
import { NOBODY, isFor } from './message-page.ts';
import { readable } from './readable.ts';
import { messageRow } from './rows.ts';
import type { Tables } from '../schema/schema.ts';

interface ThreadArgs {
  readonly stream: StreamId;
  readonly viewer: UserId;
  readonly root: number;
  readonly fromN: number;
  readonly place: number;
  readonly limit: number;
}
const answering = (db: Kysely<Tables>, a: Pick<ThreadArgs, 'stream' | 'root'>) =>
  db.selectFrom('messages').where('stream', '=', a.stream).where('root', '=', a.root);
const answersBefore = plan((db, a: ThreadArgs) =>
  answering(db, a)
    .selectAll()
    .where('n', '>', a.fromN)
    .where('n', '<', a.place)
    .where(isFor(a.viewer))
    .orderBy('n', 'desc')
    .limit(a.limit),
);
const answersAfter = plan((db, a: ThreadArgs) =>
  answering(db, a)
    .selectAll()
    .where('n', '>', a.fromN)
    .where('n', '<', a.place)
    .where(isFor(a.viewer))
    .orderBy('n')
    .limit(a.limit),
);
const answerCount = plan((db, a: Pick<ThreadArgs, 'stream' | 'root' | 'place'>) =>
  answering(db, a)
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('n', '<=', a.place),
);

const answersOfOne = listPlan((db, a: { stream: StreamId }, roots: readonly number[]) =>
  db
    .selectFrom('messages')
    .select((e) => ['root', 'only_user', e.fn.countAll<number>().as('total')])
    .where('stream', '=', a.stream)
    .where('root', 'in', roots)
    .where('only_user', 'is not', null)
    .groupBy(['root', 'only_user']),
);

/** Messages by the thread that they answer in. */
export const answersReading = (
  sql: Executor,
): Pick<ReadTx['messages'], 'thread' | 'answers' | 'answersOfOne'> => ({
  answersOfOne: async (stream, roots) =>
    roots.length === 0
      ? []
      : (await readable(sql, roots, (some) => answersOfOne(sql, { stream }, some))).flatMap(
          ({ root, only_user: only, total: count }) =>
            root === null || only === null ? [] : [{ root, only, count }],
        ),
  thread: async ({ beforeN, afterN, fromN, ...query }) => {
    const isUpwards = beforeN === undefined && afterN !== undefined;
    const answers = isUpwards ? answersAfter : answersBefore;
    const rows = await rowsAround(sql, {
      stream: query.stream,
      range: {
        above: isUpwards ? Math.max(fromN, afterN) : fromN,
        below: beforeN ?? Number.MAX_SAFE_INTEGER,
      },
      limit: query.limit,
      isUpwards,
      read: ({ above, below }, limit) =>
        sql.all(answers, { viewer: NOBODY, ...query, fromN: above, place: below, limit }),
    });
    return rows.map(messageRow);
  },
  answers: async (stream, root, place = Number.MAX_SAFE_INTEGER) =>
    (await firstRow(sql, answerCount, { stream, root, place }))?.total ?? 0,
});
