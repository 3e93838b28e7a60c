import { NOTICE_STREAM, type StreamId, type UserId, streamId, userStream } from '../../../domain/ids.ts';
import { streamLimits as limits } from '../../../domain/limits.ts';
import { frameLimits } from '../../../domain/list-limits.ts';
import type { EventRow, ReadTx, StreamRow } from '../../../ports/store.ts';
import { type ContactRow, contactRow, hasChat, noticeRow } from '../../frames/contact-row.ts';
import { framer } from '../../frames/frame.ts';
import { viewsWithNamesNow } from '../../frames/mention-names.ts';
import { chaptersFor, isOfLostTime, nextFrom } from '../../kernel/chapters.ts';
import type { Core } from '../../kernel/core.ts';
import { type Cursor, encodeCursor, readCursor, signedCursor } from '../../kernel/cursor.ts';
import { type Steps, readLong } from '../../kernel/long-read.ts';
import type { WireFrame } from '../../kernel/wire-frame.ts';
import { markedLength, noticePlace } from './contacts-answer.ts';
import { type Registers, type Ties, changedProfiles, registersOf, tiesOf } from './registers.ts';

export interface SyncRequest {
  readonly cursor?: string | null | undefined;
  readonly positions?: Readonly<Record<string, number>> | null | undefined;
  /** The caller's positions in its newest conversations; one above the head belongs to a lost history. */
  readonly known?: Readonly<Record<string, number>> | null | undefined;
}

/** Answer of `sync` (docs/protocol.md, "Calls"). */
export interface SyncAnswer {
  readonly epoch: string;
  readonly cursor: string | null;
  readonly more: boolean;
  readonly frames: readonly WireFrame[];
  readonly resync: readonly Resync[];
  readonly registers: Registers;
  readonly full?: 1;
}

export interface Resync {
  readonly stream: StreamId;
  /** Null: the stream is no longer the asker's (STREAM-10). */
  readonly contact: ContactRow | null;
}

/** Cost of reading one stream, in rows. */
const STREAM_COST = 4;

interface SyncQuery {
  readonly core: Core;
  readonly tx: ReadTx;
  readonly user: UserId;
  readonly own: StreamId;
  readonly steps: Steps;
  readonly ties: Ties;
}

/** Results before framing; `full` abandons the rest. */
interface SyncEvents {
  readonly events: EventRow[];
  /** Streams to load again: null is no longer the caller's, otherwise the list's present row. */
  readonly resync: { readonly stream: StreamId; readonly isRemoved: boolean }[];
  full: boolean;
}

const nothing = (): SyncEvents => ({ events: [], resync: [], full: false });

/**
 * Everything the user missed. Events, heads, contact rows and the next cursor come from one committed moment
 * (STREAM-8), and only streams that moved are read (SYNC-6).
 */
export async function sync(core: Core, user: UserId, request: SyncRequest): Promise<SyncAnswer> {
  const { answer, isLost } = await answered(core, user, request);
  if (isLost) await renewHistory(core, answer.epoch);
  return answer;
}

/** `isLost`: the cursor that this server signed is of a future that no longer exists. */
async function answered(
  core: Core,
  user: UserId,
  request: SyncRequest,
): Promise<{ readonly answer: SyncAnswer; readonly isLost: boolean }> {
  const { cursor, proved } = readCursor(core, request.cursor ?? '');
  return readLong(core.store, async (tx, steps) => {
    const epoch = await tx.history.epoch();
    const ties = await tiesOf(core, tx, user);
    const query = { core, tx, user, own: userStream(user), steps, ties };
    const mine = await tx.members.streamsOf(user);
    await steps.did(mine.length);
    const registers = await registersOf(core, tx, user, mine, ties);
    await steps.did(mine.length);
    const full: SyncAnswer = { epoch, cursor: null, more: false, frames: [], resync: [], registers, full: 1 };
    const finish = (answer: SyncAnswer, isLost = false) => ({ answer, isLost });
    if (request.positions) {
      const result = await fromPositions(query, request.positions);
      if (result.full) return finish(full);
      return finish({
        epoch,
        cursor: null,
        more: false,
        frames: await frames(query, result.events),
        resync: await resynced(query, result),
        registers,
      });
    }
    const now = await tx.streams.now();
    // Another history, or a number from a future that was lost with it (STREAM-9).
    if (cursor?.epoch !== epoch) return finish(full);
    const chapters = await chaptersFor(core, tx, cursor);
    if (cursor.tx > now || isOfLostTime(cursor, chapters)) return finish(full, proved);
    const positions = positionsOf(query, request.known ?? {}, mine);
    if (
      (cursor.page && cursor.page.bound > now) ||
      (await isAhead(query, positions)) ||
      (await isOvertaken(query, positions, nextFrom(cursor, chapters)))
    )
      return finish(full);
    const profiles = await changedProfiles(core, tx, user, mine, cursor.tx, steps, ties);
    const { changes, more } = await fromCursor(query, cursor, mine);
    if (changes.full || profiles === null) return finish(full);
    const bound = cursor.page?.bound ?? now;
    const next = more
      ? encodeCursor({ epoch, tx: cursor.tx, page: { bound, after: more }, chapter: cursor.chapter })
      : signedCursor(core, epoch, bound, chapters[0]?.id);
    return finish({
      epoch,
      cursor: next,
      more: more !== null,
      frames: await frames(query, changes.events),
      resync: await resynced(query, changes),
      registers: { ...registers, profiles },
    });
  });
}

/**
 * Returns true if the caller is further in a stream than its end. Any client can claim that, so it only makes
 * this client load again, and does not prove that the database went back (STREAM-16).
 */
async function isAhead({ tx }: SyncQuery, positions: ReadonlyMap<StreamId, number>): Promise<boolean> {
  if (positions.size === 0) return false;
  const heads = new Map(
    (await tx.streams.changedSince([...positions.keys()], 0)).map((row) => [row.stream, row.head]),
  );
  return [...positions].some(([stream, seq]) => seq > (heads.get(stream) ?? 0));
}

/** The positions among the caller's that it may read. */
function positionsOf(
  { own }: SyncQuery,
  positions: Readonly<Record<string, number>>,
  mine: readonly StreamId[],
): ReadonlyMap<StreamId, number> {
  const readable = new Set([own, NOTICE_STREAM, ...mine]);
  return new Map(
    Object.entries(positions).flatMap(([name, seq]) => {
      const stream = streamId(name);
      return readable.has(stream) ? [[stream, seq] as const] : [];
    }),
  );
}

/**
 * Returns true if a position of the caller belongs to an event of a chapter after that of its cursor, which
 * it cannot have: it then had another event there, from a time lost with a snapshot (STREAM-20). The caller's
 * own events are excluded: their answers carry no cursor. Like any claim, it only makes this caller load
 * again.
 *
 * @param from where that later chapter began; null: there is none
 */
async function isOvertaken(
  { tx, user, own, steps }: SyncQuery,
  positions: ReadonlyMap<StreamId, number>,
  from: number | null,
): Promise<boolean> {
  if (from === null) return false;
  const others = [...positions.keys()].filter((stream) => stream !== own);
  const rows = await tx.streams.changedSince(others, from);
  for (const { stream } of rows) {
    const seq = positions.get(stream) ?? 0;
    if (seq === 0) continue;
    const [event] = await tx.streams.eventsSince(stream, from, seq - 1, 1);
    const isOwn = event !== undefined && actorOf(event.facts) === user;
    if (event?.seq === seq && !isOwn) return true;
    await steps.did(STREAM_COST);
  }
  return false;
}

/** The acting user, if the event names one. */
function actorOf(facts: EventRow['facts']): UserId | null {
  if ('from' in facts) return facts.from;
  if ('by' in facts) return facts.by;
  return 'user' in facts ? facts.user : null;
}

/** The own stream first: it determines the later conversations. Then in order of id. */
async function fromCursor(
  query: SyncQuery,
  cursor: Cursor,
  mine: readonly StreamId[],
): Promise<{ changes: SyncEvents; more: StreamId | null }> {
  const { tx, user, own, steps } = query;
  const result = nothing();
  const after = cursor.page?.after ?? null;
  const rows: StreamRow[] = [];
  await steps.inParts(
    [own, NOTICE_STREAM, ...mine],
    async (part) => void rows.push(...(await tx.streams.changedSince(part, cursor.tx))),
  );
  const rest = sortMoved(rows, own, after);
  for (const [at, row] of rest.entries()) {
    if (result.events.length >= limits.syncAnswerMax)
      return { changes: result, more: rest[at - 1]?.stream ?? after };
    const from =
      row.stream === own || row.stream === NOTICE_STREAM
        ? 0
        : (await tx.members.get(row.stream, user))?.fromSeq;
    if (from === undefined) continue;
    const events = await tx.streams.eventsSince(row.stream, cursor.tx, from, limits.missingMax + 1);
    take(query, result, row, events, from, pruned(row, from, events));
    if (result.full) break;
    await steps.did(STREAM_COST + events.length);
  }
  return { changes: result, more: null };
}

function sortMoved(rows: readonly StreamRow[], own: StreamId, after: StreamId | null): readonly StreamRow[] {
  const rank = (stream: StreamId) => (stream === own ? '' : stream);
  const left = after === null ? rows : rows.filter((row) => rank(row.stream) > rank(after));
  return left.toSorted((a, b) => (rank(a.stream) < rank(b.stream) ? -1 : 1));
}

/** Returns true if requested events may be gone: the one before the first remaining one was pruned. */
function pruned(row: StreamRow, from: number, events: readonly EventRow[]): boolean {
  if (row.floor <= from) return false;
  const first = events[0];
  return first === undefined ? row.floor >= row.head : first.seq === row.floor + 1;
}

async function fromPositions(
  query: SyncQuery,
  positions: Readonly<Record<string, number>>,
): Promise<SyncEvents> {
  const { tx, user, own, steps } = query;
  const result = nothing();
  const names = Object.keys(positions).slice(0, frameLimits.positionsMax).map(streamId);
  names.sort((a, b) => (a === own ? -1 : b === own ? 1 : a < b ? -1 : 1));
  for (const name of names) {
    const member = name === own || name === NOTICE_STREAM ? null : await tx.members.get(name, user);
    if (!member && name !== own && name !== NOTICE_STREAM) {
      result.resync.push({ stream: name, isRemoved: true });
      continue;
    }
    const row = await tx.streams.get(name);
    if (!row) continue;
    const asking = positions[name] ?? 0;
    if (asking > row.head) result.full = true;
    // A returning member starts at the new base: lower numbers are not a gap (STREAM-11).
    const from = Math.max(asking, member?.fromSeq ?? 0);
    const room = result.events.length < limits.syncAnswerMax;
    const events = room ? await tx.streams.events(name, from, limits.missingMax + 1) : [];
    take(query, result, row, events, from, row.floor > from || !room);
    if (result.full) break;
    await steps.did(STREAM_COST + events.length);
  }
  return result;
}

/** Events of one stream, or a fresh contact when they are too many or partly pruned (SYNC-2). */
function take(
  query: SyncQuery,
  changes: SyncEvents,
  row: StreamRow,
  events: readonly EventRow[],
  from: number,
  isPruned: boolean,
): void {
  if (events.length <= limits.missingMax && !isPruned) changes.events.push(...events);
  else if (row.stream === query.own) changes.full = true;
  else if (row.head > from) changes.resync.push({ stream: row.stream, isRemoved: false });
}

/** Contact rows of those streams, in steps: a long absence has thousands. */
async function resynced(query: SyncQuery, { resync }: SyncEvents): Promise<readonly Resync[]> {
  const { core, tx, user, steps, ties } = query;
  const contacts = new Map<StreamId, ContactRow>();
  const conversations = resync
    .filter(({ stream, isRemoved }) => !isRemoved && stream !== NOTICE_STREAM)
    .map(({ stream }) => stream);
  await steps.inParts(conversations, async (part) => {
    for (const view of await viewsWithNamesNow(tx, await tx.conversations.of(user, part))) {
      if (hasChat(view)) contacts.set(view.stream.stream, contactRow(view, user, ties.context));
      await steps.readText(markedLength(view.last));
    }
  });
  if (resync.some(({ stream, isRemoved }) => !isRemoved && stream === NOTICE_STREAM)) {
    contacts.set(NOTICE_STREAM, noticeRow(await noticePlace(tx, user), core.settings));
  }
  return resync.map(({ stream }) => ({ stream, contact: contacts.get(stream) ?? null }));
}

async function frames(
  { tx, user, steps, ties }: SyncQuery,
  events: readonly EventRow[],
): Promise<readonly WireFrame[]> {
  const all: WireFrame[] = [];
  await steps.inParts(events, async (part) => {
    const batchFramer = await framer(
      tx,
      part.map((event) => ({ event, viewers: [user] })),
      ties.context,
    );
    for (const event of part) {
      all.push(batchFramer.framed(event, user).frame);
      await steps.readText(batchFramer.costOf(event));
    }
  });
  return all;
}

/**
 * The database went back behind what this server has proved to have given: all positions that clients
 * hold may be given to other events from now on, so the history is another one (STREAM-15).
 */
export async function renewHistory(
  core: Pick<Core, 'store' | 'ids' | 'log'>,
  instead: string,
): Promise<void> {
  const renewed = await core.store.write((tx) => tx.history.renewEpoch(core.ids.hex(16), instead));
  if (renewed)
    core.log.write(
      'warn',
      'a client has seen more than the database holds, which went back in time: clients load anew',
    );
}
