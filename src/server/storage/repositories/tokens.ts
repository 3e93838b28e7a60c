import { sql as raw } from 'kysely';
import type { UserId } from '../../../domain/ids.ts';
import type { Elsewhere, LoginUse, TokenRow, TokensReading, TokensWriting } from '../../../ports/store.ts';
import { firstCached, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { tokenRow } from './rows.ts';

/**
 * Without the moment, which is never the same: so that the answer can be remembered, by the digest and
 * nothing else.
 */
const byHash = plan(
  (db, a: { hash: string }) =>
    db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .selectAll('tokens')
      .where('tokens.hash', '=', a.hash)
      .where('users.active', '=', raw<boolean>`${raw.lit(true)}`),
  { tokens: 'hash', users: 'user_id' },
);
const ofUser = plan((db, a: { user: UserId; now: number }) =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('user_id', '=', a.user)
    .where('expires_at_ms', '>', a.now)
    .orderBy('created_at_ms')
    .orderBy('hash'),
);
const ofSession = plan((db, a: Elsewhere & { now: number; limit: number }) =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('session', '=', a.session)
    .where('provider', '=', a.provider)
    .where('expires_at_ms', '>', a.now)
    .limit(a.limit),
);
const add = plan((db, a: Omit<TokenRow, 'lastUse' | 'elsewhere'> & LoginUse & Elsewhere) =>
  db.insertInto('tokens').values({
    hash: a.hash,
    user_id: a.user,
    terminal: a.terminal,
    is_mobile: a.isMobile,
    cid: a.cid,
    created_at_ms: a.createdAtMs,
    expires_at_ms: a.expiresAtMs,
    device: a.device,
    place: a.place,
    used_minute: a.minute,
    provider: a.provider,
    session: a.session,
    proved_at_ms: a.provedAtMs,
  }),
);
const setCid = plan((db, a: { hash: string; cid: string }) =>
  db.updateTable('tokens').set({ cid: a.cid }).where('hash', '=', a.hash),
);
const setProved = plan((db, a: { hash: string; provedAtMs: number }) =>
  db.updateTable('tokens').set({ proved_at_ms: a.provedAtMs }).where('hash', '=', a.hash),
);
const setUse = plan((db, a: LoginUse & { hash: string }) =>
  db
    .updateTable('tokens')
    .set({ place: a.place, used_minute: a.minute })
    .where('hash', '=', a.hash)
    .where('used_minute', '<=', a.minute),
);
const end = plan((db, a: { hash: string }) => db.deleteFrom('tokens').where('hash', '=', a.hash));
const endOf = plan((db, a: { user: UserId; except: string }) =>
  db.deleteFrom('tokens').where('user_id', '=', a.user).where('hash', '<>', a.except),
);

export const tokensReading = (sql: Executor): TokensReading => ({
  byHash: async (hash, nowMs) => {
    const row = await firstCached(sql, byHash, { hash });
    return row && row.expires_at_ms > nowMs ? tokenRow(row) : null;
  },
  ofUser: async (user, nowMs) => (await sql.all(ofUser, { user, now: nowMs })).map(tokenRow),
  // Other logins have an empty session, which must match none.
  ofSession: async (elsewhere, now, limit) =>
    elsewhere.session === '' ? [] : (await sql.all(ofSession, { ...elsewhere, now, limit })).map(tokenRow),
});

export const tokensWriting = (sql: Executor): TokensWriting => ({
  insert: async ({ lastUse, elsewhere, ...token }) =>
    void (await sql.all(add, { ...token, ...lastUse, ...elsewhere })),
  update: async (hash, { cid, provedAtMs }) => {
    if (cid !== undefined) await sql.all(setCid, { hash, cid });
    if (provedAtMs !== undefined) await sql.all(setProved, { hash, provedAtMs });
  },
  noteUse: async (hash, use) => void (await sql.all(setUse, { hash, ...use })),
  end: async (hash) => void (await sql.all(end, { hash })),
  // No hash is the empty text, so all tokens end.
  endOf: async (user, except = '') => void (await sql.all(endOf, { user, except })),
});
