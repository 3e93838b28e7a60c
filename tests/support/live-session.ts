import { readFileSync } from 'node:fs';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import type { Input } from '../../src/client/state/effects.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import { EventLog, lineOf } from '../../src/client/state/log.ts';
import type { State } from '../../src/client/state/state.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';

/** A session as a live client had it: its events, and its state after each. */
export interface LiveSession {
  readonly lines: readonly ScriptEventLine[];
  readonly states: readonly State[];
}

/** Plays a script of frames of `simulator/scripts` into a client's store at its times. */
export async function liveSession(name: string): Promise<LiveSession> {
  const lines: ScriptEventLine[] = [];
  const befores: State[] = [];
  const events = new EventLog();
  events.record = (atMs: number, input: Input, before: State): void => {
    lines.push(lineOf({ atMs, input }) as ScriptEventLine);
    befores.push(before);
  };
  const clock = createVirtualClock({ startMs: 0 });
  const store = createStore({
    clock,
    streams: streamsAtOnce,
    log: { write: () => undefined },
    schedule: (run) => run(),
    events,
  });
  const text = readFileSync(`simulator/scripts/${name}.jsonl`, 'utf8');
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { atMs, origin, event } = JSON.parse(line) as { atMs: number; origin: string; event: object };
    await clock.advance(Math.max(0, atMs - clock.elapsedMs()));
    if (origin === 'frame') store.frame(JSON.stringify(event));
    if (origin === 'local') store.dispatch(event as LocalEvent);
  }
  const states = [...befores.slice(1), store.get()];
  store.stop();
  return { lines, states };
}
