import { createSocket } from 'node:dgram';
import type * as Library from 'node-datachannel';
import { type OwnTransport, ownTransportIn } from './answer.ts';
import { offerForTransport, type Offer } from './offer.ts';
import type { MediaWire } from './up-link.ts';

export interface Connecting {
  readonly offer: Offer;
  readonly direction: 'up' | 'down';
  readonly onPacket: (packet: Buffer) => void;
  readonly onText: (text: string) => void;
  /** The data channel of a downward connection is open. */
  readonly onOpen: () => void;
  readonly onConnected: () => void;
  /** Called once, also after `close`. */
  readonly onEnd: () => void;
}

/** Makes connections with browsers. */
export type Connect = (
  connecting: Connecting,
) => Promise<{ readonly wire: MediaWire; readonly own: OwnTransport }>;

/** Loads the transport library and takes the port; 0: a free one. Fails where the library has no build. */
export async function openTransport(
  wanted: number,
): Promise<{ readonly connect: Connect; readonly port: number }> {
  const library = await import('node-datachannel');
  library.preload();
  const port = await freePort(wanted);
  return { connect: (connecting) => connect(library, port, connecting), port };
}

/** The library needs a number, and takes the port with its first connection. */
async function freePort(wanted: number): Promise<number> {
  try {
    return await boundPort('udp6', wanted);
  } catch (error) {
    // A machine without IPv6.
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error;
    return boundPort('udp4', wanted);
  }
}

async function boundPort(type: 'udp4' | 'udp6', wanted: number): Promise<number> {
  const socket = createSocket({ type, ipv6Only: false });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(wanted, resolve);
    });
    return socket.address().port;
  } finally {
    socket.close();
  }
}

async function connect(library: typeof Library, port: number, connecting: Connecting) {
  const { offer, direction } = connecting;
  const peer = new library.PeerConnection('unit', {
    iceServers: [],
    enableIceUdpMux: true,
    portRangeBegin: port,
    portRangeEnd: port,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  const wire = new LibraryWire(peer, connecting);
  const gathered = new Promise<void>((resolve) => {
    peer.onGatheringStateChange((state) => state === 'complete' && resolve());
    wire.onEnded(resolve);
  });
  peer.setRemoteDescription(offerForTransport(offer, direction), 'offer');
  peer.setLocalDescription('answer');
  await gathered;
  const own = ownTransportIn(peer.localDescription()?.sdp ?? '');
  if (own === null) {
    wire.close();
    throw new Error('the transport library made no description');
  }
  return { wire, own };
}

/** One connection of the library. Its track carries all media: the packets are complete. */
class LibraryWire implements MediaWire {
  readonly #peer: Library.PeerConnection;
  #track: Library.Track | null = null;
  #channel: Library.DataChannel | null = null;
  #isEnded = false;
  readonly #onEnd: () => void;
  #alsoEnded: () => void = () => undefined;

  constructor(peer: Library.PeerConnection, { onPacket, onText, onOpen, onConnected, onEnd }: Connecting) {
    this.#peer = peer;
    this.#onEnd = onEnd;
    peer.onTrack((track) => {
      this.#track = track;
      track.onMessage((packet) => !this.#isEnded && onPacket(packet));
    });
    peer.onDataChannel((channel) => {
      this.#channel = channel;
      channel.onMessage((message) => {
        if (typeof message === 'string' && !this.#isEnded) onText(message);
      });
      channel.onOpen(onOpen);
    });
    peer.onStateChange((state) => {
      if (state === 'connected') onConnected();
      if (state === 'failed' || state === 'closed') this.close();
    });
  }

  send(packet: Buffer): void {
    if (this.#track?.isOpen() === true) this.#track.sendMessageBinary(packet);
  }

  tell(text: string): void {
    if (this.#channel?.isOpen() === true) this.#channel.sendMessage(text);
  }

  onEnded(listener: () => void): void {
    this.#alsoEnded = listener;
  }

  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#peer.close();
    this.#onEnd();
    this.#alsoEnded();
  }
}
