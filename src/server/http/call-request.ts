import { Refusal } from '../kernel/refusal.ts';

/**
 * A call independent of transport: from a platform request, or from a Node connection, which needs no request
 * object.
 */
export interface CallRequest {
  /** Whole, or from the path on. */
  readonly url: string;
  /** Looks up a lower-case name. */
  header(name: string): string | null;
  /** The whole body; a refusal when it has more bytes than these. */
  text(most: number): Promise<string | Refusal>;
  /** `https://host` as the request named it. */
  origin(): string;
  /** Returns true if the client left before the body was complete. */
  isGone(): boolean;
  /** For forms, which are streamed; null: this transport carries no forms. */
  readonly request: Request | null;
}

export class FetchCallRequest implements CallRequest {
  constructor(readonly request: Request) {}

  get url(): string {
    return this.request.url;
  }

  header(name: string): string | null {
    return this.request.headers.get(name);
  }

  origin(): string {
    return new URL(this.request.url).origin;
  }

  isGone(): boolean {
    return this.request.signal.aborted;
  }

  async text(most: number): Promise<string | Refusal> {
    const { request } = this;
    const length = request.headers.get('content-length');
    if (length !== null) {
      return Number(length) <= most ? request.text() : new Refusal('tooLarge');
    }
    return request.body ? readLimited(request.body.getReader(), most) : '';
  }
}

/** No length was promised: counts while reading, and stops at the limit. */
async function readLimited(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  most: number,
): Promise<string | Refusal> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > most) {
      await reader.cancel();
      return new Refusal('tooLarge');
    }
    text += decoder.decode(value, { stream: true });
  }
}
