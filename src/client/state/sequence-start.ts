import type { FramedEvent } from '../../domain/events.ts';
import type { StreamId } from '../../domain/ids.ts';
import { streamLimits as limits } from '../../domain/list-limits.ts';

/**
 * Held events and the bind: everything that ordering needs before the first event with a place. The rest is
 * in `sequence.ts`.
 */
export interface Held {
  readonly sinceMs: number;
  /** Sorted by `seq`, without duplicates. */
  readonly frames: readonly Placed[];
}

export type Placed = FramedEvent & { readonly place: NonNullable<FramedEvent['place']> };

export interface SequencerState {
  readonly gaps: ReadonlyMap<StreamId, Held>;
  /** Not null between bind and the end of its sync. */
  readonly binding: { readonly sinceMs: number; readonly frames: readonly Placed[] } | null;
  /** The last request for gaps; null without open gaps. */
  readonly lastRequestMs: number | null;
  /** Streams requested again and not answered yet. */
  readonly resyncing: ReadonlySet<StreamId>;
}

export type Want =
  | { readonly kind: 'sync' }
  | { readonly kind: 'resync'; readonly stream: StreamId }
  | { readonly kind: 'rebind' };

export interface SequencerStep {
  readonly apply: readonly FramedEvent[];
  readonly state: SequencerState;
  readonly want: Want | null;
  /** Dropped because the state counts them already, or will, without having seen them. */
  readonly late?: readonly FramedEvent[];
}

export const SEQUENCE_START: SequencerState = {
  gaps: new Map(),
  binding: null,
  lastRequestMs: null,
  resyncing: new Set(),
};

/**
 * Time at which a bind has waited too long. The timer and `tick` compare with the same sum: `elapsed - since`
 * may round to just below the limit when the timer fires, which would then fire again and again.
 */
export const bindLateMs = ({ sinceMs }: { readonly sinceMs: number }): number =>
  sinceMs + limits.bindHeldMaxMs;

/** Time at which the gap is requested, unless it closes earlier. */
export const askMs = (state: SequencerState, { sinceMs }: Held): number =>
  Math.max(
    sinceMs + limits.holeWaitMs,
    state.lastRequestMs === null ? 0 : state.lastRequestMs + limits.holeAskAgainMs,
  );

/** Time at which the whole stream is requested again. */
export const resyncMs = ({ sinceMs }: Held): number => sinceMs + limits.holdMaxMs;

/** Time of the next `tick` that will have work; null while nothing waits. */
export function wakeAtMs(state: SequencerState): number | null {
  if (state.binding) return bindLateMs(state.binding);
  let wake: number | null = null;
  for (const [stream, gap] of state.gaps) {
    if (state.resyncing.has(stream)) continue;
    const at = Math.min(askMs(state, gap), resyncMs(gap));
    wake = wake === null ? at : Math.min(wake, at);
  }
  return wake;
}

/** Holds everything with a place from now on (STREAM-13); events held earlier stay. */
export function startBinding(state: SequencerState, elapsedMs: number): SequencerState {
  return { ...state, binding: { sinceMs: elapsedMs, frames: [] }, lastRequestMs: null, resyncing: new Set() };
}

/** The sync after the bind is done: gives back what was held, to be sequenced as it came. */
export function endBinding(state: SequencerState): {
  readonly frames: readonly FramedEvent[];
  readonly state: SequencerState;
} {
  return { frames: state.binding?.frames ?? [], state: { ...state, binding: null } };
}

/** A sync or resync failed: the waits restart, and open gaps will ask again. */
export function failed(state: SequencerState, elapsedMs: number): SequencerState {
  const gaps = new Map([...state.gaps].map(([stream, one]) => [stream, { ...one, sinceMs: elapsedMs }]));
  return { ...state, gaps, lastRequestMs: null, resyncing: new Set() };
}

export const hasHoles = (state: SequencerState): boolean => state.gaps.size > 0 || state.binding !== null;

/**
 * Nothing is lost, because the next sync or list returns the dropped events; but neither reports the end of a
 * call, so that is applied now (CALL-2).
 */
export const rebind = (state: SequencerState, ...last: readonly FramedEvent[]): SequencerStep => ({
  apply: [],
  state: { ...state, binding: null, gaps: new Map() },
  want: { kind: 'rebind' },
  late: [
    ...[...state.gaps.values()].flatMap(({ frames }) => frames),
    ...(state.binding?.frames ?? []),
    ...last,
  ],
});

/** Restarts a bind whose sync does not end. */
export const tickOfBind = (state: SequencerState, elapsedMs: number): SequencerStep =>
  state.binding && elapsedMs >= bindLateMs(state.binding) ? rebind(state) : { apply: [], state, want: null };
