import { callLimits as limits } from '../../domain/limits.ts';
import type { CallQuality, IceServer, MediaPeer, PeerEvent, PeerSignal } from '../../ports/media.ts';
import type { RemoteView } from '../interface/calls.ts';
import { OwnDevices, type OwnDevicesParts } from './own-devices.ts';

/** Media events reported to the call's machine and page. */
export interface CallMediaParts extends OwnDevicesParts {
  readonly servers: () => readonly IceServer[];
  readonly relayOnly: () => boolean;
  /** The newest connection this device had before its page reloaded; 0 for a new call. */
  readonly before: number;
  /** Sends to the peer, with the number of its connection. */
  readonly signal: (signal: PeerSignal, path: number) => void;
  readonly onEvent: (event: 'connected' | 'interrupted' | 'failed') => void;
}

interface Connection {
  readonly path: number;
  readonly peer: MediaPeer;
  alive: boolean;
  /** Repair attempts since the connection last worked. */
  attempts: number;
}

export const NO_REMOTE: RemoteView = { view: null, camera: false, microphone: true, sharing: false };

/**
 * Devices and connections of one call. Each connection has a number, made by the caller and carried by
 * every signal, so that an answer to an earlier one is never given to a later one (CALL-20).
 */
export class CallMedia extends OwnDevices {
  remote: RemoteView = NO_REMOTE;
  quality: CallQuality | null = null;
  /** Words of the present connection, to compare. */
  words: readonly number[] | null = null;
  readonly #parts: CallMediaParts;
  #connection: Connection | null = null;
  /** The newest connection there ever was. */
  #path: number;
  /** Connections up to this one belonged to an earlier page: their signals are too late. */
  #before: number;

  constructor(parts: CallMediaParts) {
    super(parts);
    this.#parts = parts;
    this.#path = parts.before;
    this.#before = parts.before;
  }

  get path(): number {
    return this.#path;
  }

  /** The called one waits for the caller's offer. */
  connect(initiator: boolean): void {
    if (initiator) this.#begin(true, this.#path + 1);
  }

  /**
   * The caller first requests a new path for the same connection. It gets some time, because a short
   * interruption often recovers; then a new connection replaces it (CALL-12).
   */
  repair(initiator: boolean): void {
    if (!initiator) return;
    const now = this.#connection;
    if (now === null || !now.alive || now.attempts >= limits.repairsOfOne)
      return this.#begin(true, this.#path + 1);
    now.attempts += 1;
    if (now.attempts === 1) now.peer.restart();
  }

  /** The other side has dropped this connection: the next attempt begins a new one. */
  drop(): void {
    if (this.#connection !== null) this.#connection.alive = false;
    this.#before = this.#path;
  }

  /** A signal from the other side; `path` is null from a client that does not number connections. */
  take(signal: PeerSignal, path: number | null): void {
    if (signal.kind === 'offer') return this.#onOffer(signal, path);
    const now = this.#connection;
    if (now === null || (path !== null && path !== now.path)) return;
    if (signal.kind === 'answer') return now.peer.take(signal);
    for (const text of candidatesIn(signal.text)) now.peer.take({ kind: 'iceCandidate', text });
  }

  override close(): void {
    this.#connection?.peer.close();
    this.#connection = null;
    super.close();
    this.remote = NO_REMOTE;
    this.quality = null;
    this.words = null;
  }

  #onOffer(signal: PeerSignal, path: number | null): void {
    if (!this.isOpen) return;
    const alive = this.#connection?.alive === true;
    const nextPath = path ?? (alive ? this.#path : this.#path + 1);
    if (nextPath < this.#path || nextPath <= this.#before) return;
    if (!alive || nextPath > this.#path) this.#begin(false, nextPath);
    this.#connection?.peer.take(signal);
  }

  #begin(initiator: boolean, path: number): void {
    const { devices } = this;
    if (devices === null) return;
    this.#connection?.peer.close();
    this.#path = path;
    this.words = null;
    let mine: Connection | null = null;
    const peer = this.#parts.port.connect({
      initiator,
      local: devices,
      servers: this.#parts.servers(),
      relayOnly: this.#parts.relayOnly(),
      on: (event) => mine !== null && mine === this.#connection && this.#on(mine, event),
    });
    mine = { path, peer, alive: true, attempts: 0 };
    this.#connection = mine;
    this.#parts.changed();
  }

  #on(connection: Connection, event: PeerEvent): void {
    switch (event.type) {
      case 'signal':
        return this.#parts.signal(event.signal, connection.path);
      case 'connected':
        connection.attempts = 0;
        return this.#parts.onEvent('connected');
      case 'interrupted':
        // The previous rating no longer applies.
        this.quality = null;
        return this.#parts.onEvent('interrupted');
      case 'failed':
        connection.alive = false;
        return this.#parts.onEvent('failed');
      case 'remote':
        this.remote = remoteViewOf(event);
        return this.#parts.changed();
      case 'quality':
        if (this.quality === event.quality) return;
        this.quality = event.quality;
        return this.#parts.changed();
      case 'words':
        this.words = event.words;
        return this.#parts.changed();
      case 'level':
        return;
    }
  }
}

export const remoteViewOf = (event: Extract<PeerEvent, { type: 'remote' }>): RemoteView => ({
  view: event.view,
  camera: event.hasCamera,
  microphone: event.microphone,
  sharing: event.sharing,
});

/** One candidate as JSON, or a list of them (CALL-20); what is neither is given on as it is. */
export function candidatesIn(text: string): readonly string[] {
  if (!text.startsWith('[')) return [text];
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) ? list.slice(0, limits.candidatesMax).map((one) => JSON.stringify(one)) : [];
  } catch {
    return [];
  }
}
