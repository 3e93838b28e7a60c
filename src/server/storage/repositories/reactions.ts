import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ReactionCount } from '../../../domain/message.ts';
import type { NewReaction, ReactionRow, ReactionsWriting, ReadTx } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { listPlan } from './lists.ts';

interface Place {
  readonly stream: StreamId;
  readonly n: number;
}

const tallies = listPlan((db, a: { stream: StreamId }, ns: readonly number[]) =>
  db
    .selectFrom('reaction_tallies')
    .select(['n', 'seq', 'counts'])
    .where('stream', '=', a.stream)
    .where('n', 'in', ns),
);
const tally = plan((db, a: Place) =>
  db
    .selectFrom('reaction_tallies')
    .select(['n', 'seq', 'counts'])
    .where('stream', '=', a.stream)
    .where('n', '=', a.n),
);
const reactionsOf = listPlan((db, a: Place, users: readonly UserId[]) =>
  db
    .selectFrom('reactions')
    .select(['user_id', 'emoji', 'at_ms'])
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .where('user_id', 'in', users),
);
const reactionsBy = plan((db, a: Place & { user: UserId }) =>
  db
    .selectFrom('reactions')
    .select(['user_id', 'emoji', 'at_ms'])
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .where('user_id', '=', a.user),
);
const ofUser = listPlan((db, a: { stream: StreamId; user: UserId }, ns: readonly number[]) =>
  db
    .selectFrom('reactions')
    .select(['n', 'emoji', 'at_ms'])
    .where('stream', '=', a.stream)
    .where('n', 'in', ns)
    .where('user_id', '=', a.user),
);
const blocked = plan((db, a: Place) =>
  db
    .selectFrom('reactions')
    .innerJoin('blocked', 'blocked.other', 'reactions.user_id')
    .select(['blocked.user_id as blocker', 'reactions.emoji'])
    .where('reactions.stream', '=', a.stream)
    .where('reactions.n', '=', a.n),
);
const blockedBy = listPlan((db, a: { stream: StreamId; user: UserId }, ns: readonly number[]) =>
  db
    .selectFrom('reactions')
    .innerJoin('blocked', 'blocked.other', 'reactions.user_id')
    .select(['reactions.n', 'reactions.emoji'])
    .where('blocked.user_id', '=', a.user)
    .where('reactions.stream', '=', a.stream)
    .where('reactions.n', 'in', ns),
);
const fileOf = plan((db, a: Place & { emoji: string }) =>
  db
    .selectFrom('reactions')
    .select('file_id')
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .where('emoji', '=', a.emoji)
    .limit(1),
);
const people = plan((db, a: Place & { skip: number; limit: number }) =>
  db
    .selectFrom('reactions')
    .select(['user_id', 'emoji', 'at_ms'])
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .orderBy('at_ms', 'desc')
    .orderBy('user_id')
    .orderBy('emoji')
    .limit(a.limit)
    .offset(a.skip),
);
const add = plan((db, a: Place & { user: UserId; emoji: string; file: number | null; at: number }) =>
  db
    .insertInto('reactions')
    .values({ stream: a.stream, n: a.n, user_id: a.user, emoji: a.emoji, file_id: a.file, at_ms: a.at }),
);
const drop = plan((db, a: Place & { user: UserId; emoji: string }) =>
  db
    .deleteFrom('reactions')
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .where('user_id', '=', a.user)
    .where('emoji', '=', a.emoji),
);
const setTally = plan((db, a: Place & { seq: number; counts: string }) =>
  db
    .insertInto('reaction_tallies')
    .values({ stream: a.stream, n: a.n, seq: a.seq, counts: a.counts })
    .onConflict((conflict) =>
      conflict.columns(['stream', 'n']).doUpdateSet({ seq: a.seq, counts: a.counts }),
    ),
);
const dropAll = plan((db, a: Place) =>
  db.deleteFrom('reactions').where('stream', '=', a.stream).where('n', '=', a.n),
);
const dropTally = plan((db, a: Place) =>
  db.deleteFrom('reaction_tallies').where('stream', '=', a.stream).where('n', '=', a.n),
);
const dropAllUpTo = plan((db, a: Place) =>
  db.deleteFrom('reactions').where('stream', '=', a.stream).where('n', '<=', a.n),
);
const dropTalliesUpTo = plan((db, a: Place) =>
  db.deleteFrom('reaction_tallies').where('stream', '=', a.stream).where('n', '<=', a.n),
);

const tallyOf = ({ seq, counts }: { readonly seq: number; readonly counts: string }) => ({
  seq,
  counts: JSON.parse(counts) as readonly ReactionCount[],
});

const reactionRow = (row: {
  readonly user_id: UserId;
  readonly emoji: string;
  readonly at_ms: number;
}): ReactionRow => ({ user: row.user_id, emoji: row.emoji, atMs: row.at_ms });

/** Oldest first; of one moment by the emoji, on both engines alike. */
const inOrder = <T extends { readonly atMs: number; readonly emoji: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.atMs - b.atMs || (a.emoji < b.emoji ? -1 : 1));

function grouped<K>(rows: readonly (readonly [K, string])[]): ReadonlyMap<K, readonly string[]> {
  const lists = new Map<K, readonly string[]>();
  for (const [key, emoji] of rows) lists.set(key, [...(lists.get(key) ?? []), emoji]);
  return lists;
}

export const reactionsReading = (sql: Executor): ReadTx['reactions'] => ({
  tallies: async (stream, ns) => {
    const [only] = ns;
    if (only === undefined) return new Map();
    const rows =
      ns.length === 1 ? await sql.all(tally, { stream, n: only }) : await tallies(sql, { stream }, ns);
    return new Map(rows.map((row) => [row.n, tallyOf(row)]));
  },
  ofUsers: async (stream, n, users) => {
    const [only] = users;
    if (only === undefined) return [];
    const rows =
      users.length === 1
        ? await sql.all(reactionsBy, { stream, n, user: only })
        : await reactionsOf(sql, { stream, n }, users);
    return inOrder(rows.map(reactionRow));
  },
  ofUser: async (stream, user, ns) => {
    const reactions = new Map<number, readonly string[]>();
    if (ns.length === 0) return reactions;
    const rows = await ofUser(sql, { stream, user }, ns);
    for (const row of inOrder(rows.map(({ n, emoji, at_ms: atMs }) => ({ n, emoji, atMs }))))
      reactions.set(row.n, [...(reactions.get(row.n) ?? []), row.emoji]);
    return reactions;
  },
  blocked: async (stream, n) =>
    grouped((await sql.all(blocked, { stream, n })).map((row) => [row.blocker, row.emoji])),
  blockedBy: async (user, stream, ns) =>
    grouped(
      ns.length === 0
        ? []
        : (await blockedBy(sql, { stream, user }, ns)).map((row) => [row.n, row.emoji] as const),
    ),
  fileOf: async (stream, n, emoji) => (await firstRow(sql, fileOf, { stream, n, emoji }))?.file_id ?? null,
  people: async (stream, n, skip, limit) =>
    (await sql.all(people, { stream, n, skip, limit })).map(reactionRow),
});

export const reactionsWriting = (sql: Executor): ReactionsWriting => ({
  insert: async ({ stream, n, user, emoji, fileId, atMs }: NewReaction) =>
    void (await sql.all(add, { stream, n, user, emoji, file: fileId, at: atMs })),
  delete: async (stream, n, user, emoji) => void (await sql.all(drop, { stream, n, user, emoji })),
  setTally: async (stream, n, { seq, counts }) =>
    void (await sql.all(setTally, { stream, n, seq, counts: JSON.stringify(counts) })),
});

/** Deleted with their message (REACT-7). */
export async function dropReactions(sql: Executor, { stream, n }: Place): Promise<void> {
  await sql.all(dropAll, { stream, n });
  await sql.all(dropTally, { stream, n });
}

export async function dropReactionsUpTo(sql: Executor, stream: StreamId, n: number): Promise<void> {
  await sql.all(dropAllUpTo, { stream, n });
  await sql.all(dropTalliesUpTo, { stream, n });
}
