import type { Result } from '../domain/result.ts';

/**
 * Cameras, microphones and the direct connection of a call. The core of the client never touches a stream or
 * a peer connection of the browser. It holds these handles, and the page shows the stream of `view`. The
 * simulator has its own port, so the whole logic of calls runs without a browser.
 */
export interface MediaPort {
  /** Checks that this page can make calls: a secure context with devices and peer connections. */
  readonly supported: boolean;
  /**
   * Asks the user for a microphone and, for video, a camera. If the camera of a video call is missing, busy
   * or denied, it opens with sound alone.
   */
  open(want: { readonly video: boolean }): Promise<Result<LocalMedia, MediaProblem>>;
  /** Available devices; names are empty until the user allowed the first use. */
  devices(): Promise<readonly MediaChoice[]>;
  onDevices(listener: () => void): () => void;
  /** Keys and frames of one group call; null if this browser cannot encrypt frames. */
  cipher?(): Promise<CallCipher | null>;
  /** One connection to the peer of a call; the caller's side makes the offer. */
  connect(options: PeerOptions): MediaPeer;
  /** All connections with the unit that forwards a group call; absent: this port has none. */
  connectUnit?(options: UnitOptions): MediaUnit;
}

/** The reason why sound or picture is unavailable. */
export type MediaProblem = 'denied' | 'missing' | 'inUse' | 'unsupported';

export type DeviceKind = 'microphone' | 'camera';

export interface MediaChoice {
  readonly id: string;
  readonly kind: DeviceKind | 'output';
  readonly name: string;
}

/**
 * A stream that the page may show. Only the page's adapter knows its content; the core passes it on and
 * compares it by identity.
 */
export interface MediaView {
  readonly id: string;
}

export interface LocalMedia {
  readonly view: MediaView;
  /** A camera is sending (also while a screen is shared, when it was on before). */
  readonly hasCamera: boolean;
  /** A microphone is open, and it is not muted. */
  readonly isHeard: boolean;
  /** Mutes at once. Requests a microphone if the previous one was lost. */
  setMicrophone(on: boolean): Promise<Result<void, MediaProblem>>;
  /** Turns the picture off or on; asks for a camera if there was none (a voice call that becomes video). */
  setCamera(on: boolean): Promise<Result<void, MediaProblem>>;
  /** The next camera, or the one named. */
  switchCamera(id?: string): Promise<Result<void, MediaProblem>>;
  switchMicrophone(id: string): Promise<Result<void, MediaProblem>>;
  quietNoise(on: boolean): Promise<Result<void, MediaProblem>>;
  /** The person chooses a screen, a window or a tab; `ended` runs when they stop it from outside the page. */
  shareScreen(ended: () => void): Promise<Result<void, MediaProblem>>;
  stopSharing(): Promise<void>;
  /** `listener` is called when a device in use is lost: unplugged, off, or taken by another program. */
  onLost(listener: (kind: DeviceKind) => void): void;
  /** Stops every track. */
  close(): void;
}

/** A device of a call and its public key. */
export interface KeyHolder {
  readonly device: string;
  readonly publicKey: string;
}

/** Encrypts the frames of a call from end to end. Only the page's adapter touches keys and frames. */
export interface CallCipher {
  readonly publicKey: string;
  /** Moves the key of this device one step on: present holders can compute it, new ones not the previous. */
  advance(): Promise<void>;
  /** Makes a key that holders of the previous one cannot compute; `use` begins to encrypt with the newest. */
  rotate(): void;
  use(): Promise<void>;
  /** The newest key of this device, readable for that one only. */
  wrap(call: string, from: string, to: KeyHolder): Promise<string>;
  /** Returns false if that device did not make it for this one. */
  accept(call: string, from: KeyHolder, to: string, box: string): Promise<boolean>;
  /** The device cannot decrypt: frames to it and from it are clear, if no server forwards them. */
  setPlain(device: string, isPlain: boolean): void;
  forget(device: string): void;
  /** Places in the list of words to compare. */
  words(call: string, holders: readonly KeyHolder[]): Promise<readonly number[]>;
  /** The listener learns of frames whose key is missing. */
  onMissing(listener: (device: string) => void): void;
  close(): void;
}

export interface IceServer {
  readonly urls: string;
  readonly username?: string;
  readonly credential?: string;
}

export interface PeerOptions {
  readonly initiator: boolean;
  readonly local: LocalMedia;
  readonly servers: readonly IceServer[];
  /** Only through a relay (for tests, and for those who hide their address). */
  readonly relayOnly: boolean;
  /** Protects the frames of a group call; none in a call of two. */
  readonly cipher?: CallCipher | undefined;
  /** The device at the other end, as the cipher names it. */
  readonly other?: string;
  /** Called later, never while `connect` runs. */
  readonly on: (event: PeerEvent) => void;
}

/** A signal from one side to the other through the server. `text` is SDP or a candidate as JSON. */
export interface PeerSignal {
  readonly kind: 'offer' | 'answer' | 'iceCandidate';
  readonly text: string;
}

export type PeerEvent =
  | { readonly type: 'signal'; readonly signal: PeerSignal }
  | { readonly type: 'connected' }
  /** The path broke and may recover, automatically or by `restart`. */
  | { readonly type: 'interrupted' }
  /** The connection ended permanently: a new peer connection is required. */
  | { readonly type: 'failed' }
  | {
      readonly type: 'remote';
      readonly view: MediaView;
      readonly hasCamera: boolean;
      readonly microphone: boolean;
      readonly sharing: boolean;
    }
  /** Places in the list of words to compare, by the keys of both ends (CALL-50); a group call has its own. */
  | { readonly type: 'words'; readonly words: readonly number[] }
  /** Once in a while while connected. */
  | { readonly type: 'quality'; readonly quality: CallQuality }
  /** Loudness of the last moment on both sides, from 0 to 1; more often than the quality. */
  | { readonly type: 'level'; readonly own: number; readonly other: number };

export type CallQuality = 'good' | 'fair' | 'poor';

export interface MediaPeer {
  /** Processes a signal of the other side; candidates that arrive before the description wait inside. */
  take(signal: PeerSignal): void;
  /** A new path for the same connection (restarts ICE); only the initiator's offer does it. */
  restart(): void;
  close(): void;
}

/** Connections with the unit of a group call: one for the sound, one for the picture, one for all others. */
export interface UnitOptions extends Pick<PeerOptions, 'local' | 'servers' | 'relayOnly' | 'cipher'> {
  /** Sends an offer to the unit; null: it is not answered now. */
  readonly offer: (kind: 'sound' | 'picture' | 'down', text: string) => Promise<string | null>;
  /** Called later, never while `connectUnit` runs. */
  readonly on: (event: UnitEvent) => void;
}

export type UnitEvent =
  /** This device hears the others, and they hear it. */
  | { readonly type: 'connected' }
  | { readonly type: 'interrupted' }
  | { readonly type: 'failed' }
  /** Devices that hear and are heard through the unit. */
  | { readonly type: 'present'; readonly devices: readonly string[] }
  | ({ readonly device: string } & Extract<PeerEvent, { type: 'remote' }>)
  | { readonly type: 'quality'; readonly quality: CallQuality }
  | { readonly type: 'levels'; readonly own: number; readonly others: ReadonlyMap<string, number> };

export interface MediaUnit {
  /** The other devices of the call. */
  list(devices: readonly string[]): void;
  close(): void;
}
