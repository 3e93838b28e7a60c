/**
 * The layout of an encrypted frame (docs/calls.md "Encrypted frames"):
 * clear bytes, ciphertext with its tag, trailer.
 */
export interface FrameTrailer {
  /** The stream of the sender: two with the same key never have the same number. */
  readonly stream: number;
  /** Counts the frames of the stream; never repeated with the same key. */
  readonly counter: number;
  /** Names the key: a new generation for each leave, a step further for each join. */
  readonly generation: number;
  readonly step: number;
}

export type MediaFrameKind = 'audio' | 'key' | 'delta';

export const TRAILER_BYTES = 10;
export const TAG_BYTES = 16;
export const STREAMS_MAX = 0xffff;
export const STEPS_MAX = 0xff;
export const GENERATIONS_MAX = 0xffff;
export const COUNTER_MAX = 2 ** 40 - 1;

/** The codec's first bytes, which a forwarding server and the packetizer read. */
const CLEAR: Readonly<Record<MediaFrameKind, number>> = { audio: 1, key: 10, delta: 3 };

export const clearBytes = (kind: MediaFrameKind, length: number): number => Math.min(CLEAR[kind], length);

export function writeTrailer({ stream, counter, generation, step }: FrameTrailer): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(TRAILER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, stream);
  view.setUint8(2, Math.floor(counter / 2 ** 32));
  view.setUint32(3, counter % 2 ** 32);
  view.setUint16(7, generation);
  view.setUint8(9, step);
  return bytes;
}

/** Null: too short to be an encrypted frame. */
export function readTrailer(frame: Uint8Array): FrameTrailer | null {
  if (frame.length < TRAILER_BYTES + TAG_BYTES) return null;
  const view = new DataView(frame.buffer, frame.byteOffset + frame.length - TRAILER_BYTES, TRAILER_BYTES);
  return {
    stream: view.getUint16(0),
    counter: view.getUint8(2) * 2 ** 32 + view.getUint32(3),
    generation: view.getUint16(7),
    step: view.getUint8(9),
  };
}

/** Twelve bytes, different for each frame of a key. */
export function nonceOf({ stream, counter }: FrameTrailer): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, stream);
  view.setUint32(4, Math.floor(counter / 2 ** 32));
  view.setUint32(8, counter % 2 ** 32);
  return bytes;
}

/** The authenticated bytes: sound never passes as a picture, and nothing in the clear can be altered. */
export const authenticated = (
  kind: MediaFrameKind,
  clear: Uint8Array,
  trailer: Uint8Array,
): Uint8Array<ArrayBuffer> => joined([Uint8Array.of(kind === 'audio' ? 0 : 1), clear, trailer]);

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const WINDOW = 128;

/** Accepts each frame of a stream once; one that is much older than the newest is refused. */
export class ReplayWindow {
  #newest = -1;
  readonly #seen = new Set<number>();

  isNew(counter: number): boolean {
    return counter > this.#newest - WINDOW && !this.#seen.has(counter);
  }

  /** Called after the frame was decrypted: a forged counter moves nothing. */
  note(counter: number): void {
    this.#seen.add(counter);
    if (counter <= this.#newest) return;
    this.#newest = counter;
    for (const one of this.#seen) if (one <= counter - WINDOW) this.#seen.delete(one);
  }
}
