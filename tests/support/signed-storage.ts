import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A storage of the usual signed protocol, as small as it can be: it checks every signature and keeps objects
 * in memory.
 */
export interface SignedStorage {
  readonly endpoint: string;
  readonly objects: Map<string, { readonly bytes: Buffer; readonly type: string }>;
  /** Requests that were refused. */
  readonly refused: readonly string[];
  /** How many requests have come. */
  readonly asked: number;
  /** The next requests get this answer instead. */
  fail(status: number | null): void;
  /** The next requests get no answer, and their connection ends. */
  cut(isCut: boolean): void;
  stop(): Promise<void>;
}

export const keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'here-1' } as const;

const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

export async function startSignedStorage(): Promise<SignedStorage> {
  const objects = new Map<string, { readonly bytes: Buffer; readonly type: string }>();
  const refused: string[] = [];
  let failing: number | null = null;
  let isCut = false;
  let requestCount = 0;
  const server = createServer((request, answer) => {
    void (async () => {
      requestCount += 1;
      const bytes = await bodyOf(request);
      // Cut off on its way: nothing of it is kept.
      if (bytes === null || isCut) return void request.socket.destroy();
      const fault = failing === null ? faultOf(request, bytes) : null;
      if (fault) refused.push(fault);
      if (fault || failing !== null) return void answer.writeHead(fault ? 403 : (failing ?? 500)).end();
      const { pathname: name, searchParams } = new URL(request.url ?? '', 'http://here');
      if (searchParams.get('list-type') === '2') return void answer.end(listOf(objects, searchParams));
      const match = objects.get(name);
      if (request.method === 'PUT') objects.set(name, { bytes, type: request.headers['content-type'] ?? '' });
      if (request.method === 'DELETE') objects.delete(name);
      if (request.method !== 'GET') return void answer.writeHead(request.method === 'PUT' ? 200 : 204).end();
      if (!match) return void answer.writeHead(404).end();
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (!range)
        return void answer.writeHead(200, { 'content-length': match.bytes.length }).end(match.bytes);
      const [from, to] = [Number(range[1]), Number(range[2])];
      answer
        .writeHead(206, { 'content-range': `bytes ${from}-${to}/${match.bytes.length}` })
        .end(match.bytes.subarray(from, to + 1));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    objects,
    refused,
    get asked() {
      return requestCount;
    },
    fail: (status) => void (failing = status),
    cut: (cuts) => void (isCut = cuts),
    stop: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(parts);
}

/** A small page, so that every list has several pages. */
const PAGE = 3;

function listOf(objects: SignedStorage['objects'], asked: URLSearchParams): string {
  const start = `/bucket/${asked.get('prefix') ?? ''}`;
  const after = `/bucket/${asked.get('start-after') ?? ''}`;
  const all = [...objects].filter(([name]) => name.startsWith(start) && name > after);
  const page = all.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, PAGE);
  const contents = page.map(([name, { bytes }]) => {
    const [key, size] = [name.slice('/bucket/'.length), bytes.length];
    return `<Contents><Key>${key}</Key><ETag>&quot;x&quot;</ETag><Size>${size}</Size></Contents>`;
  });
  const isCut = `<IsTruncated>${all.length > page.length}</IsTruncated>`;
  return `<?xml version="1.0"?><ListBucketResult>${isCut}${contents.join('')}</ListBucketResult>`;
}

/** Computes the signature of the received request and compares it. Returns null if they are equal. */
function faultOf(request: IncomingMessage, bytes: Buffer): string | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return 'not signed';
  const [, key, day = '', region = '', names = '', given] = match;
  if (key !== keys.accessKeyId || region !== keys.region) return 'another key';
  const payload = String(request.headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha(bytes)) return 'another body';
  if (request.method === 'PUT' && payload === 'UNSIGNED-PAYLOAD') return 'a body without its digest';
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}\n`);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted();
  const canonical = [request.method, pathname, query.join('&'), headers.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const signing = mac(mac(mac(mac(`AWS4${keys.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const right = mac(
    signing,
    ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, sha(canonical)].join('\n'),
  ).toString('hex');
  return right === given ? null : 'another signature';
}
