import { fail, ok } from '../../src/domain/result.ts';
import type {
  LocalMedia,
  MediaPort,
  MediaPeer,
  PeerEvent,
  PeerOptions,
  PeerSignal,
} from '../../src/ports/media.ts';
import { WorldCipher, WorldKeys } from './ciphers.ts';
import type { ProcessClock } from '../time/process-clock.ts';
import type { Chance } from '../plan/random.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import { createInOrder } from '../time/in-order.ts';
import type { InOrder } from '../time/in-order.ts';

/** Carries media between the tabs of a World: connections find each other by the names in their signals. */
export interface WorldAir {
  /** The endpoint of one tab; `reaches` tells whether its device has a network now. */
  join(name: string, clock: ProcessClock, chance: Chance, reaches: () => boolean): MediaOfTab;
  /** Updates reachability: a network came or went. */
  changed(): void;
}

export interface MediaOfTab {
  readonly port: MediaPort;
  /** The page is gone: its events stop. */
  release(): void;
  /** Devices and connections that are in use. */
  inUse(): number;
}

interface Place {
  readonly around: Surroundings;
  readonly clock: ProcessClock;
  readonly chance: Chance;
  readonly reaches: () => boolean;
  readonly peers: Map<string, WorldPeer>;
}

export function createWorldAir(around: Surroundings): WorldAir {
  const peers = new Map<string, WorldPeer>();
  const keys = new WorldKeys(around);
  return {
    join: (name, clock, chance, reaches) => {
      const place: Place = { around, clock, chance, reaches, peers };
      const open = new Set<LocalMedia>();
      const mine = new Set<WorldPeer>();
      const ciphers = new Set<WorldCipher>();
      let trackCount = 0;
      const port: MediaPort = {
        supported: true,
        open: async ({ video }) => {
          // The user is asked first, and may refuse.
          await new Promise<void>((resolve) => void clock.setTimeout(resolve, chance.whole(10, 3_000)));
          if (chance.happens(around.weather.mediaDenied)) {
            around.count('devices denied');
            return fail('denied');
          }
          return ok(localMedia(`${name} local`, video, open));
        },
        devices: () => Promise.resolve([]),
        onDevices: () => () => undefined,
        cipher: async () => {
          const cipher = new WorldCipher(name, keys, clock, () => void ciphers.delete(cipher));
          ciphers.add(cipher);
          return cipher;
        },
        connect: (options) => {
          trackCount += 1;
          const peer = new WorldPeer(`${name}#${trackCount}`, options, place, () => void mine.delete(peer));
          mine.add(peer);
          return peer;
        },
      };
      return {
        port,
        release: () => {
          for (const one of [...mine, ...ciphers]) one.close();
          open.clear();
        },
        inUse: () => open.size + mine.size + ciphers.size,
      };
    },
    changed: () => {
      for (const peer of peers.values()) peer.look();
    },
  };
}

const resolveOk = () => Promise.resolve(ok(undefined));

function localMedia(id: string, video: boolean, open: Set<LocalMedia>): LocalMedia {
  let audible = true;
  const local: LocalMedia = {
    view: { id },
    hasCamera: video,
    get isHeard() {
      return audible;
    },
    setMicrophone: (on) => {
      audible = on;
      return resolveOk();
    },
    onLost: () => undefined,
    setCamera: resolveOk,
    switchCamera: resolveOk,
    switchMicrophone: resolveOk,
    quietNoise: resolveOk,
    shareScreen: resolveOk,
    stopSharing: () => Promise.resolve(),
    close: () => void open.delete(local),
  };
  open.add(local);
  return local;
}

/** The peer a signal belongs to; null: invalid, as those of a dishonest client may be. */
function speakerOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { readonly from: string }).from;
  } catch {
    return null;
  }
}

/**
 * One connection. It opens when both sides have the other's description and a candidate, and a path exists.
 */
class WorldPeer implements MediaPeer {
  #other: string | null = null;
  #hasDescription = false;
  #connected = false;
  #closed = false;
  /** Delivers its messages in order. */
  readonly #inOrder: InOrder;
  readonly #silence: () => void;

  constructor(
    private readonly name: string,
    private readonly options: PeerOptions,
    private readonly place: Place,
    private readonly ended: () => void,
  ) {
    // Uses the World's time: a device whose own clock is set back still receives its connection events.
    this.#inOrder = createInOrder(place.around.clock, place.clock);
    place.peers.set(name, this);
    this.#silence =
      this.cipher?.through({ other: options.other ?? '', far: () => this.#connectedTo()?.cipher ?? null }) ??
      (() => undefined);
    if (options.initiator) this.#say('offer');
  }

  get cipher(): WorldCipher | null {
    return this.options.cipher instanceof WorldCipher ? this.options.cipher : null;
  }

  take({ kind, text }: PeerSignal): void {
    const from = speakerOf(text);
    // As in a browser: an invalid description ends the connection, an invalid candidate is ignored.
    if (from === null) return kind === 'iceCandidate' ? undefined : this.#tell({ type: 'failed' });
    if (kind === 'iceCandidate') this.#hasDescription ||= from === this.#other;
    else {
      this.#other = from;
      if (kind === 'offer') this.#say('answer');
      for (let at = 0; at < 2; at += 1) this.#say('iceCandidate');
    }
    this.look();
    this.#far()?.look();
  }

  restart(): void {
    if (this.options.initiator) this.#say('offer');
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#silence();
    this.place.peers.delete(this.name);
    this.ended();
    // The other side notices the silence after a while.
    const far = this.#far();
    if (far) this.place.around.clock.setTimeout(() => far.look(), this.place.chance.whole(1_000, 6_000));
  }

  /** Connects, or breaks, by what reaches what now. */
  look(): void {
    if (this.#closed) return;
    const far = this.#far();
    const path = far !== undefined && this.place.reaches() && far.place.reaches();
    if (this.#connected && !path) {
      this.#connected = false;
      this.#tell({ type: 'interrupted' });
    } else if (!this.#connected && path && this.#meets(far) && far.#meets(this)) this.#connect();
  }

  #meets(far: WorldPeer): boolean {
    return this.#hasDescription && this.#other === far.name;
  }

  #connect(): void {
    const { chance, around } = this.place;
    this.#connected = true;
    if (chance.happens(around.weather.mediaBroken)) {
      around.count('no path for media');
      this.#connected = false;
      return this.#tell({ type: 'failed' });
    }
    this.#tell({
      type: 'remote',
      view: { id: `of ${this.#other ?? ''}` },
      hasCamera: false,
      microphone: true,
      sharing: false,
    });
    this.#tell({ type: 'connected' });
  }

  /** The other side, if sound comes from there. */
  #connectedTo(): WorldPeer | null {
    const far = this.#far();
    return far !== undefined && this.#connected && far.#connected && far.#meets(this) ? far : null;
  }

  #far(): WorldPeer | undefined {
    return this.#other === null ? undefined : this.place.peers.get(this.#other);
  }

  #say(kind: PeerSignal['kind']): void {
    this.#tell({ type: 'signal', signal: { kind, text: JSON.stringify({ from: this.name }) } });
  }

  #tell(event: PeerEvent): void {
    this.#inOrder(this.place.chance.whole(0, 30), () => this.#closed || this.options.on(event));
  }
}
