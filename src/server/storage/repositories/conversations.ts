import { albumOf } from '../../../domain/album.ts';
import { type GroupId, type StreamId, type UserId, groupOfStream, groupStream } from '../../../domain/ids.ts';
import type { Timer } from '../../../domain/vanish.ts';
import type { ConversationView, GroupCallRow, LastRow, PersonCard, ReadTx } from '../../../ports/store.ts';
import { storeLimits } from '../../kernel/limits.ts';
import { type Executor, firstRow } from '../plan.ts';
import {
  type ListedRow,
  NAMES,
  groups,
  lastOfPart,
  mentions,
  part,
  pictures,
  rows,
  rowsWithoutLast,
  streamsOfPart,
  timers,
} from './conversation-plans.ts';
import { groupCallsOf } from './group-calls.ts';
import { fillList } from './lists.ts';
import { mayGoOn, readable } from './readable.ts';
import { type Last, groupRow, lastRow } from './rows.ts';
import { fromFlag } from '../schema/stored-row.ts';

const STREAM = 0;
const [TYPE, TIMED] = [NAMES.indexOf('type'), NAMES.indexOf('timed')];

/** Data read beside the rows, by stream. */
interface Beside {
  readonly mentions: ReadonlyMap<StreamId, number>;
  readonly groups: ReadonlyMap<StreamId, ConversationView['group']>;
  readonly timers: ReadonlyMap<StreamId, readonly Timer[]>;
  readonly groupCalls: ReadonlyMap<StreamId, GroupCallRow>;
  /** Before a last picture, newest first. */
  readonly pictures: ReadonlyMap<StreamId, readonly LastRow[]>;
}

/** Reads the row's values directly: thousands of conversations need no intermediate objects. */
function view(user: UserId, row: ListedRow, beside: Beside): ConversationView {
  const [
    stream,
    role,
    isTop,
    isNotice,
    fromN,
    mark,
    own,
    mentionMark,
    hiddenTo,
    archivedTo,
    isMarked,
    markedFrom,
    atOnly,
    quietUntilMs,
    mutedUntilSec,
    head,
    count,
    cleared,
    lastId,
    n,
    from_user,
    type,
    content,
    extra,
    note,
    sent_at_ms,
    recalled,
    id,
    account,
    realname,
    avatar,
    email,
    active,
    peerMark,
    nickname,
  ] = row;
  const last = { id: lastId, n, from_user, type, content, extra, note, sent_at_ms, recalled };
  return {
    member: {
      stream,
      user,
      role,
      isTop: fromFlag(isTop),
      isNotice: fromFlag(isNotice),
      untilSeq: null,
      fromN,
      mark: Math.max(mark, cleared),
      own: mark < cleared ? 0 : own,
      mentionMark: Math.max(mentionMark, cleared),
      hiddenTo,
      archivedTo,
      isMarked: fromFlag(isMarked),
      markedFrom,
      atOnly: fromFlag(atOnly),
      quietUntilMs,
      mutedUntilSec,
    },
    stream: { stream, head, count },
    last: lastOf(stream, beside, last as Last | Nothing),
    mentions: beside.mentions.get(stream) ?? 0,
    partner: partnerOf({ id, account, realname, avatar, email }, active, nickname, peerMark, cleared),
    group: beside.groups.get(stream) ?? null,
    timers: beside.timers.get(stream),
    groupCall: beside.groupCalls.get(stream),
  };
}

/** Result of a left join without a match. */
interface Nothing {
  readonly id: null;
}

function lastOf(stream: StreamId, { pictures: before }: Beside, last: Last | Nothing): LastRow | null {
  if (last.id === null) return null;
  const row = lastRow(stream, last);
  return row.type === 'image' ? { ...row, album: albumOf(row, before.get(row.stream) ?? []) } : row;
}

const partnerOf = (
  person: { readonly [K in keyof Omit<PersonCard, 'active'>]: PersonCard[K] | null },
  active: Parameters<typeof fromFlag>[0] | null,
  nickname: string | null,
  mark: number | null,
  cleared: number,
): ConversationView['partner'] =>
  person.id === null
    ? null
    : {
        // Named one by one: a copy of thousands costs several times as much.
        user: {
          id: person.id,
          account: person.account,
          realname: person.realname,
          avatar: person.avatar,
          email: person.email,
          active: fromFlag(active ?? false),
        } as PersonCard,
        nickname: nickname ?? '',
        mark: Math.max(mark ?? 0, cleared),
      };

/** Most of thousands do not match: nothing is created for those. */
function streamsWhere(list: readonly ListedRow[], isMatch: (row: ListedRow) => boolean): StreamId[] {
  const matches: StreamId[] = [];
  for (const row of list) if (isMatch(row)) matches.push(row[STREAM]);
  return matches;
}

const groupStreams = (list: readonly ListedRow[]): StreamId[] =>
  streamsWhere(list, (row) => groupOfStream(row[STREAM]) !== null);

/** Read only if a picture is the last message. */
async function picturesOf(
  sql: Executor,
  user: UserId,
  list: readonly ListedRow[],
): Promise<Beside['pictures']> {
  const albums = new Map<StreamId, LastRow[]>();
  const streams = streamsWhere(list, (row) => row[TYPE] === 'image');
  if (streams.length === 0) return albums;
  const read = (some: readonly StreamId[]) => {
    const { size, bound } = fillList({ user }, some);
    return sql.bulk(pictures(size), bound);
  };
  for (const row of await readable(sql, streams, read)) {
    const before = albums.get(row.stream);
    if (before) before.push(lastRow(row.stream, row));
    else albums.set(row.stream, [lastRow(row.stream, row)]);
  }
  for (const before of albums.values()) before.sort((a, b) => b.n - a.n);
  return albums;
}

/** Read only if timers exist. */
async function timersIn(sql: Executor, user: UserId, list: readonly ListedRow[]): Promise<Beside['timers']> {
  const byStream = new Map<StreamId, Timer[]>();
  const streams = streamsWhere(list, (row) => fromFlag(row[TIMED] as boolean));
  if (streams.length === 0) return byStream;
  const { size, bound } = fillList({ user }, streams);
  for (const { stream, n, days } of await sql.bulk(timers(size), bound))
    byStream.set(stream, [...(byStream.get(stream) ?? []), { n, days }]);
  return byStream;
}

async function groupsOf(sql: Executor, rows: readonly ListedRow[]): Promise<Beside['groups']> {
  const ids: GroupId[] = [];
  for (const row of rows) {
    const id = groupOfStream(row[STREAM]);
    if (id !== null) ids.push(id);
  }
  const groupRows = await groups(sql, {}, ids);
  return new Map(groupRows.map((row) => [groupStream(row.id), groupRow(row)]));
}

/** Sorted by name. */
async function views(
  sql: Executor,
  user: UserId,
  rows: readonly ListedRow[],
): Promise<readonly ConversationView[]> {
  const list = rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const beside = {
    mentions: await mentionsIn(sql, user, list),
    groups: await groupsOf(sql, list),
    timers: await timersIn(sql, user, list),
    groupCalls: await groupCallsOf(sql, groupStreams(list)),
    pictures: await picturesOf(sql, user, list),
  };
  return list.map((row) => view(user, row, beside));
}

/** A one-to-one chat has no mentions. */
async function mentionsIn(
  sql: Executor,
  user: UserId,
  list: readonly ListedRow[],
): Promise<Beside['mentions']> {
  const streams = groupStreams(list);
  if (streams.length === 0) return new Map();
  const totals = await readable(sql, streams, (some) => {
    const { size, bound } = fillList({ user }, some);
    return sql.bulk(mentions(size), bound);
  });
  return new Map(totals.map(({ stream, total }) => [stream, total]));
}

/** Before every name. */
const FIRST = '' as StreamId;

async function listed(sql: Executor, user: UserId, streams: readonly StreamId[]) {
  return views(sql, user, await rowsOf(sql, user, streams));
}

/** A chat whose last message cannot be read is in the list without it (OPS-20). */
function rowsOf(sql: Executor, user: UserId, streams: readonly StreamId[]): Promise<readonly ListedRow[]> {
  const ask = (plans: typeof rows) => (some: readonly StreamId[]) => {
    const { size, bound } = fillList({ user }, some);
    return sql.lists(plans(size), bound, NAMES);
  };
  return readable(sql, streams, ask(rows), ask(rowsWithoutLast));
}

async function partOf(sql: Executor, args: { user: UserId; after: StreamId; last: StreamId }) {
  try {
    return await sql.lists(part, args, NAMES);
  } catch (error) {
    if (!mayGoOn(sql, error)) throw error;
    const streams = await sql.all(streamsOfPart, args);
    return rowsOf(
      sql,
      args.user,
      streams.map(({ stream }) => stream),
    );
  }
}

export const conversationsReading = (sql: Executor): ReadTx['conversations'] => ({
  of: async (user, streams) => {
    const views: ConversationView[] = [];
    const sorted = [...new Set(streams)].toSorted();
    for (let from = 0; from < sorted.length; from += storeLimits.listMax)
      views.push(...(await listed(sql, user, sorted.slice(from, from + storeLimits.listMax))));
    return views;
  },
  part: async (user, before) => {
    const after = before ?? FIRST;
    const last = (await firstRow(sql, lastOfPart, { user, after, size: storeLimits.listMax }))?.last;
    if (!last) return null;
    return { views: await views(sql, user, await partOf(sql, { user, after, last })), last };
  },
  one: async (user, stream) => (await listed(sql, user, [stream]))[0] ?? null,
});
