import type { Observable } from 'rxjs';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { FramedEvent, Origin } from '../../domain/events.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { DecodeError } from '../../wire/down/read.ts';
import type { SyncFacts } from '../../wire/down/sync.ts';
import type { Effect } from './effects.ts';
import type { Op, Turn, TurnCore } from './first-turn.ts';
import type { LocalEvent } from './local-event.ts';
import type { EventLog } from './log.ts';
import type { State } from './state.ts';

/** The one place where state changes: frames and local events in, states and effects out. */
export interface ClientStore {
  get(): State;
  /** Called after changes, at most once per scheduled frame (STORE-7). */
  subscribe(listener: () => void): () => void;
  /** Effects in order; a store without a subscriber executes none. */
  readonly effects$: Observable<Effect>;
  dispatch(event: LocalEvent): void;
  /**
   * Takes a frame from the socket; an unreadable one is logged and ignored (WIRE-5). It may wait until the
   * code of streams is loaded (STREAM-18).
   */
  frame(text: string, stillThere?: () => boolean): void;
  /** An event from elsewhere: the answer of a send, a script. */
  framed(framed: FramedEvent, origin: Origin): void;
  /** Begins to hold frames with a place, until `synced` without `more` (STREAM-13). */
  bindStarted(): void;
  /** The answer of `sync`: catch-up, applied as one batch. `full` is left to the caller (getContacts). */
  synced(answer: SyncFacts): void;
  /** The sync failed or was abandoned: held events are sequenced, and gaps ask again. */
  syncEnded(): void;
  /** Streams that miss something, with our position in each: for `positions` of `sync`. */
  holes(): Readonly<Record<StreamId, number>>;
  /** The log of a store that records (`StoreParts.events`). */
  readonly log: EventLog;
  /** Ends timers and streams. */
  stop(): void;
}

/** How events of streams are read, put in order and reduced, and what an open chat does to the state. */
export interface StreamCode {
  readonly decodeFrame: (text: string, self: UserId | null) => Result<FramedEvent | 'ignored', DecodeError>;
  readonly turn: (core: TurnCore, op: Op, elapsedMs: number) => Turn;
  readonly holesIn: (core: TurnCore) => Readonly<Record<StreamId, number>>;
}

/** A page loads it after its list is shown (UI-16); `get` rejects if it cannot be loaded. */
export interface StreamCodeSource {
  now(): StreamCode | null;
  get(): Promise<StreamCode>;
}

export interface StoreParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly streams: StreamCodeSource;
  /** Runs once soon: an animation frame in a page, a microtask or at once elsewhere. */
  readonly schedule: (task: () => void) => void;
  /** All that is applied is recorded here (STORE-11). */
  readonly events?: EventLog | undefined;
}
