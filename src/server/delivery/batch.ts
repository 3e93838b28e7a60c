import type { StreamId } from '../../domain/ids.ts';
import { serverLimits } from '../kernel/limits.ts';
import type { EventRow, ReadTx } from '../../ports/store.ts';
import type { FreshEvent } from '../kernel/core.ts';
import { framer } from '../frames/frame.ts';
import type { Framer } from '../frames/frame.ts';
import type { FramingContext } from '../frames/load.ts';
import type { Audience, LocalUser } from './audience.ts';

/** Pending delivery of one stream: its end position, and rows already in memory. */
export interface Waiting {
  upTo: number;
  rows: FreshEvent[];
}

/** Published events by stream. Rows beyond the limit are forgotten; the store has them. */
export class DeliveryQueue {
  private streams = new Map<StreamId, Waiting>();
  private rows = 0;

  get empty(): boolean {
    return this.streams.size === 0;
  }

  event(event: FreshEvent): void {
    const waiting = this.wake(event.stream, event.seq);
    if (this.rows >= serverLimits.gapFillMax) return;
    waiting.rows.push(event);
    this.rows += 1;
  }

  wake(stream: StreamId, seq: number): Waiting {
    const waiting = this.streams.get(stream) ?? { upTo: seq, rows: [] };
    waiting.upTo = Math.max(waiting.upTo, seq);
    this.streams.set(stream, waiting);
    return waiting;
  }

  take(): Map<StreamId, Waiting> {
    const streams = this.streams;
    this.streams = new Map();
    this.rows = 0;
    return streams;
  }
}

/** One event and its receivers, in the order of sending. */
interface Send {
  readonly event: EventRow;
  readonly users: readonly LocalUser[];
}

export interface SendBatch {
  readonly sends: readonly Send[];
  readonly framer: Framer;
}

/** A batch being read or sent: its changes of the audience, and the frames to each user. */
export interface UnderWay {
  readonly undo: (() => void)[];
  readonly sends: Send[];
  /** Number of events that all readers have received. */
  deliveredCount: number;
}

export const underWay = (): UnderWay => ({ undo: [], sends: [], deliveredCount: 0 });

/**
 * Finds what a wake-up means for the local users. Own streams go first: `joined` and `left` decide who reads
 * the conversations (STREAM-13). A gap is filled from the store before later events are sent; one that is too
 * wide is left to the clients, which detect it and ask. Changes of the audience are reverted by `undo`, last
 * first, if the reading fails half-way.
 */
export async function readBatch(
  tx: ReadTx,
  waiting: ReadonlyMap<StreamId, Waiting>,
  audience: Audience,
  context: FramingContext,
  { undo, sends }: UnderWay,
): Promise<SendBatch> {
  const own = [...waiting].filter(([stream]) => stream.startsWith('u'));
  const rest = [...waiting].filter(([stream]) => !stream.startsWith('u'));
  const read = readAhead(tx, [...own, ...rest], audience);
  for (const [stream, wait] of [...own, ...rest]) {
    const local = audience.stream(stream);
    if (!local || wait.upTo <= local.last) continue;
    const { last } = local;
    undo.push(() => void (local.last = last));
    // A prefetched read is valid only while no joining or leaving reader has moved the position.
    const ahead = read.get(stream);
    const rows = await (ahead?.last === last ? ahead.rows : missing(tx, stream, last, wait));
    if (rows.length < wait.upTo - last) local.ruled = wait.upTo;
    for (const event of rows) {
      local.last = event.seq;
      if (!CONTENT_KINDS.has(event.facts.kind)) local.ruled = event.seq;
      if (stream.startsWith('u')) await ownEvent({ tx, waiting, audience, sends, undo }, event);
      else {
        letRemovedGo(event, local.users, last, audience, undo);
        sends.push({
          event,
          users: [...local.users].filter((user) => event.seq > (user.streams.get(stream) ?? 0)),
        });
      }
    }
    local.last = Math.max(local.last, wait.upTo);
  }
  const withViewers = sends.map(({ event, users }) => ({
    event,
    viewers: users.filter(connected).map((user) => user.id),
  }));
  const visible = withViewers.filter(({ viewers }) => viewers.length > 0);
  return { sends, framer: await framer(tx, visible, context) };
}

/** Requests the missing rows of all streams at once. */
function readAhead(
  tx: ReadTx,
  waiting: Iterable<readonly [StreamId, Waiting]>,
  audience: Audience,
): ReadonlyMap<StreamId, { readonly last: number; readonly rows: Promise<readonly FreshEvent[]> }> {
  const read = new Map<StreamId, { readonly last: number; readonly rows: Promise<readonly FreshEvent[]> }>();
  for (const [stream, wait] of waiting) {
    const last = audience.stream(stream)?.last;
    if (last === undefined || wait.upTo <= last) continue;
    const rows = missing(tx, stream, last, wait);
    // The consumer handles the fault; reads after the first failed one are unused.
    rows.catch(() => undefined);
    read.set(stream, { last, rows });
  }
  return read;
}

/** Events that only add or change messages: permissions do not depend on them. */
const CONTENT_KINDS: ReadonlySet<EventRow['facts']['kind']> = new Set([
  'message',
  'read',
  'recall',
  'edited',
  'reacted',
  'voted',
]);

const connected = (user: LocalUser): boolean => user.sessions.size > 0;

/**
 * Published rows if they follow the delivered ones, otherwise the store's. Events other than messages go
 * without their message: it may have been recalled since, and is shown as it is now (STREAM-4).
 */
async function missing(
  tx: ReadTx,
  stream: StreamId,
  last: number,
  wait: Waiting,
): Promise<readonly FreshEvent[]> {
  const { upTo } = wait;
  const rows = whole(last, wait);
  if (rows)
    return rows.every(({ facts }) => facts.kind === 'message')
      ? rows
      : rows.map((row) => ({ ...row, message: undefined }));
  const wide = upTo - last > serverLimits.gapFillMax;
  return tx.streams.events(stream, wide ? upTo - 1 : last, wide ? 1 : upTo - last);
}

interface Joining {
  readonly tx: ReadTx;
  readonly waiting: ReadonlyMap<StreamId, Waiting>;
  readonly audience: Audience;
  readonly sends: Send[];
  readonly undo: (() => void)[];
}

/** Handles an event of a user's own stream, and its effect on their readable streams. */
async function ownEvent(on: Joining, event: EventRow): Promise<void> {
  const { tx, audience, sends, undo } = on;
  const { facts } = event;
  const users = [...(audience.stream(event.stream)?.users ?? [])];
  sends.push({ event, users });
  for (const user of users) {
    if (facts.kind === 'profile') user.privacy = (await tx.users.privacy(user.id)) ?? user.privacy;
    if (facts.kind === 'left') leave(user, facts.of, audience, undo);
    if (facts.kind === 'joined' && !user.streams.has(facts.of)) await join(on, user, facts.of, facts.base);
  }
}

/**
 * The own stream reports `left`, too, but a dead node may not have announced it: the group's own event
 * precedes everything written later, and suffices (STREAM-10).
 */
function letRemovedGo(
  event: EventRow,
  users: Iterable<LocalUser>,
  last: number,
  audience: Audience,
  undo: (() => void)[],
): void {
  const { stream, seq, facts } = event;
  if (facts.kind !== 'removed' && facts.kind !== 'dissolved') return;
  const leaving = [...users].filter((user) => endsFor(user, event));
  for (const user of leaving) {
    const from = user.streams.get(stream);
    if (from === undefined || seq <= from) continue;
    audience.leave(user, stream);
    undo.push(() => void audience.join(user, stream, from, last));
  }
}

/** The rows before the end of a group are dropped with it: only its end may say that a member was removed. */
const endsFor = (user: LocalUser, { facts }: EventRow): boolean =>
  facts.kind === 'dissolved' || (facts.kind === 'removed' && facts.user === user.id);

function leave(user: LocalUser, stream: StreamId, audience: Audience, undo: (() => void)[]): void {
  const from = user.streams.get(stream);
  const last = audience.stream(stream)?.last;
  if (from === undefined || last === undefined) return;
  audience.leave(user, stream);
  undo.push(() => audience.join(user, stream, from, last));
}

/** Reads on from the base: for a stream that is new here all of it, else what the others had before. */
async function join(
  { tx, waiting, audience, sends, undo }: Joining,
  user: LocalUser,
  stream: StreamId,
  base: number,
): Promise<void> {
  const isKnown = audience.stream(stream) !== undefined;
  const local = audience.join(user, stream, base, base);
  undo.push(() => audience.leave(user, stream));
  // No reader is further, and the following rows are in memory: they go to all of them in turn.
  if (local.last <= base && (isKnown || isLoaded(base, waiting.get(stream)))) return;
  for (let at = base; ;) {
    const rows = await tx.streams.events(stream, at, serverLimits.gapFillMax);
    for (const row of rows) {
      at = row.seq;
      // The user left before this node learned of the joining: later events are not theirs.
      if (endsFor(user, row)) return leave(user, stream, audience, undo);
      if (!isKnown) local.last = at;
      if (at <= local.last) sends.push({ event: row, users: [user] });
    }
    if (rows.length < serverLimits.gapFillMax) return;
  }
}

/** Published rows that follow on a place without a gap; null where one is missing. */
function whole(last: number, { upTo, rows }: Waiting): readonly FreshEvent[] | null {
  const fresh = new Map(rows.filter((row) => row.seq > last).map((row) => [row.seq, row]));
  const inOrder = [...fresh.values()].toSorted((a, b) => a.seq - b.seq);
  return inOrder.length === upTo - last && inOrder.every((row, at) => row.seq === last + at + 1)
    ? inOrder
    : null;
}

const isLoaded = (base: number, wait: Waiting | undefined): boolean =>
  wait !== undefined && wait.upTo > base && whole(base, wait) !== null;
