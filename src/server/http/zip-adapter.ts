import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PlainAnswer } from './http-app.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const zip = promisify(gzip);

/** Higher levels make JSON hardly smaller and take two to four times as long. */
const LEVEL = 3;

/** Bytes of an answer that is not worth compressing. */
const SHORT = 1_024;

/** `gzip;q=0` is a refusal. */
const ACCEPTED = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** Null: the client does not accept gzip, or the answer is short. The work is done beside the event loop. */
async function zipped(body: Bytes, acceptEncoding: string | null): Promise<Bytes | null> {
  if (body.length <= SHORT || !ACCEPTED.test(acceptEncoding ?? '')) return null;
  const { buffer, byteOffset, byteLength } = await zip(body, { level: LEVEL });
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A long answer as gzip, for a client that accepts it (WIRE-25). */
export async function zippedAnswer(answer: PlainAnswer, acceptEncoding: string | null): Promise<PlainAnswer> {
  if (typeof answer.body === 'string') return answer;
  const body = await zipped(answer.body, acceptEncoding);
  if (body === null) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body,
  };
}

/** The same for an answer of the platform with JSON; files are compressed by their kind. */
export async function zippedResponse(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!isJson || headers.has('content-encoding')) return response;
  const plain = new Uint8Array(await response.arrayBuffer());
  const body = await zipped(plain, acceptEncoding);
  if (body === null) return new Response(plain, { status, headers });
  const zippedHeaders = new Headers(headers);
  zippedHeaders.delete('content-length');
  zippedHeaders.set('content-encoding', 'gzip');
  zippedHeaders.append('vary', 'accept-encoding');
  return new Response(body, { status, headers: zippedHeaders });
}
