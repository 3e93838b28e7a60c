import { fail, ok } from '../../src/domain/result.ts';
import type {
  LocalMedia,
  MediaPort,
  MediaProblem,
  MediaPeer,
  PeerEvent,
  PeerOptions,
  PeerSignal,
} from '../../src/ports/media.ts';

/** Connects the peer connections of a test by the names in their signals. */
export interface Ether {
  /** Blocks all traffic: connections break, and new ones cannot be made. */
  setDown(down: boolean): void;
  /** Ends all connections permanently. */
  fail(): void;
  /** Connections that are open, devices that are in use. */
  readonly peers: ReadonlySet<FakePeer>;
  readonly devices: ReadonlySet<LocalMedia>;
}

export interface FakeMedia extends MediaPort {
  /** The result of the next request for devices. */
  answer: 'given' | 'asked' | MediaProblem;
  /** Answers a question that was left open. */
  decide(answer: 'given' | MediaProblem): void;
  readonly made: readonly PeerOptions[];
  /** One entry for each request for devices: true if it included the camera. */
  readonly wanted: readonly boolean[];
}

export interface MediaNetwork extends Ether {
  device(): FakeMedia;
}

export function mediaNetwork(): MediaNetwork {
  const peers = new Set<FakePeer>();
  const devices = new Set<LocalMedia>();
  const air = { down: false, made: 0 };
  return {
    peers,
    devices,
    setDown: (down) => {
      air.down = down;
      for (const peer of peers) peer.pathChanged(!down);
    },
    fail: () => {
      for (const peer of peers) peer.broke();
    },
    device: () => fakeMedia(peers, devices, air),
  };
}

interface Air {
  down: boolean;
  made: number;
}

function fakeMedia(peers: Set<FakePeer>, devices: Set<LocalMedia>, air: Air): FakeMedia {
  const made: PeerOptions[] = [];
  const expected: boolean[] = [];
  let waiting: ((answer: 'given' | MediaProblem) => void) | null = null;
  const media: FakeMedia = {
    answer: 'given',
    supported: true,
    made,
    wanted: expected,
    decide: (answer) => waiting?.(answer),
    open: async ({ video }) => {
      expected.push(video);
      const answer =
        media.answer === 'asked'
          ? await new Promise<'given' | MediaProblem>((resolve) => (waiting = resolve))
          : media.answer;
      return answer === 'given' ? ok(localMedia(video, devices)) : fail(answer);
    },
    devices: async () => [{ id: 'camera-1', kind: 'camera', name: 'Camera' }],
    onDevices: () => () => undefined,
    connect: (options) => {
      made.push(options);
      air.made += 1;
      const peer = new FakePeer(air.made, options, peers, air);
      peers.add(peer);
      return peer;
    },
  };
  return media;
}

function localMedia(video: boolean, devices: Set<LocalMedia>): LocalMedia {
  const state = { camera: video, heard: true };
  const local: LocalMedia = {
    view: { id: `local ${devices.size}` },
    get hasCamera() {
      return state.camera;
    },
    get isHeard() {
      return state.heard;
    },
    setMicrophone: async (on) => {
      state.heard = on;
      return ok(undefined);
    },
    onLost: () => undefined,
    setCamera: async (on) => {
      state.camera = on;
      return ok(undefined);
    },
    switchCamera: async (id) => (id === 'none' ? fail('missing') : ok(undefined)),
    switchMicrophone: async () => ok(undefined),
    quietNoise: async () => ok(undefined),
    shareScreen: async () => ok(undefined),
    stopSharing: async () => undefined,
    close: () => void devices.delete(local),
  };
  devices.add(local);
  return local;
}

interface Words {
  readonly name: number;
}

/** Connects when both sides have received the other's name and a candidate, like a real connection. */
export class FakePeer implements MediaPeer {
  readonly name: number;
  other: number | null = null;
  heardCandidate = false;
  connected = false;
  readonly #options: PeerOptions;
  readonly #peers: Set<FakePeer>;
  readonly #air: Air;

  constructor(name: number, options: PeerOptions, peers: Set<FakePeer>, air: Air) {
    this.name = name;
    this.#options = options;
    this.#peers = peers;
    this.#air = air;
    if (options.initiator) this.#say('offer');
  }

  take({ kind, text }: PeerSignal): void {
    const { name } = JSON.parse(text) as Words;
    if (kind === 'offer') {
      this.other = name;
      this.#say('answer');
      this.#sayCandidates();
    } else if (kind === 'answer') {
      this.other = name;
      this.#sayCandidates();
    } else this.heardCandidate = this.heardCandidate || name === this.other;
    this.tryToConnect();
    this.#far()?.tryToConnect();
  }

  restart(): void {
    if (this.#options.initiator) this.#say('offer');
  }

  close(): void {
    this.#peers.delete(this);
  }

  /** The path between the two came or went. */
  pathChanged(up: boolean): void {
    if (up) return this.tryToConnect();
    if (!this.connected) return;
    this.connected = false;
    this.#tell({ type: 'interrupted' });
  }

  broke(): void {
    this.connected = false;
    this.#tell({ type: 'failed' });
  }

  tryToConnect(): void {
    const far = this.#far();
    if (
      this.connected ||
      this.#air.down ||
      !this.heardCandidate ||
      far?.other !== this.name ||
      !far.heardCandidate
    )
      return;
    this.connected = true;
    this.#tell({
      type: 'remote',
      view: { id: `of ${this.other}` },
      hasCamera: true,
      microphone: true,
      sharing: false,
    });
    this.#tell({ type: 'connected' });
  }

  #far(): FakePeer | undefined {
    return [...this.#peers].find((peer) => peer.name === this.other);
  }

  #sayCandidates(): void {
    for (let at = 0; at < 3; at += 1) this.#say('iceCandidate');
  }

  #say(kind: PeerSignal['kind']): void {
    this.#tell({ type: 'signal', signal: { kind, text: JSON.stringify({ name: this.name }) } });
  }

  #tell(event: PeerEvent): void {
    queueMicrotask(() => {
      if (this.#peers.has(this)) this.#options.on(event);
    });
  }
}
