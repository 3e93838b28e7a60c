import { createActor, type Actor } from 'xstate';
import { groupCallPeerMachine, type GroupCallPeerEffect } from '../../../machines/group-call-peer.machine.ts';
import type { CallQuality, LocalMedia, MediaUnit, UnitEvent, UnitOptions } from '../../ports/media.ts';
import { remoteViewOf } from '../call/call-media.ts';
import type { RemoteView } from '../interface/calls.ts';
import type { ParticipantView } from '../interface/group-calls.ts';
import type { PeerLinkParts } from './peer-link.ts';

export interface UnitLinkParts extends Pick<
  PeerLinkParts,
  'clock' | 'watch' | 'servers' | 'relayOnly' | 'changed'
> {
  readonly connect: (options: UnitOptions) => MediaUnit | null;
  readonly cipher: () => UnitOptions['cipher'];
  readonly local: LocalMedia;
  /** Name of the unit; another process of it has another name. */
  readonly unit: string;
  readonly offer: UnitOptions['offer'];
  readonly levels: (own: number, others: ReadonlyMap<string, number>) => void;
}

/** The connections of this device with the unit of its call: their machine with real media (GCALL-24). */
export class UnitLink {
  quality: CallQuality | null = null;
  readonly #parts: UnitLinkParts;
  readonly #actor: Actor<typeof groupCallPeerMachine>;
  readonly #remotes = new Map<string, RemoteView>();
  #present: ReadonlySet<string> = new Set();
  #devices: readonly string[] = [];
  #media: MediaUnit | null = null;

  constructor(parts: UnitLinkParts) {
    this.#parts = parts;
    this.#actor = createActor(groupCallPeerMachine, {
      id: 'group-call-unit',
      // This side always offers.
      input: { offers: true },
      clock: parts.clock,
      inspect: parts.watch,
    });
    this.#actor.on('*', (effect) => this.#perform(effect));
    this.#actor.subscribe(parts.changed);
  }

  start(): void {
    this.#actor.start();
  }

  get unit(): string {
    return this.#parts.unit;
  }

  get isConnected(): boolean {
    return this.#actor.getSnapshot().matches('connected');
  }

  /** The other devices of the call. */
  list(devices: readonly string[]): void {
    if (devices.join() === this.#devices.join()) return;
    this.#devices = devices;
    for (const device of Array.from(this.#remotes.keys()))
      if (!devices.includes(device)) this.#remotes.delete(device);
    this.#media?.list(devices);
  }

  /** Both devices hear each other through the unit: no other connection is needed. */
  reaches(device: string): boolean {
    return this.isConnected && this.#present.has(device);
  }

  stageOf(device: string): ParticipantView['stage'] {
    if (this.reaches(device)) return 'connected';
    return this.#remotes.has(device) ? 'reconnecting' : 'connecting';
  }

  remoteOf(device: string): RemoteView | null {
    return this.#remotes.get(device) ?? null;
  }

  close(): void {
    this.#actor.send({ type: 'peer.gone' });
  }

  #perform({ type }: GroupCallPeerEffect): void {
    if (type === 'connect') this.#begin();
    if (type === 'close') this.#end();
  }

  #begin(): void {
    const { connect, local, servers, relayOnly, cipher, offer } = this.#parts;
    this.#end();
    let mine: MediaUnit | null = null;
    const media = connect({
      local,
      servers: servers(),
      relayOnly: relayOnly(),
      cipher: cipher(),
      offer,
      on: (event) => mine !== null && mine === this.#media && this.#on(event),
    });
    mine = media;
    this.#media = media;
    media?.list(this.#devices);
  }

  #end(): void {
    this.#media?.close();
    this.#media = null;
    this.#present = new Set();
    this.quality = null;
  }

  #on(event: UnitEvent): void {
    const { levels, changed } = this.#parts;
    switch (event.type) {
      case 'connected':
        return this.#actor.send({ type: 'media.connected' });
      case 'interrupted':
        this.quality = null;
        return this.#actor.send({ type: 'media.interrupted' });
      case 'failed':
        this.quality = null;
        return this.#actor.send({ type: 'media.failed' });
      case 'present':
        this.#present = new Set(event.devices);
        return changed();
      case 'remote':
        this.#remotes.set(event.device, remoteViewOf(event));
        return changed();
      case 'quality':
        if (this.quality === event.quality) return;
        this.quality = event.quality;
        return changed();
      case 'levels':
        return levels(event.own, event.others);
    }
  }
}
