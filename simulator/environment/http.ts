import { jsonOf } from '../recorder/body.ts';

/**
 * Requests and answers of a World. The platform's own come with streams, signals and checks that cost more
 * than the server's work; these hold only what the server reads and writes.
 */
const HOST = 'http://parley.test';
/** Clients of a World disconnect without aborting. */
const NEVER_ABORTED: Pick<AbortSignal, 'aborted'> = { aborted: false };

/** A file of a World, defined by its name. */
export interface WorldFile {
  readonly name: string;
  readonly sizeBytes: number;
}
export interface WorldForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: WorldFile | null;
}
const forms = new WeakMap<object, WorldForm>();
/** The form of the request; null without a form. */
export const worldFormOf = (request: Request): WorldForm | null => forms.get(request) ?? null;

/** Builds the message body of an upload: the fields of a send, with the file. */
export function bodyOfForm({ fields, file }: WorldForm): string {
  const text = fields['message'] ?? '{}';
  const parsed = jsonOf(text);
  const isBody = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return isBody && file ? JSON.stringify({ ...parsed, uploaded: file }) : text;
}

/** A form with one file instead of a body. */
export function formRequestOf(
  path: string,
  headers: Readonly<Record<string, string>>,
  form: WorldForm,
): Request {
  const request = requestOf(
    'POST',
    path,
    { ...headers, 'content-length': String((form.file?.sizeBytes ?? 0) + 200) },
    null,
  );
  forms.set(request, form);
  return request;
}

export function requestOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Request {
  const headerMap = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  // Every client sends the length of its body.
  if (body !== null) headerMap.set('content-length', String(body.length));
  const request: Pick<Request, 'method' | 'url' | 'body' | 'text'> & {
    readonly headers: Pick<Headers, 'get' | 'has'>;
    readonly signal: typeof NEVER_ABORTED;
  } = {
    method,
    url: HOST + path,
    headers: {
      get: (name) => headerMap.get(name.toLowerCase()) ?? null,
      has: (name) => headerMap.has(name.toLowerCase()),
    },
    body: null,
    signal: NEVER_ABORTED,
    text: () => Promise.resolve(body ?? ''),
  };
  return request as Request;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Takes the place of `Response` while a World runs. */
export class PlainResponse {
  readonly status: number;
  private readonly bytes: Uint8Array | string;
  private readonly source: HeadersInit;

  constructor(body: Uint8Array | string | null = null, { status = 200, headers = {} }: ResponseInit = {}) {
    this.status = status;
    this.bytes = body ?? '';
    this.source = headers;
  }

  get headers(): Headers {
    return new Headers(this.source);
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = typeof this.bytes === 'string' ? encoder.encode(this.bytes) : this.bytes;
    return Promise.resolve(new Uint8Array(bytes).buffer);
  }

  text(): Promise<string> {
    return Promise.resolve(typeof this.bytes === 'string' ? this.bytes : decoder.decode(this.bytes));
  }
}
