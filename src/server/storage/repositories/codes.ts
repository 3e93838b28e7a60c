import type { UserId } from '../../../domain/ids.ts';
import type {
  CodeKey,
  CodeRow,
  CodesReading,
  LetInReading,
  NoticesReading,
  CodesWriting,
  LetInWriting,
  NoticesWriting,
} from '../../../ports/store.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

interface Key {
  readonly account: string;
  /** Purpose and asker: nodes of an earlier version use the same table, with the purpose alone. */
  readonly purpose: string;
}

const keyOf = ({ account, purpose, asker }: CodeKey): Key => ({ account, purpose: `${purpose} ${asker}` });

const get = plan((db, a: Key) =>
  db.selectFrom('codes').selectAll().where('account', '=', a.account).where('purpose', '=', a.purpose),
);
const upsert = plan((db, a: Key & Omit<CodeRow, keyof CodeKey>) => {
  const columns = { hash: a.hash, sent_at_ms: a.sentAtMs, expires_at_ms: a.expiresAtMs, tries: a.tries };
  return db
    .insertInto('codes')
    .values({ account: a.account, purpose: a.purpose, ...columns })
    .onConflict((conflict) => conflict.columns(['account', 'purpose']).doUpdateSet(columns));
});
const countTry = plan((db, a: Key) =>
  db
    .updateTable('codes')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('account', '=', a.account)
    .where('purpose', '=', a.purpose)
    .returning('tries'),
);
const end = plan((db, a: Key) =>
  db.deleteFrom('codes').where('account', '=', a.account).where('purpose', '=', a.purpose),
);

const day = plan((db, a: { name: string }) =>
  db.selectFrom('code_days').selectAll().where('name', '=', a.name),
);
const upsertDay = plan((db, a: { name: string; usage: number; ends: number }) =>
  db
    .insertInto('code_days')
    .values({ name: a.name, used: a.usage, ends_ms: a.ends })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ used: a.usage, ends_ms: a.ends })),
);
const undoDay = plan((db, a: { name: string }) =>
  db
    .updateTable('code_days')
    .set((e) => ({ used: e('used', '-', 1) }))
    .where('name', '=', a.name)
    .where('used', '>', 0),
);

const letInAt = plan((db, a: { user: UserId }) =>
  db.selectFrom('let_in').select('at_ms').where('user_id', '=', a.user),
);
const letIn = plan((db, a: { user: UserId; now: number }) =>
  db
    .insertInto('let_in')
    .values({ user_id: a.user, at_ms: a.now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ at_ms: a.now })),
);

const noticeMark = plan((db, a: { user: UserId }) =>
  db.selectFrom('notice_marks').select('mark').where('user_id', '=', a.user),
);
const setNoticeMark = plan((db, a: { user: UserId; mark: number }) =>
  db
    .insertInto('notice_marks')
    .values({ user_id: a.user, mark: a.mark })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mark: a.mark })),
);

export const codesReading = (sql: Executor): CodesReading => ({
  get: async (key) => {
    const row = await firstRow(sql, get, keyOf(key));
    const { account, purpose, asker } = key;
    return (
      row && {
        account,
        purpose,
        asker,
        hash: row.hash,
        sentAtMs: row.sent_at_ms,
        expiresAtMs: row.expires_at_ms,
        tries: row.tries,
      }
    );
  },
  day: async (name, nowMs) => {
    const row = await firstRow(sql, day, { name });
    return row && row.ends_ms > nowMs ? { used: row.used, endsMs: row.ends_ms } : null;
  },
});

export const letInReading = (sql: Executor): LetInReading => ({
  at: async (user) => (await firstRow(sql, letInAt, { user }))?.at_ms ?? null,
});

export const noticesReading = (sql: Executor): NoticesReading => ({
  mark: async (user) => (await firstRow(sql, noticeMark, { user }))?.mark ?? null,
});

export const codesWriting = (sql: Executor): CodesWriting => ({
  save: async (row) => void (await sql.all(upsert, { ...row, ...keyOf(row) })),
  countTry: async (key) => (await firstRow(sql, countTry, keyOf(key)))?.tries ?? null,
  end: async (key) => void (await sql.all(end, keyOf(key))),
  saveDay: async (name, { used, endsMs }) =>
    void (await sql.all(upsertDay, { name, usage: used, ends: endsMs })),
  undoDay: async (name) => void (await sql.all(undoDay, { name })),
});

export const letInWriting = (sql: Executor, moment: TransactionFacts): LetInWriting => ({
  note: async (user) => void (await sql.all(letIn, { user, now: moment.nowMs })),
});

export const noticesWriting = (sql: Executor): NoticesWriting => ({
  setMark: async (user, mark) => void (await sql.all(setNoticeMark, { user, mark })),
});
