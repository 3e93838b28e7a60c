import type { StateValue } from 'xstate';
import { graphOf, type ChartEdge, type ChartGraph } from '../chart/graph.ts';
import { machineOf, type Listed } from '../machines.ts';
import type { MachineStep } from '../../client/state/machine-step.ts';
import { activeStates } from './active.ts';
import { stateText, typeOf } from './line.ts';
import type { Recorded } from './session.ts';

/** The choice of the page with all machines, in place of the name of one. */
export const ALL_MACHINES = 'all';

/** One running machine on the page with all of them (INSP-16). */
export interface MachineCard {
  readonly actor: string;
  readonly name: Listed['name'];
  readonly about: string;
  readonly state: string;
  readonly isOver: boolean;
  /** Its last step. */
  readonly event: string;
  readonly atMs: number;
  readonly timers: readonly RunningTimer[];
}

export interface RunningTimer {
  readonly name: string;
  readonly delayMs: number;
  readonly endMs: number;
}

interface SeenStep {
  readonly atMs: number;
  readonly event: string;
  readonly step: MachineStep;
}

/** The machines after the first `n` events; running ones first, each with its timers. */
export function cardsAt(session: Recorded, n: number): readonly MachineCard[] {
  const steps = stepsBefore(session, n);
  const cards = [...session.at(n).machines.values()].flatMap((step): readonly MachineCard[] => {
    const listed = machineOf(step.machine);
    const actorSteps = steps.get(step.actor) ?? [];
    const [last] = actorSteps;
    if (listed === undefined || last === undefined) return [];
    return [
      {
        actor: step.actor,
        name: listed.name,
        about: listed.about,
        state: stateText(step.value),
        isOver: step.over,
        event: last.event,
        atMs: last.atMs,
        timers: step.over ? [] : timersOf(listed, step, actorSteps),
      },
    ];
  });
  return cards.toSorted((a, b) => Number(a.isOver) - Number(b.isOver));
}

/** Steps of each machine, the newest first. */
function stepsBefore({ lines }: Recorded, n: number): ReadonlyMap<string, readonly SeenStep[]> {
  const steps = new Map<string, SeenStep[]>();
  for (let at = n - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line?.origin !== 'machine') continue;
    const actorSteps = steps.get(line.event.actor) ?? [];
    steps.set(line.event.actor, actorSteps);
    // An earlier machine of the same name has ended before this one started.
    if (actorSteps.at(-1)?.step.event === null) continue;
    actorSteps.push({ atMs: line.atMs, event: typeOf(line), step: line.event });
  }
  return steps;
}

/** Timers of the active states, by the time at which each state was entered last. */
function timersOf(listed: Listed, now: MachineStep, steps: readonly SeenStep[]): readonly RunningTimer[] {
  const graph = chartOf(listed);
  const active = activeStates(now.machine, now.value);
  const timers = new Map<string, RunningTimer>();
  for (const edge of graph.edges) {
    if (edge.kind !== 'after' || !active.has(edge.source) || timers.has(edge.event)) continue;
    const delayMs = edge.delayMs ?? delayIn(listed, edge, now);
    if (delayMs === null) continue;
    timers.set(edge.event, {
      name: edge.trigger,
      delayMs,
      endMs: enteredMs(graph, edge.source, steps) + delayMs,
    });
  }
  return [...timers.values()].toSorted((a, b) => a.endMs - b.endMs);
}

function enteredMs(graph: ChartGraph, state: string, steps: readonly SeenStep[]): number {
  for (const [i, { atMs, step }] of steps.entries()) {
    const before = steps[i + 1];
    const isEntered = step.taken.some((id) => enters(graph, id, state));
    if (isEntered || before === undefined || !isIn(before.step, state)) return atMs;
  }
  return steps.at(-1)?.atMs ?? 0;
}

const isIn = ({ machine, value }: { readonly machine: string; readonly value: StateValue }, state: string) =>
  activeStates(machine, value).has(state);

/** True for a transition that enters the state again; one below it leaves its timer as it is. */
function enters(graph: ChartGraph, id: string, state: string): boolean {
  const edge = graph.edges.find((one) => one.id === id);
  return edge?.targets.some((target) => target === state || state.startsWith(`${target}.`)) ?? false;
}

/** Some delays depend on the context of the machine. */
function delayIn({ machine }: Listed, { trigger }: ChartEdge, { context }: MachineStep): number | null {
  const delay: unknown = machine.implementations.delays[trigger];
  if (typeof delay !== 'function') return null;
  try {
    const delayMs = (delay as (of: { readonly context: unknown }) => unknown)({ context });
    return typeof delayMs === 'number' && Number.isFinite(delayMs) ? delayMs : null;
  } catch {
    // The context of a recording may lack fields of this version.
    return null;
  }
}

const charts = new Map<string, ChartGraph>();

function chartOf({ name, machine }: Listed): ChartGraph {
  const chart = charts.get(name) ?? graphOf(machine);
  charts.set(name, chart);
  return chart;
}
