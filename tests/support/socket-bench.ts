import { createActor } from 'xstate';
import { socketMachine, type SocketEffect, type SocketEvent } from '../../machines/socket.machine.ts';
import { createVirtualClock, type VirtualClock } from '../../simulator/time/virtual-clock.ts';

/** A socket machine on a virtual clock with everything it wanted done, and when. */
export interface SocketBench {
  readonly clock: VirtualClock;
  readonly done: { readonly atMs: number; readonly effect: SocketEffect }[];
  send(event: SocketEvent): void;
  /** Sends an event as the current socket. */
  say(
    event:
      | {
          readonly type:
            | 'socket.opened'
            | 'socket.failed'
            | 'socket.closed'
            | 'ping.received'
            | 'bind.answered'
            | 'bind.failed';
        }
      | { readonly type: 'init.received'; readonly plain?: boolean }
      | { readonly type: 'pong.received'; readonly bound: boolean | null },
  ): void;
  state(): unknown;
  context(): ReturnType<ReturnType<typeof createActor<typeof socketMachine>>['getSnapshot']>['context'];
  /** Times (s) at which an effect of this type was wanted. */
  at(type: SocketEffect['type']): readonly number[];
  count(type: SocketEffect['type']): number;
  onEffect(run: (effect: SocketEffect) => void): void;
}

export function socketBench(options: { signedIn?: boolean; probeMs?: () => number } = {}): SocketBench {
  const clock = createVirtualClock();
  const probe = options.probeMs ?? (() => 30_000);
  const actor = createActor(socketMachine.provide({ delays: { probe } }), {
    input: { signedIn: options.signedIn ?? true },
    clock,
  });
  const done: { readonly atMs: number; readonly effect: SocketEffect }[] = [];
  const listeners: ((effect: SocketEffect) => void)[] = [];
  actor.on('*', (effect) => {
    done.push({ atMs: clock.elapsedMs(), effect });
    for (const run of listeners) run(effect);
  });
  actor.start();
  return {
    clock,
    done,
    send: (event) => actor.send(event),
    say: (event) => {
      const { socket } = actor.getSnapshot().context;
      actor.send(event.type === 'init.received' ? { plain: false, ...event, socket } : { ...event, socket });
    },
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    at: (type) => done.filter((one) => one.effect.type === type).map((one) => one.atMs / 1_000),
    count: (type) => done.filter((one) => one.effect.type === type).length,
    onEffect: (run) => listeners.push(run),
  };
}

/** A bound socket at the present moment. */
export function bindNow(bench: SocketBench): void {
  bench.say({ type: 'socket.opened' });
  bench.say({ type: 'init.received' });
  bench.say({ type: 'pong.received', bound: true });
}
