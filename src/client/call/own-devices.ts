import { callLimits as limits } from '../../domain/limits.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { DeviceKind, LocalMedia, MediaPort, MediaProblem } from '../../ports/media.ts';
import type { DeviceNews, LocalView } from '../interface/calls.ts';

export interface OwnDevicesParts {
  readonly port: MediaPort;
  readonly changed: () => void;
}

const NO_LOCAL: LocalView = { view: null, microphone: true, camera: false, sharing: false };
const NONE_REPLACED = { microphone: 0, camera: 0 } as const;

/** Microphone, camera and screen of this device in a call, however many others it is connected with. */
export class OwnDevices {
  local: LocalView = NO_LOCAL;
  problem: MediaProblem | null = null;
  deviceNews: DeviceNews | null = null;
  readonly #own: OwnDevicesParts;
  #devices: LocalMedia | null = null;
  #closed = false;
  /** Devices of each kind that took the place of a lost one since the user last chose. */
  #replaced: Readonly<Record<DeviceKind, number>> = NONE_REPLACED;

  constructor(parts: OwnDevicesParts) {
    this.#own = parts;
  }

  get isOpen(): boolean {
    return this.#devices !== null;
  }

  get devices(): LocalMedia | null {
    return this.#devices;
  }

  /** Null: the call ended while the user was asked for permission. */
  async open(video: boolean): Promise<boolean | null> {
    const opened = await this.#own.port.open({ video });
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
    this.#own.changed();
    return true;
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

  quietNoise(on: boolean): Promise<Result<void, MediaProblem>> {
    return this.#change(
      (devices) => devices.quietNoise(on),
      () => ({ microphone: this.#devices?.isHeard ?? false }),
    );
  }

  shareScreen(on: boolean): Promise<Result<void, MediaProblem>> {
    const ended = () => {
      this.local = { ...this.local, sharing: false };
      this.#own.changed();
    };
    return this.#change(
      async (devices) => (on ? devices.shareScreen(ended) : ok(await devices.stopSharing())),
      () => ({ sharing: on }),
    );
  }

  close(): void {
    this.#closed = true;
    this.#devices?.close();
    this.#devices = null;
    this.local = { ...this.local, view: null, camera: false, sharing: false };
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
    this.#own.changed();
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
    this.#own.changed();
    return result;
  }
}
