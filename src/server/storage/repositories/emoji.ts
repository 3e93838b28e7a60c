import type { UserId } from '../../../domain/ids.ts';
import type { EmojiRow, EmojiWriting, ReadTx } from '../../../ports/store.ts';
import { releaseFile } from './message-files.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { StoredRow } from '../schema/stored-row.ts';

/** The pictures that people have put among their emoji; the highest place is shown first (EMOJI-1). */
const of = plan((db, a: { user: UserId; limit: number }) =>
  db.selectFrom('emoji').selectAll().where('user_id', '=', a.user).orderBy('place', 'desc').limit(a.limit),
);
const mine = plan((db, a: { user: UserId; id: number }) =>
  db.selectFrom('emoji').selectAll().where('id', '=', a.id).where('user_id', '=', a.user),
);
const top = plan((db, a: { user: UserId }) =>
  db.selectFrom('emoji').select('place').where('user_id', '=', a.user).orderBy('place', 'desc').limit(1),
);
const size = plan((db, a: { user: UserId }) =>
  db
    .selectFrom('emoji')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', a.user),
);
const upsert = plan((db, a: { user: UserId; file: number; name: string; place: number }) =>
  db
    .insertInto('emoji')
    .values({ user_id: a.user, file_id: a.file, name: a.name, place: a.place })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id']).doUpdateSet({ place: a.place })),
);
const move = plan((db, a: { user: UserId; id: number; place: number }) =>
  db.updateTable('emoji').set({ place: a.place }).where('id', '=', a.id).where('user_id', '=', a.user),
);
const drop = plan((db, a: { user: UserId; id: number }) =>
  db.deleteFrom('emoji').where('id', '=', a.id).where('user_id', '=', a.user),
);

const emojiRow = (row: StoredRow<'emoji'>): EmojiRow => ({
  id: row.id,
  user: row.user_id,
  fileId: row.file_id,
  name: row.name,
});

export const emojiReading = (sql: Executor): ReadTx['emoji'] => ({
  of: async (user, limit) => (await sql.all(of, { user, limit })).map(emojiRow),
  count: async (user) => (await firstRow(sql, size, { user }))?.total ?? 0,
});

const nextPlace = async (sql: Executor, user: UserId): Promise<number> =>
  ((await firstRow(sql, top, { user }))?.place ?? 0) + 1;

export const emojiWriting = (sql: Executor): EmojiWriting => ({
  save: async (user, file, name) =>
    void (await sql.all(upsert, { user, file, name, place: await nextPlace(sql, user) })),
  move: async (user, ids) => {
    // The first named one ends up first.
    for (const id of ids.toReversed()) {
      if (await firstRow(sql, mine, { user, id }))
        await sql.all(move, { user, id, place: await nextPlace(sql, user) });
    }
  },
  delete: async (user, ids) => {
    for (const id of ids) {
      const row = await firstRow(sql, mine, { user, id });
      await sql.all(drop, { user, id });
      if (row) await releaseFile(sql, row.file_id);
    }
  },
});
