import type { CallCipher } from '../../../ports/media.ts';

/**
 * Encrypts frames between the encoder and the network, and decrypts them before the decoder. A connection
 * names each sender and receiver once, before the description that uses it is complete: the side that offers
 * when it adds the place, the other one before it answers. Chromium ignores a receiver that is named later.
 */
export interface FrameCipher {
  /** `to`: the only device that receives these frames; none if a server forwards them. */
  sends(sender: RTCRtpSender, to?: string): void;
  /** `from`: the device that sends these frames. */
  receives(receiver: RTCRtpReceiver, from: string): void;
  close(): void;
}

/** Ciphers behind the handles that the core passes. */
const ciphers = new WeakMap<CallCipher, FrameCipher>();

export const registerFrameCipher = (handle: CallCipher, cipher: FrameCipher): void =>
  void ciphers.set(handle, cipher);

/** Null: the frames of this call are not encrypted. */
export const frameCipherOf = (handle: CallCipher | undefined): FrameCipher | null =>
  handle === undefined ? null : (ciphers.get(handle) ?? null);

/** Codecs whose packets are made without reading the encrypted part of a frame. */
const CODECS = /^video\/(?:VP8|VP9|rtx|red|ulpfec)$/i;

/** Leaves out other codecs: their packets are cut at marks inside the frame. */
export function chooseCodecs(cipher: FrameCipher | null, place: RTCRtpTransceiver): void {
  if (cipher === null || place.receiver.track.kind !== 'video' || !('setCodecPreferences' in place)) return;
  const codecs = (RTCRtpReceiver.getCapabilities('video')?.codecs ?? []).filter(({ mimeType }) =>
    CODECS.test(mimeType),
  );
  if (codecs.length > 0) place.setCodecPreferences(codecs);
}

/** Older Chromium gives frames only to a connection that is made with this option; others ignore it. */
export const encodedFrames = (cipher: FrameCipher | null): object =>
  cipher === null || 'RTCRtpScriptTransform' in globalThis ? {} : { encodedInsertableStreams: true };
