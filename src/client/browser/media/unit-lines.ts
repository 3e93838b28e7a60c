import type { FrameCipher } from './frame-cipher.ts';
import { viewOf } from './media-views.ts';
import { preferVp8 } from './unit-connection.ts';
import type { MediaView } from '../../../ports/media.ts';

/** The switches of a device, as the unit reports them. */
export interface UnitState {
  readonly picture: boolean;
  readonly sound: boolean;
  readonly screen: boolean;
}

/** The choice of this device for a line; `layer` is -1 for a picture that is not shown. */
export interface LineWant {
  readonly line: string;
  readonly from: string;
  readonly layer: number;
}

/** Heights from which the middle and the large layer of a picture are worth their bits. */
const [MIDDLE_FROM, LARGE_FROM] = [200, 400] as const;

/** The two lines of one other device. They belong to it until it leaves: a cipher names receivers once. */
export class DeviceLines {
  readonly #device: string;
  readonly #sound: RTCRtpTransceiver;
  readonly #picture: RTCRtpTransceiver;
  readonly #stream = new MediaStream();

  constructor(device: string, connection: RTCPeerConnection, cipher: FrameCipher | null) {
    this.#device = device;
    this.#sound = connection.addTransceiver('audio', { direction: 'recvonly' });
    this.#picture = connection.addTransceiver('video', { direction: 'recvonly' });
    preferVp8(this.#picture);
    cipher?.receives(this.#sound.receiver, device);
    cipher?.receives(this.#picture.receiver, device);
    this.#stream.addTrack(this.#sound.receiver.track);
  }

  get soundLine(): string | null {
    return this.#sound.mid;
  }

  /** A stream without a picture must carry sound alone: the element would wait for the first frame. */
  show(hasPicture: boolean): MediaView {
    const { track } = this.#picture.receiver;
    if (hasPicture) this.#stream.addTrack(track);
    else this.#stream.removeTrack(track);
    return viewOf(this.#stream);
  }

  /** Empty until the lines have names. */
  wants(state: UnitState | undefined): readonly LineWant[] {
    const [sound, picture] = [this.#sound.mid, this.#picture.mid];
    if (sound === null || picture === null) return [];
    const layer = state?.picture === true ? this.#shownLayer() : -1;
    return [
      { line: sound, from: this.#device, layer: 0 },
      { line: picture, from: this.#device, layer },
    ];
  }

  stop(): void {
    this.#sound.stop();
    this.#picture.stop();
  }

  /** The layer that fits the largest element that shows this picture; -1: none does. */
  #shownLayer(): number {
    if (document.hidden) return -1;
    const heights = Array.from(document.querySelectorAll('video')).flatMap((element) =>
      element.srcObject === this.#stream ? element.clientHeight * devicePixelRatio : [],
    );
    if (heights.length === 0) return -1;
    const height = Math.max(...heights);
    if (height === 0) return -1;
    return height >= LARGE_FROM ? 2 : height >= MIDDLE_FROM ? 1 : 0;
  }
}
