import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PlainAnswer } from './http-app.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Zipped {
  readonly body: Bytes;
  readonly encoding: 'br' | 'gzip';
}

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

/** Higher levels make JSON hardly smaller and take two to four times as long. */
const LEVEL = 3;

/** Bytes of an answer that is not worth compressing. */
const SHORT = 1_024;

/** `gzip;q=0` is a refusal. */
const accepting = (name: Zipped['encoding']) =>
  new RegExp(String.raw`\b${name}\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))`, 'i');
const [BROTLI, GZIP] = [accepting('br'), accepting('gzip')];

/**
 * Null: the client accepts neither, or the answer is short. The work is done beside the event loop. Brotli
 * makes a long list of chats half as large as gzip, in half the time; browsers accept it over HTTPS.
 */
async function zipped(body: Bytes, accept: string | null): Promise<Zipped | null> {
  if (body.length <= SHORT || accept === null) return null;
  const encoding = BROTLI.test(accept) ? 'br' : GZIP.test(accept) ? 'gzip' : null;
  if (encoding === null) return null;
  const { buffer, byteOffset, byteLength } =
    encoding === 'br'
      ? await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } })
      : await zip(body, { level: LEVEL });
  return { body: new Uint8Array(buffer, byteOffset, byteLength), encoding };
}

/** A long answer as Brotli or gzip, for a client that accepts it (WIRE-25). */
export async function zippedAnswer(answer: PlainAnswer, acceptEncoding: string | null): Promise<PlainAnswer> {
  if (typeof answer.body === 'string') return answer;
  const smaller = await zipped(answer.body, acceptEncoding);
  if (smaller === null) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': smaller.encoding, vary: 'accept-encoding' },
    body: smaller.body,
  };
}

/** The same for an answer of the platform with JSON; files are compressed by their kind. */
export async function zippedResponse(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!isJson || headers.has('content-encoding')) return response;
  const plain = new Uint8Array(await response.arrayBuffer());
  const smaller = await zipped(plain, acceptEncoding);
  if (smaller === null) return new Response(plain, { status, headers });
  const zippedHeaders = new Headers(headers);
  zippedHeaders.delete('content-length');
  zippedHeaders.set('content-encoding', smaller.encoding);
  zippedHeaders.append('vary', 'accept-encoding');
  return new Response(smaller.body, { status, headers: zippedHeaders });
}
