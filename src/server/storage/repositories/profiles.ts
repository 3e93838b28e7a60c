import type { UserId } from '../../../domain/ids.ts';
import type { ProfilesWriting, ReadTx } from '../../../ports/store.ts';
import { listPlan } from './lists.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

/** Profiles as registers: changed ones, for catching up (STREAM-2). */
const since = plan((db, a: { tx: number; limit: number }) =>
  db
    .selectFrom('profiles')
    .select(['user_id', 'rev'])
    .where('tx', '>=', a.tx)
    .orderBy('tx')
    .orderBy('user_id')
    .limit(a.limit),
);
const of = listPlan((db, _: object, users: readonly UserId[]) =>
  db.selectFrom('profiles').select(['user_id', 'rev']).where('user_id', 'in', users),
);
const note = plan((db, a: { user: UserId; tx: number }) =>
  db
    .insertInto('profiles')
    .values({ user_id: a.user, rev: 1, tx: a.tx })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((e) => ({ rev: e('profiles.rev', '+', 1), tx: a.tx })),
    ),
);

const profileRow = ({ user_id, rev }: { readonly user_id: UserId; readonly rev: number }) => ({
  user: user_id,
  rev,
});

export const profilesReading = (sql: Executor): ReadTx['profiles'] => ({
  since: async (tx, limit) => (await sql.all(since, { tx, limit })).map(profileRow),
  of: async (users) => (await of(sql, {}, users)).map(profileRow),
});

export const profilesWriting = (sql: Executor, moment: TransactionFacts): ProfilesWriting => ({
  noteChange: async (user) => void (await sql.all(note, { user, tx: moment.tx })),
});
