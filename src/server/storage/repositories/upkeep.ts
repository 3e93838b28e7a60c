import type { MessageId, MsgId } from '../../../domain/ids.ts';
import { inviteLimits } from '../../kernel/limits.ts';
import { streamLimits as limits } from '../../../domain/limits.ts';
import type {
  CallsReading,
  LedgerReading,
  CallsWriting,
  LedgerWriting,
  UpkeepWriting,
} from '../../../ports/store.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

const ringing = plan((db, a: { limit: number }) =>
  db.selectFrom('ringing').selectAll().orderBy('msg_id').limit(a.limit),
);
const addRinging = plan((db, a: { msgId: MsgId; now: number }) =>
  db.insertInto('ringing').values({ msg_id: a.msgId, since_ms: a.now }),
);
const endRinging = plan((db, a: { msgId: MsgId }) =>
  db.deleteFrom('ringing').where('msg_id', '=', a.msgId).returning('msg_id'),
);
const talking = plan((db, a: { limit: number }) =>
  db.selectFrom('talking').selectAll().orderBy('msg_id').limit(a.limit),
);
const isTalking = plan((db, a: { msgId: MsgId }) =>
  db.selectFrom('talking').select('msg_id').where('msg_id', '=', a.msgId),
);
const addTalking = plan((db, a: { msgId: MsgId; now: number }) =>
  db.insertInto('talking').values({ msg_id: a.msgId, since_ms: a.now, seen_ms: a.now }),
);
const noteTalking = plan((db, a: { msgId: MsgId; now: number }) =>
  db.updateTable('talking').set({ seen_ms: a.now }).where('msg_id', '=', a.msgId).returning('msg_id'),
);
const endTalking = plan((db, a: { msgId: MsgId; upTo: number }) =>
  db.deleteFrom('talking').where('msg_id', '=', a.msgId).where('seen_ms', '<=', a.upTo).returning('msg_id'),
);

/** Ordered by key, since no index has their age. */
const sends = plan((db, a: { after: MessageId; limit: number }) =>
  db
    .selectFrom('sends')
    .select(['id', 'created_at_ms'])
    .where('id', '>', a.after)
    .orderBy('id')
    .limit(a.limit),
);
const dropSends = plan((db, a: { after: MessageId; upTo: MessageId; before: number }) =>
  db
    .deleteFrom('sends')
    .where('id', '>', a.after)
    .where('id', '<=', a.upTo)
    .where('created_at_ms', '<', a.before)
    .returning('id'),
);

interface Step {
  readonly before: number;
  readonly limit: number;
}

/** Expired rows, by index; each names its own key, because one engine deletes only without a limit. */
const expired = [
  plan((db, a: Step) =>
    db
      .deleteFrom('ops')
      .where((e) =>
        e(
          e.refTuple('user_id', 'op'),
          'in',
          e
            .selectFrom('ops')
            .select(['user_id', 'op'])
            .where('created_at_ms', '<=', a.before)
            .limit(a.limit)
            .$asTuple('user_id', 'op'),
        ),
      )
      .returning('op as key'),
  ),
] as const;
const ends = [
  plan((db, a: Step) =>
    db
      .deleteFrom('tokens')
      .where('hash', 'in', (e) =>
        e.selectFrom('tokens').select('hash').where('expires_at_ms', '<=', a.before).limit(a.limit),
      )
      .returning('hash as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('invites')
      .where('code', 'in', (e) =>
        e
          .selectFrom('invites')
          .select('code')
          .where('expires_at_ms', '<=', a.before)
          // The list of who came outlives the links.
          .where((or) =>
            or.or([
              or.and([or('name', '=', ''), or('email', '=', '')]),
              or(or('expires_at_ms', '+', inviteLimits.peopleRetentionMs), '<=', a.before),
            ]),
          )
          .limit(a.limit),
      )
      .returning('code as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('codes')
      .where((e) =>
        e(
          e.refTuple('account', 'purpose'),
          'in',
          e
            .selectFrom('codes')
            .select(['account', 'purpose'])
            .where('expires_at_ms', '<=', a.before)
            .limit(a.limit)
            .$asTuple('account', 'purpose'),
        ),
      )
      .returning('account as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('shown_codes')
      .where((e) =>
        e(
          e.refTuple('user_id', 'group_id'),
          'in',
          e
            .selectFrom('shown_codes')
            .select(['user_id', 'group_id'])
            .where('until_ms', '<=', a.before)
            .limit(a.limit)
            .$asTuple('user_id', 'group_id'),
        ),
      )
      .returning('user_id as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('group_requests')
      .where((e) =>
        e(
          e.refTuple('group_id', 'user_id'),
          'in',
          e
            .selectFrom('group_requests')
            .select(['group_id', 'user_id'])
            .where('ends_ms', '<=', a.before)
            .limit(a.limit)
            .$asTuple('group_id', 'user_id'),
        ),
      )
      .returning('user_id as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('code_days')
      .where('name', 'in', (e) =>
        e.selectFrom('code_days').select('name').where('ends_ms', '<=', a.before).limit(a.limit),
      )
      .returning('name as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('spent')
      .where('name', 'in', (e) =>
        e.selectFrom('spent').select('name').where('ends_ms', '<=', a.before).limit(a.limit),
      )
      .returning('name as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('reports')
      .where('id', 'in', (e) =>
        e.selectFrom('reports').select('id').where('erase_ms', '<=', a.before).limit(a.limit),
      )
      .returning('about as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('spent_challenges')
      .where('challenge', 'in', (e) =>
        e.selectFrom('spent_challenges').select('challenge').where('ends_ms', '<=', a.before).limit(a.limit),
      )
      .returning('challenge as key'),
  ),
  plan((db, a: Step) =>
    db
      .deleteFrom('erased_logins')
      .where('hash', 'in', (e) =>
        e.selectFrom('erased_logins').select('hash').where('ends_ms', '<=', a.before).limit(a.limit),
      )
      .returning('hash as key'),
  ),
] as const;

export const callsReading = (sql: Executor): CallsReading => ({
  ringing: async (limit) =>
    (await sql.all(ringing, { limit })).map((row) => ({ msgId: row.msg_id, sinceMs: row.since_ms })),
  talking: async (limit) =>
    (await sql.all(talking, { limit })).map((row) => ({
      msgId: row.msg_id,
      sinceMs: row.since_ms,
      seenMs: row.seen_ms,
    })),
  isTalking: async (msgId) => (await sql.all(isTalking, { msgId })).length === 1,
});

export const ledgerReading = (sql: Executor): LedgerReading => ({
  page: async (after, limit) =>
    (await sql.all(sends, { after, limit })).map((row) => ({ id: row.id, createdAtMs: row.created_at_ms })),
});

export const callsWriting = (sql: Executor, moment: TransactionFacts): CallsWriting => ({
  addRinging: async (msgId) => void (await sql.all(addRinging, { msgId, now: moment.nowMs })),
  endRinging: async (msgId) => (await sql.all(endRinging, { msgId })).length === 1,
  addTalking: async (msgId) => void (await sql.all(addTalking, { msgId, now: moment.nowMs })),
  refreshTalking: async (msgId) => (await sql.all(noteTalking, { msgId, now: moment.nowMs })).length > 0,
  endTalking: async (msgId, upTo = Number.MAX_SAFE_INTEGER) =>
    (await sql.all(endTalking, { msgId, upTo })).length === 1,
});

export const ledgerWriting = (sql: Executor): LedgerWriting => ({
  delete: async (after, upTo, before) => (await sql.all(dropSends, { after, upTo, before })).length,
});

export const upkeepWriting = (sql: Executor, moment: TransactionFacts): UpkeepWriting => ({
  deleteExpired: async (limit) => {
    let dropped = 0;
    for (const one of expired)
      dropped += (await sql.all(one, { before: moment.nowMs - limits.opLifeMs, limit })).length;
    for (const one of ends) dropped += (await sql.all(one, { before: moment.nowMs, limit })).length;
    return dropped;
  },
});
