import type { Day, ReadTx, SpentWriting } from '../../../ports/store.ts';
import type { TransactionFacts } from '../engine/transaction-facts.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';

const get = plan((db, a: { name: string }) =>
  db.selectFrom('spent').select(['used', 'ends_ms']).where('name', '=', a.name),
);
const drop = plan((db, a: { name: string; now: number; latest: number }) =>
  db
    .deleteFrom('spent')
    .where('name', '=', a.name)
    .where((e) => e.or([e('ends_ms', '<=', a.now), e('ends_ms', '>', a.latest)])),
);
const add = plan((db, a: { name: string; cost: number; ends: number }) =>
  db
    .insertInto('spent')
    .values({ name: a.name, used: a.cost, ends_ms: a.ends })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((e) => ({ used: e('spent.used', '+', e.ref('excluded.used')) })),
    )
    .returning(['used', 'ends_ms']),
);

const dayOf = (row: { readonly used: number; readonly ends_ms: number }): Day => ({
  used: row.used,
  endsMs: row.ends_ms,
});

export const usageReading = (sql: Executor): ReadTx['spent'] => ({
  of: async (name) => {
    const row = await firstRow(sql, get, { name });
    return row && dayOf(row);
  },
});

export const usageWriting = (sql: Executor, moment: TransactionFacts): SpentWriting => ({
  add: async (name, cost, lengthMs) => {
    const [now, latest] = [moment.nowMs, moment.nowMs + lengthMs];
    // A window that ends later than possible was started by a clock that has been set back since.
    await sql.all(drop, { name, now, latest });
    const row = await firstRow(sql, add, { name, cost, ends: latest });
    return row ? dayOf(row) : { used: cost, endsMs: latest };
  },
});
