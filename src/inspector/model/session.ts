import type { MachineStep } from '../../client/state/machine-step.ts';
import { EMPTY } from '../../client/state/empty.ts';
import { reduce } from '../../client/state/reduce.ts';
import { apart, stateFromJson } from '../../client/state/state-json.ts';
import type { ShownPage } from '../../client/state/shown-page.ts';
import type { State } from '../../client/state/state.ts';
import { logLimits as limits } from '../../client/state/limits.ts';
import { inputOf, typeOf, type ScriptEventLine } from './line.ts';
import type { NumberedLine, LineProblem } from './script-reader.ts';

/** States of machines by actor, in the order of their start. */
export type Machines = ReadonlyMap<string, MachineStep>;

/** The state after a number of events. */
export interface ReplayPoint {
  readonly state: State;
  readonly machines: Machines;
  /** Null: the script does not report it. */
  readonly screen: ShownPage | null;
}

const START: ReplayPoint = { state: EMPTY, machines: new Map(), screen: null };

/**
 * A script that can be viewed after any number of its events (INSP-2): state `n` is `events.slice(0,
 * n).reduce(reduce, empty)`. A state is stored every 500 events, so a jump costs at most 500 steps and a step
 * forward one.
 */
export class Recorded {
  private readonly events: ScriptEventLine[] = [];
  private readonly points: ReplayPoint[] = [START];
  private last: { readonly n: number; readonly moment: ReplayPoint } = { n: 0, moment: START };
  private end: ReplayPoint = START;

  get length(): number {
    return this.events.length;
  }

  get lines(): readonly ScriptEventLine[] {
    return this.events;
  }

  /** Takes what can be applied; answers what cannot, with its number. */
  append(lines: readonly NumberedLine[]): readonly LineProblem[] {
    const problems: LineProblem[] = [];
    for (const { no, line } of lines) {
      const next = tryLine(this.end, line);
      if (typeof next === 'string') problems.push({ line: no, what: next });
      else this.push(line, next);
    }
    return problems;
  }

  /** After the first `n` events. */
  at(n: number): ReplayPoint {
    const target = Math.max(0, Math.min(n, this.events.length));
    if (target === this.events.length) return this.end;
    const place = Math.floor(target / limits.checkpointEvery);
    let from = place * limits.checkpointEvery;
    let moment = this.points[place] ?? START;
    if (this.last.n <= target && this.last.n > from) ({ n: from, moment } = this.last);
    for (const line of this.events.slice(from, target)) moment = applied(moment, line);
    this.last = { n: target, moment };
    return moment;
  }

  private push(line: ScriptEventLine, next: ReplayPoint): void {
    this.events.push(line);
    this.end = next;
    if (this.events.length % limits.checkpointEvery === 0)
      this.points.push({ ...next, state: apart(next.state) });
  }
}

function tryLine(moment: ReplayPoint, line: ScriptEventLine): ReplayPoint | string {
  try {
    return applied(moment, line);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return message.startsWith('unreachable')
      ? `has an unknown event, “${typeOf(line)}”`
      : `has an event that cannot be applied, “${typeOf(line)}”`;
  }
}

/** One event further. Throws for an event that the reducer does not know or cannot read. */
export function applied(moment: ReplayPoint, line: ScriptEventLine): ReplayPoint {
  if (line.origin === 'state') return { ...moment, state: stateFromJson(line.event) };
  if (line.origin === 'machine') return { ...moment, machines: stepped(moment.machines, line.event) };
  if (line.origin === 'screen') return { ...moment, screen: line.event };
  const input = inputOf(line);
  return input === null ? moment : { ...moment, state: reduce(moment.state, input).state };
}

function stepped(machines: Machines, step: MachineStep): Machines {
  const next = new Map(machines);
  // An ended machine stays visible until one with its name starts.
  next.set(step.actor, step);
  return next;
}
