import { serverLimits as limits } from '../../src/server/kernel/limits.ts';
import type { SocketHandle, SocketHandlers } from '../../src/ports/socket.ts';
import type { SocketSession } from '../../src/server/delivery/session.ts';
import type { WorldNode } from '../nodes/node.ts';
import type { Surroundings } from './surroundings.ts';
import type { Witness } from '../witness/witness.ts';

/** One websocket. While open it is ordered and loses nothing; when it breaks, what was on its way is gone. */
export interface Wire {
  readonly handle: SocketHandle;
  /** Both ends notice, each in its own time. */
  cut(): void;
  /** Nothing passes any more, and nobody is told. */
  freeze(): void;
}

interface WireOptions {
  readonly around: Surroundings;
  readonly delayMs: () => number;
  readonly name: string;
  readonly handlers: SocketHandlers;
  readonly framed: (text: string) => void;
  readonly witness: Witness;
  /** Whether it happens now, by the odds of the weather; counted. */
  readonly hit: (odds: number, what: string) => boolean;
  /** A node that can be reached now, or null. */
  readonly reach: () => WorldNode | null;
  readonly ended: () => void;
}

export function openWire({
  around,
  delayMs,
  name,
  handlers,
  framed,
  witness,
  hit,
  reach,
  ended,
}: WireOptions): Wire {
  const { clock, trace, weather } = around;
  let session: SocketSession | null = null;
  const seen = witness.socket();
  let [opened, silent, clientOver, broken] = [false, false, false, false];
  const lastAt = { up: 0, down: 0 };

  /** In order: nothing overtakes what was sent before it in the same direction. */
  const pass = (way: 'up' | 'down', run: () => void): void => {
    const at = Math.max(lastAt[way], clock.elapsedMs() + delayMs());
    lastAt[way] = at;
    clock.setTimeout(() => silent || run(), at - clock.elapsedMs());
  };
  const clientHears = (code: number): void => {
    if (clientOver) return;
    clientOver = true;
    ended();
    handlers.closed({ opened, code, reason: '' });
  };
  const serverHears = (): void => {
    const was = session;
    session = null;
    seen.over('broke');
    was?.closed();
  };
  const breakOff = (code: number): void => {
    if (broken) return;
    broken = true;
    clock.setTimeout(() => silent || clientHears(code), delayMs());
    clock.setTimeout(serverHears, delayMs());
  };
  const connect = (): void => {
    if (clientOver || hit(weather.hangs, 'handshake hung')) return;
    const node = reach();
    const server = node?.server ?? null;
    if (broken || node === null || server === null) return clientHears(1006);
    opened = true;
    node.onEnd(() => {
      session = null;
      seen.over('node');
      breakOff(1006);
    });
    handlers.opened();
    session = server.gateway.accept({
      send: (text) => {
        // Given, whether or not it arrives: no node knows what a socket that breaks has swallowed.
        framed(text);
        if (broken) return;
        if (hit(weather.breaksAtFrame, 'broke at a frame')) return breakOff(1006);
        seen.down(text);
        pass('down', () => {
          if (clientOver || broken) return;
          trace.line('down', clock.elapsedMs(), `${name} ${text}`);
          handlers.frame(text);
        });
      },
      close: (code) => {
        seen.over('broke');
        pass('down', () => clientHears(code));
      },
      bufferedBytes: () => (hit(weather.slowReader, 'slow reader') ? limits.socketBufferBytesMax + 1 : 0),
      remoteAddress: '10.0.0.1',
    });
  };
  clock.setTimeout(connect, delayMs() * 2);

  return {
    handle: {
      send: (text) => {
        if (clientOver || broken) return;
        pass('up', () => {
          if (broken || session === null) return;
          trace.line('up', clock.elapsedMs(), `${name} ${text}`);
          seen.up(text);
          session.receive(text);
        });
      },
      close: () => {
        if (clientOver) return;
        clientOver = true;
        ended();
        pass('up', serverHears);
      },
    },
    cut: () => breakOff(1006),
    freeze: () => {
      silent = opened;
    },
  };
}
