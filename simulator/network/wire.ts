import { serverLimits as limits } from '../../src/server/kernel/limits.ts';
import type { SocketHandle, SocketHandlers } from '../../src/ports/socket.ts';
import type { SocketSession } from '../../src/server/delivery/session.ts';
import type { WorldNode } from '../nodes/node.ts';
import type { Recorder } from '../recorder/recorder.ts';
import type { RecordedSocket } from '../recorder/recorded.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import { createInOrder } from '../time/in-order.ts';
import type { InOrder } from '../time/in-order.ts';

/** One websocket. While open it is ordered and lossless; when it breaks, data in transit is lost. */
export interface Wire {
  readonly handle: SocketHandle;
  /** Both ends notice, each in its own time. */
  disconnect(): void;
  /** Blocks all traffic without notice. */
  freeze(): void;
  /** All traffic is blocked, and the client has not noticed; also if the node has ended in the meantime. */
  isHalfOpen(): boolean;
}

interface WireOptions {
  readonly around: Surroundings;
  readonly delayMs: () => number;
  readonly name: string;
  /** Number of this socket among those of the device. */
  readonly socket: number;
  readonly handlers: SocketHandlers;
  /** Sees every frame that a node gives to it, whether or not it arrives. */
  readonly framed: (text: string) => void;
  readonly recorder: Recorder;
  /** Draws whether it happens now, by the current network conditions; counted. */
  readonly hit: (odds: number, what: string) => boolean;
  /** A node that can be reached now, or null. */
  readonly reach: () => WorldNode | null;
  readonly ended: () => void;
}

export const openWire = (options: WireOptions): Wire => new WorldWire(options);

class WorldWire implements Wire {
  readonly #options: WireOptions;
  readonly #socketRecord: RecordedSocket;
  readonly #inOrder: Readonly<Record<'up' | 'down', InOrder>>;
  #session: SocketSession | null = null;
  #node: WorldNode | null = null;
  #opened = false;
  #silent = false;
  #clientOver = false;
  #broken = false;
  readonly handle: SocketHandle = { send: (text) => this.#send(text), close: () => this.#close() };

  constructor(options: WireOptions) {
    this.#options = options;
    const { clock } = options.around;
    this.#inOrder = { up: createInOrder(clock), down: createInOrder(clock) };
    this.#socketRecord = options.recorder.socket();
    clock.setTimeout(() => this.#connect(), options.delayMs() * 2);
  }

  disconnect(): void {
    this.#breakOff();
  }

  freeze(): void {
    this.#silent = this.#opened;
  }

  isHalfOpen(): boolean {
    return this.#silent && !this.#clientOver;
  }

  #connect(): void {
    const { around, handlers, hit, reach } = this.#options;
    if (this.#clientOver || hit(around.weather.hangs, 'handshake hung')) return;
    const node = reach();
    const server = node?.server ?? null;
    if (this.#broken || node === null || server === null) return this.#clientHears(1006);
    this.#opened = true;
    node.onEnd(() => {
      this.#session = null;
      this.#socketRecord.over('node');
      this.#breakOff();
    });
    handlers.opened();
    this.#node = node;
    this.#session = server.gateway.accept({
      send: (text) => this.#receive(text),
      close: (code) => {
        this.#socketRecord.over('broke');
        this.#pass('down', () => this.#clientHears(code));
      },
      bufferedBytes: () =>
        hit(around.weather.slowReader, 'slow reader') ? limits.socketBufferBytesMax + 1 : 0,
      remoteAddress: '10.0.0.1',
    });
  }

  /** Counts frames given by a node: no node knows what a broken socket has lost. */
  #receive(text: string): void {
    const { around, framed, handlers, hit, name } = this.#options;
    framed(text);
    around.orderControl.onFrame?.(name, text);
    if (this.#broken) return;
    if (hit(around.weather.breaksAtFrame, 'broke at a frame')) return this.#breakOff();
    this.#socketRecord.down(text);
    this.#pass('down', () => {
      if (this.#clientOver || this.#broken) return;
      around.trace.line('down', around.clock.elapsedMs(), `${name} ${text}`);
      handlers.frame(text);
    });
  }

  #send(text: string): void {
    const { around, name } = this.#options;
    if (this.#clientOver || this.#broken) return;
    this.#pass('up', () => {
      if (this.#broken || this.#session === null) return;
      around.trace.line('up', around.clock.elapsedMs(), `${name} ${text}`);
      this.#socketRecord.up(text, this.#node?.clock?.nowMs());
      this.#session.receive(text);
    });
  }

  #close(): void {
    if (this.#clientOver) return;
    this.#clientOver = true;
    this.#options.ended();
    this.#pass('up', () => this.#serverHears());
  }

  /** Delivers in order: nothing overtakes earlier traffic in the same direction. */
  #pass(way: 'up' | 'down', task: () => void): void {
    const { around, name, delayMs, socket } = this.#options;
    const lane = `${way} ${name} ${socket}`;
    const pass = (): unknown => this.#silent || task();
    const kind = way === 'up' ? 'up' : 'frame';
    if (around.orderControl.present)
      around.orderControl.present.hold({ kind, at: name, what: '', lane }, pass);
    else this.#inOrder[way](delayMs(), pass);
  }

  #breakOff(): void {
    const {
      around: { clock },
      delayMs,
    } = this.#options;
    if (this.#broken) return;
    this.#broken = true;
    clock.setTimeout(() => this.#silent || this.#clientHears(1006), delayMs());
    clock.setTimeout(() => this.#serverHears(), delayMs());
  }

  #clientHears(code: number): void {
    if (this.#clientOver) return;
    this.#clientOver = true;
    this.#options.ended();
    this.#options.handlers.closed({ opened: this.#opened, code, reason: '' });
  }

  #serverHears(): void {
    const was = this.#session;
    this.#session = null;
    this.#socketRecord.over('broke');
    was?.closed();
  }
}
