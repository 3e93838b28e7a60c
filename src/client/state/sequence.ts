import type { FramedEvent } from '../../domain/events.ts';
import type { StreamId } from '../../domain/ids.ts';
import { streamLimits as limits } from '../../domain/list-limits.ts';
import { askMs, bindLateMs, rebind, resyncMs, tickOfBind } from './sequence-start.ts';
import type { Held, Placed, SequencerState, SequencerStep } from './sequence-start.ts';

/**
 * Orders the events of each stream (streams 10, 11; SYNC-4): known events are dropped, the next one is
 * applied, events after a gap wait. Pure: positions and time come in, requests go out. A gap older than 200
 * ms asks once for all gaps; 20 events or 3 s in one stream ask for that stream again. From the bind to the
 * end of its `sync` everything with a place is held and gaps are ignored.
 */
export interface Positions {
  /** Position in a stream, or null for a stream whose conversation is not (or no longer) known. */
  of(stream: StreamId): number | null;
  /** Events of a left stream up to here are history (STREAM-11). */
  leftAt(stream: StreamId): number | null;
}

/** One event; `apply` holds it and what waited for it, in order. */
export function sequence(
  positions: Positions,
  state: SequencerState,
  framed: FramedEvent,
  elapsedMs: number,
): SequencerStep {
  if (!isPlaced(framed)) return { apply: [framed], state, want: null };
  if (state.binding) return whileBinding(state, state.binding, framed, elapsedMs);
  return inOrder(positions, state, framed, elapsedMs);
}

/** The same for requested events: a bind in progress never holds them. */
export function sequenceFetched(
  positions: Positions,
  state: SequencerState,
  framed: FramedEvent,
  elapsedMs: number,
): SequencerStep {
  return isPlaced(framed)
    ? inOrder(positions, state, framed, elapsedMs)
    : { apply: [framed], state, want: null };
}

function inOrder(
  positions: Positions,
  state: SequencerState,
  framed: Placed,
  elapsedMs: number,
): SequencerStep {
  const { stream, seq } = framed.place;
  const left = positions.leftAt(stream);
  if (left !== null && seq <= left) return { apply: [], state, want: null };
  const position = positions.of(stream);
  if (position === null || seq > position + 1) return hold(state, framed, elapsedMs);
  if (seq <= position) return { apply: [], state, want: null, late: [framed] };
  const { ready, rest } = following(state.gaps.get(stream), seq);
  return { apply: [framed, ...ready], state: withHeld(state, stream, rest), want: null };
}

/** Returns the events that became ready after positions moved otherwise (a `joined`, a resync). */
export function drain(positions: Positions, state: SequencerState): SequencerStep {
  if (state.binding) return { apply: [], state, want: null };
  for (const [stream, gap] of state.gaps) {
    const position = positions.of(stream);
    const left = positions.leftAt(stream);
    const floor = position ?? left;
    if (floor === null) continue;
    const later = gap.frames.filter((one) => one.place.seq > floor);
    const { ready, rest } =
      position === null
        ? { ready: [], rest: { ...gap, frames: later } }
        : following({ ...gap, frames: later }, position);
    if (ready.length === 0 && later.length === gap.frames.length) continue;
    const late = position === null ? [] : gap.frames.filter((one) => one.place.seq <= floor);
    return { apply: ready, state: withHeld(state, stream, rest), want: null, late };
  }
  return { apply: [], state, want: null };
}

/** Judges the holes by their age; called when `wakeAtMs` has come. */
export function tick(state: SequencerState, elapsedMs: number): SequencerStep {
  if (state.binding) return tickOfBind(state, elapsedMs);
  for (const [stream, gap] of state.gaps) {
    if (elapsedMs >= resyncMs(gap) && !state.resyncing.has(stream)) return resync(state, stream);
  }
  if (![...state.gaps.values()].some((gap) => elapsedMs >= askMs(state, gap)))
    return { apply: [], state, want: null };
  return { apply: [], state: { ...state, lastRequestMs: elapsedMs }, want: { kind: 'sync' } };
}

/** A stream was loaded again, or is no longer the user's (`drop`): its gap is closed. */
export function resynced(state: SequencerState, stream: StreamId, drop: boolean): SequencerState {
  const resyncing = new Set(state.resyncing);
  resyncing.delete(stream);
  const next = { ...state, resyncing };
  return drop ? withHeld(next, stream, null) : next;
}

const isPlaced = (framed: FramedEvent): framed is Placed => framed.place !== null;

function whileBinding(
  state: SequencerState,
  binding: NonNullable<SequencerState['binding']>,
  framed: Placed,
  elapsedMs: number,
): SequencerStep {
  const tooMany = binding.frames.length >= limits.bindHeldMax;
  if (tooMany || elapsedMs >= bindLateMs(binding)) return rebind(state, framed);
  return {
    apply: [],
    state: { ...state, binding: { ...binding, frames: [...binding.frames, framed] } },
    want: null,
  };
}

function hold(state: SequencerState, framed: Placed, elapsedMs: number): SequencerStep {
  const { stream, seq } = framed.place;
  const gap = state.gaps.get(stream) ?? { sinceMs: elapsedMs, frames: [] };
  if (gap.frames.some((one) => one.place.seq === seq)) return { apply: [], state, want: null };
  // The newest stay: after the resync they show whether something is still missing.
  const frames = [...gap.frames, framed].toSorted((a, b) => a.place.seq - b.place.seq).slice(-limits.holdMax);
  const next = withHeld(state, stream, { ...gap, frames });
  return frames.length >= limits.holdMax ? resync(next, stream) : { apply: [], state: next, want: null };
}

/** Asks once; held events stay and continue from the fresh position. */
function resync(state: SequencerState, stream: StreamId): SequencerStep {
  if (state.resyncing.has(stream)) return { apply: [], state, want: null };
  return {
    apply: [],
    state: { ...state, resyncing: new Set(state.resyncing).add(stream) },
    want: { kind: 'resync', stream },
  };
}

function following(
  gap: Held | undefined,
  seq: number,
): { readonly ready: readonly FramedEvent[]; readonly rest: Held | null } {
  if (!gap) return { ready: [], rest: null };
  let next = seq + 1;
  const ready: FramedEvent[] = [];
  const rest: Placed[] = [];
  for (const framed of gap.frames) {
    if (framed.place.seq < next) continue;
    if (framed.place.seq === next) {
      ready.push(framed);
      next++;
    } else rest.push(framed);
  }
  return { ready, rest: rest.length ? { ...gap, frames: rest } : null };
}

function withHeld(state: SequencerState, stream: StreamId, gap: Held | null): SequencerState {
  const current = state.gaps.get(stream);
  if (gap === (current ?? null)) return state;
  const next = new Map(state.gaps);
  if (gap && gap.frames.length > 0) next.set(stream, gap);
  else next.delete(stream);
  return { ...state, gaps: next, lastRequestMs: next.size === 0 ? null : state.lastRequestMs };
}
