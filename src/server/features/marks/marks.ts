import type * as v from 'valibot';
import {
  NOTICE_STREAM,
  type StreamId,
  type UserId,
  groupOfStream,
  messageId,
  peopleOfStream,
  userStream,
} from '../../../domain/ids.ts';
import { streamLimits as limits, readByLimits } from '../../../domain/limits.ts';
import type { ReadTx, StreamRow, WriteTx } from '../../../ports/store.ts';
import type { readBy as readByCall } from '../../../wire/calls/messages.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { isBlockedPair } from '../../access/private-delivery.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { visibleMessage } from '../../access/conversation.ts';
import { card } from '../../frames/user-data.ts';
import type { SignedIn } from '../context.ts';
import { mentionWasRead, wasRead } from '../push/want.ts';

export interface Marks {
  /**
   * Everything up to `n` was read; resolves once that is kept. One event a second and (reader, conversation)
   * (COUNT-8).
   */
  read(user: UserId, stream: StreamId, n: number): Promise<void>;
  /** The same for an answer that does not report it: a delayed mark is not awaited. */
  noteShown(user: UserId, stream: StreamId, n: number): Promise<void>;
  /** All mentions so far were seen (COUNT-9), or those up to ordinal `n` (COUNT-11). */
  mentionMark(user: UserId, stream: StreamId, n?: number): Promise<void>;
  /** Marks one mention as read, regardless of earlier unread ones (COUNT-14). */
  oneMention(user: UserId, stream: StreamId, n: number): Promise<void>;
  /** Writes what still waits; for the end of the server. */
  flush(): Promise<void>;
}

interface Waiting {
  readonly user: UserId;
  readonly stream: StreamId;
  /** Highest ordinal read since the last event; 0 = none. */
  n: number;
  timer: unknown;
  /** Resolvers of the callers waiting for it. */
  resolvers: ((result: Promise<void>) => void)[];
}

/** Entries live for one second after an event, so there are never more than readers in that second. */
export function createMarks(core: Core): Marks {
  const waiting = new Map<string, Waiting>();

  const pause = (entry: Waiting, key: string) => {
    entry.timer = core.clock.setTimeout(() => next(entry, key), limits.readMarkEveryMs);
  };
  /** Each waiting caller receives the result: an unsaved mark is requested again. */
  const write = ({ user, stream, n, resolvers }: Waiting): Promise<void> => {
    const result = writeMark(core, user, stream, n);
    for (const tell of resolvers) tell(result);
    return result.catch((error: unknown) => {
      core.log.write('warn', 'read mark not written', { user, stream, error: String(error) });
    });
  };
  const next = (entry: Waiting, key: string): void => {
    if (entry.n === 0) return void waiting.delete(key);
    void write({ ...entry });
    Object.assign(entry, { n: 0, resolvers: [] });
    pause(entry, key);
  };

  /** Null: it is written with the next one, by a timer. */
  const atOnce = (user: UserId, stream: StreamId, n: number): Promise<void> | null => {
    const key = `${user} ${stream}`;
    const entry = waiting.get(key);
    if (entry) {
      entry.n = Math.max(entry.n, n);
      return null;
    }
    const fresh: Waiting = { user, stream, n: 0, timer: null, resolvers: [] };
    waiting.set(key, fresh);
    pause(fresh, key);
    return writeMark(core, user, stream, n);
  };

  return {
    read(user, stream, n) {
      const result = atOnce(user, stream, n);
      const entry = waiting.get(`${user} ${stream}`);
      return result ?? new Promise((resolve) => entry?.resolvers.push(resolve));
    },
    async noteShown(user, stream, n) {
      await atOnce(user, stream, n);
    },
    async mentionMark(user, stream, n) {
      await command(core, async (tx, record) => {
        await setMentionMark(tx, record, user, stream, n);
        if (await isAllRead(tx, user, stream)) await wasRead(core, tx, user, stream);
      });
    },
    async oneMention(user, stream, n) {
      await command(core, async (tx, record) => {
        await readOneMention(tx, record, user, stream, n);
        await mentionWasRead(core, tx, user, { stream, n });
      });
    },
    async flush() {
      const rest = [...waiting.values()];
      waiting.clear();
      for (const { timer } of rest) core.clock.clearTimeout(timer);
      await Promise.all(rest.filter(({ n }) => n > 0).map(write));
    },
  };
}

const writeMark = (core: Core, user: UserId, stream: StreamId, n: number): Promise<void> =>
  command(core, async (tx, record) => {
    await setMark(tx, record, user, stream, n);
    await wasRead(core, tx, user, stream);
  });

/** Only forward, never beyond what was listed (COUNT-2). */
async function setMark(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  stream: StreamId,
  target: number,
): Promise<void> {
  if (stream === NOTICE_STREAM) return setNoticeMark(tx, record, user, target);
  const member = await tx.members.get(stream, user);
  const row = member && (await tx.streams.get(stream));
  if (!row) return;
  const mark = Math.min(target, row.count);
  if (mark <= member.mark) return;
  const own = await tx.messages.ownAfter(stream, user, mark);
  const pair = peopleOfStream(stream);
  const isMutual = pair !== null && (await tellEachOther(tx, pair));
  await tx.members.update(stream, user, { mark, own, ...(isMutual && { told: mark }) });
  await tx.readingMarks.deleteUpTo(stream, user, mark);
  if (isMutual) return void (await record.event(stream, { kind: 'read', user, mark, own, count: row.count }));
  await record.event(userStream(user), {
    kind: 'mark',
    of: stream,
    mark,
    own,
    seq: row.head,
    count: row.count,
  });
}

/** Announcements have no members: the mark is stored separately (NOTICE-2). */
async function setNoticeMark(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  target: number,
): Promise<void> {
  const row = await tx.streams.get(NOTICE_STREAM);
  const mark = Math.min(target, row?.count ?? 0);
  if (!row || mark <= ((await tx.notices.mark(user)) ?? 0)) return;
  await tx.notices.setMark(user, mark);
  await record.event(userStream(user), {
    kind: 'mark',
    of: NOTICE_STREAM,
    mark,
    own: await tx.messages.ownAfter(NOTICE_STREAM, user, mark),
    seq: row.head,
    count: row.count,
  });
}

async function setMentionMark(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  stream: StreamId,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const member = groupOfStream(stream) === null ? null : await tx.members.get(stream, user);
  const row = member && (await tx.streams.get(stream));
  const mark = Math.min(upTo, row?.count ?? 0);
  if (!row) return;
  const hadLate = await tx.mentions.endApart(stream, user, Math.max(mark, member.mentionMark));
  if (member.mentionMark >= mark && !hadLate) return;
  if (member.mentionMark < mark) await tx.members.update(stream, user, { mentionMark: mark });
  await tellMentionMark(tx, record, user, row);
}

/** Neither messages nor mentions are unread: an edit may add one to a chat that was read (COUNT-15). */
async function isAllRead(tx: WriteTx, user: UserId, stream: StreamId): Promise<boolean> {
  const member = await tx.members.get(stream, user);
  const row = member && (await tx.streams.get(stream));
  return row
    ? member.mark >= row.count && (await tx.mentions.count(stream, user, member.mentionMark)) === 0
    : false;
}

/** Moves the mark to just before the first unread one, so that it covers as many as possible. */
async function readOneMention(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  stream: StreamId,
  n: number,
): Promise<void> {
  const member = groupOfStream(stream) === null ? null : await tx.members.get(stream, user);
  const row = member && (await tx.streams.get(stream));
  if (!row || n > row.count) return;
  if (n <= member.mentionMark) {
    if (!(await tx.mentions.endLate(stream, user, n))) return;
  } else {
    await tx.mentions.readOne(stream, user, n);
    const next = await tx.mentions.first(stream, user, member.mentionMark);
    const mark = next === null ? row.count : next - 1;
    if (mark > member.mentionMark) {
      await tx.members.update(stream, user, { mentionMark: mark });
      await tx.mentions.forgetRead(stream, user, mark);
    }
  }
  await tellMentionMark(tx, record, user, row, { one: n });
}

/**
 * The same figures for every user whose mark does not cover this message, after an event changed its
 * mentions: from the event alone a device would miscount (COUNT-15).
 */
export async function recountMentions(
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  users: readonly UserId[],
): Promise<void> {
  const row = users.length === 0 ? null : await tx.streams.get(stream);
  if (row) for (const user of users) await tellMentionMark(tx, record, user, row, { recount: true });
}

async function tellMentionMark(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  row: StreamRow,
  why: { readonly one?: number; readonly recount?: true } = {},
): Promise<void> {
  const { stream } = row;
  const mark = (await tx.members.get(stream, user))?.mentionMark;
  if (mark === undefined) return;
  const mentions = await tx.mentions.count(stream, user, mark);
  await record.event(userStream(user), {
    kind: 'mentionMark',
    of: stream,
    mark,
    mentions,
    seq: row.head,
    count: row.count,
    ...why,
  });
}

/**
 * Returns true if two users exchange read receipts: neither has turned them off (READBY-3), and neither has
 * blocked the other (BLOCK-6).
 */
export async function tellEachOther(tx: ReadTx, pair: readonly [UserId, UserId]): Promise<boolean> {
  const users = await tx.users.byIds(pair);
  if (!pair.every((user) => users.get(user)?.privacy.read !== false)) return false;
  return !(await isBlockedPair(tx, ...pair));
}

/**
 * Readers of the user's own message in a group below the size limit: earlier members whose mark has reached
 * it and who share read receipts; only for an author who shares theirs (READBY-1, READBY-3).
 */
export async function readBy(
  { core, session: { user } }: SignedIn,
  { id }: v.InferOutput<typeof readByCall.body>,
): Promise<EndpointAnswer | Refusal> {
  return core.store.read(async (tx) => {
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(id)));
    if (target instanceof Refusal) return target;
    const { row, at } = target;
    if (at.kind !== 'group' || row.from !== user || row.recalled || row.type === 'event')
      return new Refusal('noPermission');
    if ((await tx.members.count(row.stream)) > readByLimits.peopleMax) return new Refusal('noPermission');
    if ((await tx.users.byId(user))?.privacy.read !== true) return new Refusal('noPermission');
    const there = (await tx.members.of(row.stream)).filter((one) => one.user !== user && one.fromN < row.n);
    const users = await tx.users.byIds(there.map((one) => one.user));
    const apart = new Set(await tx.blocked.apart(user));
    const telling = there.filter((one) => users.get(one.user)?.privacy.read === true && !apart.has(one.user));
    const readers = telling.filter(({ mark }) => mark >= row.n).map((one) => one.user);
    const names = await tx.friends.nicknames(user, readers);
    return {
      data: readers.map((one) => card(users.get(one) ?? null, one, names.get(one))),
      count: telling.length,
    };
  });
}
