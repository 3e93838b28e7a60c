// oxlint-disable no-underscore-dangle -- the state machine library names these fields so
import { createActor, type AnyActor, type AnyMachineSnapshot, type EventObject } from 'xstate';
import { createStepWatcher, type MachineStep } from '../../client/state/machine-step.ts';
import { type Listed } from '../machines.ts';

/** A copy of a machine without listeners or running timers, to try events on (INSP-6). */
export interface Detached {
  step(): MachineStep;
  accepts(event: EventObject): boolean;
  /** The samples and the state's own timers that it accepts now. */
  availableEvents(): readonly EventObject[];
  send(event: EventObject): MachineStep;
}

/** Timers are offered as events; nothing waits for them. */
const stillClock = { setTimeout: () => null, clearTimeout: () => undefined };

/** `from` null: the machine as it starts. */
export function detach(listed: Listed, from: MachineStep | null): Detached {
  const { machine } = listed;
  let last: MachineStep | null = null;
  const inspect = createStepWatcher((step) => {
    last = step;
  });
  const snapshot =
    from === null
      ? undefined
      : machine.resolveState({
          value: from.value,
          context: from.context,
          status: from.over ? 'done' : 'active',
        });
  const actor: AnyActor = createActor(machine, {
    id: 'copy',
    input: listed.input as never,
    snapshot,
    clock: stillClock,
    inspect,
  });
  actor.start();
  const now = () => actor.getSnapshot() as AnyMachineSnapshot;
  const step = (): MachineStep =>
    last ??
    from ?? {
      actor: 'copy',
      machine: machine.id,
      event: null,
      value: now().value,
      context: now().context as MachineStep['context'],
      taken: [],
      over: now().status !== 'active',
    };
  const accepts = (event: EventObject): boolean => now().status === 'active' && now().can(event);
  return {
    step,
    accepts,
    availableEvents: () =>
      [...listed.events(now().context as MachineStep['context']), ...timersOf(now())].filter(accepts),
    send: (event) => {
      if (accepts(event)) actor.send(event);
      return step();
    },
  };
}

const timersOf = (snapshot: AnyMachineSnapshot): readonly EventObject[] => [
  ...new Map(
    snapshot._nodes.flatMap((node) =>
      node.after.map((one) => [one.eventType, { type: one.eventType }] as const),
    ),
  ).values(),
];
