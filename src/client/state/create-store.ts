import { scan, Subject } from 'rxjs';
import { assert, unreachable } from '../../domain/assert.ts';
import { decodeFrame } from '../../wire/down/down.ts';
import type { Effect, Input } from './effects.ts';
import { EMPTY } from './empty.ts';
import type { State } from './state.ts';
import * as sequencer from './sequence.ts';
import { SEQUENCE_START, wakeAtMs } from './sequence.ts';
import type { Positions, SequencerState, SequencerStep, Want } from './sequence.ts';
import type { ClientStore, StoreParts } from './store.ts';
import { oneByOne } from './one-by-one.ts';
import type { FramedEvent, Origin } from '../../domain/events.ts';
import { userStream } from '../../domain/ids.ts';
import type { StreamId } from '../../domain/ids.ts';
import type { SyncFacts } from '../../wire/down/sync.ts';
import type { LocalEvent } from './local-event.ts';
import { positionOf } from './positions.ts';
import { lateCallEnd } from './reduce-calls.ts';
import { effectsOf, reduce } from './reduce.ts';

/**
 * frames → decode → sequence → reduce, merged with local events into one `scan`. RxJS ends here:
 * whoever reads takes the state, whoever acts takes the effects. What an effect puts in while a turn
 * is running comes after it (`oneByOne`), so turns never nest.
 */
export function createStore(parts: StoreParts, from: State = EMPTY): ClientStore {
  const { clock, events } = parts;
  const ops$ = new Subject<Op>();
  const effects$ = new Subject<Effect>();
  const notifier = notifications(parts.schedule);
  let core: TurnCore = { state: from, sequencer: SEQUENCE_START };
  let timer: unknown = null;

  const turns$ = ops$.pipe(
    oneByOne,
    scan<Op, Turn, Turn>((last, op) => turn(last.core, op, clock.elapsedMs()), quiet(core)),
  );
  const running = turns$.subscribe((done) => {
    const was = core;
    core = done.core;
    for (const one of done.applied) events?.record(clock.nowMs(), one.input, one.before);
    wakeLater();
    if (was.state !== core.state) notifier.changed();
    for (const effect of done.effects) effects$.next(effect);
  });

  function read(text: string): Op | null {
    const result = decodeFrame(text, core.state.self?.id ?? null);
    if (!result.ok) {
      parts.log.write('warn', 'frame not understood', { ...result.reason });
      return null;
    }
    return result.value === 'ignored' ? null : { kind: 'framed', framed: result.value, origin: 'live' };
  }

  function wakeLater(): void {
    if (timer !== null) clock.clearTimeout(timer);
    const at = wakeAtMs(core.sequencer);
    timer =
      at === null
        ? null
        : clock.setTimeout(() => ops$.next({ kind: 'tick' }), Math.max(0, at - clock.elapsedMs()));
  }

  return {
    get: () => core.state,
    subscribe: notifier.subscribe,
    effects$: effects$.asObservable(),
    dispatch: (event) => ops$.next({ kind: 'local', event }),
    frame: (text) => {
      const op = read(text);
      if (op !== null) ops$.next(op);
    },
    framed: (framed, origin) => ops$.next({ kind: 'framed', framed, origin }),
    bindStarted: () => ops$.next({ kind: 'bind' }),
    synced: (answer) => ops$.next({ kind: 'synced', answer }),
    syncEnded: () => ops$.next({ kind: 'syncEnded' }),
    holes: () => holesIn(core),
    get log() {
      assert(events !== undefined, 'a store that records');
      return events;
    },
    stop: () => {
      running.unsubscribe();
      if (timer !== null) clock.clearTimeout(timer);
      timer = null;
    },
  };
}

const quiet = (core: TurnCore): Turn => ({ core, effects: [], applied: [] });

/** Bursts are told once per scheduled frame (STORE-7). */
function notifications(schedule: StoreParts['schedule']) {
  const listeners = new Set<() => void>();
  let due = false;
  const tell = () => {
    due = false;
    for (const run of listeners) run();
  };
  return {
    changed: () => {
      if (due || listeners.size === 0) return;
      due = true;
      schedule(tell);
    },
    subscribe: (run: () => void) => {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
  };
}

/**
 * One turn of the client's state: something comes in, events are put in order and reduced, effects go
 * out. Pure, so that a script gives the same turns everywhere.
 */
export interface TurnCore {
  readonly state: State;
  readonly sequencer: SequencerState;
}

export type Op =
  | { readonly kind: 'local'; readonly event: LocalEvent }
  | { readonly kind: 'framed'; readonly framed: FramedEvent; readonly origin: Origin }
  | { readonly kind: 'bind' }
  | { readonly kind: 'synced'; readonly answer: SyncFacts }
  | { readonly kind: 'syncEnded' }
  | { readonly kind: 'tick' };

/** An input as it was applied, with the state before it, for the log. */
export interface Applied {
  readonly input: Input;
  readonly before: State;
}

export interface Turn {
  readonly core: TurnCore;
  readonly effects: readonly Effect[];
  readonly applied: readonly Applied[];
}

export const positionsIn = (state: State): Positions => ({
  of: (stream) => positionOf(state, stream),
  leftAt: (stream) => state.left.get(stream) ?? null,
});

export function turn(core: TurnCore, op: Op, elapsedMs: number): Turn {
  const run = new Run(core, elapsedMs);
  switch (op.kind) {
    case 'local':
      run.local(op.event);
      run.drained('live');
      break;
    case 'framed':
      run.framed(op.framed, op.origin);
      break;
    case 'bind':
      run.bind();
      break;
    case 'synced':
      run.synced(op.answer);
      break;
    case 'syncEnded':
      run.syncEnded();
      break;
    case 'tick':
      run.tick();
      break;
    default:
      unreachable(op);
  }
  return run.result();
}

/** Streams that miss something, with our position; one that we do not know is explained by the own stream. */
export function holesIn({ state, sequencer: { held } }: TurnCore): Readonly<Record<StreamId, number>> {
  const holes: Record<StreamId, number> = {};
  for (const stream of held.keys()) {
    const position = positionOf(state, stream);
    if (position !== null) holes[stream] = position;
    else if (state.self) holes[userStream(state.self.id)] = state.sync.selfSeq;
  }
  return holes;
}

class Run {
  #state: State;
  #sequencer: SequencerState;
  readonly #effects: Effect[] = [];
  readonly #applied: Applied[] = [];
  readonly #elapsedMs: number;

  constructor(core: TurnCore, elapsedMs: number) {
    this.#state = core.state;
    this.#sequencer = core.sequencer;
    this.#elapsedMs = elapsedMs;
  }

  result(): Turn {
    return {
      core: { state: this.#state, sequencer: this.#sequencer },
      effects: this.#effects,
      applied: this.#applied,
    };
  }

  local(event: LocalEvent): void {
    const before = this.#state;
    this.#effects.push(...this.#apply({ kind: 'local', event }));
    // Another person, another epoch: what waited belongs to neither.
    const isOther = before.self?.id !== this.#state.self?.id;
    if (event.type === 'signedOut' || event.type === 'epochChanged' || isOther)
      this.#sequencer = sequencer.SEQUENCE_START;
    if (event.type === 'contactResynced')
      this.#sequencer = sequencer.resynced(this.#sequencer, event.stream, event.contact === null);
  }

  framed(framed: FramedEvent, origin: Origin): void {
    const effects = this.#stepped(
      sequencer.sequence(this.#positions(), this.#sequencer, this.#withoutCursor(framed), this.#elapsedMs),
      origin,
    );
    this.#emit(effects, origin);
    this.drained(origin);
  }

  bind(): void {
    this.#sequencer = sequencer.startBinding(this.#sequencer, this.#elapsedMs);
  }

  /** Frames, then fresh contacts, then registers, then the cursor; what was held follows as live. */
  synced(answer: SyncFacts): void {
    if (answer.full) return;
    const effects: Effect[] = [];
    for (const framed of answer.frames) {
      effects.push(
        ...this.#stepped(
          sequencer.sequenceFetched(this.#positions(), this.#sequencer, framed, this.#elapsedMs),
          'catchUp',
        ),
      );
    }
    for (const one of answer.resync)
      this.local({ type: 'contactResynced', stream: one.stream, contact: one.contact });
    if (answer.config) this.local({ type: 'configLoaded', config: answer.config });
    if (answer.online) this.local({ type: 'presenceLoaded', online: answer.online });
    if (answer.applications !== null)
      this.local({ type: 'applicationsLoaded', pending: answer.applications });
    if (answer.profiles.length > 0) this.local({ type: 'profilesLoaded', profiles: answer.profiles });
    if (answer.cursor !== null)
      this.local({ type: 'cursorAdopted', cursor: answer.cursor, epoch: answer.epoch });
    this.#emit(effects, 'catchUp');
    if (answer.cursor !== null && !answer.more) this.#release();
    this.drained('live');
  }

  syncEnded(): void {
    this.#release();
    this.#sequencer = sequencer.failed(this.#sequencer, this.#elapsedMs);
    this.drained('live');
  }

  tick(): void {
    this.#stepped(sequencer.tick(this.#sequencer, this.#elapsedMs), 'live');
  }

  /** Goes on wherever the positions moved by something else than the stream's own next event. */
  drained(origin: Origin): void {
    while (this.#sequencer.held.size > 0) {
      const step = sequencer.drain(this.#positions(), this.#sequencer);
      if (step.state === this.#sequencer) return;
      this.#emit(this.#stepped(step, origin), origin);
    }
  }

  #release(): void {
    if (!this.#sequencer.binding) return;
    const { frames, state } = sequencer.endBinding(this.#sequencer);
    this.#sequencer = state;
    for (const framed of frames) this.framed(framed, 'live');
  }

  #stepped(step: SequencerStep, origin: Origin): readonly Effect[] {
    this.#sequencer = step.state;
    const effects: Effect[] = [];
    for (const framed of step.apply) effects.push(...this.#apply({ kind: 'server', framed, origin }));
    if (origin === 'live')
      for (const framed of step.late ?? []) effects.push(...lateCallEnd(this.#state, framed));
    if (step.want) this.#effects.push(wanted(step.want));
    return effects;
  }

  /** The one place of the live path where the state moves. */
  #apply(input: Input): readonly Effect[] {
    const before = this.#state;
    const { state, effects } = reduce(before, input);
    this.#state = state;
    if (worthLogging(input)) this.#applied.push({ input, before });
    return effects;
  }

  #emit(effects: readonly Effect[], origin: Origin): void {
    if (effects.length > 0) this.#effects.push(...effectsOf(origin, this.#state, effects));
  }

  #positions(): Positions {
    return positionsIn(this.#state);
  }

  /** SYNC-5: the cursor of a pong counts only when nothing is missing before it. */
  #withoutCursor(framed: FramedEvent): FramedEvent {
    if (
      framed.event.type !== 'ponged' ||
      framed.event.cursor === null ||
      !sequencer.hasHoles(this.#sequencer)
    )
      return framed;
    return { ...framed, event: { ...framed.event, cursor: null } };
  }
}

/** The heartbeat would push everything else out of the ring; only what moves the state is kept. */
const worthLogging = (input: Input): boolean =>
  input.kind === 'local' || input.framed.event.type !== 'pinged';

function wanted(want: Want): Effect {
  switch (want.kind) {
    case 'sync':
      return { type: 'requestSync' };
    case 'resync':
      return { type: 'requestResync', stream: want.stream };
    case 'rebind':
      return { type: 'rebind' };
  }
}
