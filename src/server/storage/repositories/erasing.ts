import { sql as raw } from 'kysely';
import { msgId, userStream } from '../../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { EventNote } from '../../../domain/message.ts';
import type { ErasingReading, ErasingWriting, ErasureRow } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor, Plan } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';
import { fileRow } from './files.ts';
import { namesJson } from './lists.ts';
import { renewDigest } from '../schema/message-digest.ts';

const begin = plan((db, a: Omit<ErasureRow, 'keys'>) =>
  db
    .insertInto('erasures')
    .values({ user_id: a.user, words: a.words, by_who: a.by, file_keys: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((e) => ({
        words: e.ref('excluded.words'),
        by_who: e.ref('excluded.by_who'),
      })),
    ),
);
const get = plan((db, a: Whom) => db.selectFrom('erasures').selectAll().where('user_id', '=', a.user));
const pending = plan((db, a: { after: UserId; limit: number }) =>
  db
    .selectFrom('erasures')
    .select('user_id')
    .where('user_id', '>', a.after)
    .orderBy('user_id')
    .limit(a.limit),
);
const hold = plan((db, a: Whom) =>
  db
    .updateTable('erasures')
    .set((e) => ({ words: e.ref('words') }))
    .where('user_id', '=', a.user)
    .where('file_keys', 'is', null)
    .returning('user_id'),
);
const keepKeys = plan((db, a: Whom & { keys: string }) =>
  db.updateTable('erasures').set({ file_keys: a.keys }).where('user_id', '=', a.user),
);
const noteLogins = plan((db, a: Whom & { now: number }) =>
  db
    .insertInto('erased_logins')
    .columns(['hash', 'ends_ms'])
    .expression((e) =>
      e
        .selectFrom('tokens')
        .select(['hash', 'expires_at_ms'])
        .where('user_id', '=', a.user)
        .where('expires_at_ms', '>', a.now),
    ),
);
const waiting = plan((db, a: Whom) =>
  db
    .selectFrom('friends')
    .select(['id', 'creator', 'friend'])
    .where('status', '=', 2)
    .where((e) => e.or([e('creator', '=', a.user), e('friend', '=', a.user)]))
    .orderBy('id'),
);
const wasErased = plan((db, a: { hash: string }) =>
  db.selectFrom('erased_logins').select('hash').where('hash', '=', a.hash),
);
const end = plan((db, a: Whom) => db.deleteFrom('erasures').where('user_id', '=', a.user));

interface Whom {
  readonly user: UserId;
}

const places = plan((db, a: Whom) =>
  db.selectFrom('members').select('stream').where('user_id', '=', a.user).orderBy('stream'),
);
const ownMessages = plan((db, a: { stream: StreamId; user: UserId; afterN: number; limit: number }) =>
  db
    .selectFrom('messages')
    .select('msg_id')
    .where('stream', '=', a.stream)
    .where('from_user', '=', a.user)
    .where('n', '>', a.afterN)
    .where('type', 'not in', ['event', 'webrtc'])
    .orderBy('n')
    .limit(a.limit),
);
const filesOf = plan((db, a: Whom & { after: number; limit: number }) =>
  db
    .selectFrom('files')
    .selectAll()
    .where('user_id', '=', a.user)
    .where('id', '>', a.after)
    .orderBy('id')
    .limit(a.limit),
);
const naming = plan((db, a: { after: MsgId; limit: number }) =>
  db
    .selectFrom('messages')
    .select(['msg_id', 'stream', 'extra', 'note'])
    .where('msg_id', '>', a.after)
    .orderBy('msg_id')
    .limit(a.limit),
);
const setNames = plan((db, a: { msgId: MsgId; extra: string | null; note: string | null }) =>
  db.updateTable('messages').set({ extra: a.extra, note: a.note }).where('msg_id', '=', a.msgId),
);
const cids = plan((db, a: Whom) =>
  db.selectFrom('tokens').select('cid').where('user_id', '=', a.user).where('cid', '<>', ''),
);
const ofDevice = (['push_subs', 'push_jobs', 'push_shown'] as const).map((table) =>
  plan((db, a: { cid: string }) => db.deleteFrom(table).where('cid', '=', a.cid)),
);

/** Tables whose rows belong to one user by `user_id`. */
const OWN = [
  'tokens',
  'kept',
  'scheduled',
  'reminders',
  'blocked',
  'openids',
  'passkeys',
  'access_tokens',
  'hooks',
  'outgoing_hooks',
  'hook_deliveries',
  'bot_programs',
  'bots',
  'guests',
  'recovery_codes',
  'second_steps',
  'last_seen',
  'mail_digests',
  'let_in',
  'notice_marks',
  'emoji',
  'pack_users',
  'ops',
  'shown_codes',
  'shown_people',
  'group_requests',
  'thread_follows',
  'push_seen',
  'likes',
  'moment_viewers',
] as const;
const own: readonly Plan<Whom, unknown>[] = [
  ...OWN.map((table) => plan((db, a: Whom) => db.deleteFrom(table).where('user_id', '=', a.user))),
  ...(['likes', 'comments', 'moment_files', 'moment_viewers'] as const).map((table) =>
    plan((db, a: Whom) =>
      db
        .deleteFrom(table)
        .where('moment', 'in', (e) => e.selectFrom('moments').select('id').where('author', '=', a.user)),
    ),
  ),
  ...(['pack_stickers', 'pack_users'] as const).map((table) =>
    plan((db, a: Whom) =>
      db
        .deleteFrom(table)
        .where('pack', 'in', (e) => e.selectFrom('packs').select('id').where('user_id', '=', a.user)),
    ),
  ),
  plan((db, a: Whom) => db.deleteFrom('packs').where('user_id', '=', a.user)),
  plan((db, a: Whom) => db.deleteFrom('comments').where('author', '=', a.user)),
  plan((db, a: Whom) => db.deleteFrom('moments').where('author', '=', a.user)),
  plan((db, a: Whom) => db.deleteFrom('group_links').where('by_user', '=', a.user)),
  plan((db, a: Whom) => db.updateTable('invites').set({ name: '', email: '' }).where('used_by', '=', a.user)),
  // Requests and remarks of other users contained their name; friendships themselves stay with the chat.
  plan((db, a: Whom) =>
    db
      .updateTable('friends')
      .set({ nickname: '', remark: '' })
      .where((e) => e.or([e('creator', '=', a.user), e('friend', '=', a.user)])),
  ),
];
const remarked = plan((db, a: Whom) =>
  db
    .selectFrom('friends')
    .select('creator')
    .where('friend', '=', a.user)
    .where('creator', '<>', a.user)
    .where('nickname', '<>', ''),
);
const remarks = plan((db, a: { stream: StreamId }) =>
  db
    .selectFrom('events')
    .select(['seq', 'facts'])
    .where('stream', '=', a.stream)
    .where('facts', 'like', '%"kind":"remark"%'),
);
const setFacts = plan((db, a: { stream: StreamId; seq: number; facts: string }) =>
  db.updateTable('events').set({ facts: a.facts }).where('stream', '=', a.stream).where('seq', '=', a.seq),
);
/** Also the marks of a changed address, and the old address that is reserved for the user (ACC-29). */
const codes = plan((db, a: Whom & { account: string; name: string; digits: string }) =>
  db
    .deleteFrom('codes')
    .where((e) =>
      e.or([
        e('account', '=', a.account),
        e('account', '=', a.name),
        e.and([e('purpose', '=', 'undo '), e('hash', '=', a.digits)]),
      ]),
    ),
);
const files = plan((db, a: Whom & { referencedIds: string }) =>
  db
    .deleteFrom('files')
    .where('user_id', '=', a.user)
    .where((e) =>
      e.or([
        e('purpose', '=', 'avatar'),
        e.not(raw<boolean>`cast(files.id as text) in (select key from json_each(${a.referencedIds}))`),
      ]),
    )
    .where((e) =>
      e.or([
        e('purpose', '=', 'avatar'),
        e.and(
          [
            e.selectFrom('message_files as h').select('h.file_id').whereRef('h.file_id', '=', 'files.id'),
            e.selectFrom('emoji as h').select('h.file_id').whereRef('h.file_id', '=', 'files.id'),
            e.selectFrom('pack_stickers as h').select('h.file_id').whereRef('h.file_id', '=', 'files.id'),
            e.selectFrom('reactions as h').select('h.file_id').whereRef('h.file_id', '=', 'files.id'),
            e.selectFrom('moment_files as h').select('h.file_id').whereRef('h.file_id', '=', 'files.id'),
            e.selectFrom('reports as h').select('h.file_id').whereRef('h.file_id', '=', 'files.id'),
          ].map((reference) => e.not(e.exists(reference))),
        ),
      ]),
    )
    .returningAll(),
);

export const erasingReading = (sql: Executor): ErasingReading => ({
  get: async (user) => {
    const row = await firstRow(sql, get, { user });
    return row && erasureRow(row);
  },
  wasErased: async (hash) => (await sql.all(wasErased, { hash })).length > 0,
  waitingOf: async (user) => sql.all(waiting, { user }),
  remarkedBy: async (user) => (await sql.all(remarked, { user })).map((row) => row.creator),
  unfinished: async (after, limit) => (await sql.all(pending, { after, limit })).map((row) => row.user_id),
  placesOf: async (user) => (await sql.all(places, { user })).map(({ stream }) => stream),
  messagesIn: async (stream, user, afterN, limit) =>
    (await sql.all(ownMessages, { stream, user, afterN, limit })).map((row) => row.msg_id),
  filesOf: async (user, after, limit) => (await sql.all(filesOf, { user, after, limit })).map(fileRow),
  naming: async (after, limit) => {
    const rows = await sql.all(naming, { after, limit });
    const last = rows.at(-1);
    return {
      rows: rows.flatMap(({ msg_id: id, stream, extra, note }) =>
        extra === null && note === null
          ? []
          : [
              {
                msgId: msgId(id),
                stream,
                extra: extra === null ? null : (JSON.parse(extra) as Readonly<Record<string, unknown>>),
                note: note === null ? null : (JSON.parse(note) as EventNote),
              },
            ],
      ),
      next: rows.length < limit || last === undefined ? null : msgId(last.msg_id),
    };
  },
});

const erasureRow = (row: Tables['erasures']): ErasureRow => ({
  user: row.user_id,
  words: row.words,
  by: row.by_who,
  keys: row.file_keys === null ? null : (JSON.parse(row.file_keys) as readonly string[]),
});

export const erasingWriting = (sql: Executor): ErasingWriting => ({
  begin: async (erasure) => void (await sql.all(begin, erasure)),
  noteLogins: async (user, now) => void (await sql.all(noteLogins, { user, now })),
  hold: async (user) => (await sql.all(hold, { user })).length > 0,
  keepKeys: async (user, keys) => void (await sql.all(keepKeys, { user, keys: JSON.stringify(keys) })),
  end: async (user) => void (await sql.all(end, { user })),
  setNames: async ({ msgId: id, extra, note }) => {
    await sql.all(setNames, {
      msgId: id,
      extra: extra && JSON.stringify(extra),
      note: note && JSON.stringify(note),
    });
    await renewDigest(sql, id);
  },
  dropPushes: async (user) => {
    for (const { cid } of await sql.all(cids, { user }))
      for (const one of ofDevice) await sql.all(one, { cid });
  },
  dropOwn: async (user, account) => {
    await sql.all(codes, { user, account, name: `user ${user}`, digits: String(user) });
    for (const { creator } of await sql.all(remarked, { user }))
      await forgetRemarks(sql, userStream(creator), user);
    for (const one of own) await sql.all(one, { user });
  },
  dropFiles: async (user, referencedIds = []) =>
    (await sql.all(files, { user, referencedIds: namesJson(referencedIds.map(String)) })).map(fileRow),
});

/** A friend's remark is in the friend's own stream as well, for devices that were away. */
async function forgetRemarks(sql: Executor, stream: StreamId, user: UserId): Promise<void> {
  for (const { seq, facts } of await sql.all(remarks, { stream })) {
    const note = JSON.parse(facts) as { readonly kind: string; readonly user?: number };
    if (note.kind === 'remark' && note.user === user)
      await sql.all(setFacts, { stream, seq, facts: JSON.stringify({ ...note, name: '' }) });
  }
}
