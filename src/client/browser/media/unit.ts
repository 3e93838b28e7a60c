import type { MediaUnit, UnitEvent, UnitOptions } from '../../../ports/media.ts';
import { type FrameCipher, frameCipherOf } from './frame-cipher.ts';
import type { PageLocal } from './page-local.ts';
import { preferVp8, UnitConnection } from './unit-connection.ts';
import { DeviceLines, type UnitState } from './unit-lines.ts';
import { createUnitWatch } from './unit-watch.ts';

/** Layers of the own picture, the smallest first. */
const LAYERS: readonly RTCRtpEncodingParameters[] = [
  { rid: 'q', scaleResolutionDownBy: 4, maxBitrate: 150_000 },
  { rid: 'h', scaleResolutionDownBy: 2, maxBitrate: 500_000 },
  { rid: 'f', scaleResolutionDownBy: 1, maxBitrate: 1_500_000 },
];
const MOST_SOUND_BPS = 40_000;

type Options = Omit<UnitOptions, 'local'> & { readonly local: PageLocal };

/**
 * The connections of this page with the unit of a group call: one for the own sound, one for the own picture,
 * and one for all that others send. Its data channel carries the switches and choices of the devices.
 */
export class PageUnit implements MediaUnit {
  readonly #options: Options;
  readonly #cipher: FrameCipher | null;
  readonly #sound: UnitConnection;
  readonly #picture: UnitConnection;
  readonly #down: UnitConnection;
  readonly #channel: RTCDataChannel;
  readonly #lines = new Map<string, DeviceLines>();
  readonly #detach: () => void;
  readonly #watch: { stop(): void };
  #states: ReadonlyMap<string, UnitState> = new Map();
  #told = '';
  #ended = false;
  #isConnected = false;

  constructor(options: Options) {
    this.#options = options;
    this.#cipher = frameCipherOf(options.cipher);
    this.#sound = this.#make('sound');
    this.#picture = this.#make('picture');
    this.#down = this.#make('down');
    this.#channel = this.#down.peer.createDataChannel('unit');
    this.#channel.addEventListener('open', () => this.#changed());
    this.#channel.addEventListener('message', ({ data }) => this.#onStates(String(data)));
    const senders = this.#sendTracks();
    this.#detach = options.local.attach({
      hasPlaceForVideo: true,
      update: async () => {
        const { audio, video } = options.local.sending;
        await Promise.all([senders.sound.replaceTrack(audio), senders.picture.replaceTrack(video)]);
        this.#tell();
      },
      announce: () => this.#tell(),
    });
    this.#watch = createUnitWatch(
      { sound: this.#sound.peer, down: this.#down.peer },
      {
        deviceOf: (line) => this.#deviceOf(line),
        on: (event) => this.#emit(event),
        // Sizes on the screen change without an event.
        look: () => this.#tell(),
      },
    );
    // Downward, the first list is offered.
    this.#sound.offer();
    this.#picture.offer();
  }

  list(devices: readonly string[]): void {
    for (const [device, lines] of this.#lines)
      if (!devices.includes(device)) {
        lines.stop();
        this.#lines.delete(device);
      }
    for (const device of devices)
      if (!this.#lines.has(device))
        this.#lines.set(device, new DeviceLines(device, this.#down.peer, this.#cipher));
    this.#down.offer();
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#watch.stop();
    this.#detach();
    for (const one of [this.#sound, this.#picture, this.#down]) one.close();
  }

  #make(kind: 'sound' | 'picture' | 'down'): UnitConnection {
    const { servers, relayOnly, offer } = this.#options;
    return new UnitConnection({
      kind,
      servers,
      relayOnly,
      cipher: this.#cipher,
      offer,
      changed: () => this.#changed(),
      failed: () => this.#fail(),
    });
  }

  #sendTracks() {
    const { audio, video, stream } = this.#options.local.sending;
    const sound = this.#sound.peer.addTransceiver(audio ?? 'audio', {
      direction: 'sendonly',
      streams: [stream],
      sendEncodings: [{ maxBitrate: MOST_SOUND_BPS }],
    });
    const picture = this.#picture.peer.addTransceiver(video ?? 'video', {
      direction: 'sendonly',
      streams: [stream],
      sendEncodings: LAYERS.map((layer) => ({ ...layer })),
    });
    preferVp8(picture);
    for (const { sender } of [sound, picture]) this.#cipher?.sends(sender);
    return { sound: sound.sender, picture: picture.sender };
  }

  #deviceOf(line: string): string | null {
    for (const [device, lines] of this.#lines) if (lines.soundLine === line) return device;
    return null;
  }

  #changed(): void {
    const states = [this.#sound.peer.connectionState, this.#down.peer.connectionState];
    const isConnected = states.every((one) => one === 'connected') && this.#channel.readyState === 'open';
    if (isConnected) this.#tell();
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    this.#emit({ type: isConnected ? 'connected' : 'interrupted' });
  }

  #fail(): void {
    if (this.#ended) return;
    this.#emit({ type: 'failed' });
    this.close();
  }

  #onStates(text: string): void {
    const states = statesIn(text);
    if (states === null || this.#ended) return;
    this.#states = states;
    for (const [device, lines] of this.#lines) {
      const state = states.get(device);
      if (state === undefined) continue;
      const { picture, sound, screen } = state;
      this.#emit({
        type: 'remote',
        device,
        view: lines.show(picture),
        hasCamera: picture,
        microphone: sound,
        sharing: picture && screen,
      });
    }
    this.#emit({ type: 'present', devices: Array.from(states.keys()) });
    this.#tell();
  }

  /** Reports what this device shows and wants, if it changed. */
  #tell(): void {
    if (this.#channel.readyState !== 'open') return;
    const { video, sounds, shares } = this.#options.local.sending;
    const wants = Array.from(this.#lines).flatMap(([device, lines]) => lines.wants(this.#states.get(device)));
    const text = JSON.stringify({ state: { picture: video !== null, sound: sounds, screen: shares }, wants });
    if (text === this.#told) return;
    this.#told = text;
    this.#channel.send(text);
  }

  #emit(event: UnitEvent): void {
    if (!this.#ended) this.#options.on(event);
  }
}

/** Null: not a message of a unit. */
function statesIn(text: string): ReadonlyMap<string, UnitState> | null {
  try {
    const { states } = JSON.parse(text) as { readonly states?: Readonly<Record<string, UnitState>> };
    return states === undefined ? null : new Map(Object.entries(states));
  } catch {
    return null;
  }
}
