/** One request of the contract. The adapter adds nothing but transport. */
export interface HttpRequest {
  readonly path: string;
  readonly method: 'POST' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
  /** Continues while the page unloads; its answer is not read. */
  readonly keepalive?: boolean;
}

/**
 * `offline`: no network before the request; `setup`: it could not be built; `timeout` and `broken`: outcome
 * unknown.
 */
export type HttpOutcome =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'offline' | 'setup' | 'timeout' | 'broken' };

export interface HttpPort {
  /** Never rejects. */
  send(request: HttpRequest): Promise<HttpOutcome>;
}

/** A form with one file, for the uploads of the contract. */
export interface UploadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly body: Blob };
  readonly timeoutMs: number;
  /** How much of the file has left this device, in bytes. */
  onProgress(sentBytes: number): void;
}

export interface Transfer {
  /** Never rejects; `broken` after `abort`. */
  readonly outcome: Promise<HttpOutcome>;
  abort(): void;
}

/** Uploads with progress; separate from `HttpPort`, since it needs another browser API. */
export interface TransferPort {
  upload(request: UploadRequest): Transfer;
}
