import {
  authenticated,
  clearBytes,
  COUNTER_MAX,
  joined,
  nonceOf,
  readTrailer,
  ReplayWindow,
  STREAMS_MAX,
  TRAILER_BYTES,
  writeTrailer,
  type MediaFrameKind,
  type FrameTrailer,
} from '../../../domain/frame-layout.ts';
import { groupCallLimits as limits } from '../../../domain/group-call-limits.ts';
import { frameKeyOf, nextSecret, type MediaKey } from './media-key.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A key with what is derived from it. */
interface Usable extends MediaKey {
  readonly frames: CryptoKey;
}

const usable = async (key: MediaKey): Promise<Usable> => ({ ...key, frames: await frameKeyOf(key.secret) });

/** Encrypts the frames of this device (GCALL-18). Each stream counts for itself. */
export class FrameSealer {
  #key: Usable | null = null;
  #streams = 0;

  /** Frames are encrypted with this key from now on. */
  async use(key: MediaKey): Promise<void> {
    this.#key = await usable(key);
  }

  /** Returns a function that encrypts the frames of a new stream; null: the frame is dropped. */
  stream(): (kind: MediaFrameKind, data: Bytes) => Promise<Bytes | null> {
    const stream = (this.#streams += 1);
    let counter = 0;
    return async (kind, data) => {
      // Silence: the encoder gives empty frames, which are not sent.
      if (data.length === 0) return data;
      const key = this.#key;
      counter += 1;
      if (key === null || stream > STREAMS_MAX || counter > COUNTER_MAX) return null;
      const { generation, step } = key;
      const clear = data.subarray(0, clearBytes(kind, data.length));
      const place = { stream, counter, generation, step };
      const trailer = writeTrailer(place);
      const algorithm = {
        name: 'AES-GCM',
        iv: nonceOf(place),
        additionalData: authenticated(kind, clear, trailer),
      };
      const rest = await crypto.subtle.encrypt(algorithm, key.frames, data.subarray(clear.length));
      return joined([clear, new Uint8Array(rest), trailer]);
    };
  }
}

export interface FrameOpenerParts {
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  readonly nowMs: () => number;
  /** Frames of a device cannot be decrypted, because its key is missing. */
  readonly missing: (device: string) => void;
}

/** Keys of one other device. */
interface Keys {
  /** The newest generations, the newest first. */
  list: Usable[];
  /** Earlier steps of the newest generation, for frames that arrive late. */
  earlier: Usable | null;
  /** Called when a key arrives. */
  waiting: (() => void)[];
  missingSinceMs: number | null;
  reportedAtMs: number;
}

/** Decrypts the frames of other devices. A frame that does not decrypt is dropped (GCALL-18). */
export class FrameOpener {
  readonly #parts: FrameOpenerParts;
  readonly #keys = new Map<string, Keys>();

  constructor(parts: FrameOpenerParts) {
    this.#parts = parts;
  }

  async accept(device: string, key: MediaKey): Promise<void> {
    const made = await usable(key);
    const keys = this.#of(device);
    const { generation, step } = key;
    const known = keys.list.find((one) => one.generation === generation);
    if (known !== undefined && known.step >= step) return this.#wake(keys);
    if (known !== undefined) keys.earlier = known;
    const others = keys.list.filter((one) => one.generation !== generation);
    keys.list = [made, ...others].toSorted((a, b) => b.generation - a.generation).slice(0, 2);
    keys.missingSinceMs = null;
    this.#wake(keys);
  }

  forget(device: string): void {
    const keys = this.#keys.get(device);
    this.#keys.delete(device);
    if (keys !== undefined) this.#wake(keys);
  }

  /** Returns a function that decrypts one stream; null: the frame is dropped. */
  receiver(device: string): (kind: MediaFrameKind, data: Bytes) => Promise<Bytes | null> {
    const windows = new Map<number, ReplayWindow>();
    return async (kind, data) => {
      const trailer = readTrailer(data);
      if (trailer === null) return null;
      const window = windows.get(trailer.stream) ?? new ReplayWindow();
      if (!window.isNew(trailer.counter)) return null;
      const key = await this.#keyFor(device, trailer);
      const plain = key === null ? null : await open(key, kind, data, trailer);
      if (plain === null || key === null) return null;
      this.#keep(device, key);
      if (windows.size >= limits.streamsMax && !windows.has(trailer.stream)) windows.clear();
      windows.set(trailer.stream, window);
      window.note(trailer.counter);
      return plain;
    };
  }

  #of(device: string): Keys {
    const keys = this.#keys.get(device) ?? {
      list: [],
      earlier: null,
      waiting: [],
      missingSinceMs: null,
      reportedAtMs: Number.NEGATIVE_INFINITY,
    };
    this.#keys.set(device, keys);
    return keys;
  }

  /** Waits a moment for a key that is late; the frames behind it wait too, so that their order stays. */
  async #keyFor(device: string, trailer: FrameTrailer): Promise<Usable | null> {
    for (;;) {
      const key = await this.#known(device, trailer);
      if (key !== 'missing') return key;
      const keys = this.#of(device);
      const nowMs = this.#parts.nowMs();
      keys.missingSinceMs ??= nowMs;
      if (nowMs - keys.reportedAtMs >= limits.lateKeyMs) {
        keys.reportedAtMs = nowMs;
        this.#parts.missing(device);
      }
      const leftMs = keys.missingSinceMs + limits.lateKeyMs - nowMs;
      if (leftMs <= 0) return null;
      const arrived = new Promise<void>((done) => keys.waiting.push(done));
      await Promise.race([arrived, this.#parts.wait(leftMs)]);
    }
  }

  /** Null: the key is older than the participation of this device, which never gets it. */
  async #known(device: string, { generation, step }: FrameTrailer): Promise<Usable | 'missing' | null> {
    const keys = this.#keys.get(device);
    const { earlier } = keys ?? { earlier: null };
    if (earlier?.generation === generation && earlier.step === step) return earlier;
    const base = keys?.list.find((one) => one.generation === generation);
    if (base === undefined) return 'missing';
    if (base.step === step) return base;
    if (base.step > step) return null;
    let { secret } = base;
    for (let at = base.step; at < step; at += 1) secret = await nextSecret(secret);
    return usable({ generation, step, secret });
  }

  /** A step is kept only once a frame proved it. */
  #keep(device: string, key: Usable): void {
    const keys = this.#of(device);
    const at = keys.list.findIndex((one) => one.generation === key.generation);
    const base = keys.list[at];
    if (base === undefined || base.step >= key.step) return;
    keys.earlier = base;
    keys.list[at] = key;
  }

  #wake(keys: Keys): void {
    for (const done of keys.waiting.splice(0)) done();
  }
}

async function open(
  key: Usable,
  kind: MediaFrameKind,
  data: Bytes,
  place: FrameTrailer,
): Promise<Bytes | null> {
  const end = data.length - TRAILER_BYTES;
  const clear = data.subarray(0, clearBytes(kind, end));
  const trailer = data.subarray(end);
  const algorithm = {
    name: 'AES-GCM',
    iv: nonceOf(place),
    additionalData: authenticated(kind, clear, trailer),
  };
  try {
    const rest = await crypto.subtle.decrypt(algorithm, key.frames, data.subarray(clear.length, end));
    return joined([clear, new Uint8Array(rest)]);
  } catch {
    return null;
  }
}
