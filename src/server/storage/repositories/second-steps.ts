import type { UserId } from '../../../domain/ids.ts';
import type { SecondStepsReading, SecondStepsWriting } from '../../../ports/store.ts';
import { firstRow, insertPlan, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';
import { fromFlag } from './rows.ts';

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
