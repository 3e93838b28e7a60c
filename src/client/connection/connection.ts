import { createActor, type SnapshotFrom } from 'xstate';
import { socketMachine, type SocketEffect } from '../../../machines/socket.machine.ts';
import { networkLimits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { Random } from '../../ports/random.ts';
import type { SocketHandle, SocketPort } from '../../ports/socket.ts';
import type { Connection } from '../state/state.ts';
import type { WatchActors } from '../../ports/watch.ts';

/** The socket machine with a real socket: does what the machine says and tells it what happened. */
export interface SocketDriver {
  connect(): void;
  /** Says `close`; no timer and no voice is left (SOCK-11). */
  close(): void;
  retry(): void;
  signedIn(): void;
  signedOut(): void;
  /** A call was answered, so there is a network (SOCK-7). */
  answered(): void;
  /** What the present socket's frames said. */
  greeted(plain: boolean): void;
  ponged(bound: boolean | null): void;
  pinged(): void;
  /** What stands on a visible page (PUSH-3); false while nobody listens. */
  acknowledge(positions: Readonly<Record<string, number>>): boolean;
  /** Whom this client believes to be online; the server says where that is wrong (PRES-3). */
  believes(word: string): void;
  stop(): void;
}

export interface SocketDriverParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly device: DevicePort;
  readonly socket: SocketPort;
  readonly url: string;
  readonly credentials: () => { readonly user: number; readonly token: string } | null;
  readonly frame: (text: string) => void;
  readonly changed: (connection: Connection) => void;
  /** Live calls that this device knows, with the number of the last frame it has had (CALL-18). */
  readonly calls: () => Readonly<Record<string, number>>;
  /** Up to where everything was applied (SYNC-5). */
  readonly cursor: () => string | null;
  /** Binds by a call, as plain servers want it; false when it was refused or lost. */
  readonly callBind: (user: number) => Promise<boolean>;
  /** Just before the bind goes out: from now on frames are held (STREAM-13). */
  readonly binding: () => void;
  readonly bound: () => void;
  readonly unbound: () => void;
  readonly probe: () => void;
  readonly raiseError: () => void;
  readonly watch?: WatchActors;
}

/** One machine for all links, since making it costs more than starting it; each link draws its own probes. */
const draws = new WeakMap<object, () => number>();
const linkMachine = socketMachine.provide({
  delays: { probe: ({ self }) => draws.get(self)?.() ?? networkLimits.probeMinMs },
});

export function createSocketDriver(parts: SocketDriverParts): SocketDriver {
  const actor = createActor(linkMachine, {
    id: 'socket',
    input: { signedIn: false },
    clock: parts.clock,
    inspect: parts.watch,
  });
  draws.set(
    actor,
    () =>
      networkLimits.probeMinMs + parts.random.next() * (networkLimits.probeMaxMs - networkLimits.probeMinMs),
  );
  let live: { readonly number: number; readonly handle: SocketHandle } | null = null;
  let [isBound, shown] = [false, ''];

  const send = (frame: Readonly<Record<string, unknown>>) => live?.handle.send(JSON.stringify(frame));
  const drop = () => {
    live?.handle.close();
    live = null;
  };
  const open = (number: number) => {
    drop();
    const mine = () => live?.number === number;
    const handle = parts.socket.open(parts.url, {
      opened: () => mine() && actor.send({ type: 'socket.opened', socket: number }),
      frame: (text) => mine() && parts.frame(text),
      closed: ({ opened }) => {
        if (!mine()) return;
        live = null;
        actor.send({ type: opened ? 'socket.closed' : 'socket.failed', socket: number });
      },
    });
    live = { number, handle };
  };
  const callBind = async (socket: number) => {
    const who = parts.credentials();
    const isDone = who !== null && (await parts.callBind(who.user));
    if (actor.getSnapshot().status === 'active')
      actor.send({ type: isDone ? 'bind.answered' : 'bind.failed', socket });
  };
  const bind = (plain: boolean) => {
    const who = parts.credentials();
    if (who === null) return;
    parts.binding();
    send({
      type: 'bindUid',
      user_id: who.user,
      token: who.token,
      ...(plain ? {} : { client: 'parley', v: 1, calls: parts.calls() }),
    });
  };
  const perform = (effect: SocketEffect): void => {
    switch (effect.type) {
      case 'openSocket':
        return open(effect.socket);
      case 'dropSocket':
        return drop();
      case 'sendPing':
        return send({ type: 'ping' });
      case 'sendPong':
        return send({ type: 'pong' });
      case 'sendClose':
        return send({ type: 'close' });
      case 'callBind':
        return void callBind(effect.socket);
      case 'sendBind':
        return bind(effect.plain);
      case 'sendProbe':
        return parts.probe();
      case 'becameBound':
        isBound = true;
        return parts.bound();
      case 'raiseConnectionError':
        return parts.raiseError();
    }
  };

  actor.on('*', perform);
  actor.subscribe((snapshot) => {
    const connection = connectionOf(snapshot);
    if (isBound && !(connection.name === 'open' && connection.bound)) {
      isBound = false;
      parts.unbound();
    }
    const now = JSON.stringify(connection);
    if (now === shown) return;
    shown = now;
    parts.changed(connection);
  });
  actor.start();
  const ends = [
    parts.device.onVisible((visible) => visible && actor.send({ type: 'foreground.returned' })),
    parts.device.onOnline((online) => online && actor.send({ type: 'network.returned' })),
  ];
  const said = () => actor.getSnapshot().context.socket;

  return {
    connect: () => actor.send({ type: 'connect.asked' }),
    close: () => actor.send({ type: 'close.asked' }),
    retry: () => actor.send({ type: 'retry.asked' }),
    signedIn: () => actor.send({ type: 'user.signedIn' }),
    signedOut: () => actor.send({ type: 'user.signedOut' }),
    answered: () => actor.send({ type: 'call.answered' }),
    greeted: (plain) => actor.send({ type: 'init.received', socket: said(), plain }),
    ponged: (bound) => actor.send({ type: 'pong.received', socket: said(), bound }),
    pinged: () => actor.send({ type: 'ping.received', socket: said() }),
    acknowledge: (positions) => {
      if (isBound) send({ type: 'ack', cursor: parts.cursor(), visible: true, positions });
      return isBound;
    },
    believes: (word) => {
      if (isBound) send({ type: 'presence', word });
    },
    stop: () => {
      for (const end of ends) end();
      actor.send({ type: 'close.asked' });
      actor.stop();
    },
  };
}

function connectionOf(snapshot: SnapshotFrom<typeof socketMachine>): Connection {
  if (snapshot.matches('open')) return { name: 'open', bound: snapshot.matches({ open: { link: 'bound' } }) };
  if (snapshot.matches('waiting')) {
    const { after, openFailures, closes } = snapshot.context;
    return { name: 'waiting', attempt: after === 'openFailure' ? openFailures : closes };
  }
  if (snapshot.matches('lost')) return { name: 'lost' };
  if (snapshot.matches('closed')) return { name: 'closed' };
  return snapshot.matches('idle') ? { name: 'idle' } : { name: 'connecting' };
}
