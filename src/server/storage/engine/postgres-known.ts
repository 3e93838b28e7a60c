import type { ClientBase } from 'pg';
import { groupOfStream, peopleOfStream } from '../../../domain/ids.ts';
import type { GroupId, MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { postgresLimits } from '../../kernel/store-limits.ts';
import type { Foretold } from '../../../ports/store.ts';
import type { StoredMember } from '../repositories/rows.ts';
import type { StoredRow } from '../schema/stored-row.ts';
import { executeBatch } from './postgres-batch.ts';
import type { BatchStatement, BatchValue } from './postgres-batch.ts';
import { LOGINS } from './postgres-logins.ts';

/** Conversations before users' own streams, each by number: the global lock order (COMMIT-6). */
const LOCK = `select * from streams where stream = any($1::text[])
  order by starts_with(stream, 'u'), length(stream), stream collate "C" for no key update`;
const NUMBER = 'select pg_current_xact_id()::text::bigint as tx';
/** A short lock timeout keeps others from waiting behind it (NODE-17). */
const NUMBER_IN_HASTE = `select pg_current_xact_id()::text::bigint as tx,
  set_config('lock_timeout', '${postgresLimits.firstLockMs}', true)`;
const NUMBERS = `select nextval((select pg_get_serial_sequence('messages', 'msg_id'))::regclass) as id
  from generate_series(1, $1::integer)`;
const SENDS = 'select * from sends where id = any($1::text[])';
const MEMBERS = `select m.*, s.cleared from members as m join streams as s using (stream)
  join unnest($1::text[], $2::bigint[]) as q (stream, user_id) using (stream, user_id)`;
const USERS = 'select * from users where id = any($1::bigint[])';
const GROUPS = 'select * from groups where not ended and id = any($1::bigint[])';
const BLOCKED = `select b.user_id, b.other from blocked as b
  join unnest($1::bigint[], $2::bigint[]) as q (user_id, other) using (user_id, other)`;
const FRIENDS = `select mine.creator, mine.friend
  from unnest($1::bigint[], $2::bigint[]) as q (creator, friend)
  join friends as mine on mine.creator = q.creator and mine.friend = q.friend and mine.status = 1
  join friends as theirs on theirs.creator = q.friend and theirs.friend = q.creator and theirs.status = 1`;

export type StoredStream = StoredRow<'streams'>;

export const pairOf = (a: number | string, b: number): string => `${a} ${b}`;

/** Data that simultaneous commands need, of one moment after their streams were locked. */
export interface GroupStart {
  readonly tx: number;
  /** Numbers for new messages, rising. */
  readonly msgIds: readonly MsgId[];
  readonly streams: ReadonlyMap<StreamId, StoredStream>;
  readonly sends: ReadonlyMap<MessageId, StoredRow<'sends'>>;
  readonly members: ReadonlyMap<string, StoredMember>;
  readonly users: ReadonlyMap<UserId, StoredRow<'users'>>;
  readonly groups: ReadonlyMap<GroupId, StoredRow<'groups'>>;
  readonly blocked: ReadonlySet<string>;
  readonly friends: ReadonlySet<string>;
  readonly logins: ReadonlyMap<string, StoredRow<'tokens'>>;
}

interface Two {
  readonly user_id: UserId;
  readonly other: UserId;
}

/** Begins a transaction and brings what these commands ask for: one round trip. */
export async function beginWith(
  client: ClientBase,
  commands: readonly Foretold[],
  skips: boolean,
  spoiled: () => void,
): Promise<GroupStart> {
  const pairs = commands.flatMap(({ by, stream }) => (peopleOfStream(stream) ? [bothOf(by, stream)] : []));
  const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  const groups = commands.flatMap(({ stream }) => groupOfStream(stream) ?? []);
  const batch = new StatementBatch();
  batch.add('begin isolation level read committed');
  const streams = batch.add<StoredStream>(skips ? `${LOCK} skip locked` : LOCK, [
    ...new Set(commands.map(({ stream }) => stream)),
  ]);
  const number = batch.add<{ readonly tx: number }>(skips ? NUMBER_IN_HASTE : NUMBER);
  const msgIds = batch.add<{ readonly id: MsgId }>(NUMBERS, commands.length);
  const sends = batch.add<StoredRow<'sends'>>(
    SENDS,
    commands.map(({ id }) => id),
  );
  const members = batch.add<StoredMember>(
    MEMBERS,
    commands.map(({ stream }) => stream),
    commands.map(({ by }) => by),
  );
  const users = batch.add<StoredRow<'users'>>(USERS, [
    ...new Set([...commands.map(({ by }) => by), ...others]),
  ]);
  const groupRows = groups.length > 0 ? batch.add<StoredRow<'groups'>>(GROUPS, [...new Set(groups)]) : null;
  const [blocked, friends] =
    pairs.length > 0
      ? [
          batch.add<Two>(BLOCKED, [...ones, ...others], [...others, ...ones]),
          batch.add<{ readonly creator: UserId; readonly friend: UserId }>(FRIENDS, ones, others),
        ]
      : [null, null];
  const hashes = commands.flatMap(({ login }) => login ?? []);
  const logins = hashes.length > 0 ? batch.add<StoredRow<'tokens'>>(LOGINS, hashes) : null;
  const rows = await batch.execute(client, spoiled);
  return {
    tx: rows(number)[0]?.tx ?? 0,
    msgIds: rows(msgIds).map(({ id }) => id),
    streams: new Map(rows(streams).map((row) => [row.stream, row])),
    sends: new Map(rows(sends).map((row) => [row.id, row])),
    members: new Map(rows(members).map((row) => [pairOf(row.stream, row.user_id), row])),
    users: new Map(rows(users).map((row) => [row.id, row])),
    groups: new Map(groupRows && rows(groupRows).map((row) => [row.id, row])),
    blocked: new Set(blocked && rows(blocked).map((row) => pairOf(row.user_id, row.other))),
    logins: new Map(logins && rows(logins).map((row) => [row.hash, row])),
    friends: new Set(friends && rows(friends).map((row) => pairOf(row.creator, row.friend))),
  };
}

/** The author, and the partner of a one-to-one conversation. */
export function bothOf(by: UserId, stream: StreamId): readonly [UserId, UserId] {
  const other = peopleOfStream(stream)?.find((one) => one !== by);
  return [by, other ?? by];
}

/** Which statement of a batch, and what its rows are. */
interface Place<R> {
  readonly at: number;
  readonly row?: R;
}

class StatementBatch {
  private readonly statements: BatchStatement[] = [];

  add<R>(text: string, ...values: readonly BatchValue[]): Place<R> {
    return { at: this.statements.push({ text, values }) - 1 };
  }

  async execute(client: ClientBase, spoiled: () => void): Promise<<R>(place: Place<R>) => readonly R[]> {
    const answers = await executeBatch(client, this.statements, spoiled);
    return <R>({ at }: Place<R>) => (answers[at]?.rows ?? []) as readonly R[];
  }
}
