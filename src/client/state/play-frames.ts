import { decodeParsedFrame } from '../../wire/down/down.ts';
import { EMPTY } from './empty.ts';
import { lineOf, type ScriptLine } from './log.ts';
import type { LocalEvent } from './local-event.ts';
import { SEQUENCE_START, wakeAtMs } from './sequence-start.ts';
import { turn } from './turn.ts';
import type { Op, TurnCore } from './first-turn.ts';

/** A line of a script that holds frames as they came off the socket. */
export type RawLine =
  | { readonly atMs: number; readonly origin: 'frame'; readonly event: Readonly<Record<string, unknown>> }
  | { readonly atMs: number; readonly origin: 'local'; readonly event: LocalEvent };

/** Plays raw frames at their times as a client would, and returns the applied inputs as lines. */
export function playFrames(lines: readonly RawLine[]): readonly ScriptLine[] {
  const applied: ScriptLine[] = [];
  let core: TurnCore = { state: EMPTY, sequencer: SEQUENCE_START };
  let now = 0;
  const take = (op: Op, atMs: number): void => {
    now = Math.max(now, atMs);
    const result = turn(core, op, now);
    core = result.core;
    for (const { input } of result.applied) applied.push(lineOf({ atMs: now, input }));
  };
  for (const line of lines) {
    // Handles timers due before the frame: a gap that has waited long enough.
    for (
      let wakeMs = wakeAtMs(core.sequencer);
      wakeMs !== null && wakeMs <= line.atMs;
      wakeMs = wakeAtMs(core.sequencer)
    )
      take({ kind: 'tick' }, wakeMs);
    if (line.origin === 'local') take({ kind: 'local', event: line.event }, line.atMs);
    else {
      const decoded = decodeParsedFrame(line.event, core.state.self?.id ?? null);
      if (decoded.ok && decoded.value !== 'ignored')
        take({ kind: 'framed', framed: decoded.value, origin: 'live' }, line.atMs);
    }
  }
  return applied;
}
