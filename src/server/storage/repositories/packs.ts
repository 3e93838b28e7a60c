import type { UserId } from '../../../domain/ids.ts';
import type { PacksReading, PacksWriting, StickerRow } from '../../../ports/store.ts';
import { assert } from '../../../domain/assert.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { releaseFile } from './message-files.ts';

interface Own {
  readonly user: UserId;
  readonly pack: number;
}

const SERVER = 0;

const byId = plan((db, a: { id: number }) =>
  db.selectFrom('packs').select(['id', 'user_id as user', 'title']).where('id', '=', a.id),
);
const mine = plan((db, a: { user: UserId }) =>
  db
    .selectFrom('pack_users as u')
    .innerJoin('packs as p', 'p.id', 'u.pack')
    .select(['p.id', 'p.user_id as user', 'p.title'])
    .where('u.user_id', '=', a.user)
    .orderBy('u.place', 'desc'),
);
const inPack = plan((db, a: { pack: number }) =>
  db
    .selectFrom('pack_stickers')
    .select(['file_id as fileId', 'name'])
    .where('pack', '=', a.pack)
    .orderBy('place'),
);
const holding = plan((db, a: { file: number }) =>
  db
    .selectFrom('pack_stickers as s')
    .innerJoin('packs as p', 'p.id', 's.pack')
    .select(['p.id', 'p.user_id as user', 'p.title'])
    .where('s.file_id', '=', a.file)
    .orderBy('p.id')
    .limit(1),
);
const usable = plan((db, a: { user: UserId; file: number }) =>
  db
    .selectFrom('pack_stickers as s')
    .innerJoin('pack_users as u', 'u.pack', 's.pack')
    .select(['s.file_id as fileId', 's.name'])
    .where('s.file_id', '=', a.file)
    .where('u.user_id', '=', a.user)
    .limit(1),
);
const serverFile = plan((db, a: { key: string; server: number }) =>
  db
    .selectFrom('files as f')
    .innerJoin('pack_stickers as s', 's.file_id', 'f.id')
    .select('f.id')
    .where('f.key', '=', a.key)
    .where('s.pack', '=', a.server)
    .limit(1),
);
const top = plan((db, a: { user: UserId }) =>
  db.selectFrom('pack_users').select('place').where('user_id', '=', a.user).orderBy('place', 'desc').limit(1),
);
const last = plan((db, a: { pack: number }) =>
  db.selectFrom('pack_stickers').select('place').where('pack', '=', a.pack).orderBy('place', 'desc').limit(1),
);
const insert = plan((db, a: { user: UserId; title: string; atMs: number }) =>
  db.insertInto('packs').values({ user_id: a.user, title: a.title, created_at_ms: a.atMs }).returning('id'),
);
const rename = plan((db, a: { id: number; title: string }) =>
  db.updateTable('packs').set({ title: a.title }).where('id', '=', a.id),
);
const put = plan((db, a: { pack: number; place: number; file: number; name: string }) =>
  db.insertInto('pack_stickers').values({ pack: a.pack, place: a.place, file_id: a.file, name: a.name }),
);
const empty = plan((db, a: { pack: number }) => db.deleteFrom('pack_stickers').where('pack', '=', a.pack));
const join = plan((db, a: Own & { place: number }) =>
  db
    .insertInto('pack_users')
    .values({ user_id: a.user, pack: a.pack, place: a.place })
    .onConflict((conflict) => conflict.columns(['user_id', 'pack']).doNothing()),
);
const leave = plan((db, a: Own) =>
  db.deleteFrom('pack_users').where('user_id', '=', a.user).where('pack', '=', a.pack),
);
const leaveAll = plan((db, a: { pack: number }) => db.deleteFrom('pack_users').where('pack', '=', a.pack));
const drop = plan((db, a: { id: number }) => db.deleteFrom('packs').where('id', '=', a.id));
const dropNamed = plan((db, a: { pack: number; name: string }) =>
  db.deleteFrom('pack_stickers').where('pack', '=', a.pack).where('name', '=', a.name).returning('file_id'),
);

export const packsReading = (sql: Executor): PacksReading => ({
  get: (id) => firstRow(sql, byId, { id }),
  of: (user) => sql.all(mine, { user }),
  stickers: (pack) => sql.all(inPack, { pack }),
  withFile: (file) => firstRow(sql, holding, { file }),
  usable: (user, file) => firstRow(sql, usable, { user, file }),
  server: async () =>
    (await sql.all(inPack, { pack: SERVER })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  serverFile: async (key) => (await firstRow(sql, serverFile, { key, server: SERVER }))?.id ?? null,
});

async function fill(sql: Executor, pack: number, stickers: readonly StickerRow[]): Promise<void> {
  const before = await sql.all(inPack, { pack });
  await sql.all(empty, { pack });
  for (const [place, { fileId: file, name }] of stickers.entries())
    await sql.all(put, { pack, place, file, name });
  for (const { fileId } of before) await releaseFile(sql, fileId);
}

export const packsWriting = (sql: Executor): PacksWriting => {
  const add = async (user: UserId, pack: number) => {
    const place = ((await firstRow(sql, top, { user }))?.place ?? 0) + 1;
    await sql.all(join, { user, pack, place });
  };
  return {
    create: async (user, title, atMs) => {
      const row = await firstRow(sql, insert, { user, title, atMs });
      assert(row, 'a new pack has an id');
      await add(user, row.id);
      return row.id;
    },
    rename: async (id, title) => void (await sql.all(rename, { id, title })),
    fill: (id, stickers) => fill(sql, id, stickers),
    add,
    drop: async (user, pack) => void (await sql.all(leave, { user, pack })),
    remove: async (id) => {
      await fill(sql, id, []);
      await sql.all(leaveAll, { pack: id });
      await sql.all(drop, { id });
    },
    addServer: async ({ fileId: file, name }) => {
      const place = ((await firstRow(sql, last, { pack: SERVER }))?.place ?? 0) + 1;
      await sql.all(put, { pack: SERVER, place, file, name });
    },
    removeServer: async (name) => {
      const rows = await sql.all(dropNamed, { pack: SERVER, name });
      for (const row of rows) await releaseFile(sql, row.file_id);
      return rows.length > 0;
    },
  };
};
