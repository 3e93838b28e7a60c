import type { StreamId, UserId } from '../../../domain/ids.ts';
import type {
  GroupCallDeviceRow,
  GroupCallRow,
  GroupCallsReading,
  GroupCallsWriting,
  StoredDevice,
} from '../../../ports/store.ts';
import { type Executor, firstRow, plan } from '../plan.ts';
import { type StoredRow, fromFlag } from '../schema/stored-row.ts';
import { listPlan } from './lists.ts';

const calls = listPlan((db, _: object, streams: readonly StreamId[]) =>
  db.selectFrom('group_calls').selectAll().where('stream', 'in', streams),
);
const devices = listPlan((db, _: object, streams: readonly StreamId[]) =>
  db
    .selectFrom('group_call_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .selectAll('d')
    .select(['u.realname', 'u.avatar'])
    .where('d.stream', 'in', streams),
);
const streamsOf = plan((db, a: { user: UserId }) =>
  db.selectFrom('group_call_devices').select('stream').where('user_id', '=', a.user).orderBy('stream'),
);
const sockets = plan((db) =>
  db.selectFrom('group_call_devices').select(['stream', 'device', 'user_id', 'client']),
);
const large = plan((db, a: { devices: number }) =>
  db
    .selectFrom('group_calls as c')
    .select(['c.stream', 'c.unit'])
    .where((e) =>
      e.or([
        e('c.unit', '!=', ''),
        e(
          e
            .selectFrom('group_call_devices as d')
            .whereRef('d.stream', '=', 'c.stream')
            .select((of) => of.fn.countAll<number>().as('count')),
          '>=',
          a.devices,
        ),
      ]),
    )
    .orderBy('c.stream'),
);
const total = plan((db) => db.selectFrom('group_calls').select((e) => e.fn.countAll<number>().as('total')));

const save = plan(
  (
    db,
    a: { stream: StreamId; id: string; ms: number; by: UserId; users: string; removed: string; unit: string },
  ) =>
    db
      .insertInto('group_calls')
      .values({
        stream: a.stream,
        id: a.id,
        started_at_ms: a.ms,
        started_by: a.by,
        users: a.users,
        removed: a.removed,
        unit: a.unit,
      })
      .onConflict((conflict) =>
        conflict.column('stream').doUpdateSet({ users: a.users, removed: a.removed, unit: a.unit }),
      ),
);
const saveDevice = plan((db, a: StoredDevice) =>
  db
    .insertInto('group_call_devices')
    .values({
      stream: a.stream,
      device: a.device,
      user_id: a.user,
      client: a.client,
      joined_at_ms: a.joinedAtMs,
      is_hand_raised: a.isHandRaised,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['stream', 'device'])
        .doUpdateSet({ client: a.client, is_hand_raised: a.isHandRaised }),
    ),
);
const dropDevice = plan((db, a: { stream: StreamId; device: string }) =>
  db.deleteFrom('group_call_devices').where('stream', '=', a.stream).where('device', '=', a.device),
);
const dropDevices = plan((db, a: { stream: StreamId }) =>
  db.deleteFrom('group_call_devices').where('stream', '=', a.stream),
);
const end = plan((db, a: { stream: StreamId }) =>
  db.deleteFrom('group_calls').where('stream', '=', a.stream),
);

type JoinedDevice = StoredRow<'group_call_devices'> & { readonly realname: string; readonly avatar: string };

const deviceOf = (row: JoinedDevice): GroupCallDeviceRow => ({
  device: row.device,
  user: row.user_id,
  client: row.client,
  name: row.realname,
  avatar: row.avatar,
  joinedAtMs: row.joined_at_ms,
  isHandRaised: fromFlag(row.is_hand_raised),
});

const inOrder = (a: GroupCallDeviceRow, b: GroupCallDeviceRow): number =>
  a.joinedAtMs - b.joinedAtMs || (a.device < b.device ? -1 : 1);

/** The live calls of these groups: two queries, one if there is none. */
export async function groupCallsOf(
  sql: Executor,
  streams: readonly StreamId[],
): Promise<ReadonlyMap<StreamId, GroupCallRow>> {
  const live = streams.length === 0 ? [] : await calls(sql, {}, streams);
  if (live.length === 0) return new Map();
  const people = await devices(
    sql,
    {},
    live.map(({ stream }) => stream),
  );
  return new Map(
    live.map((row) => [
      row.stream,
      {
        stream: row.stream,
        id: row.id,
        startedAtMs: row.started_at_ms,
        startedBy: row.started_by,
        users: JSON.parse(row.users) as UserId[],
        removed: JSON.parse(row.removed) as UserId[],
        unit: row.unit,
        devices: people
          .filter(({ stream }) => stream === row.stream)
          .map(deviceOf)
          .toSorted(inOrder),
      },
    ]),
  );
}

export const groupCallsReading = (sql: Executor): GroupCallsReading => ({
  get: async (stream) => (await groupCallsOf(sql, [stream])).get(stream) ?? null,
  of: (streams) => groupCallsOf(sql, streams),
  streamsOf: async (user) => [...new Set((await sql.all(streamsOf, { user })).map(({ stream }) => stream))],
  sockets: async () => (await sql.all(sockets, {})).map(({ user_id, ...row }) => ({ ...row, user: user_id })),
  large: async (devices) => sql.all(large, { devices }),
  count: async () => (await firstRow(sql, total, {}))?.total ?? 0,
});

export const groupCallsWriting = (sql: Executor): GroupCallsWriting => ({
  save: async ({ stream, id, startedAtMs: ms, startedBy: by, users, removed, unit }) =>
    void (await sql.all(save, {
      stream,
      id,
      ms,
      by,
      users: JSON.stringify(users),
      removed: JSON.stringify(removed),
      unit,
    })),
  saveDevice: async (device) => void (await sql.all(saveDevice, device)),
  dropDevice: async (stream, device) => void (await sql.all(dropDevice, { stream, device })),
  end: async (stream) => {
    await sql.all(dropDevices, { stream });
    await sql.all(end, { stream });
  },
});
