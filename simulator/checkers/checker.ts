import type { EventRow } from '../../src/ports/store.ts';
import type { StreamId, UserId } from '../../src/domain/ids.ts';
import type { Tab } from '../devices/device.ts';
import type { World } from '../world/world-type.ts';

/** Everything that was committed, read once at the end of a run. */
export interface Ledger {
  readonly events: ReadonlyMap<StreamId, readonly EventRow[]>;
  readonly heads: ReadonlyMap<
    StreamId,
    { readonly head: number; readonly count: number; readonly floor: number }
  >;
}

/**
 * One checked promise. `always` runs after every step, `end` when everything has settled; both return faults.
 */
export interface Checker {
  readonly name: string;
  readonly always?: (tab: Tab, world: World) => readonly string[];
  readonly end?: (world: World, ledger: Ledger) => Promise<readonly string[]> | readonly string[];
}

/** Streams may hold this many events here; a World never writes more. */
const ALL = 1_000_000;

/** All events as written, including expired ones; the database provides the head of each stream. */
export async function readLedger(world: World): Promise<Ledger> {
  const { heads } = await rowsOf(world);
  const events = new Map<StreamId, EventRow[]>();
  for (const person of world.people) events.set(`u${person.id}` as StreamId, []);
  for (const [tx, ran] of world.recorder.ran.entries()) {
    if (ran.state !== 'kept') continue;
    for (const event of ran.events) {
      const rows = events.get(event.stream as StreamId) ?? [];
      rows.push({ ...event, stream: event.stream as StreamId, atMs: event.atMs ?? ran.nowMs, tx });
      events.set(event.stream as StreamId, rows);
    }
  }
  return { events, heads: new Map([...heads].map(([name, head]) => [name, { ...head, floor: 0 }])) };
}

/** The events the database holds now. */
export async function rowsOf(world: World): Promise<Ledger> {
  return world.store.read(async (tx) => {
    const own = world.people.map((person) => `u${person.id}` as StreamId);
    const names = [...new Set([...own, ...(await tx.streams.names('', ALL))])];
    const events = new Map<StreamId, readonly EventRow[]>();
    const heads = new Map<StreamId, { head: number; count: number; floor: number }>();
    for (const name of names) {
      const row = await tx.streams.get(name);
      if (!row) continue;
      heads.set(name, { head: row.head, count: row.count, floor: row.floor });
      events.set(name, await tx.streams.events(name, 0, ALL));
    }
    return { events, heads };
  });
}

/** A group read by a user: from after `base` up to `until`. */
export interface Interval {
  readonly base: number;
  /** Transaction of the joining: its writes to the group belong to it. */
  readonly tx: number;
  until: number;
}

export function intervalsOf(ledger: Ledger, user: UserId, stream: StreamId): readonly Interval[] {
  const intervals: Interval[] = [];
  for (const { facts, tx } of ledger.events.get(`u${user}` as StreamId) ?? []) {
    if (facts.kind === 'joined' && facts.of === stream)
      intervals.push({ base: facts.base, tx, until: Number.POSITIVE_INFINITY });
    const last = intervals.at(-1);
    if (facts.kind === 'left' && facts.of === stream && last) last.until = facts.until;
  }
  return intervals;
}
