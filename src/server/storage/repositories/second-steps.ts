import type { Selectable } from 'kysely';
import type { UserId } from '../../../domain/ids.ts';
import type {
  PasskeyRow,
  PasskeysReading,
  PasskeysWriting,
  SecondStepsReading,
  SecondStepsWriting,
} from '../../../ports/store.ts';
import { type Executor, firstRow, insertPlan, plan } from '../plan.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import type { Tables } from '../schema/schema.ts';
import { fromFlag } from '../schema/stored-row.ts';

const byUser = plan((db, a: { user: UserId }) =>
  db.selectFrom('second_steps').selectAll().where('user_id', '=', a.user),
);
const recovery = plan((db, a: { user: UserId }) =>
  db
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', a.user),
);
const begin = plan((db, a: { user: UserId; secret: string }) =>
  db
    .insertInto('second_steps')
    .values({ user_id: a.user, secret: a.secret, is_on: false, last_step: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret: a.secret }).where('second_steps.is_on', '=', false),
    )
    .returning('user_id'),
);
const turnOn = plan((db, a: { user: UserId; secret: string; step: number }) =>
  db
    .updateTable('second_steps')
    .set({ is_on: true, last_step: a.step })
    .where('user_id', '=', a.user)
    .where('secret', '=', a.secret)
    .where('is_on', '=', false)
    .returning('user_id'),
);
const takeStep = plan((db, a: { user: UserId; step: number }) =>
  db
    .updateTable('second_steps')
    .set({ last_step: a.step })
    .where('user_id', '=', a.user)
    .where('is_on', '=', true)
    .where('last_step', '<', a.step)
    .returning('user_id'),
);
const addRecovery = insertPlan((db, rows: readonly { user: UserId; digest: string }[]) =>
  db.insertInto('recovery_codes').values(rows.map(({ user, digest }) => ({ user_id: user, digest }))),
);
const takeRecovery = plan((db, a: { user: UserId; digest: string }) =>
  db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', a.user)
    .where('digest', '=', a.digest)
    .returning('user_id'),
);
const end = plan((db, a: { user: UserId }) =>
  db.deleteFrom('second_steps').where('user_id', '=', a.user).returning('user_id'),
);
const endRecovery = plan((db, a: { user: UserId }) =>
  db.deleteFrom('recovery_codes').where('user_id', '=', a.user),
);

export const secondStepsReading = (sql: Executor): SecondStepsReading => ({
  get: async (user) => {
    const row = await firstRow(sql, byUser, { user });
    return row && { user, secret: row.secret, isOn: fromFlag(row.is_on), lastStep: row.last_step };
  },
  recoveryLeft: async (user) => (await firstRow(sql, recovery, { user }))?.total ?? 0,
});

export const secondStepsWriting = (sql: Executor): SecondStepsWriting => ({
  begin: async (user, secret) => (await sql.all(begin, { user, secret })).length === 1,
  turnOn: async (user, secret, step) => (await sql.all(turnOn, { user, secret, step })).length === 1,
  takeStep: async (user, step) => (await sql.all(takeStep, { user, step })).length === 1,
  addRecovery: async (user, digests) =>
    void (await addRecovery(
      sql,
      digests.map((digest) => ({ user, digest })),
    )),
  takeRecovery: async (user, digest) => (await sql.all(takeRecovery, { user, digest })).length === 1,
  end: async (user) => {
    await sql.all(endRecovery, { user });
    return (await sql.all(end, { user })).length === 1;
  },
});

const byId = plan((db, a: { id: string }) => db.selectFrom('passkeys').selectAll().where('id', '=', a.id));
const ofUser = plan((db, a: { user: UserId }) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', a.user).orderBy('created_at_ms').orderBy('id'),
);
const add = plan((db, a: PasskeyRow) =>
  db
    .insertInto('passkeys')
    .values({
      id: a.id,
      user_id: a.user,
      public_key: a.publicKey,
      counter: a.counter,
      name: a.name,
      created_at_ms: a.createdAtMs,
      used_at_ms: a.usedAtMs,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);
const rename = plan((db, a: { user: UserId; id: string; name: string }) =>
  db
    .updateTable('passkeys')
    .set({ name: a.name })
    .where('id', '=', a.id)
    .where('user_id', '=', a.user)
    .returning('id'),
);
const remove = plan((db, a: { user: UserId; id: string }) =>
  db.deleteFrom('passkeys').where('id', '=', a.id).where('user_id', '=', a.user).returning('id'),
);
const removeAll = plan((db, a: { user: UserId }) =>
  db.deleteFrom('passkeys').where('user_id', '=', a.user).returning('id'),
);
const use = plan((db, a: { id: string; counter: number; now: number }) =>
  db
    .updateTable('passkeys')
    .set({ counter: a.counter, used_at_ms: a.now })
    .where('id', '=', a.id)
    .where('counter', '<', a.counter)
    .returning('id'),
);
const useUncounted = plan((db, a: { id: string; now: number }) =>
  db
    .updateTable('passkeys')
    .set({ used_at_ms: a.now })
    .where('id', '=', a.id)
    .where('counter', '=', 0)
    .returning('id'),
);
const spend = plan((db, a: { challenge: string; ends: number }) =>
  db
    .insertInto('spent_challenges')
    .values({ challenge: a.challenge, ends_ms: a.ends })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .returning('challenge'),
);

const passkeyRow = (row: Selectable<Tables['passkeys']>): PasskeyRow => ({
  id: row.id,
  user: row.user_id,
  publicKey: row.public_key,
  counter: row.counter,
  name: row.name,
  createdAtMs: row.created_at_ms,
  usedAtMs: row.used_at_ms,
});

export const passkeysReading = (sql: Executor): PasskeysReading => ({
  byId: async (id) => {
    const row = await firstRow(sql, byId, { id });
    return row && passkeyRow(row);
  },
  ofUser: async (user) => (await sql.all(ofUser, { user })).map(passkeyRow),
});

export const passkeysWriting = (sql: Executor, moment: TransactionFacts): PasskeysWriting => ({
  add: async (passkey) => (await sql.all(add, passkey)).length === 1,
  rename: async (user, id, name) => (await sql.all(rename, { user, id, name })).length === 1,
  remove: async (user, id) => (await sql.all(remove, { user, id })).length === 1,
  removeAll: async (user) => (await sql.all(removeAll, { user })).length,
  use: async (id, counter) => {
    const now = moment.nowMs;
    const rows =
      counter === 0 ? await sql.all(useUncounted, { id, now }) : await sql.all(use, { id, counter, now });
    return rows.length === 1;
  },
  spend: async (challenge, endsMs) => (await sql.all(spend, { challenge, ends: endsMs })).length === 1,
});
