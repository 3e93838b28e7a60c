// oxlint-disable no-underscore-dangle -- the state machine library names these fields so
import { createActor, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, type EventObject } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { createVirtualClock } from '../../simulator/virtual-clock.ts';

/** What generated paths through a machine reached, and what they did not. */
export interface Reached {
  readonly paths: number;
  /** How many there are. */
  readonly states: number;
  readonly transitions: number;
  readonly missingStates: readonly string[];
  readonly missingTransitions: readonly string[];
}

export interface PathOptions {
  /** Each is walked from the beginning, until all is seen; one machine without input when absent. */
  readonly inputs?: readonly unknown[];
  /** What may happen in a state, timers excepted: those are added. */
  readonly events: (state: AnyMachineSnapshot) => readonly EventObject[];
  /** States with the same text count as one; keeps the number of paths finite. */
  readonly identity: (state: AnyMachineSnapshot) => string;
  readonly limit?: number;
}

const below = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...Object.values(node.states).flatMap(below)];
const nodesOf = (machine: AnyStateMachine): readonly AnyStateNode[] => below(machine.root);

const nameOf = (one: AnyTransitionDefinition): string => {
  const guard = typeof one.guard === 'string' ? one.guard : one.guard ? '(guard)' : 'else';
  const target = one.target?.map((node) => node.id).join(',') ?? 'stay';
  return `${one.source.id} --${one.eventType || 'always'} [${guard}]--> ${target}`;
};

const definitionsOf = (machine: AnyStateMachine): readonly AnyTransitionDefinition[] =>
  nodesOf(machine).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);

/** Events of the timers that run in a state. */
const timersOf = (state: AnyMachineSnapshot): readonly EventObject[] =>
  state._nodes.flatMap((node) => node.after.map((one) => ({ type: one.eventType })));

/** Walks shortest paths to every state with a real actor, and every event from its end, until all is seen. */
export function walk(machine: AnyStateMachine, options: PathOptions): Reached {
  const transitions = new Set(definitionsOf(machine));
  const states = new Set(nodesOf(machine).map((node) => node.id));
  const counts = { states: states.size, transitions: transitions.size };
  const paths = (options.inputs ?? [undefined]).map((input) => walkFrom(machine, input, options, { transitions, states }));
  return {
    ...counts,
    paths: paths.reduce((sum, one) => sum + one, 0),
    missingStates: [...states].toSorted(),
    missingTransitions: [...transitions].map(nameOf).toSorted(),
  };
}

interface Unseen {
  readonly transitions: Set<AnyTransitionDefinition>;
  readonly states: Set<string>;
}

function walkFrom(machine: AnyStateMachine, input: unknown, options: PathOptions, unseen: Unseen): number {
  const events = (state: AnyMachineSnapshot) =>
    state.status === 'done' ? [] : [...options.events(state), ...timersOf(state)];
  const paths = getShortestPaths(machine, {
    input: input as never,
    events: events as never,
    serializeState: ((state: AnyMachineSnapshot) => options.identity(state)) as never,
    limit: options.limit ?? 200_000,
  });
  for (const path of paths) {
    const end = path.state as unknown as AnyMachineSnapshot;
    const steps = path.steps.map((step) => step.event as EventObject).filter((event) => event.type !== 'xstate.init');
    for (const last of [null, ...events(end)]) {
      if (unseen.transitions.size === 0 && unseen.states.size === 0) return paths.length;
      replay(machine, input, last === null ? steps : [...steps, last], unseen.transitions, unseen.states);
    }
  }
  return paths.length;
}

function replay(
  machine: AnyStateMachine,
  input: unknown,
  steps: readonly EventObject[],
  transitions: Set<AnyTransitionDefinition>,
  states: Set<string>,
): void {
  const actor = createActor(machine, {
    input: input as never,
    clock: createVirtualClock(),
    inspect: (seen) => {
      if (seen.type !== '@xstate.microstep') return;
      for (const one of seen._transitions) {
        transitions.delete(one);
        states.delete(one.source.id);
      }
      for (const node of (seen.snapshot as AnyMachineSnapshot)._nodes) states.delete(node.id);
    },
  });
  actor.start();
  for (const node of (actor.getSnapshot() as AnyMachineSnapshot)._nodes) states.delete(node.id);
  for (const step of steps) actor.send(step);
  actor.stop();
}
