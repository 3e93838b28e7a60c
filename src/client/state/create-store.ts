import { Observable, Subject, scan } from 'rxjs';
import { assert } from '../../domain/assert.ts';
import type { Effect } from './effects.ts';
import { EMPTY } from './empty.ts';
import { type Op, type Turn, type TurnCore, firstTurn } from './first-turn.ts';
import { frameQueue } from './frame-queue.ts';
import { SEQUENCE_START, wakeAtMs } from './sequence-start.ts';
import type { State } from './state.ts';
import type { ClientStore, StoreParts } from './store.ts';

/**
 * frames → decode → sequence → reduce, merged with local events into one `scan`. RxJS ends here: readers take
 * the state, the runner takes the effects. Inputs that an effect adds during a turn run after it
 * (`oneByOne`), so turns never nest.
 */
export function createStore(parts: StoreParts, from: State = EMPTY): ClientStore {
  const { clock, events, streams } = parts;
  const ops$ = new Subject<Op>();
  const effects$ = new Subject<Effect>();
  const notifier = notifications(parts.schedule);
  let core: TurnCore = { state: from, sequencer: SEQUENCE_START };
  let timer: unknown = null;
  const arrivals = frameQueue(parts, {
    self: () => core.state.self?.id ?? null,
    take: (framed) => ops$.next({ kind: 'framed', framed, origin: 'live' }),
    onOverflow: () => effects$.next({ type: 'rebind' }),
  });

  const turns$ = ops$.pipe(
    oneByOne,
    scan<Op, Turn, Turn>(
      (last, op) => (streams.now()?.turn ?? firstTurn)(last.core, op, clock.elapsedMs()),
      quiet(core),
    ),
  );
  const running = turns$.subscribe((result) => {
    const was = core;
    core = result.core;
    for (const [at, { input, before }] of result.applied.entries())
      events?.record(clock.nowMs(), input, before, result.applied[at + 1]?.before ?? core.state);
    wakeLater();
    if (was.state !== core.state) notifier.changed();
    for (const effect of result.effects) effects$.next(effect);
    // The list is shown: reading new events needs more code.
    if (core.state.sync.ready) arrivals.prepare();
  });

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
    frame: arrivals.frame,
    framed: (framed, origin) => ops$.next({ kind: 'framed', framed, origin }),
    bindStarted: () => ops$.next({ kind: 'bind' }),
    synced: (answer) => ops$.next({ kind: 'synced', answer }),
    syncEnded: () => ops$.next({ kind: 'syncEnded' }),
    holes: () => streams.now()?.holesIn(core) ?? {},
    get log() {
      assert(events !== undefined, 'a store that records');
      return events;
    },
    stop: () => {
      running.unsubscribe();
      arrivals.stop();
      if (timer !== null) clock.clearTimeout(timer);
      timer = null;
    },
  };
}

const quiet = (core: TurnCore): Turn => ({ core, effects: [], applied: [] });

/** Notifies listeners of bursts once per scheduled frame (STORE-7). */
function notifications(schedule: StoreParts['schedule']) {
  const listeners = new Set<() => void>();
  let isScheduled = false;
  const tell = () => {
    isScheduled = false;
    for (const listener of listeners) listener();
  };
  return {
    changed: () => {
      if (isScheduled || listeners.size === 0) return;
      isScheduled = true;
      schedule(tell);
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Delivers values one after another: those that arrive during one are delivered after it. */
const oneByOne = <T extends object>(source: Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    const waiting: T[] = [];
    let working = false;
    return source.subscribe((value) => {
      waiting.push(value);
      if (working) return;
      working = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) subscriber.next(next);
      working = false;
    });
  });
