import type { UnitOptions } from '../../../ports/media.ts';
import { encodedFrames, type FrameCipher } from './frame-cipher.ts';

export interface UnitConnectionParts extends Pick<UnitOptions, 'servers' | 'relayOnly' | 'offer'> {
  readonly kind: 'sound' | 'picture' | 'down';
  readonly cipher: FrameCipher | null;
  readonly changed: () => void;
  readonly failed: () => void;
}

/** One connection with the unit. This side offers, again after each change of its lines. */
export class UnitConnection {
  readonly peer: RTCPeerConnection;
  readonly #parts: UnitConnectionParts;
  #isOffering = false;
  #isDirty = false;
  #isClosed = false;

  constructor(parts: UnitConnectionParts) {
    this.#parts = parts;
    this.peer = new RTCPeerConnection({
      iceServers: parts.servers.map((server) => ({ ...server })),
      iceTransportPolicy: parts.relayOnly ? 'relay' : 'all',
      bundlePolicy: 'max-bundle',
      ...encodedFrames(parts.cipher),
    });
    this.peer.addEventListener('connectionstatechange', () => {
      if (this.#isClosed) return;
      if (this.peer.connectionState === 'failed') parts.failed();
      else parts.changed();
    });
  }

  /** Describes the lines to the unit. Changes during an offer are in the next one. */
  offer(): void {
    this.#isDirty = true;
    if (this.#isOffering || this.#isClosed) return;
    this.#isOffering = true;
    this.#offerAll()
      .catch(() => !this.#isClosed && this.#parts.failed())
      .finally(() => (this.#isOffering = false));
  }

  close(): void {
    this.#isClosed = true;
    this.peer.close();
  }

  async #offerAll(): Promise<void> {
    while (this.#isDirty && !this.#isClosed) {
      this.#isDirty = false;
      await this.peer.setLocalDescription();
      const answer = await this.#parts.offer(this.#parts.kind, this.peer.localDescription?.sdp ?? '');
      if (this.#isClosed) return;
      if (answer === null) return this.#parts.failed();
      await this.peer.setRemoteDescription({ type: 'answer', sdp: answer });
    }
  }
}

/** The unit forwards VP8: the beginning of each packet shows where pictures begin. */
export function preferVp8(place: RTCRtpTransceiver): void {
  const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? [];
  const chosen = codecs.filter(({ mimeType }) => /^video\/(?:VP8|rtx)$/i.test(mimeType));
  if (chosen.length > 0) place.setCodecPreferences(chosen);
}
