import type { LiveHub } from '../../src/server/delivery/hub.ts';
import type { SocketSession, ServerSocket } from '../../src/server/delivery/session.ts';

/** A frame as it arrived, with what tests ask for named. */
export interface Arrived {
  readonly type: string;
  readonly time?: number;
  readonly stream?: string;
  readonly seq?: number;
  readonly derived?: 1;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [top: string]: unknown;
}

export interface DeviceOptions {
  readonly address?: string;
}

/** The client end of a socket. It records received frames and sends those of the test. */
export class FakeDevice {
  readonly texts: string[] = [];
  closedWith: number | null = null;
  /** Bytes that the network has not accepted yet. */
  buffered = 0;
  readonly session: SocketSession | null;

  constructor(hub: LiveHub, { address = '192.0.2.1' }: DeviceOptions = {}) {
    const socket: ServerSocket = {
      send: (text) => void this.texts.push(text),
      close: (code) => {
        this.closedWith = code;
      },
      bufferedBytes: () => this.buffered,
      remoteAddress: address,
    };
    this.session = hub.accept(socket);
  }

  /** Frames since the last `take`. */
  take(): readonly Arrived[] {
    return this.texts.splice(0).map((text) => JSON.parse(text) as Arrived);
  }

  /** The received frames that have a position in a stream. */
  events(): readonly Arrived[] {
    return this.take().filter((frame) => frame.seq !== undefined);
  }

  types(): readonly string[] {
    return this.take().map((frame) => frame.type);
  }

  say(frame: unknown): void {
    this.session?.receive(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  bind(who: { readonly id: number; readonly token: string }, ours = true): void {
    this.say({
      type: 'bindUid',
      user_id: who.id,
      token: who.token,
      ...(ours ? { client: 'parley', v: 1 } : {}),
    });
  }

  ping(): Arrived | undefined {
    this.say({ type: 'ping' });
    return this.take().findLast((frame) => frame.type === 'pong');
  }

  /** The connection breaks. */
  drop(): void {
    this.session?.closed();
  }
}
