import { EventLog, lineOf, type ScriptLine } from './log.ts';
import type { LocalEvent } from './local-event.ts';
import { createStore } from './create-store.ts';

/** A line of a script that holds frames as they came off the socket. */
export type RawLine =
  | { readonly atMs: number; readonly origin: 'frame'; readonly event: Readonly<Record<string, unknown>> }
  | { readonly atMs: number; readonly origin: 'local'; readonly event: LocalEvent };

/** What a client makes of raw frames, in their time: the inputs that were applied, as lines. */
export function playFrames(lines: readonly RawLine[]): readonly ScriptLine[] {
  const clock = steppedClock();
  const store = createStore({
    clock,
    log: { write: () => undefined },
    schedule: (run) => run(),
    events: new EventLog(),
  });
  const applied: ScriptLine[] = [];
  store.log.watcher = (entry) => void applied.push(lineOf(entry));
  for (const line of lines) {
    clock.goTo(line.atMs);
    if (line.origin === 'frame') store.frame(JSON.stringify(line.event));
    else store.dispatch(line.event);
  }
  store.stop();
  return applied;
}

/** Goes from line to line and runs what is due between them. */
function steppedClock() {
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  let [now, made] = [0, 0];
  return {
    nowMs: () => now,
    elapsedMs: () => now,
    setTimeout: (run: () => void, delayMs: number) => {
      timers.set((made += 1), { at: now + delayMs, run });
      return made;
    },
    clearTimeout: (handle: unknown) => void timers.delete(Number(handle)),
    goTo: (atMs: number) => {
      for (;;) {
        const [due] = [...timers]
          .filter(([, timer]) => timer.at <= atMs)
          .toSorted(([, a], [, b]) => a.at - b.at);
        if (due === undefined) break;
        timers.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].run();
      }
      now = Math.max(now, atMs);
    },
  };
}
