// oxlint-disable no-underscore-dangle -- the state machine library names these fields so
import type { AnyMachineSnapshot, InspectionEvent, StateValue } from 'xstate';
import { transitionName } from '../../../machines/transition-name.ts';
import type { WatchActors } from '../../ports/watch.ts';

/** One step of one machine: the event, the transitions taken, and the resulting state. */
export interface MachineStep {
  /** Unique among machines alive at one time: `socket`, `outbox 12`. */
  readonly actor: string;
  /** Id of the machine. */
  readonly machine: string;
  /** Null: it was started. */
  readonly event: Readonly<Record<string, unknown>> | null;
  readonly value: StateValue;
  readonly context: Readonly<Record<string, unknown>>;
  /** Names of the transitions taken, in order. */
  readonly taken: readonly string[];
  readonly over: boolean;
}

/** Makes steps of what the library tells; one watcher may be given to any number of actors. */
export function createStepWatcher(tell: (step: MachineStep) => void): WatchActors {
  const names = new Map<object, string>();
  const living = new Set<string>();
  const transitions = new Map<object, string[]>();

  const nameOf = (actor: InspectionEvent['actorRef'] & object): string => {
    const cached = names.get(actor);
    if (cached !== undefined) return cached;
    const id = 'id' in actor ? String(actor.id) : 'actor';
    let name = id;
    for (let n = 2; living.has(name); n += 1) name = `${id} (${n})`;
    names.set(actor, name);
    living.add(name);
    return name;
  };

  return (inspectionEvent) => {
    const actor = inspectionEvent.actorRef;
    if (inspectionEvent.type === '@xstate.microstep') {
      transitions.set(actor, [
        ...(transitions.get(actor) ?? []),
        ...inspectionEvent._transitions.map(transitionName),
      ]);
      return;
    }
    if (inspectionEvent.type !== '@xstate.snapshot') return;
    const snapshot = inspectionEvent.snapshot as AnyMachineSnapshot;
    if (!('machine' in snapshot)) return;
    const actorName = nameOf(actor);
    const over = snapshot.status !== 'active';
    tell({
      actor: actorName,
      machine: snapshot.machine.id,
      event: inspectionEvent.event.type === 'xstate.init' ? null : { ...inspectionEvent.event },
      value: snapshot.value,
      context: snapshot.context as Readonly<Record<string, unknown>>,
      taken: transitions.get(actor) ?? [],
      over,
    });
    transitions.delete(actor);
    if (!over) return;
    names.delete(actor);
    living.delete(actorName);
  };
}
