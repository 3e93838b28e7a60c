import { sql as raw } from 'kysely';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { NewVote, PollTallyRow, PollsWriting, ReadTx } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { listPlan } from './lists.ts';

interface Place {
  readonly stream: StreamId;
  readonly n: number;
}

const tallies = listPlan((db, a: { stream: StreamId }, ns: readonly number[]) =>
  db
    .selectFrom('poll_tallies')
    .select(['n', 'seq', 'counts', 'voters', 'closed'])
    .where('stream', '=', a.stream)
    .where('n', 'in', ns),
);
const vote = plan((db, a: Place & { user: UserId }) =>
  db
    .selectFrom('poll_votes')
    .select(['choice', 'ops'])
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .where('user_id', '=', a.user),
);
const choices = listPlan((db, a: Place, users: readonly UserId[]) =>
  db
    .selectFrom('poll_votes')
    .select(['user_id', 'choice'])
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .where('user_id', 'in', users)
    .where('choice', '>', 0),
);
const choicesOf = listPlan((db, a: { stream: StreamId; user: UserId }, ns: readonly number[]) =>
  db
    .selectFrom('poll_votes')
    .select(['n', 'choice'])
    .where('stream', '=', a.stream)
    .where('n', 'in', ns)
    .where('user_id', '=', a.user)
    .where('choice', '>', 0),
);
const voters = plan((db, a: Place & { bit: number; skip: number; limit: number }) =>
  db
    .selectFrom('poll_votes')
    .select(['user_id', 'at_ms'])
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .where(raw<boolean>`(choice & ${a.bit}) <> 0`)
    .orderBy('at_ms', 'desc')
    .orderBy('user_id')
    .limit(a.limit)
    .offset(a.skip),
);
const setVote = plan((db, a: Place & { user: UserId; choice: number; ops: string; at: number }) =>
  db
    .insertInto('poll_votes')
    .values({ stream: a.stream, n: a.n, user_id: a.user, choice: a.choice, ops: a.ops, at_ms: a.at })
    .onConflict((conflict) =>
      conflict.columns(['stream', 'n', 'user_id']).doUpdateSet({ choice: a.choice, ops: a.ops, at_ms: a.at }),
    ),
);
const setTally = plan((db, a: Place & { seq: number; counts: string; voters: number; closed: number }) =>
  db
    .insertInto('poll_tallies')
    .values({
      stream: a.stream,
      n: a.n,
      seq: a.seq,
      counts: a.counts,
      voters: a.voters,
      closed: a.closed,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['stream', 'n'])
        .doUpdateSet({ seq: a.seq, counts: a.counts, voters: a.voters, closed: a.closed }),
    ),
);
const dropVotes = plan((db, a: Place) =>
  db.deleteFrom('poll_votes').where('stream', '=', a.stream).where('n', '=', a.n),
);
const dropTally = plan((db, a: Place) =>
  db.deleteFrom('poll_tallies').where('stream', '=', a.stream).where('n', '=', a.n),
);
const dropVotesUpTo = plan((db, a: Place) =>
  db.deleteFrom('poll_votes').where('stream', '=', a.stream).where('n', '<=', a.n),
);
const dropTalliesUpTo = plan((db, a: Place) =>
  db.deleteFrom('poll_tallies').where('stream', '=', a.stream).where('n', '<=', a.n),
);

const bitsOf = (choice: readonly number[]): number => choice.reduce((sum, at) => sum + 2 ** at, 0);

/** Rising. */
function optionsIn(bits: number): readonly number[] {
  const choices: number[] = [];
  for (let at = 0; 2 ** at <= bits; at += 1) if (Math.floor(bits / 2 ** at) % 2 === 1) choices.push(at);
  return choices;
}

const tallyOf = ({
  seq,
  counts,
  voters: people,
  closed,
}: {
  readonly seq: number;
  readonly counts: string;
  readonly voters: number;
  readonly closed: number;
}): PollTallyRow => ({
  seq,
  counts: JSON.parse(counts) as readonly number[],
  voters: people,
  closed: closed === 1,
});

export const pollsReading = (sql: Executor): ReadTx['polls'] => ({
  tallies: async (stream, ns) => {
    const rows = ns.length === 0 ? [] : await tallies(sql, { stream }, ns);
    return new Map(rows.map((row) => [row.n, tallyOf(row)]));
  },
  vote: async (stream, n, user) => {
    const row = await firstRow(sql, vote, { stream, n, user });
    return row && { choice: optionsIn(row.choice), ops: JSON.parse(row.ops) as readonly string[] };
  },
  choices: async (stream, n, users) => {
    const rows = users.length === 0 ? [] : await choices(sql, { stream, n }, users);
    return new Map(rows.map((row) => [row.user_id, optionsIn(row.choice)]));
  },
  choicesOf: async (stream, user, ns) => {
    const rows = ns.length === 0 ? [] : await choicesOf(sql, { stream, user }, ns);
    return new Map(rows.map((row) => [row.n, optionsIn(row.choice)]));
  },
  voters: async (stream, n, option, skip, limit) =>
    (await sql.all(voters, { stream, n, bit: 2 ** option, skip, limit })).map((row) => ({
      user: row.user_id,
      atMs: row.at_ms,
    })),
});

export const pollsWriting = (sql: Executor): PollsWriting => ({
  setVote: async ({ stream, n, user, choice, ops, atMs }: NewVote) =>
    void (await sql.all(setVote, {
      stream,
      n,
      user,
      choice: bitsOf(choice),
      ops: JSON.stringify(ops),
      at: atMs,
    })),
  setTally: async (stream, n, { seq, counts, voters: people, closed }) =>
    void (await sql.all(setTally, {
      stream,
      n,
      seq,
      counts: JSON.stringify(counts),
      voters: people,
      closed: closed ? 1 : 0,
    })),
});

/** They go with the poll (POLL-9). */
export async function dropPoll(sql: Executor, { stream, n }: Place): Promise<void> {
  await sql.all(dropVotes, { stream, n });
  await sql.all(dropTally, { stream, n });
}

export async function dropPollsUpTo(sql: Executor, stream: StreamId, n: number): Promise<void> {
  await sql.all(dropVotesUpTo, { stream, n });
  await sql.all(dropTalliesUpTo, { stream, n });
}
