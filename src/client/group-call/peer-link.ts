import { createActor, type Actor } from 'xstate';
import {
  groupCallPeerMachine,
  type GroupCallPeerEffect,
  type GroupCallPeerEvent,
} from '../../../machines/group-call-peer.machine.ts';
import { offersTo } from '../../domain/group-call.ts';
import { groupCallLimits as limits } from '../../domain/group-call-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  CallCipher,
  CallQuality,
  IceServer,
  LocalMedia,
  MediaPeer,
  MediaPort,
  PeerEvent,
  PeerSignal,
} from '../../ports/media.ts';
import type { WatchActors } from '../../ports/watch.ts';
import { candidatesIn, NO_REMOTE, remoteViewOf } from '../call/call-media.ts';
import type { RemoteView } from '../interface/calls.ts';
import type { ParticipantView } from '../interface/group-calls.ts';

export interface PeerLinkParts {
  readonly clock: Clock;
  readonly watch?: WatchActors | undefined;
  readonly port: MediaPort;
  readonly local: LocalMedia;
  readonly servers: () => readonly IceServer[];
  readonly relayOnly: () => boolean;
  /** Undefined: this browser cannot encrypt frames. */
  readonly cipher: () => CallCipher | undefined;
  readonly self: string;
  readonly other: string;
  /** The newest connection of these two devices so far. */
  readonly path: number;
  readonly signal: (signal: PeerSignal, path: number) => void;
  readonly level: (own: number, other: number) => void;
  readonly changed: () => void;
}

interface Connection {
  readonly path: number;
  readonly peer: MediaPeer;
  alive: boolean;
  candidates: number;
  /** The last description of the other side, which may arrive twice. */
  description: string;
}

/** The connection with one other device of a group call: its machine with real media (GCALL-10). */
export class PeerLink {
  remote: RemoteView = NO_REMOTE;
  quality: CallQuality | null = null;
  readonly #parts: PeerLinkParts;
  readonly #offers: boolean;
  readonly #actor: Actor<typeof groupCallPeerMachine>;
  #connection: Connection | null = null;
  #path: number;

  constructor(parts: PeerLinkParts) {
    this.#parts = parts;
    this.#path = parts.path;
    this.#offers = offersTo(parts.self, parts.other);
    this.#actor = createActor(groupCallPeerMachine, {
      id: `group-call-peer ${parts.other}`,
      input: { offers: this.#offers },
      clock: parts.clock,
      inspect: parts.watch,
    });
    this.#actor.on('*', (effect) => this.#perform(effect));
    this.#actor.subscribe(parts.changed);
  }

  start(): void {
    this.#actor.start();
  }

  get path(): number {
    return this.#path;
  }

  get stage(): ParticipantView['stage'] {
    const snapshot = this.#actor.getSnapshot();
    if (snapshot.matches('connected')) return 'connected';
    return snapshot.context.wasConnected ? 'reconnecting' : 'connecting';
  }

  /** Ignores signals of an earlier connection, and offers of the side that answers. */
  take(signal: PeerSignal, path: number): void {
    if (signal.kind === 'offer') return this.#onOffer(signal, path);
    const now = this.#connection;
    if (now === null || !now.alive || path !== now.path) return;
    if (signal.kind === 'answer') {
      if (this.#offers) describe(now, signal);
      return;
    }
    for (const text of candidatesIn(signal.text)) {
      now.candidates += 1;
      if (now.candidates <= limits.pathCandidatesMax) now.peer.take({ kind: 'iceCandidate', text });
    }
  }

  close(): void {
    this.#send({ type: 'peer.gone' });
  }

  #send(event: GroupCallPeerEvent): void {
    this.#actor.send(event);
  }

  #perform(effect: GroupCallPeerEffect): void {
    switch (effect.type) {
      case 'connect':
        if (effect.offers) this.#begin(this.#path + 1);
        return;
      case 'repair':
        if (effect.offers) this.#connection?.peer.restart();
        return;
      case 'close':
        this.#connection?.peer.close();
        this.#connection = null;
        return;
    }
  }

  #onOffer(signal: PeerSignal, path: number): void {
    const now = this.#connection;
    if (this.#offers) return;
    if (path === now?.path) {
      if (now.alive) describe(now, signal);
      return;
    }
    if (path <= this.#path) return;
    this.#begin(path);
    this.#send({ type: 'peer.offered' });
    if (this.#connection !== null) describe(this.#connection, signal);
  }

  #begin(path: number): void {
    const { port, local, servers, relayOnly, cipher, other } = this.#parts;
    this.#connection?.peer.close();
    this.#path = path;
    let mine: Connection | null = null;
    const peer = port.connect({
      initiator: this.#offers,
      local,
      servers: servers(),
      relayOnly: relayOnly(),
      cipher: cipher(),
      other,
      on: (event) => mine !== null && mine === this.#connection && this.#on(mine, event),
    });
    mine = { path, peer, alive: true, candidates: 0, description: '' };
    this.#connection = mine;
  }

  #on(connection: Connection, event: PeerEvent): void {
    const { signal, level, changed } = this.#parts;
    switch (event.type) {
      case 'signal':
        return signal(event.signal, connection.path);
      case 'connected':
        return this.#send({ type: 'media.connected' });
      case 'interrupted':
        this.quality = null;
        return this.#send({ type: 'media.interrupted' });
      case 'failed':
        connection.alive = false;
        this.quality = null;
        return this.#send({ type: 'media.failed' });
      case 'remote':
        this.remote = remoteViewOf(event);
        return changed();
      case 'quality':
        if (this.quality === event.quality) return;
        this.quality = event.quality;
        return changed();
      // A group call has words of all its devices.
      case 'words':
        return;
      case 'level':
        return level(event.own, event.other);
    }
  }
}

/** A description that arrives again would end the connection. */
function describe(connection: Connection, signal: PeerSignal): void {
  if (connection.description === signal.text) return;
  connection.description = signal.text;
  connection.peer.take(signal);
}
