import type { UserId } from '../../domain/ids.ts';
import type { CodePurpose, CodeRow, ReadTx, WriteTx } from '../../ports/store.ts';
import { first, plan } from './plan.ts';
import type { Executor } from './plan.ts';

interface Key {
  readonly account: string;
  readonly purpose: CodePurpose;
}

const get = plan((db, a: Key) => db.selectFrom('codes').selectAll().where('account', '=', a.account).where('purpose', '=', a.purpose));
const put = plan((db, a: CodeRow) => {
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
const end = plan((db, a: Key) => db.deleteFrom('codes').where('account', '=', a.account).where('purpose', '=', a.purpose));

const noticeMark = plan((db, a: { user: UserId }) => db.selectFrom('notice_marks').select('mark').where('user_id', '=', a.user));
const setNoticeMark = plan((db, a: { user: UserId; mark: number }) =>
  db
    .insertInto('notice_marks')
    .values({ user_id: a.user, mark: a.mark })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mark: a.mark })),
);

export const codesReading = (sql: Executor): Pick<ReadTx, 'codes' | 'notices'> => ({
  codes: {
    get: async (account, purpose) => {
      const row = await first(sql, get, { account, purpose });
      return row && { account, purpose, hash: row.hash, sentAtMs: row.sent_at_ms, expiresAtMs: row.expires_at_ms, tries: row.tries };
    },
  },
  notices: { mark: async (user) => (await first(sql, noticeMark, { user }))?.mark ?? null },
});

type Writes = 'putCode' | 'countCodeTry' | 'endCode' | 'setNoticeMark';

export const codesWriting = (sql: Executor): Pick<WriteTx['write'], Writes> => ({
  putCode: async (row) => void (await sql.all(put, row)),
  countCodeTry: async (account, purpose) => (await first(sql, countTry, { account, purpose }))?.tries ?? null,
  endCode: async (account, purpose) => void (await sql.all(end, { account, purpose })),
  setNoticeMark: async (user, mark) => void (await sql.all(setNoticeMark, { user, mark })),
});
