import { type Result, fail, ok } from '../../../domain/result.ts';
import type { DeviceKind, LocalMedia, MediaChoice, MediaProblem, MediaView } from '../../../ports/media.ts';
import { mediaProblemOf } from './media-problem.ts';
import { viewOf } from './media-views.ts';
import { SoundMix } from './sound-mix.ts';

/** The tracks that connections send from this side; connections are notified when they change. */
export interface Sending {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
  /** Whether the microphone is on and whether the picture is a screen: reported to the other side. */
  readonly sounds: boolean;
  readonly shares: boolean;
  readonly stream: MediaStream;
}

/** A connection that sends these tracks. */
export interface TrackSender {
  /** False: this connection has no place for a picture. */
  readonly hasPlaceForVideo: boolean;
  update(): Promise<void>;
  /** The tracks are unchanged, but their description changed. */
  announce(): void;
}

export interface ChosenDevices {
  readonly microphone: string;
  readonly camera: string;
  /** The browser suppresses noise around the speaker (CALL-52). */
  readonly quietsNoise: boolean;
}

const KINDS = { audioinput: 'microphone', videoinput: 'camera', audiooutput: 'output' } as const;

const soundOf = (noiseSuppression: boolean): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression,
  autoGainControl: true,
});
/** Sound of a screen as it is, without the voices that this page plays. */
const SCREEN_SOUND: MediaTrackConstraints & { readonly restrictOwnAudio: boolean } = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  restrictOwnAudio: true,
};
const PICTURE: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: 'user' };
const DONE: Result<void, MediaProblem> = ok(undefined);

/**
 * Microphone and camera or screen of one call. Uses one stream for its whole life, so that the page showing
 * it is not interrupted.
 */
export class PageLocal implements LocalMedia {
  readonly view: MediaView;
  readonly #stream: MediaStream;
  readonly #senders = new Set<TrackSender>();
  #camera: MediaStreamTrack | null;
  #screen: MediaStreamTrack | null = null;
  /** Null: no screen is shared, or it has no sound. */
  #mix: SoundMix | null = null;
  #screenSound: MediaStreamTrack | null = null;
  /** The microphone that the next question for one prefers. */
  #preferred: string;
  /** True if the user is unmuted; a microphone opened later starts in this state. */
  #unmuted = true;
  #onLost: (kind: DeviceKind) => void = () => undefined;
  readonly #look = () => void this.#findLost().catch(() => undefined);
  /** Serialises changes of the picture, such as opening a camera. */
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  #quietsNoise: boolean;

  private constructor(stream: MediaStream, { microphone, quietsNoise }: ChosenDevices) {
    this.#stream = stream;
    this.#camera = stream.getVideoTracks()[0] ?? null;
    this.#preferred = microphone;
    this.#quietsNoise = quietsNoise;
    this.view = viewOf(stream);
    for (const one of stream.getTracks()) this.#watch(one);
    navigator.mediaDevices.addEventListener('devicechange', this.#look);
  }

  /** A camera that is missing, taken or denied leaves a call with sound alone (CALL-38). */
  static async open(video: boolean, choice: ChosenDevices): Promise<Result<PageLocal, MediaProblem>> {
    const audio = { ...soundOf(choice.quietsNoise), ...constraintsOf(choice.microphone) };
    const camera = { ...PICTURE, ...constraintsOf(choice.camera) };
    for (const picture of video ? [camera, false] : [false]) {
      try {
        const stream = await navigator.mediaDevices.getUserMedia({ audio, video: picture });
        return ok(new PageLocal(stream, choice));
      } catch (error) {
        const problem = mediaProblemOf(error);
        if (picture === false || problem === 'unsupported') return fail(problem);
      }
    }
    return fail('missing');
  }

  get hasCamera(): boolean {
    return this.#camera !== null;
  }

  get isHeard(): boolean {
    return this.#microphone?.enabled === true;
  }

  get sending(): Sending {
    return {
      audio: this.#mix?.track ?? this.#microphone,
      video: this.#screen ?? this.#camera,
      sounds: this.isHeard,
      shares: this.#screen !== null,
      stream: this.#stream,
    };
  }

  attach(sender: TrackSender): () => void {
    this.#senders.add(sender);
    return () => void this.#senders.delete(sender);
  }

  onLost(listener: (kind: DeviceKind) => void): void {
    this.#onLost = listener;
  }

  async setMicrophone(on: boolean): Promise<Result<void, MediaProblem>> {
    this.#unmuted = on;
    const microphone = this.#microphone;
    if (microphone !== null) {
      microphone.enabled = on;
      for (const sender of this.#senders) sender.announce();
      return DONE;
    }
    if (!on) return DONE;
    return this.#inTurn(async () =>
      this.#microphone === null ? this.#openMicrophone(constraintsOf(this.#preferred)) : DONE,
    );
  }

  /** Browsers that cannot change an open microphone open it again (CALL-52). */
  quietNoise(on: boolean): Promise<Result<void, MediaProblem>> {
    return this.#inTurn(async () => {
      const microphone = this.#microphone;
      this.#quietsNoise = on;
      if (microphone === null) return DONE;
      await microphone.applyConstraints(soundOf(on)).catch(() => undefined);
      const { noiseSuppression, deviceId = '' } = microphone.getSettings();
      return noiseSuppression === undefined || noiseSuppression === on
        ? DONE
        : this.#openMicrophone(constraintsOf(deviceId));
    });
  }

  setCamera(on: boolean): Promise<Result<void, MediaProblem>> {
    return this.#inTurn(async () => {
      if (on === this.hasCamera) return DONE;
      if (on) return this.#openCamera(PICTURE);
      this.#camera?.stop();
      this.#camera = null;
      return this.#show();
    });
  }

  switchCamera(id?: string): Promise<Result<void, MediaProblem>> {
    return this.#inTurn(async () => {
      const now = this.#camera?.getSettings().deviceId;
      const next = id ?? (await nextCamera(now));
      if (next === null) return fail('missing');
      if (next === now) return DONE;
      // Phones open one camera at a time.
      this.#camera?.stop();
      const switched = await this.#openCamera({
        ...PICTURE,
        facingMode: undefined,
        deviceId: { exact: next },
      });
      if (switched.ok || now === undefined) return switched;
      this.#camera = null;
      await this.#openCamera({ ...PICTURE, facingMode: undefined, deviceId: { exact: now } });
      return switched;
    });
  }

  switchMicrophone(id: string): Promise<Result<void, MediaProblem>> {
    return this.#inTurn(async () => {
      const opened = await this.#openMicrophone({ deviceId: { exact: id } });
      if (opened.ok) this.#preferred = id;
      return opened;
    });
  }

  shareScreen(ended: () => void): Promise<Result<void, MediaProblem>> {
    return this.#inTurn(async () => {
      if (this.#screen !== null) return DONE;
      if (!this.#hasPlaceForVideo() || !('getDisplayMedia' in navigator.mediaDevices))
        return fail('unsupported');
      try {
        const shared = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: SCREEN_SOUND });
        const [screen] = shared.getVideoTracks();
        const [sound = null] = shared.getAudioTracks();
        if (screen === undefined) return fail('missing');
        if (this.#closed) {
          for (const one of shared.getTracks()) one.stop();
          return DONE;
        }
        this.#screen = screen;
        this.#screenSound = sound;
        this.#mix = sound && new SoundMix(sound);
        screen.addEventListener('ended', () => void this.stopSharing().then(ended), { once: true });
        return await this.#show();
      } catch (error) {
        return fail(mediaProblemOf(error));
      }
    });
  }

  async stopSharing(): Promise<void> {
    await this.#inTurn(async () => {
      this.#endScreen();
      return this.#show();
    });
  }

  close(): void {
    this.#closed = true;
    navigator.mediaDevices.removeEventListener('devicechange', this.#look);
    this.#endScreen();
    for (const one of [...this.#stream.getTracks(), this.#camera]) one?.stop();
    this.#senders.clear();
  }

  #endScreen(): void {
    this.#mix?.close();
    for (const one of [this.#screen, this.#screenSound]) one?.stop();
    [this.#screen, this.#screenSound, this.#mix] = [null, null, null];
  }

  #inTurn(act: () => Promise<Result<void, MediaProblem>>): Promise<Result<void, MediaProblem>> {
    const result = this.#turn.then(act);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  get #microphone(): MediaStreamTrack | null {
    return this.#stream.getAudioTracks()[0] ?? null;
  }

  #watch(one: MediaStreamTrack): void {
    // The browser reports only an end that this page did not ask for.
    one.addEventListener('ended', () => void this.#lose(one).catch(() => undefined), { once: true });
  }

  /** Some browsers do not end the track of a removed device, so the list of devices decides as well. */
  async #findLost(): Promise<void> {
    const listed = await navigator.mediaDevices.enumerateDevices();
    for (const one of [this.#microphone, this.#camera])
      if (one !== null && isGone(one, listed)) await this.#lose(one);
  }

  /** Takes the track of a lost device out of the call, so that the other side is shown it as off. */
  async #lose(mediaTrack: MediaStreamTrack): Promise<void> {
    const kind = this.#kindOf(mediaTrack);
    if (this.#closed || kind === null) return;
    mediaTrack.stop();
    this.#stream.removeTrack(mediaTrack);
    if (kind === 'camera') this.#camera = null;
    await this.#show();
    this.#onLost(kind);
  }

  /** Null: this call no longer uses the track. */
  #kindOf(one: MediaStreamTrack): DeviceKind | null {
    if (one === this.#microphone) return 'microphone';
    return one === this.#camera ? 'camera' : null;
  }

  async #openMicrophone(device: MediaTrackConstraints): Promise<Result<void, MediaProblem>> {
    const opened = await track({ audio: { ...soundOf(this.#quietsNoise), ...device } });
    if (!opened.ok) return opened;
    if (this.#closed) {
      opened.value.stop();
      return DONE;
    }
    const old = this.#microphone;
    old?.stop();
    if (old !== null) this.#stream.removeTrack(old);
    opened.value.enabled = this.#unmuted;
    this.#watch(opened.value);
    this.#stream.addTrack(opened.value);
    return this.#show();
  }

  async #openCamera(video: MediaTrackConstraints): Promise<Result<void, MediaProblem>> {
    if (!this.#hasPlaceForVideo()) return fail('unsupported');
    const opened = await track({ video });
    if (!opened.ok) return opened;
    if (this.#closed) {
      opened.value.stop();
      return DONE;
    }
    this.#camera = opened.value;
    this.#watch(opened.value);
    return this.#show();
  }

  #hasPlaceForVideo(): boolean {
    return [...this.#senders].every((sender) => sender.hasPlaceForVideo);
  }

  /** Puts what is sent into the stream that this side shows, and into all connections. */
  async #show(): Promise<Result<void, MediaProblem>> {
    this.#mix?.setMicrophone(this.#microphone);
    const { video } = this.sending;
    for (const track of this.#stream.getVideoTracks()) if (track !== video) this.#stream.removeTrack(track);
    if (video !== null) this.#stream.addTrack(video);
    for (const sender of this.#senders) await sender.update();
    return DONE;
  }
}

const constraintsOf = (id: string): MediaTrackConstraints => (id === '' ? {} : { deviceId: { ideal: id } });

async function track(constraints: MediaStreamConstraints): Promise<Result<MediaStreamTrack, MediaProblem>> {
  try {
    const [first] = (await navigator.mediaDevices.getUserMedia(constraints)).getTracks();
    return first === undefined ? fail('missing') : ok(first);
  } catch (error) {
    return fail(mediaProblemOf(error));
  }
}

/** Returns the next camera in rotation, or null if the device has none. */
async function nextCamera(now: string | undefined): Promise<string | null> {
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(
    (device) => device.kind === 'videoinput',
  );
  const at = cameras.findIndex((camera) => camera.deviceId === now);
  return cameras[(at + 1) % cameras.length]?.deviceId ?? null;
}

/** Devices that the browser names: those it gives no id for may not be chosen yet. */
export async function listDevices(): Promise<readonly MediaChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ deviceId }) => deviceId !== '')
    .map(({ deviceId, kind, label }) => ({ id: deviceId, kind: KINDS[kind], name: label }));
}

/** Reads the stored choice; invalid content counts as no choice. */
export function readChosenDevices(text: string | null): ChosenDevices {
  try {
    const { microphone, camera, quietsNoise } = JSON.parse(text ?? '{}') as {
      readonly [N in keyof ChosenDevices]?: unknown;
    };
    return {
      microphone: typeof microphone === 'string' ? microphone : '',
      camera: typeof camera === 'string' ? camera : '',
      quietsNoise: quietsNoise !== false,
    };
  } catch {
    return { microphone: '', camera: '', quietsNoise: true };
  }
}

type Track = Pick<MediaStreamTrack, 'kind' | 'getSettings'>;
type Listed = Pick<MediaDeviceInfo, 'kind' | 'deviceId'>;

/** Returns true if the device of a track is missing from the list of devices. */
function isGone(track: Track, listed: readonly Listed[]): boolean {
  const ids = listed.flatMap(({ kind, deviceId }) => (kind === `${track.kind}input` ? [deviceId] : []));
  const id = track.getSettings().deviceId ?? '';
  // A browser without ids reveals only the number of devices.
  return ids.length === 0 || (id !== '' && ids.every((one) => one !== '' && one !== id));
}
