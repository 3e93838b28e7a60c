import { callLimits as limits } from '../../domain/limits.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type {
  CallQuality,
  DeviceKind,
  IceServer,
  LocalMedia,
  MediaPort,
  MediaProblem,
  MediaPeer,
  PeerEvent,
  PeerSignal,
} from '../../ports/media.ts';
import type { DeviceNews, LocalView, RemoteView } from '../interface/calls.ts';

/** Media events reported to the call's machine and page. */
export interface CallMediaParts {
  readonly port: MediaPort;
  readonly servers: () => readonly IceServer[];
  readonly relayOnly: () => boolean;
  /** The newest connection this device had before its page reloaded; 0 for a new call. */
  readonly before: number;
  /** Sends to the peer, with the number of its connection. */
  readonly signal: (signal: PeerSignal, path: number) => void;
  readonly onEvent: (event: 'connected' | 'interrupted' | 'failed') => void;
  readonly changed: () => void;
}

interface Connection {
  readonly path: number;
  readonly peer: MediaPeer;
  alive: boolean;
  /** Repair attempts since the connection last worked. */
  attempts: number;
}

const NO_LOCAL: LocalView = { view: null, microphone: true, camera: false, sharing: false };
const NONE_REPLACED = { microphone: 0, camera: 0 } as const;
const NO_REMOTE: RemoteView = { view: null, camera: false, microphone: true, sharing: false };

/**
 * Devices and connections of one call. Each connection has a number, made by the caller and carried by
 * every signal, so that an answer to an earlier one is never given to a later one (CALL-20).
 */
export class CallMedia {
  local: LocalView = NO_LOCAL;
  remote: RemoteView = NO_REMOTE;
  quality: CallQuality | null = null;
  problem: MediaProblem | null = null;
  deviceNews: DeviceNews | null = null;
  readonly #parts: CallMediaParts;
  #devices: LocalMedia | null = null;
  #connection: Connection | null = null;
  /** The newest connection there ever was. */
  #path: number;
  /** Connections up to this one belonged to an earlier page: their signals are too late. */
  #before: number;
  #closed = false;
  /** Devices of each kind that took the place of a lost one since the user last chose. */
  #replaced: Readonly<Record<DeviceKind, number>> = NONE_REPLACED;

  constructor(parts: CallMediaParts) {
    this.#parts = parts;
    this.#path = parts.before;
    this.#before = parts.before;
  }

  get isOpen(): boolean {
    return this.#devices !== null;
  }

  get path(): number {
    return this.#path;
  }

  /** Null: the call ended while the user was asked for permission. */
  async open(video: boolean): Promise<boolean | null> {
    const opened = await this.#parts.port.open({ video });
    if (this.#closed) {
      if (opened.ok) opened.value.close();
      return null;
    }
    if (!opened.ok) {
      this.problem = opened.reason;
      return false;
    }
    this.#devices = opened.value;
    this.local = { ...NO_LOCAL, view: opened.value.view, camera: opened.value.hasCamera };
    opened.value.onLost((kind) => void this.#onLost(kind));
    this.#parts.changed();
    return true;
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

  async setMicrophone(on: boolean): Promise<Result<void, MediaProblem>> {
    const devices = this.#devices;
    if (devices === null) return fail('missing');
    this.#replaced = NONE_REPLACED;
    const switching = devices.setMicrophone(on);
    // An open one has switched already: the button shows it at once.
    if (devices.isHeard !== this.local.microphone) this.#showDevices(devices);
    const result = await switching;
    if (this.#closed) return result;
    if (!result.ok) this.deviceNews = { kind: 'microphone', what: result.reason };
    if (!result.ok || devices.isHeard !== this.local.microphone) this.#showDevices(devices);
    return result;
  }

  setCamera(on: boolean): Promise<Result<void, MediaProblem>> {
    this.#replaced = NONE_REPLACED;
    return this.#change(
      (devices) => devices.setCamera(on),
      () => ({ camera: this.#devices?.hasCamera ?? false }),
    );
  }

  switchCamera(id?: string): Promise<Result<void, MediaProblem>> {
    return this.#change(
      (devices) => devices.switchCamera(id),
      () => ({ camera: this.#devices?.hasCamera ?? false }),
    );
  }

  switchMicrophone(id: string): Promise<Result<void, MediaProblem>> {
    return this.#change(
      (devices) => devices.switchMicrophone(id),
      () => ({ microphone: this.#devices?.isHeard ?? false }),
    );
  }

  shareScreen(on: boolean): Promise<Result<void, MediaProblem>> {
    const ended = () => {
      this.local = { ...this.local, sharing: false };
      this.#parts.changed();
    };
    return this.#change(
      async (devices) => (on ? devices.shareScreen(ended) : ok(await devices.stopSharing())),
      () => ({ sharing: on }),
    );
  }

  close(): void {
    this.#closed = true;
    this.#connection?.peer.close();
    this.#connection = null;
    this.#devices?.close();
    this.#devices = null;
    this.local = { ...this.local, view: null, camera: false, sharing: false };
    this.remote = NO_REMOTE;
    this.quality = null;
  }

  /**
   * Another device replaces a lost one that was in use (CALL-48). While the user is muted nothing opens:
   * unmuting asks for a microphone.
   */
  async #onLost(kind: DeviceKind): Promise<void> {
    const devices = this.#devices;
    if (devices === null) return;
    const isUsed = kind === 'camera' || this.local.microphone;
    this.#showDevices(devices);
    if (!isUsed) return;
    const mayReplace = this.#replaced[kind] < limits.replacedDevicesMax;
    this.#replaced = { ...this.#replaced, [kind]: this.#replaced[kind] + 1 };
    const open = () => (kind === 'camera' ? devices.setCamera(true) : devices.setMicrophone(true));
    const { ok: replaced } = mayReplace ? await open() : fail('missing');
    if (this.#closed) return;
    this.deviceNews = { kind, what: replaced ? 'replaced' : 'off' };
    this.#showDevices(devices);
  }

  #showDevices({ view, isHeard, hasCamera }: LocalMedia): void {
    this.local = { ...this.local, view, microphone: isHeard, camera: hasCamera };
    this.#parts.changed();
  }

  async #change(
    act: (devices: LocalMedia) => Promise<Result<void, MediaProblem>>,
    now: () => Partial<LocalView>,
  ): Promise<Result<void, MediaProblem>> {
    const devices = this.#devices;
    if (devices === null) return fail('missing');
    const result = await act(devices);
    if (this.#closed) return result;
    this.problem = result.ok ? null : result.reason;
    if (result.ok) this.local = { ...this.local, view: devices.view, ...now() };
    this.#parts.changed();
    return result;
  }

  #onOffer(signal: PeerSignal, path: number | null): void {
    if (this.#devices === null) return;
    const alive = this.#connection?.alive === true;
    const nextPath = path ?? (alive ? this.#path : this.#path + 1);
    if (nextPath < this.#path || nextPath <= this.#before) return;
    if (!alive || nextPath > this.#path) this.#begin(false, nextPath);
    this.#connection?.peer.take(signal);
  }

  #begin(initiator: boolean, path: number): void {
    const devices = this.#devices;
    if (devices === null) return;
    this.#connection?.peer.close();
    this.#path = path;
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
        this.remote = {
          view: event.view,
          camera: event.hasCamera,
          microphone: event.microphone,
          sharing: event.sharing,
        };
        return this.#parts.changed();
      case 'quality':
        if (this.quality === event.quality) return;
        this.quality = event.quality;
        return this.#parts.changed();
    }
  }
}

/** One candidate as JSON, or a list of them (CALL-20); what is neither is given on as it is. */
function candidatesIn(text: string): readonly string[] {
  if (!text.startsWith('[')) return [text];
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) ? list.slice(0, limits.candidatesMax).map((one) => JSON.stringify(one)) : [];
  } catch {
    return [];
  }
}
