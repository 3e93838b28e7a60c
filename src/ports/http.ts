/** One request of the contract. The adapter adds nothing but transport. */
export interface HttpRequest {
  readonly path: string;
  readonly method: 'POST' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
}

/** `offline`: no network before the request; `setup`: it could not be built; `timeout` and `broken`: outcome unknown. */
export type HttpOutcome =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'offline' | 'setup' | 'timeout' | 'broken' };

export interface HttpPort {
  /** Never rejects. */
  send(request: HttpRequest): Promise<HttpOutcome>;
}
