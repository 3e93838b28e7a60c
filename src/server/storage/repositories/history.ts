import { sql as raw } from 'kysely';
import type { Chapter, HistoryWriting, ReadTx } from '../../../ports/store.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

const valueOf = plan((db, a: { key: string }) =>
  db.selectFrom('meta').select('value').where('key', '=', a.key),
);
/** Only while it is the checked one: of several that saw the same, one renews. */
const renew = plan((db, a: { fresh: string; instead: string }) =>
  db
    .updateTable('meta')
    .set({ value: a.fresh })
    .where('key', '=', 'epoch')
    .where('value', '=', a.instead)
    .returning('value'),
);

/** Stored as text, the newest first; one statement, so that nodes that start together are both in it. */
const LENGTH = 1_000;
const beginChapter = plan((db, a: { entry: string }) =>
  db
    .insertInto('meta')
    .values({ key: 'chapters', value: a.entry })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value: raw<string>`substr(excluded.value || ',' || meta.value, 1, ${raw.lit(LENGTH)})`,
      }),
    ),
);

/** The last one may be cut off. */
function chaptersIn(text: string): readonly Chapter[] {
  const entries = text.split(',');
  if (text.length >= LENGTH) entries.pop();
  return entries.flatMap((entry) => {
    const [id = '', from = ''] = entry.split(':');
    return /^\d+$/.test(from) ? [{ id, from: Number(from) }] : [];
  });
}

const EMBEDDED = raw<{ bytes: number }>`select page_count * page_size as bytes
  from pragma_page_count(), pragma_page_size()`;
const ON_SERVER = raw<{ bytes: number }>`select pg_database_size(current_database())::bigint as bytes`;
const sized = (query: typeof EMBEDDED) =>
  plan<object, { bytes: number }>((db) => ({ compile: () => query.compile(db) }));
const sizes = { embedded: sized(EMBEDDED), server: sized(ON_SERVER) };

const read = async (sql: Executor, key: string): Promise<string> =>
  (await firstRow(sql, valueOf, { key }))?.value ?? '';

/** Identifies the history of this database (STREAM-9). */
export const historyReading = (
  sql: Executor,
  engine: keyof typeof sizes = 'embedded',
): ReadTx['history'] => ({
  epoch: () => read(sql, 'epoch'),
  chapters: async () => chaptersIn(await read(sql, 'chapters')),
  home: () => read(sql, 'home'),
  bytes: async () => (await firstRow(sql, sizes[engine], {}))?.bytes ?? Number.NaN,
});

export const historyWriting = (sql: Executor, moment: TransactionFacts): HistoryWriting => ({
  beginChapter: async (id) => void (await sql.all(beginChapter, { entry: `${id}:${moment.tx}` })),
  renewEpoch: async (fresh, instead) => (await firstRow(sql, renew, { fresh, instead })) !== null,
});
