import type { LiveHub } from '../../src/server/delivery/hub.ts';
import type { Fields } from './fields.ts';

export interface Frame {
  readonly type: string;
  readonly data: Fields;
  readonly stream?: string;
  readonly seq?: number;
  readonly derived?: 1;
  readonly client_id?: string;
}

/** The client's end of a socket of the server, without a network. */
export interface FakeSocket {
  /** Frames received since the start, or since the test cleared the list. */
  readonly frames: Frame[];
  readonly clientId: string;
  of(type: string): readonly Frame[];
  types(): readonly string[];
  say(frame: object): void;
  /** The same with the bytes as they are. */
  hear(text: string): void;
  /** Code the server closed it with, or null. */
  closedWith(): number | null;
  /** The network takes nothing more. */
  clog(): void;
  /** The network is gone. */
  cut(): void;
}

export function fakeSocket(hub: LiveHub, address = '10.0.0.1'): FakeSocket {
  const frames: Frame[] = [];
  let closed: number | null = null;
  let waiting = 0;
  const session = hub.accept({
    send: (text) => void frames.push(JSON.parse(text) as Frame),
    close: (code) => {
      closed = code;
    },
    bufferedBytes: () => waiting,
    remoteAddress: address,
  });
  if (!session) throw new Error('the socket was not accepted');
  return {
    frames,
    clientId: session.id,
    of: (type) => frames.filter((frame) => frame.type === type),
    types: () => frames.map(({ type }) => type),
    say: (frame) => session.receive(JSON.stringify(frame)),
    hear: (text) => session.receive(text),
    closedWith: () => closed,
    clog: () => {
      waiting = Number.POSITIVE_INFINITY;
    },
    cut: () => session.closed(),
  };
}
