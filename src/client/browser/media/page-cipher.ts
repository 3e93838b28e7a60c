import type { CallCipher, KeyHolder } from '../../../ports/media.ts';
import { registerFrameCipher, type FrameCipher } from './frame-cipher.ts';
import type { FrameStream, FromFrameWorker, ToFrameWorker } from './frame-messages.ts';
import { KeyExchange, compareCode } from './key-exchange.ts';

interface EncodedStreams {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}

/** Senders and receivers of Chromium before 141 have this instead of a transform. */
interface HasStreams {
  createEncodedStreams?(): EncodedStreams;
}

type TransformMaker = new (worker: Worker, options: FrameStream) => RTCRtpScriptTransform;

const transformMaker = (): TransformMaker | undefined => Reflect.get(globalThis, 'RTCRtpScriptTransform');

/** Checks for either way of the browser to hand out encoded frames. */
export const canEncryptFrames = (): boolean =>
  transformMaker() !== undefined || 'createEncodedStreams' in RTCRtpSender.prototype;

/** Keys and frames of one call: the keys are here, the frames pass through a worker. */
export class PageCipher implements CallCipher, FrameCipher {
  readonly #keys: KeyExchange;
  readonly #worker: Worker;
  #onMissing: (device: string) => void = () => undefined;

  private constructor(keys: KeyExchange, worker: Worker) {
    this.#keys = keys;
    this.#worker = worker;
    registerFrameCipher(this, this);
    worker.addEventListener('message', ({ data }: { readonly data: FromFrameWorker }) =>
      this.#onMissing(data.device),
    );
  }

  static async create(): Promise<PageCipher | null> {
    if (!canEncryptFrames()) return null;
    const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' });
    const cipher = new PageCipher(await KeyExchange.create(), worker);
    await cipher.use();
    return cipher;
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  async advance(): Promise<void> {
    await this.#keys.advance();
  }

  rotate(): void {
    this.#keys.rotate();
  }

  async use(): Promise<void> {
    this.#post({ type: 'use', key: this.#keys.newest });
  }

  wrap(call: string, from: string, to: KeyHolder): Promise<string> {
    return this.#keys.wrap(call, from, to);
  }

  async accept(call: string, from: KeyHolder, to: string, box: string): Promise<boolean> {
    const key = await this.#keys.unwrap(call, from, to, box);
    if (key !== null) this.#post({ type: 'accept', device: from.device, key });
    return key !== null;
  }

  setPlain(device: string, isPlain: boolean): void {
    this.#post({ type: 'plain', device, isPlain });
  }

  forget(device: string): void {
    this.#post({ type: 'forget', device });
  }

  words(call: string, holders: readonly KeyHolder[]): Promise<readonly number[]> {
    return compareCode(call, holders);
  }

  onMissing(listener: (device: string) => void): void {
    this.#onMissing = listener;
  }

  sends(sender: RTCRtpSender, to = ''): void {
    this.#attach(sender, { direction: 'send', device: to });
  }

  receives(receiver: RTCRtpReceiver, from: string): void {
    this.#attach(receiver, { direction: 'receive', device: from });
  }

  close(): void {
    this.#worker.terminate();
  }

  #attach(place: RTCRtpSender | RTCRtpReceiver, stream: FrameStream): void {
    const Transform = transformMaker();
    if (Transform !== undefined) {
      place.transform = new Transform(this.#worker, stream);
      return;
    }
    const streams = (place as HasStreams).createEncodedStreams?.();
    if (streams === undefined) return;
    const { readable, writable } = streams;
    this.#worker.postMessage({ type: 'stream', ...stream, readable, writable }, [readable, writable]);
  }

  #post(message: ToFrameWorker): void {
    this.#worker.postMessage(message, []);
  }
}
