import { sql as raw, type Selectable } from 'kysely';
import type { TokenRight } from '../../../domain/bots.ts';
import { contactId, type StreamId, type UserId } from '../../../domain/ids.ts';
import type {
  AccessTokenRow,
  AccessTokensReading,
  AccessTokensWriting,
  BotProgramRow,
  BotProgramsReading,
  BotProgramsWriting,
  BotRow,
  BotsReading,
  BotsWriting,
} from '../../../ports/store.ts';
import { listPlan } from './lists.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';

const get = plan((db, a: { user: UserId }) =>
  db.selectFrom('bots').selectAll().where('user_id', '=', a.user),
);
const ofOwner = plan((db, a: { owner: UserId }) =>
  db.selectFrom('bots').selectAll().where('owner', '=', a.owner).orderBy('user_id'),
);
const all = plan((db, a: { after: number; limit: number }) =>
  db
    .selectFrom('bots')
    .selectAll()
    .where('user_id', '>', a.after as UserId)
    .orderBy('user_id')
    .limit(a.limit),
);
const insert = plan((db, a: BotRow) =>
  db.insertInto('bots').values({ user_id: a.user, owner: a.owner, created_at_ms: a.createdAtMs }),
);

const botRow = (row: Selectable<Tables['bots']>): BotRow => ({
  user: row.user_id,
  owner: row.owner,
  createdAtMs: row.created_at_ms,
});

export const botsReading = (sql: Executor): BotsReading => ({
  get: async (user) => {
    const row = await firstRow(sql, get, { user });
    return row && botRow(row);
  },
  ofOwner: async (owner) => (await sql.all(ofOwner, { owner })).map(botRow),
  all: async (after, limit) => (await sql.all(all, { after, limit })).map(botRow),
});

export const botsWriting = (sql: Executor): BotsWriting => ({
  insert: async (row) => void (await sql.all(insert, row)),
});

const programs = listPlan((db, _: object, users: readonly UserId[]) =>
  db.selectFrom('bot_programs').selectAll().where('user_id', 'in', users).orderBy('user_id'),
);
const programsIn = plan((db, a: { stream: StreamId }) =>
  db
    .selectFrom('bot_programs')
    .innerJoin('members', 'members.user_id', 'bot_programs.user_id')
    .selectAll('bot_programs')
    .where('members.stream', '=', a.stream)
    .where('members.until_seq', 'is', null)
    .orderBy('bot_programs.user_id'),
);
const saveProgram = plan((db, a: Omit<BotProgramRow, 'commands'> & { commands: string }) => {
  const values = { url: a.url, secret: a.secret, dialect: a.dialect, commands: a.commands };
  return db
    .insertInto('bot_programs')
    .values({ user_id: a.user, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values));
});
const removeProgram = plan((db, a: { user: UserId }) =>
  db.deleteFrom('bot_programs').where('user_id', '=', a.user),
);

const programRow = (row: Selectable<Tables['bot_programs']>): BotProgramRow => ({
  user: row.user_id,
  url: row.url,
  secret: row.secret,
  dialect: row.dialect,
  commands: JSON.parse(row.commands) as BotProgramRow['commands'],
});

export const programsReading = (sql: Executor): BotProgramsReading => ({
  get: async (user) => (await programs(sql, {}, [user])).map(programRow)[0] ?? null,
  ofUsers: async (users) => (await programs(sql, {}, users)).map(programRow),
  ofStream: async (stream) => (await sql.all(programsIn, { stream })).map(programRow),
});

export const programsWriting = (sql: Executor): BotProgramsWriting => ({
  save: async (row) => void (await sql.all(saveProgram, { ...row, commands: JSON.stringify(row.commands) })),
  remove: async (user) => void (await sql.all(removeProgram, { user })),
});

/** The owner of a bot must be active as well; other users have no such row. */
const byHash = plan((db, a: { hash: string; now: number }) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .leftJoin('bots', 'bots.user_id', 'users.id')
    .leftJoin('users as owners', 'owners.id', 'bots.owner')
    .selectAll('access_tokens')
    .where('users.active', '=', raw<boolean>`${raw.lit(true)}`)
    .where((e) =>
      e.or([e('bots.owner', 'is', null), e('owners.active', '=', raw<boolean>`${raw.lit(true)}`)]),
    )
    .where('access_tokens.hash', '=', a.hash)
    .where('access_tokens.expires_at_ms', '>', a.now),
);
const ofUsers = listPlan((db, _: object, users: readonly UserId[]) =>
  db
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', 'in', users)
    .orderBy('created_at_ms')
    .orderBy('hash'),
);
/** Values are slots of the statement, so each is ready before. */
const add = plan((db, a: Omit<AccessTokenRow, 'access'> & { right: TokenRight; chats: string }) =>
  db.insertInto('access_tokens').values({
    hash: a.hash,
    user_id: a.user,
    name: a.name,
    token_right: a.right,
    chats: a.chats,
    created_at_ms: a.createdAtMs,
    expires_at_ms: a.expiresAtMs,
    used_minute: a.usedMinute,
  }),
);
const setUse = plan((db, a: { hash: string; minute: number }) =>
  db
    .updateTable('access_tokens')
    .set({ used_minute: a.minute })
    .where('hash', '=', a.hash)
    .where('used_minute', '<', a.minute),
);
const end = plan((db, a: { hash: string }) =>
  db.deleteFrom('access_tokens').where('hash', '=', a.hash).returning('hash'),
);

const accessTokenRow = (row: Selectable<Tables['access_tokens']>): AccessTokenRow => ({
  hash: row.hash,
  user: row.user_id,
  name: row.name,
  access: {
    right: row.token_right,
    chats: row.chats === '' ? null : (JSON.parse(row.chats) as readonly string[]).map(contactId),
  },
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  usedMinute: row.used_minute,
});

export const accessTokensReading = (sql: Executor): AccessTokensReading => ({
  byHash: async (hash, nowMs) => {
    const row = await firstRow(sql, byHash, { hash, now: nowMs });
    return row && accessTokenRow(row);
  },
  ofUsers: async (users) => (await ofUsers(sql, {}, users)).map(accessTokenRow),
});

export const accessTokensWriting = (sql: Executor): AccessTokensWriting => ({
  insert: async ({ access: { right, chats }, ...row }) =>
    void (await sql.all(add, { ...row, right, chats: chats === null ? '' : JSON.stringify(chats) })),
  noteUse: async (hash, minute) => void (await sql.all(setUse, { hash, minute })),
  end: async (hash) => (await sql.all(end, { hash })).length === 1,
});
