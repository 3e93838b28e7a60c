/**
 * Requests and answers of a World. Those of the platform bring streams, signals and checks of their own, which
 * cost more than what the server does with a call; these have what it reads and writes.
 */
const HOST = 'http://parley.test';
/** Whoever goes away in a World goes without a word. */
const NEVER_ABORTED: Pick<AbortSignal, 'aborted'> = { aborted: false };

export function requestOf(method: string, path: string, headers: Readonly<Record<string, string>>, body: string | null): Request {
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  // Every client says how long its body is.
  if (body !== null) known.set('content-length', String(body.length));
  const request: Pick<Request, 'method' | 'url' | 'body' | 'text'> & { readonly headers: Pick<Headers, 'get' | 'has'>; readonly signal: typeof NEVER_ABORTED } = {
    method,
    url: HOST + path,
    headers: { get: (name) => known.get(name.toLowerCase()) ?? null, has: (name) => known.has(name.toLowerCase()) },
    body: null,
    signal: NEVER_ABORTED,
    text: () => Promise.resolve(body ?? ''),
  };
  return request as Request;
}

const decoder = new TextDecoder();

/** Takes the place of `Response` while a World runs. */
export class PlainResponse {
  readonly status: number;
  private readonly bytes: Uint8Array | string;
  private readonly given: HeadersInit;

  constructor(body: Uint8Array | string | null = null, { status = 200, headers = {} }: ResponseInit = {}) {
    this.status = status;
    this.bytes = body ?? '';
    this.given = headers;
  }

  get headers(): Headers {
    return new Headers(this.given);
  }

  text(): Promise<string> {
    return Promise.resolve(typeof this.bytes === 'string' ? this.bytes : decoder.decode(this.bytes));
  }
}
