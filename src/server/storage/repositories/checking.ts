import type { MsgId, StreamId } from '../../../domain/ids.ts';
import { groupStream, msgId } from '../../../domain/ids.ts';
import type { CheckedMember, CheckingReading, FileHolder } from '../../../ports/store.ts';
import { firstRow, plan, plans } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { isComplete } from '../schema/filling.ts';
import { DIGESTS } from '../schema/tables-digests.ts';
import { messageDigest } from '../schema/message-digest.ts';
import { streamRow } from './rows.ts';
import { fromFlag } from '../schema/stored-row.ts';
import type { StoredRow } from '../schema/stored-row.ts';

interface Part {
  readonly stream: StreamId;
  readonly after: number;
  readonly upTo: number;
}

const streams = plan((db, a: { after: StreamId; limit: number }) =>
  db.selectFrom('streams').selectAll().where('stream', '>', a.after).orderBy('stream').limit(a.limit),
);
const ordinals = (['messages', 'dropped'] as const).map((table) =>
  plan((db, a: Part) =>
    db
      .selectFrom(table)
      .select('n')
      .where('stream', '=', a.stream)
      .where('n', '>', a.after)
      .where('n', '<=', a.upTo),
  ),
);
const seqs = plan((db, a: Part) =>
  db
    .selectFrom('events')
    .select('seq')
    .where('stream', '=', a.stream)
    .where('seq', '>', a.after)
    .where('seq', '<=', a.upTo),
);
/** One at each end, so that the index answers. */
const below = plan((db, a: { stream: StreamId; floor: number }) =>
  db
    .selectFrom('events')
    .select('seq')
    .where('stream', '=', a.stream)
    .where('seq', '<=', a.floor)
    .orderBy('seq')
    .limit(1),
);
const above = plan((db, a: { stream: StreamId; head: number }) =>
  db
    .selectFrom('events')
    .select('seq')
    .where('stream', '=', a.stream)
    .where('seq', '>', a.head)
    .orderBy('seq')
    .limit(1),
);
const newest = plan((db) => db.selectFrom('messages').select('msg_id').orderBy('msg_id', 'desc').limit(1));
const strays = plan((db, a: { after: number; upTo: number }) =>
  db
    .selectFrom('messages as m')
    .leftJoin('streams as s', 's.stream', 'm.stream')
    .select(['m.stream', 'm.n'])
    .where('m.msg_id', '>', a.after as MsgId)
    .where('m.msg_id', '<=', a.upTo as MsgId)
    .where((e) => e.or([e('s.stream', 'is', null), e('m.n', '<', 1), e('m.n', '>', e.ref('s.count'))])),
);
const members = plan((db, a: { stream: StreamId; user: number; limit: number }) =>
  db
    .selectFrom('members as m')
    .leftJoin('streams as s', 's.stream', 'm.stream')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('m')
    .select(['s.head', 's.count', 'u.id as person'])
    .where((e) => e(e.refTuple('m.stream', 'm.user_id'), '>', e.tuple(a.stream, a.user as never)))
    .orderBy('m.stream')
    .orderBy('m.user_id')
    .limit(a.limit),
);
const groups = plan((db, a: { after: number; limit: number }) =>
  db
    .selectFrom('groups')
    .select(['id', 'ended', 'owner', 'members'])
    .where('id', '>', a.after as never)
    .orderBy('id')
    .limit(a.limit),
);
const leaders = plan((db, a: { stream: StreamId }) =>
  db
    .selectFrom('members')
    .select('user_id')
    .where('stream', '=', a.stream)
    .where('role', '=', 1)
    .where('until_seq', 'is', null)
    .orderBy('user_id'),
);
const inside = plan((db, a: { stream: StreamId }) =>
  db
    .selectFrom('members')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('until_seq', 'is', null),
);
const referencedFiles = plans((db, a: { after: number; limit: number }, holder: FileHolder) =>
  db
    .selectFrom(holder)
    .select('file_id')
    .distinct()
    .where('file_id', '>', a.after)
    .orderBy('file_id')
    .limit(a.limit),
);
const digested = plan((db, a: { after: number; upTo: number }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('msg_id', '>', a.after as MsgId)
    .where('msg_id', '<=', a.upTo as MsgId)
    .where('digest', 'is not', null),
);
const files = plan((db, a: { after: number; limit: number }) =>
  db
    .selectFrom('files as f')
    .select(['f.id', 'f.key', 'f.size', 'f.digest'])
    .select((e) =>
      e
        .selectFrom('files as same')
        .select('same.id')
        .whereRef('same.key', '=', 'f.key')
        .whereRef('same.id', '<', 'f.id')
        .limit(1)
        .as('before'),
    )
    .where('f.id', '>', a.after)
    .orderBy('f.id')
    .limit(a.limit),
);

type MemberFound = StoredRow<'members'> & {
  readonly head: number | null;
  readonly count: number | null;
  readonly person: number | null;
};

const memberOf = (row: MemberFound): CheckedMember => ({
  stream: row.stream,
  user: row.user_id,
  isCurrent: row.until_seq === null,
  places: {
    'begins after message': row.from_n,
    'has read up to message': row.mark,
    'is told as having read up to message': row.told,
    'has seen mentions up to message': row.mention_mark,
  },
  seqs: { 'begins after event': row.from_seq, 'ended with event': row.until_seq ?? 0 },
  ends: row.head === null || row.count === null ? null : { head: row.head, count: row.count },
  isPerson: row.person !== null,
});

const inOrder = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b);

export const checkingReading = (sql: Executor): CheckingReading => ({
  streams: async (after, limit) =>
    (await sql.all(streams, { after: after as StreamId, limit })).map(streamRow),
  ordinals: async (stream, after, upTo) => {
    const numbers: number[] = [];
    for (const query of ordinals)
      for (const { n } of await sql.bulk(query, { stream, after, upTo })) numbers.push(n);
    return inOrder(numbers);
  },
  seqs: async (stream, after, upTo) =>
    inOrder((await sql.bulk(seqs, { stream, after, upTo })).map(({ seq }) => seq)),
  straySeq: async (stream, floor, head) =>
    ((await firstRow(sql, below, { stream, floor })) ?? (await firstRow(sql, above, { stream, head })))
      ?.seq ?? null,
  newestMessage: async () => (await firstRow(sql, newest, {}))?.msg_id ?? msgId(0),
  strayMessages: (after, upTo) => sql.all(strays, { after, upTo }),
  damagedMessages: async (after, upTo) =>
    (await isComplete(sql, DIGESTS))
      ? (await sql.bulk(digested, { after, upTo })).filter((row) => messageDigest(row) !== row.digest)
      : [],
  members: async ({ stream, user }, limit) =>
    (await sql.all(members, { stream: stream as StreamId, user, limit })).map(memberOf),
  groups: async (after, limit) => {
    const groupsRead = [];
    for (const { id, ended, owner, members } of await sql.all(groups, { after, limit })) {
      const stream = groupStream(id);
      const lead = await sql.all(leaders, { stream });
      const memberships = (await firstRow(sql, inside, { stream }))?.total ?? 0;
      groupsRead.push({
        id,
        hasEnded: fromFlag(ended),
        owner,
        members,
        memberships,
        leaders: lead.map((row) => row.user_id),
      });
    }
    return groupsRead;
  },
  referencedFiles: async (holder, after, limit) =>
    (await sql.all(referencedFiles(holder), { after, limit })).flatMap(({ file_id: id }) => id ?? []),
  files: async (after, limit) =>
    (await sql.all(files, { after, limit })).map(({ id, key, size, digest, before }) => ({
      id,
      key,
      sizeBytes: size,
      digest,
      isFirst: before === null,
    })),
});
