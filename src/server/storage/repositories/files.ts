import { sql as raw } from 'kysely';
import type { Kysely } from 'kysely';
import { assert } from '../../../domain/assert.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { userStream } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import { folded } from '../../../domain/search-words.ts';
import type { FileQuery, FileRow, FilesWriting, ListedFile, ReadTx } from '../../../ports/store.ts';
import { listPlan } from './lists.ts';
import { namesJson } from './lists.ts';
import { firstRow, plan, plans, stillPlan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { rowsAt, unlessDamaged } from './message-around.ts';
import { readable } from './readable.ts';
import { mapBy, messageRow } from './rows.ts';
import type { StoredRow } from '../schema/stored-row.ts';
import type { Tables } from '../schema/schema.ts';

/** Visibility in each conversation: from an ordinal on, or, if `open` names it, all. */
const mayRead = (a: { readonly open: string }, of: 'x' | 'h') =>
  raw<boolean>`(${raw.ref(`${of}.n`)} > mine.from_n
    or ${raw.ref(`${of}.stream`)} in (select key from json_each(${a.open})))`;

/** Most messages are public in their chat; some are private to their author (BLOCK-2). */
const isTheirs = (a: { readonly user: UserId }) =>
  raw<boolean>`(x.only_user is null or x.only_user = ${a.user})`;

/** Files, and which message of which conversation holds which (FILE-1 …). */
const byId = plan((db, a: { id: number }) => db.selectFrom('files').selectAll().where('id', '=', a.id));
const byIds = listPlan((db, _: object, ids: readonly number[]) =>
  db.selectFrom('files').selectAll().where('id', 'in', ids),
);
const byKey = plan((db, a: { key: string }) =>
  db.selectFrom('files').selectAll().where('key', '=', a.key).orderBy('id').limit(1),
);
const bytes = plan((db, a: { after: number; limit: number }) =>
  db
    .selectFrom(
      db
        .selectFrom('files as f')
        .select(['f.id', 'f.size'])
        .where('f.id', '>', a.after)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('files as same')
                .select('same.id')
                .whereRef('same.key', '=', 'f.key')
                .whereRef('same.id', '<', 'f.id'),
            ),
          ),
        )
        .orderBy('f.id')
        .limit(a.limit)
        .as('part'),
    )
    .select((e) => [
      e.fn.max('part.id').as('last'),
      e.cast<number>(e.fn.sum('part.size'), 'bigint').as('bytes'),
    ]),
);
const same = plan((db, a: { digest: string; purpose: FileRow['purpose'] }) =>
  db
    .selectFrom('files')
    .selectAll()
    .where('digest', '=', a.digest)
    .where('purpose', '=', a.purpose)
    .orderBy('id')
    .limit(1),
);
const isHeld = plan((db, a: { id: number; stream: StreamId; n: number }) =>
  db
    .selectFrom('message_files')
    .select('n')
    .where('file_id', '=', a.id)
    .where('stream', '=', a.stream)
    .where('n', '>', a.n)
    .limit(1),
);
const referencedBytes = plan((db, a: { key: string; stream: StreamId; n: number }) =>
  db
    .selectFrom('files as f')
    .innerJoin('message_files as h', 'h.file_id', 'f.id')
    .selectAll('f')
    .where('f.key', '=', a.key)
    .where('h.stream', '=', a.stream)
    .where('h.n', '>', a.n)
    .limit(1),
);
const places = plan((db, a: { id: number; user: UserId; own: StreamId }) =>
  db
    .selectFrom('message_files as h')
    .innerJoin('members as m', (join) => join.onRef('m.stream', '=', 'h.stream').on('m.user_id', '=', a.user))
    .select(['h.stream', 'h.n'])
    .where('h.file_id', '=', a.id)
    .where('m.until_seq', 'is', null)
    .unionAll(
      db
        .selectFrom('message_files')
        .select(['stream', 'n'])
        .where('file_id', '=', a.id)
        .where('stream', '=', a.own),
    )
    .limit(200),
);

/** Files that a list around damaged pages looks at. */
const HELD_MAX = 2_000;

interface ListArgs {
  readonly user: UserId;
  readonly own: StreamId;
  readonly open: string;
  readonly cate: number;
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}
interface ListShape {
  readonly role: FileQuery['role'];
  readonly cate: boolean;
  readonly words: boolean;
}

/** A name that is still to be folded is compared as it is. */
const matchesName = (a: ListArgs) =>
  raw<boolean>`coalesce(f.folded, lower(f.name)) like ${a.pattern} escape '!'`;

const KINDS: readonly MessageType[] = ['image', 'video', 'file'];

const conversationsOf = (db: Kysely<Tables>, a: ListArgs) =>
  db
    .selectFrom('members')
    .select(['stream', raw<number>`from_n`.as('from_n')])
    .where('user_id', '=', a.user)
    .where('until_seq', 'is', null)
    .unionAll(
      db
        .selectFrom('streams')
        .select(['stream', raw<number>`cast(0 as bigint)`.as('from_n')])
        .where('stream', '=', a.own),
    );

/** Starts at the person's conversations and visits the messages there that hold files. */
function listed(db: Kysely<Tables>, a: ListArgs, shape: ListShape) {
  return db
    .selectFrom(conversationsOf(db, a).as('mine'))
    .innerJoin('message_files as h', 'h.stream', 'mine.stream')
    .innerJoin('messages as x', (join) => join.onRef('x.stream', '=', 'h.stream').onRef('x.n', '=', 'h.n'))
    .innerJoin('files as f', 'f.id', 'h.file_id')
    .where(mayRead(a, 'x'))
    .where(isTheirs(a))
    .where('x.type', 'in', KINDS)
    .$if(shape.role === 'sent', (query) => query.where('x.from_user', '=', a.user))
    .$if(shape.role === 'received', (query) => query.where('x.from_user', '<>', a.user))
    .$if(shape.cate, (query) => query.where('h.cate', '=', a.cate))
    .$if(shape.words, (query) => query.where(matchesName(a)));
}
const listRows = plans((db, a: ListArgs, key: string) =>
  listed(db, a, JSON.parse(key) as ListShape)
    .selectAll('x')
    .select('f.id as held')
    .orderBy('x.msg_id', 'desc')
    .limit(a.limit)
    .offset(a.offset),
);
/** The newest files there, without a look at the messages that hold them. */
const heldThere = plans((db, a: ListArgs, key: string) => {
  const shape = JSON.parse(key) as ListShape;
  return db
    .selectFrom(conversationsOf(db, a).as('mine'))
    .innerJoin('message_files as h', 'h.stream', 'mine.stream')
    .innerJoin('files as f', 'f.id', 'h.file_id')
    .select(['h.stream', 'h.n', 'f.id as held'])
    .where(mayRead(a, 'h'))
    .$if(shape.cate, (query) => query.where('h.cate', '=', a.cate))
    .$if(shape.words, (query) => query.where(matchesName(a)))
    .orderBy('f.id', 'desc')
    .limit(HELD_MAX);
});
const listTotal = plans((db, a: ListArgs, key: string) =>
  listed(db, a, JSON.parse(key) as ListShape).select((e) => e.fn.countAll<number>().as('total')),
);

const every = (db: Kysely<Tables>, a: ListArgs, { cate, words }: ListShape) =>
  db
    .selectFrom('files as f')
    .where('f.purpose', '=', 'message')
    .$if(cate, (query) => query.where('f.cate', '=', a.cate as FileRow['cate']))
    .$if(words, (query) => query.where(matchesName(a)));
const everyRows = plans((db, a: ListArgs, key: string) =>
  every(db, a, JSON.parse(key) as ListShape)
    .selectAll('f')
    .orderBy('f.id', 'desc')
    .limit(a.limit)
    .offset(a.offset),
);
const everyTotal = plans((db, a: ListArgs, key: string) =>
  every(db, a, JSON.parse(key) as ListShape).select((e) => e.fn.countAll<number>().as('total')),
);

/**
 * Earlier files without a use: no message, no emoji, no reaction; pictures of users are referenced by
 * address.
 */
const withoutUse = (db: Kysely<Tables>) =>
  db
    .selectFrom('files as f')
    .selectAll('f')
    .where((e) =>
      e.not(e.exists(e.selectFrom('message_files as h').select('h.n').whereRef('h.file_id', '=', 'f.id'))),
    )
    .where((e) =>
      e.not(e.exists(e.selectFrom('emoji as j').select('j.id').whereRef('j.file_id', '=', 'f.id'))),
    )
    .where((e) =>
      e.not(e.exists(e.selectFrom('pack_stickers as k').select('k.pack').whereRef('k.file_id', '=', 'f.id'))),
    )
    .where((e) =>
      e.not(e.exists(e.selectFrom('reactions as r').select('r.n').whereRef('r.file_id', '=', 'f.id'))),
    )
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('moment_files as p').select('p.moment').whereRef('p.file_id', '=', 'f.id')),
      ),
    )
    .where((e) =>
      e.not(e.exists(e.selectFrom('reports as o').select('o.id').whereRef('o.file_id', '=', 'f.id'))),
    )
    .where('f.purpose', 'in', ['message', 'emoji']);
const unused = plan((db, a: { before: number; after: number; limit: number }) =>
  withoutUse(db)
    .where('f.id', '>', a.after)
    .where('f.created_at_ms', '<', a.before)
    .orderBy('f.id')
    .limit(a.limit),
);
const unusedOne = plan((db, a: { id: number }) => withoutUse(db).where('f.id', '=', a.id));
const released = stillPlan((db, a: { limit: number }) =>
  db.selectFrom('released_files').selectAll().orderBy('file_id').limit(a.limit),
);
const endRelease = plan((db, a: { id: number }) =>
  db.deleteFrom('released_files').where('file_id', '=', a.id),
);
const add = plan((db, a: Omit<StoredRow<'files'>, 'id'>) =>
  db
    .insertInto('files')
    .values({
      user_id: a.user_id,
      name: a.name,
      folded: a.folded,
      ext: a.ext,
      mime: a.mime,
      cate: a.cate,
      size: a.size,
      digest: a.digest,
      key: a.key,
      purpose: a.purpose,
      details: a.details,
      created_at_ms: a.created_at_ms,
    })
    .returning('id'),
);
const drop = plan((db, a: { id: number }) => db.deleteFrom('files').where('id', '=', a.id));

export const fileRow = (row: StoredRow<'files'>): FileRow => ({
  id: row.id,
  user: row.user_id,
  name: row.name,
  ext: row.ext,
  mime: row.mime,
  cate: row.cate,
  sizeBytes: row.size,
  digest: row.digest,
  key: row.key,
  purpose: row.purpose,
  details: row.details === null ? null : (JSON.parse(row.details) as FileRow['details']),
  createdAtMs: row.created_at_ms,
});

const patternOf = (words: string): string => `%${folded(words).replace(/[!%_]/g, '!$&')}%`;

function argsOf(query: FileQuery) {
  const { user, role, cate, keywords, page, limit, open } = query;
  const shape: ListShape = { role, cate: cate !== null, words: keywords !== '' };
  const args: ListArgs = {
    user,
    own: userStream(user),
    open: namesJson(open),
    cate: cate ?? 0,
    pattern: patternOf(keywords),
    limit,
    offset: (page - 1) * limit,
  };
  return { key: JSON.stringify(shape), args };
}

const isWanted = (row: StoredRow<'messages'>, { user, role }: FileQuery): boolean =>
  KINDS.includes(row.type) &&
  (row.only_user === null || row.only_user === user) &&
  (role === 'any' || (row.from_user === user) === (role === 'sent'));

/** The list without the messages whose page is damaged, of the newest files (OPS-20). */
async function listAround(sql: Executor, query: FileQuery) {
  const { key, args } = argsOf(query);
  const heldAt = new Map<StreamId, Map<number, number>>();
  for (const { stream, n, held } of await sql.all(heldThere(key), args))
    heldAt.set(stream, (heldAt.get(stream) ?? new Map<number, number>()).set(n, held));
  const rows = [];
  for (const [stream, held] of heldAt)
    for (const row of await readable(sql, [...held.keys()], (some) => rowsAt(sql, { stream }, some)))
      if (isWanted(row, query)) rows.push({ ...row, held: held.get(row.n) ?? 0 });
  rows.sort((a, b) => b.msg_id - a.msg_id);
  return { rows: rows.slice(args.offset, args.offset + args.limit), total: rows.length };
}

const one = async <A extends object>(
  sql: Executor,
  query: Parameters<typeof firstRow<A, StoredRow<'files'>>>[1],
  args: A,
): Promise<FileRow | null> => {
  const row = await firstRow(sql, query, args);
  return row && fileRow(row);
};

export const filesReading = (sql: Executor): ReadTx['files'] => ({
  bytes: async (after, limit) => {
    const row = await firstRow(sql, bytes, { after, limit });
    return row && (row.last as number | null) !== null ? { bytes: row.bytes, last: row.last } : null;
  },
  byId: (id) => one(sql, byId, { id }),
  byIds: async (ids) => mapBy((await byIds(sql, {}, ids)).map(fileRow), (row) => row.id),
  byKey: (key) => one(sql, byKey, { key }),
  same: (digest, purpose) => one(sql, same, { digest, purpose }),
  isHeld: async (id, stream, aboveN) => (await firstRow(sql, isHeld, { id, stream, n: aboveN })) !== null,
  findBytes: (key, stream, aboveN) => one(sql, referencedBytes, { key, stream, n: aboveN }),
  placesOf: async (id, user) => sql.all(places, { id, user, own: userStream(user) }),
  list: async (query) => {
    const { key, args } = argsOf(query);
    const page = await unlessDamaged(sql, async () => ({
      rows: await sql.all(listRows(key), args),
      total: (await firstRow(sql, listTotal(key), args))?.total ?? 0,
    }));
    const { rows, total } = page ?? (await listAround(sql, query));
    const files = await byIds(
      sql,
      {},
      rows.map((row) => row.held),
    );
    const filesById = mapBy(files.map(fileRow), (file) => file.id);
    const list = rows.flatMap((row): readonly ListedFile[] => {
      const file = filesById.get(row.held);
      return file ? [{ message: messageRow(row), file }] : [];
    });
    return { rows: list, total };
  },
  every: async (query) => {
    const { key, args } = argsOf(query);
    return {
      rows: (await sql.all(everyRows(key), args)).map(fileRow),
      total: (await firstRow(sql, everyTotal(key), args))?.total ?? 0,
    };
  },
  unused: async (beforeMs, after, limit) =>
    (await sql.all(unused, { before: beforeMs, after, limit })).map(fileRow),
  isUnused: async (id) => (await firstRow(sql, unusedOne, { id })) !== null,
  released: async (limit) =>
    (await sql.all(released, { limit })).map((row) => ({ id: row.file_id, key: row.key })),
});

export const filesWriting = (sql: Executor): FilesWriting => ({
  insert: async ({ user, sizeBytes, details, createdAtMs, ...row }) => {
    const newRow = await firstRow(sql, add, {
      ...row,
      folded: folded(row.name),
      user_id: user,
      size: sizeBytes,
      details: details && JSON.stringify(details),
      created_at_ms: createdAtMs,
    });
    assert(newRow, 'a new file has an id');
    return newRow.id;
  },
  delete: async (id) => void (await sql.all(drop, { id })),
  endRelease: async (id) => void (await sql.all(endRelease, { id })),
});
