// oxlint-disable no-underscore-dangle -- the state machine library names these fields so
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { transitionName, transitionPlace } from '../../../machines/transition-name.ts';

/** A machine as a drawing needs it: states in order, what leads from one to the other, names only. */
export interface ChartGraph {
  readonly id: string;
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
}

export interface ChartNode {
  /** The library's id: `socket.open.link.bound`; the root's is the machine's. */
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
  readonly kind: 'plain' | 'compound' | 'parallel' | 'final';
  /** Entered first when the parent is. */
  readonly initial: boolean;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

export interface ChartEdge {
  /** The same for the same transition in every instance of the machine. */
  readonly id: string;
  readonly source: string;
  /** Empty: nothing is left, only actions run. */
  readonly targets: readonly string[];
  readonly kind: 'event' | 'after' | 'always';
  /** Name of the event or of the timer; empty for `always`. */
  readonly trigger: string;
  /** The library's own name of the event. */
  readonly event: string;
  /** How long the timer runs, when it is always the same, in ms. */
  readonly delayMs: number | null;
  readonly guard: string | null;
  /** Taken when no guard before it held. */
  readonly otherwise: boolean;
  readonly actions: readonly string[];
}

const AFTER = 'xstate.after.';

export function graphOf(machine: AnyStateMachine): ChartGraph {
  const nodes = below(machine.root);
  return {
    id: machine.id,
    nodes: nodes.map(nodeOf),
    edges: nodes.flatMap((node) => transitionsOf(node).map((one) => edgeOf(machine, one))),
  };
}

/** The label of an edge in the chart. */
export function edgeLabel(edge: ChartEdge): string {
  const what =
    edge.kind === 'after'
      ? `after ${edge.trigger}${edge.delayMs === null ? '' : ` ${durationText(edge.delayMs)}`}`
      : edge.trigger;
  const when = edge.guard ?? (edge.otherwise ? 'else' : null);
  return [what, when === null ? '' : `[${when}]`].filter((part) => part !== '').join(' ') || 'at once';
}

export function durationText(ms: number): string {
  if (ms % 1_000 !== 0) return `${ms} ms`;
  return ms % 60_000 === 0 && ms > 60_000 ? `${ms / 60_000} min` : `${ms / 1_000} s`;
}

const below = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(below),
];

const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];

const nodeOf = (node: AnyStateNode): ChartNode => ({
  id: node.id,
  name: node.key,
  parent: node.parent?.id ?? null,
  kind: node.type === 'final' || node.type === 'parallel' || node.type === 'compound' ? node.type : 'plain',
  initial: node.parent?.initial?.target.includes(node) ?? false,
  entry: namesOf(node.entry),
  exit: namesOf(node.exit),
});

function edgeOf(machine: AnyStateMachine, one: AnyTransitionDefinition): ChartEdge {
  const timer = one.eventType.startsWith(AFTER);
  const delay = timer ? one.eventType.slice(AFTER.length, -one.source.id.length - 1) : null;
  return {
    id: transitionName(one),
    source: one.source.id,
    targets: (one.target ?? []).map((node) => node.id),
    kind: timer ? 'after' : one.eventType === '' ? 'always' : 'event',
    trigger: delay ?? one.eventType,
    event: one.eventType,
    delayMs: delay === null ? null : delayOf(machine, delay),
    guard: one.guard === undefined ? null : nameOf(one.guard),
    otherwise: one.guard === undefined && transitionPlace(one) > 0,
    actions: namesOf(one.actions),
  };
}

function delayOf(machine: AnyStateMachine, name: string): number | null {
  const delay: unknown = machine.implementations.delays[name];
  if (typeof delay === 'number') return delay;
  return /^\d+$/.test(name) ? Number(name) : null;
}

/** Starting and clearing a state's own timers are actions without a name. */
const namesOf = (actions: readonly unknown[]): readonly string[] =>
  actions.map(nameOf).filter((name) => name !== UNNAMED);

const UNNAMED = 'unnamed';

/** Actions and guards are names, or names with parameters; a bare function has none. */
function nameOf(one: unknown): string {
  if (typeof one === 'string') return one;
  if (typeof one === 'object' && one !== null && 'type' in one) return String(one.type);
  return UNNAMED;
}
