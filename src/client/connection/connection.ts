import { createActor, type SnapshotFrom } from 'xstate';
import { socketMachine, type SocketEffect } from '../../../machines/socket.machine.ts';
import { networkLimits } from '../../domain/first-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { Random } from '../../ports/random.ts';
import type { SocketHandle, SocketPort } from '../../ports/socket.ts';
import type { Connection } from '../state/state.ts';
import type { WatchActors } from '../../ports/watch.ts';

/** Runs the socket machine on a real socket: executes its effects and reports socket events to it. */
export interface SocketDriver {
  connect(): void;
  /** Sends `close`; no timer or listener remains (SOCK-11). */
  close(): void;
  retry(): void;
  signedIn(): void;
  signedOut(): void;
  /** A call was answered, so there is a network (SOCK-7). */
  answered(): void;
  /** Events from the frames of the present socket. */
  greeted(plain: boolean): void;
  ponged(bound: boolean | null): void;
  pinged(): void;
  /** Sends a frame; false if no socket is bound. */
  trySend(frame: Readonly<Record<string, unknown>>): boolean;
  stop(): void;
}

export interface SocketDriverParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly device: DevicePort;
  readonly socket: SocketPort;
  readonly url: string;
  readonly credentials: () => { readonly user: number; readonly token: string } | null;
  /** A frame, and whether the socket that it came by is still there. */
  readonly frame: (text: string, stillThere: () => boolean) => void;
  readonly changed: (connection: Connection) => void;
  /** Live calls that this device knows, with the number of the last frame it has had (CALL-18). */
  readonly calls: () => Readonly<Record<string, number>>;
  /** Binds by a call, as plain servers want it; false when it was refused or lost. */
  readonly callBind: (user: number) => Promise<boolean>;
  /** Runs just before the bind is sent: from now on frames are held (STREAM-13). */
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

export const createSocketDriver = (parts: SocketDriverParts): SocketDriver => new MachineSocket(parts);

class MachineSocket implements SocketDriver {
  readonly #parts: SocketDriverParts;
  readonly #actor;
  readonly #link: Link;
  readonly #ends: readonly (() => void)[];
  #isBound = false;
  /** The last connection reported, as text. */
  #lastReport = '';

  constructor(parts: SocketDriverParts) {
    const { clock, device, random, watch: inspect } = parts;
    const { probeMinMs, probeMaxMs } = networkLimits;
    const actor = createActor(linkMachine, { id: 'socket', input: { signedIn: false }, clock, inspect });
    draws.set(actor, () => probeMinMs + random.next() * (probeMaxMs - probeMinMs));
    this.#parts = parts;
    this.#actor = actor;
    this.#link = openLink(parts.socket, parts.url, parts.frame, (event) => actor.send(event));
    actor.on('*', (effect) => this.#perform(effect));
    actor.subscribe((snapshot) => this.#follow(connectionOf(snapshot)));
    actor.start();
    this.#ends = [
      device.onVisible((visible) => visible && actor.send({ type: 'foreground.returned' })),
      device.onOnline((online) => online && actor.send({ type: 'network.returned' })),
    ];
  }

  connect(): void {
    this.#actor.send({ type: 'connect.asked' });
  }

  close(): void {
    this.#actor.send({ type: 'close.asked' });
  }

  retry(): void {
    this.#actor.send({ type: 'retry.asked' });
  }

  signedIn(): void {
    this.#actor.send({ type: 'user.signedIn' });
  }

  signedOut(): void {
    this.#actor.send({ type: 'user.signedOut' });
  }

  answered(): void {
    this.#actor.send({ type: 'call.answered' });
  }

  greeted(plain: boolean): void {
    this.#actor.send({ type: 'init.received', socket: this.#socket(), plain });
  }

  ponged(bound: boolean | null): void {
    this.#actor.send({ type: 'pong.received', socket: this.#socket(), bound });
  }

  pinged(): void {
    this.#actor.send({ type: 'ping.received', socket: this.#socket() });
  }

  trySend(frame: Readonly<Record<string, unknown>>): boolean {
    if (this.#isBound) this.#link.send(frame);
    return this.#isBound;
  }

  stop(): void {
    for (const end of this.#ends) end();
    this.#actor.send({ type: 'close.asked' });
    this.#actor.stop();
  }

  #socket(): number {
    return this.#actor.getSnapshot().context.socket;
  }

  #follow(connection: Connection): void {
    if (this.#isBound && !(connection.name === 'open' && connection.bound)) {
      this.#isBound = false;
      this.#parts.unbound();
    }
    const now = JSON.stringify(connection);
    if (now === this.#lastReport) return;
    this.#lastReport = now;
    this.#parts.changed(connection);
  }

  #perform(effect: SocketEffect): void {
    switch (effect.type) {
      case 'openSocket':
        return this.#link.open(effect.socket);
      case 'dropSocket':
        return this.#link.drop();
      case 'sendPing':
        return this.#link.send({ type: 'ping' });
      case 'sendPong':
        return this.#link.send({ type: 'pong' });
      case 'sendClose':
        return this.#link.send({ type: 'close' });
      case 'callBind':
        return void this.#callBind(effect.socket);
      case 'sendBind':
        return this.#sendBind(effect.plain);
      case 'sendProbe':
        return this.#parts.probe();
      case 'becameBound':
        this.#isBound = true;
        return this.#parts.bound();
      case 'raiseConnectionError':
        return this.#parts.raiseError();
    }
  }

  async #callBind(socket: number): Promise<void> {
    const who = this.#parts.credentials();
    const isDone = who !== null && (await this.#parts.callBind(who.user));
    if (this.#actor.getSnapshot().status === 'active')
      this.#actor.send({ type: isDone ? 'bind.answered' : 'bind.failed', socket });
  }

  #sendBind(plain: boolean): void {
    const who = this.#parts.credentials();
    if (who === null) return;
    this.#parts.binding();
    const ours = plain ? {} : { client: 'parley', v: 1, calls: this.#parts.calls() };
    this.#link.send({ type: 'bindUid', user_id: who.user, token: who.token, ...ours });
  }
}

interface Link {
  /** Replaces the previous socket; its number accompanies every event of it. */
  open(socket: number): void;
  drop(): void;
  /** Sends only if a socket is open. */
  readonly send: (frame: Readonly<Record<string, unknown>>) => void;
}

/** One socket at a time: later events of earlier ones are ignored. */
function openLink(
  port: SocketPort,
  url: string,
  frame: (text: string, stillThere: () => boolean) => void,
  onEvent: (event: {
    type: 'socket.opened' | 'socket.closed' | 'socket.failed';
    socket: number;
    blocked?: boolean;
  }) => void,
): Link {
  let live: { readonly socket: number; readonly handle: SocketHandle } | null = null;
  const drop = () => {
    live?.handle.close();
    live = null;
  };
  return {
    drop,
    open(socket) {
      drop();
      const mine = () => live?.socket === socket;
      const handle = port.open(url, {
        opened: () => mine() && onEvent({ type: 'socket.opened', socket }),
        frame: (text) => mine() && frame(text, mine),
        closed: ({ opened, blocked }) => {
          if (!mine()) return;
          live = null;
          onEvent(opened ? { type: 'socket.closed', socket } : { type: 'socket.failed', socket, blocked });
        },
      });
      live = { socket, handle };
    },
    send: (message) => live?.handle.send(JSON.stringify(message)),
  };
}

function connectionOf(snapshot: SnapshotFrom<typeof socketMachine>): Connection {
  if (snapshot.matches('open')) return { name: 'open', bound: snapshot.matches({ open: { link: 'bound' } }) };
  const { after, openFailures, closes, blocked } = snapshot.context;
  const isBlocked = after === 'openFailure' && blocked ? ({ blocked } as const) : {};
  if (snapshot.matches('waiting'))
    return { name: 'waiting', attempt: after === 'openFailure' ? openFailures : closes, ...isBlocked };
  if (snapshot.matches('lost')) return { name: 'lost', ...isBlocked };
  if (snapshot.matches('closed')) return { name: 'closed' };
  return snapshot.matches('idle') ? { name: 'idle' } : { name: 'connecting' };
}
