// oxlint-disable no-underscore-dangle -- the state machine library names these fields so
import {
  createActor,
  initialTransition,
  transition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type EventObject,
} from 'xstate';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

/** Coverage of a machine by generated paths. */
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
  /** Possible events of a state, without timers, which are added. */
  readonly events: (state: AnyMachineSnapshot) => readonly EventObject[];
  /** States with the same text count as one; keeps the number of paths finite. */
  readonly identity: (state: AnyMachineSnapshot) => string;
}

const below = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(below),
];
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
  const paths = (options.inputs ?? [undefined]).map((input) =>
    walkFrom(machine, input, options, { transitions, states }),
  );
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

interface Path {
  readonly end: AnyMachineSnapshot;
  readonly steps: readonly EventObject[];
}

function walkFrom(machine: AnyStateMachine, input: unknown, options: PathOptions, unseen: Unseen): number {
  const events = (state: AnyMachineSnapshot) =>
    state.status === 'done'
      ? []
      : [...options.events(state).filter((event) => hasReceived(state, event)), ...timersOf(state)];
  const paths = shortestPaths(machine, input, events, options.identity);
  for (const { end, steps } of paths) {
    const isDone = () => unseen.transitions.size === 0 && unseen.states.size === 0;
    if (isDone()) break;
    replay(machine, { input }, steps, unseen);
    for (const last of events(end)) if (!isDone()) replay(machine, { snapshot: end }, [last], unseen);
  }
  return paths.length;
}

/** An event without a handler changes nothing. Leaving it out saves most of the work. */
const hasReceived = (state: AnyMachineSnapshot, event: EventObject): boolean =>
  state._nodes.some((node) => node.transitions.has(event.type));

/** One way to every state that can be reached, none longer than needed. */
function shortestPaths(
  machine: AnyStateMachine,
  input: unknown,
  events: (state: AnyMachineSnapshot) => readonly EventObject[],
  identity: PathOptions['identity'],
): readonly Path[] {
  const [start] = initialTransition(machine, input as never) as [AnyMachineSnapshot, unknown];
  const uniqueKeys = new Set([identity(start)]);
  const paths: Path[] = [{ end: start, steps: [] }];
  for (const { end, steps } of paths) {
    for (const event of events(end)) {
      const [next] = transition(machine, end as never, event) as [AnyMachineSnapshot, unknown];
      const name = identity(next);
      if (uniqueKeys.has(name)) continue;
      uniqueKeys.add(name);
      paths.push({ end: next, steps: [...steps, event] });
      if (paths.length > PATHS_MAX)
        throw new Error('the states do not come to an end: give the walk a coarser identity');
    }
  }
  return paths;
}

const PATHS_MAX = 20_000;

function replay(
  machine: AnyStateMachine,
  from: { readonly input?: unknown; readonly snapshot?: AnyMachineSnapshot },
  steps: readonly EventObject[],
  { transitions, states }: Unseen,
): void {
  const actor = createActor(machine, {
    ...(from as { input: never }),
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
