import type { StreamId, UserId } from '../../domain/ids.ts';
import type { ReadTx, WriteTx } from '../../ports/store.ts';
import { first, plan } from './plan.ts';
import type { Executor } from './plan.ts';

/** The row that stands for everyone in the conversation. */
export const EVERYONE = 0;

const count = plan((db, a: { stream: StreamId; user: UserId; afterN: number }) =>
  db
    .selectFrom('mentions')
    .innerJoin('messages', (join) =>
      join.onRef('messages.stream', '=', 'mentions.stream').onRef('messages.n', '=', 'mentions.n'),
    )
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('mentions.stream', '=', a.stream)
    .where('mentions.user_id', 'in', [a.user, EVERYONE])
    .where('mentions.n', '>', a.afterN)
    .where('messages.from_user', '<>', a.user),
);
const add = plan((db, a: { stream: StreamId; user: number; n: number }) =>
  db
    .insertInto('mentions')
    .values({ stream: a.stream, user_id: a.user, n: a.n })
    .onConflict((conflict) => conflict.columns(['stream', 'user_id', 'n']).doNothing()),
);
const drop = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('mentions').where('stream', '=', a.stream).where('n', '=', a.n),
);

export const mentionsReading = (sql: Executor): ReadTx['mentions'] => ({
  count: async (stream, user, afterN) => (await first(sql, count, { stream, user, afterN }))?.total ?? 0,
});

export const mentionsWriting = (sql: Executor): Pick<WriteTx['write'], 'addMentions' | 'dropMentions'> => ({
  addMentions: async (stream, n, users, everyone) => {
    // Everyone has one row and no other (COUNT-3): nobody is counted twice.
    for (const user of everyone ? [EVERYONE] : users) await sql.all(add, { stream, user, n });
  },
  dropMentions: async (stream, n) => void (await sql.all(drop, { stream, n })),
});
