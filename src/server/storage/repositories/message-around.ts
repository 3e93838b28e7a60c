import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { messageId, msgId } from '../../../domain/ids.ts';
import type { MessagePage, MessageQuery, MessageRow } from '../../../ports/store.ts';
import { EVERYONE } from './mentions.ts';
import { listPlan } from './lists.ts';
import { NOBODY } from './message-page.ts';
import { type Executor, firstRow, plan } from '../plan.ts';
import { mayGoOn, readable } from './readable.ts';
import { messageRow } from './rows.ts';

/** Rows of one query, how many ordinals one page scans, and queries of one range. */
const [SPAN, SCANNED_MAX, QUERIES_MAX] = [100, 2_000, 1_000];

export const rowsAt = listPlan((db, a: { stream: StreamId }, list: readonly number[]) =>
  db.selectFrom('messages').selectAll().where('stream', '=', a.stream).where('n', 'in', list),
);
const countOf = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('streams').select('count').where('stream', '=', a.stream),
);
const ordinalOf = plan((db, a: { stream: StreamId; id: MsgId }) =>
  db.selectFrom('messages').select('n').where('msg_id', '=', a.id).where('stream', '=', a.stream),
);
const ordinalBelow = plan((db, a: { stream: StreamId; id: MsgId }) =>
  db
    .selectFrom('messages')
    .select(['n', 'msg_id'])
    .where('stream', '=', a.stream)
    .where('msg_id', '<', a.id)
    .orderBy('msg_id', 'desc')
    .limit(1),
);

/** A message, or null for one whose page is damaged. */
interface Slot {
  readonly n: number;
  readonly row: MessageRow | null;
}

/** The answer; null: it needs a damaged page. */
export async function unlessDamaged<T>(sql: Executor, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (mayGoOn(sql, error)) return null;
    throw error;
  }
}

/**
 * What a query for the newest row below a number finds: around a damaged page, the newest readable one by
 * halves (OPS-20).
 */
export async function newestReadable<R>(
  sql: Executor,
  id: number,
  read: (below: MsgId) => Promise<R>,
): Promise<R | null> {
  const look = (below: number) => unlessDamaged(sql, async () => ({ row: await read(msgId(below)) }));
  const direct = await look(id);
  if (direct) return direct.row;
  const start = Math.max(0, id - SCANNED_MAX);
  let found = await look(start);
  let [low, high] = [found ? start : 0, id];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    const next = await look(middle);
    if (next) [low, found] = [middle, next];
    else high = middle;
  }
  return found?.row ?? null;
}

/** Ordinals between both, which are not in it. */
interface Range {
  readonly above: number;
  readonly below: number;
}

interface RangeQuery<R> {
  readonly stream: StreamId;
  readonly range: Range;
  readonly limit: number;
  /** Begins at the lowest ordinal. */
  readonly isUpwards?: boolean;
  readonly read: (range: Range, limit: number) => Promise<readonly R[]>;
}

/** Reads rows of a range. If a page of some is damaged, reads the others: by halves (OPS-20). */
export async function rowsAround<R>(sql: Executor, query: RangeQuery<R>): Promise<readonly R[]> {
  const { stream, range, limit, read } = query;
  const whole = await unlessDamaged(sql, () => read(range, limit));
  if (whole) return whole;
  let queriesLeft = QUERIES_MAX;
  const halves = async ({ above, below: end }: Range, wanted: number): Promise<readonly R[]> => {
    if (end - above < 2 || queriesLeft <= 0) return [];
    queriesLeft -= 1;
    const rows = await unlessDamaged(sql, () => read({ above, below: end }, wanted));
    if (rows !== null || end - above === 2) return rows ?? [];
    const middle = Math.floor((above + end) / 2);
    const parts = [
      { above, below: middle + 1 },
      { above: middle, below: end },
    ] as const;
    const [near, far] = query.isUpwards === true ? parts : [parts[1], parts[0]];
    const some = await halves(near, wanted);
    return some.length >= wanted ? some : [...some, ...(await halves(far, wanted - some.length))];
  };
  const count = (await firstRow(sql, countOf, { stream }))?.count ?? 0;
  return halves({ above: range.above, below: Math.min(range.below, count + 1) }, limit);
}

/** A readable message from which the numbers of unreadable ones after it count. */
type Base = Pick<MessageRow, 'n' | 'msgId' | 'sentAtMs'>;
const NOTHING: Base = { n: 0, msgId: msgId(0), sentAtMs: 0 };

/**
 * The highest ordinal below a message that the client has. It may be an unreadable one: their numbers differ
 * from that of the readable message before them as their ordinals do, so they are below that of the next one.
 */
async function below(sql: Executor, stream: StreamId, id: number, count: number): Promise<number> {
  const own = await unlessDamaged(sql, () => firstRow(sql, ordinalOf, { stream, id: msgId(id) }));
  if (own) return own.n - 1;
  const base = await readableUpTo(sql, stream, id);
  const highestN = base.n + id - base.msgId - 1;
  for (let from = base.n + 1; from <= Math.min(count, highestN); from += SPAN) {
    const ns = Array.from({ length: SPAN }, (_, i) => from + i).filter((n) => n <= count);
    const next = (await slotsAt(sql, stream, ns)).filter(({ row }) => row !== null);
    if (next.length > 0) return Math.min(highestN, ...next.map(({ n }) => n - 1));
  }
  return Math.min(highestN, count);
}

async function readableUpTo(sql: Executor, stream: StreamId, id: number): Promise<Base> {
  for (let at = id; at > Math.max(0, id - SCANNED_MAX); at -= 1) {
    const next = await unlessDamaged(sql, async () => ({
      row: await firstRow(sql, ordinalBelow, { stream, id: msgId(at) }),
    }));
    if (next) return next.row ? { ...NOTHING, n: next.row.n, msgId: next.row.msg_id } : NOTHING;
  }
  return NOTHING;
}

async function slotsAt(sql: Executor, stream: StreamId, ns: readonly number[]): Promise<readonly Slot[]> {
  return readable<number, Slot>(
    sql,
    ns,
    async (part) => (await rowsAt(sql, { stream }, part)).map((row) => ({ n: row.n, row: messageRow(row) })),
    (part) => Promise.resolve(part.map((n) => ({ n, row: null }))),
  );
}

/** Returns true if a row is one of the wanted; an unreadable one is, unless only other kinds are wanted. */
function isWanted({ types = [], mentioning, viewer = NOBODY }: MessageQuery, { n, row }: Slot): boolean {
  if (row === null) return !mentioning && (types.length === 0 || types.includes('text'));
  if (row.only !== null && row.only !== viewer) return false;
  if (types.length > 0 && !types.includes(row.type)) return false;
  if (!mentioning) return true;
  const { user, afterN } = mentioning;
  return n > afterN && row.from !== user && (row.at.includes(user) || row.at.includes(EVERYONE));
}

/** A line in place of an unreadable message; its number is above that of the message before it. */
const lineFor = (stream: StreamId, n: number, id: number, sentAtMs: number): MessageRow => ({
  msgId: msgId(id),
  id: messageId(`unreadable-${stream}-${n}`),
  stream,
  n,
  from: 0 as UserId,
  type: 'event',
  content: '',
  at: [],
  pid: null,
  root: null,
  extra: null,
  note: null,
  sentAtMs,
  recalled: false,
  rev: 0,
  only: null,
});

/** Newest first, with lines for unreadable ones. */
function withLines(stream: StreamId, slots: readonly Slot[], before: Base): readonly MessageRow[] {
  const rows: MessageRow[] = [];
  let base = before;
  for (const { n, row } of slots.toReversed()) {
    base = row ?? base;
    rows.unshift(row ?? lineFor(stream, n, base.msgId + n - base.n, base.sentAtMs));
  }
  return rows;
}

/**
 * A page of a conversation of which a part cannot be read: the readable messages, and a line for each other
 * one (OPS-20). By ordinals, because each query may meet a damaged page.
 */
export async function pageAround(sql: Executor, query: MessageQuery): Promise<MessagePage> {
  const { stream, fromN, limit, beforeMsgId, afterN } = query;
  const count = (await firstRow(sql, countOf, { stream }))?.count ?? 0;
  const isUpwards = afterN !== undefined;
  const top = beforeMsgId === undefined ? count : await below(sql, stream, beforeMsgId, count);
  const first = isUpwards ? Math.max(fromN, afterN) + 1 : top;
  const step = isUpwards ? 1 : -1;
  const skip = isUpwards || beforeMsgId !== undefined ? 0 : ((query.page ?? 1) - 1) * limit;
  const isThere = (n: number): boolean => n > fromN && n <= count;
  const matches: Slot[] = [];
  let at = first;
  for (
    let scanned = 0;
    scanned < SCANNED_MAX && isThere(at) && matches.length < skip + limit;
    scanned += SPAN
  ) {
    const ns = Array.from({ length: SPAN }, (_, i) => at + i * step).filter(isThere);
    const slots = (await slotsAt(sql, stream, ns)).toSorted((a, b) => (a.n - b.n) * step);
    matches.push(...slots.filter((slot) => isWanted(query, slot)));
    at += SPAN * step;
  }
  const part = matches.slice(skip, skip + limit);
  const newestFirst = isUpwards ? part.toReversed() : part;
  const rows = withLines(stream, newestFirst, await readableBelow(sql, stream, newestFirst.at(-1)));
  const unreadable = newestFirst.flatMap(({ n, row }) => (row === null ? [n] : []));
  return { rows, total: Math.max(rows.length, top - fromN), unreadable };
}

/** The message from which the numbers of the lines at the end of a page count. */
async function readableBelow(sql: Executor, stream: StreamId, oldest: Slot | undefined): Promise<Base> {
  if (oldest?.row !== null) return NOTHING;
  for (let top = oldest.n - 1; top > Math.max(0, oldest.n - SCANNED_MAX); top -= SPAN) {
    const ns = Array.from({ length: SPAN }, (_, i) => top - i).filter((n) => n > 0);
    const rows = (await slotsAt(sql, stream, ns)).flatMap(({ row }) => row ?? []);
    const newest = rows.toSorted((a, b) => b.n - a.n)[0];
    if (newest) return newest;
  }
  return NOTHING;
}
