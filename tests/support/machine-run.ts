import { createActor, type AnyStateMachine, type EventObject } from 'xstate';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

/** A running machine under the virtual clock, with every effect it asked for. */
export function run<E, V extends EventObject = EventObject & Readonly<Record<string, unknown>>>(
  machine: AnyStateMachine,
  input?: unknown,
) {
  const clock = createVirtualClock();
  const effects: E[] = [];
  const actor = createActor(machine, { input: input as never, clock });
  actor.on('*', (effect) => effects.push(effect as E));
  actor.start();
  return {
    clock,
    effects,
    send: (...events: readonly V[]) => events.forEach((event) => actor.send(event)),
    state: () => JSON.stringify(actor.getSnapshot().value),
    context: () => actor.getSnapshot().context as Record<string, unknown>,
    done: () => actor.getSnapshot().status === 'done',
    stop: () => actor.stop(),
  };
}
