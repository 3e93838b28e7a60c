import type { ExpressionBuilder, Kysely } from 'kysely';
import { assert } from '../../../domain/assert.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { CommentRow, MomentRow, MomentsWriting, ReadTx } from '../../../ports/store.ts';
import { listPlan } from './lists.ts';
import { releaseFile } from './message-files.ts';
import { firstRow, plan, plans } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';
import type { StoredRow } from '../schema/stored-row.ts';

const byId = plan((db, a: { id: number }) => db.selectFrom('moments').selectAll().where('id', '=', a.id));

const NEWEST = Number.MAX_SAFE_INTEGER;

/** Users whom the viewer has blocked, and users who have blocked the viewer (BLOCK-15). */
const apartFrom = (db: Kysely<Tables>, viewer: UserId) =>
  db
    .selectFrom('blocked')
    .select('other as user')
    .where('user_id', '=', viewer)
    .unionAll(db.selectFrom('blocked').select('user_id as user').where('other', '=', viewer));

/** A limited post is visible to its author and the chosen users (MOMENT-2). */
const isShownTo = (e: ExpressionBuilder<Tables, 'moments'>, viewer: UserId) =>
  e.or([
    e('moments.limited', '=', 0),
    e('moments.author', '=', viewer),
    e.exists(
      e
        .selectFrom('moment_viewers')
        .select('moment_viewers.user_id')
        .whereRef('moment_viewers.moment', '=', 'moments.id')
        .where('moment_viewers.user_id', '=', viewer),
    ),
  ]);

type Scope = 'everyone' | 'friends' | 'author';
interface PageArgs {
  readonly viewer: UserId;
  readonly author: UserId;
  readonly before: number;
  readonly limit: number;
}
const page = plans((db, a: PageArgs, scope: Scope) =>
  db
    .selectFrom('moments')
    .selectAll()
    .where('id', '<', a.before)
    .where('author', 'not in', apartFrom(db, a.viewer))
    .where((e) => isShownTo(e, a.viewer))
    .$if(scope === 'author', (query) => query.where('author', '=', a.author))
    .$if(scope === 'friends', (query) =>
      query.where((e) =>
        e.or([
          e('author', '=', a.viewer),
          e(
            'author',
            'in',
            e.selectFrom('friends').select('friend').where('creator', '=', a.viewer).where('status', '=', 1),
          ),
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(a.limit),
);
const viewers = listPlan((db, _: object, ids: readonly number[]) =>
  db.selectFrom('moment_viewers').selectAll().where('moment', 'in', ids).orderBy('user_id'),
);
const likes = listPlan((db, _: object, ids: readonly number[]) =>
  db.selectFrom('likes').selectAll().where('moment', 'in', ids).orderBy('created_at_ms').orderBy('user_id'),
);
const comments = listPlan((db, _: object, ids: readonly number[]) =>
  db.selectFrom('comments').selectAll().where('moment', 'in', ids).orderBy('id'),
);
const comment = plan((db, a: { id: number }) => db.selectFrom('comments').selectAll().where('id', '=', a.id));

type Among = 'everyone' | 'friends';
type NewsArgs = { readonly viewer: UserId; readonly before: number };
const friendsOf = (db: Kysely<Tables>, viewer: UserId) =>
  db.selectFrom('friends').select('friend').where('creator', '=', viewer).where('status', '=', 1);
const newestOther = plans((db, a: NewsArgs, among: Among) =>
  db
    .selectFrom('moments')
    .select('created_at_ms as at')
    .where('id', '<', a.before)
    .where('author', '<>', a.viewer)
    .where('author', 'not in', apartFrom(db, a.viewer))
    .where((e) => isShownTo(e, a.viewer))
    .$if(among === 'friends', (query) => query.where('author', 'in', friendsOf(db, a.viewer)))
    .orderBy('id', 'desc')
    .limit(1),
);
const newestLike = plans((db, a: NewsArgs, among: Among) =>
  db
    .selectFrom('likes')
    .innerJoin('moments', 'moments.id', 'likes.moment')
    .select('likes.created_at_ms as at')
    .where('moments.author', '=', a.viewer)
    .where('likes.user_id', '<>', a.viewer)
    .where('likes.user_id', 'not in', apartFrom(db, a.viewer))
    .$if(among === 'friends', (query) => query.where('likes.user_id', 'in', friendsOf(db, a.viewer)))
    .orderBy('likes.created_at_ms', 'desc')
    .limit(1),
);
const commentsTo = (db: Kysely<Tables>, a: NewsArgs, among: Among) =>
  db
    .selectFrom('comments')
    .innerJoin('moments', 'moments.id', 'comments.moment')
    .select('comments.created_at_ms as at')
    .where('comments.author', '<>', a.viewer)
    .where('comments.author', 'not in', apartFrom(db, a.viewer))
    .$if(among === 'friends', (query) => query.where('comments.author', 'in', friendsOf(db, a.viewer)));
/** Visible comments of others under the user's own posts (MOMENT-3). */
const newestUnder = plans((db, a: NewsArgs, among: Among) =>
  commentsTo(db, a, among)
    .where('moments.author', '=', a.viewer)
    .where((e) =>
      e.or([e('comments.reply_to', 'is', null), e('comments.reply_to', 'not in', apartFrom(db, a.viewer))]),
    )
    .$if(among === 'friends', (query) =>
      query.where((e) =>
        e.or([
          e('comments.reply_to', 'is', null),
          e('comments.reply_to', '=', a.viewer),
          e('comments.reply_to', 'in', friendsOf(db, a.viewer)),
        ]),
      ),
    )
    .orderBy('comments.id', 'desc')
    .limit(1),
);
const newestAnswer = plans((db, a: NewsArgs, among: Among) =>
  commentsTo(db, a, among)
    .where('comments.reply_to', '=', a.viewer)
    .where('moments.author', '<>', a.viewer)
    .where('moments.author', 'not in', apartFrom(db, a.viewer))
    .where((e) => isShownTo(e, a.viewer))
    .$if(among === 'friends', (query) => query.where('moments.author', 'in', friendsOf(db, a.viewer)))
    .orderBy('comments.id', 'desc')
    .limit(1),
);
const lastMoment = plan((db) =>
  db.selectFrom('moments').select('created_at_ms as at').orderBy('id', 'desc').limit(1),
);
const lastComment = plan((db) =>
  db.selectFrom('comments').select('created_at_ms as at').orderBy('id', 'desc').limit(1),
);
const NEWS = [newestOther, newestLike, newestUnder, newestAnswer];

const add = plan(
  (db, a: { author: UserId; content: string; pictures: string; at: number; limited: number }) =>
    db
      .insertInto('moments')
      .values({
        author: a.author,
        content: a.content,
        pictures: a.pictures,
        created_at_ms: a.at,
        limited: a.limited,
      })
      .returning('id'),
);
const addFile = plan((db, a: { file: number; moment: number }) =>
  db.insertInto('moment_files').values({ file_id: a.file, moment: a.moment }),
);
const addViewer = plan((db, a: { moment: number; user: UserId }) =>
  db.insertInto('moment_viewers').values({ moment: a.moment, user_id: a.user }),
);
const dropViewers = plan((db, a: { id: number }) =>
  db.deleteFrom('moment_viewers').where('moment', '=', a.id),
);
const filesOf = plan((db, a: { id: number }) =>
  db.selectFrom('moment_files').select('file_id').where('moment', '=', a.id),
);
const dropFiles = plan((db, a: { id: number }) => db.deleteFrom('moment_files').where('moment', '=', a.id));
const drop = plan((db, a: { id: number }) => db.deleteFrom('moments').where('id', '=', a.id));
const dropLikes = plan((db, a: { id: number }) => db.deleteFrom('likes').where('moment', '=', a.id));
const dropComments = plan((db, a: { id: number }) => db.deleteFrom('comments').where('moment', '=', a.id));
const like = plan((db, a: { id: number; user: UserId; at: number }) =>
  db
    .insertInto('likes')
    .values({ moment: a.id, user_id: a.user, created_at_ms: a.at })
    .onConflict((conflict) => conflict.columns(['moment', 'user_id']).doNothing()),
);
const unlike = plan((db, a: { id: number; user: UserId }) =>
  db.deleteFrom('likes').where('moment', '=', a.id).where('user_id', '=', a.user),
);
const addComment = plan((db, a: Omit<CommentRow, 'id'>) =>
  db
    .insertInto('comments')
    .values({
      moment: a.moment,
      author: a.author,
      reply_to: a.replyTo,
      content: a.content,
      created_at_ms: a.createdAtMs,
    })
    .returning('id'),
);
const dropComment = plan((db, a: { id: number }) => db.deleteFrom('comments').where('id', '=', a.id));

const momentRow = (row: StoredRow<'moments'>): MomentRow => ({
  id: row.id,
  author: row.author,
  content: row.content,
  pictures: JSON.parse(row.pictures) as number[],
  createdAtMs: row.created_at_ms,
  limited: row.limited === 1,
});
const commentRow = (row: StoredRow<'comments'>): CommentRow => ({
  id: row.id,
  moment: row.moment,
  author: row.author,
  replyTo: row.reply_to,
  content: row.content,
  createdAtMs: row.created_at_ms,
});

export const momentsReading = (sql: Executor): ReadTx['moments'] => ({
  byId: async (id) => {
    const row = await firstRow(sql, byId, { id });
    return row && momentRow(row);
  },
  page: async (viewer, { author, before, limit, everyone }) => {
    const scope: Scope = author !== null ? 'author' : everyone ? 'everyone' : 'friends';
    const args = { viewer, author: author ?? viewer, before: before || NEWEST, limit };
    return (await sql.all(page(scope), args)).map(momentRow);
  },
  viewers: async (ids) =>
    (await viewers(sql, {}, ids)).map((row) => ({ moment: row.moment, user: row.user_id })),
  likes: async (ids) => (await likes(sql, {}, ids)).map((row) => ({ moment: row.moment, user: row.user_id })),
  comments: async (ids) => (await comments(sql, {}, ids)).map(commentRow).toSorted((a, b) => a.id - b.id),
  newsAt: async (viewer, everyone) => {
    let newest = 0;
    for (const ask of NEWS) {
      const row = await firstRow(sql, ask(everyone ? 'everyone' : 'friends'), { viewer, before: NEWEST });
      newest = Math.max(newest, row?.at ?? 0);
    }
    return newest;
  },
  newestAt: async () =>
    Math.max((await firstRow(sql, lastMoment, {}))?.at ?? 0, (await firstRow(sql, lastComment, {}))?.at ?? 0),
  comment: async (id) => {
    const row = await firstRow(sql, comment, { id });
    return row && commentRow(row);
  },
});

export const momentsWriting = (sql: Executor): MomentsWriting => ({
  insert: async (row, audience) => {
    const newRow = await firstRow(sql, add, {
      author: row.author,
      content: row.content,
      pictures: JSON.stringify(row.pictures),
      at: row.createdAtMs,
      limited: audience === null ? 0 : 1,
    });
    assert(newRow, 'a new moment has an id');
    for (const file of row.pictures) await sql.all(addFile, { file, moment: newRow.id });
    for (const user of audience ?? []) await sql.all(addViewer, { moment: newRow.id, user });
    return newRow.id;
  },
  delete: async (id) => {
    const files = await sql.all(filesOf, { id });
    for (const step of [dropViewers, dropLikes, dropComments, dropFiles, drop]) await sql.all(step, { id });
    for (const { file_id: file } of files) await releaseFile(sql, file);
  },
  like: async (id, user, nowMs) => void (await sql.all(like, { id, user, at: nowMs })),
  unlike: async (id, user) => void (await sql.all(unlike, { id, user })),
  insertComment: async (row) => {
    const newRow = await firstRow(sql, addComment, row);
    assert(newRow, 'a new comment has an id');
    return newRow.id;
  },
  deleteComment: async (id) => void (await sql.all(dropComment, { id })),
});
