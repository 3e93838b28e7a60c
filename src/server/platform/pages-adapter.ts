import { request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { previewLimits as limits } from '../kernel/limits.ts';
import type { FoundPage, Pages, PageQuery } from '../../ports/pages.ts';
import { createGuard } from './guard-adapter.ts';
import type { Guard, GuardSettings } from './guard-adapter.ts';
import { startReading } from './read-page-adapter.ts';

const PROTOCOLS: readonly string[] = ['http:', 'https:'];
const KINDS: Readonly<Record<string, FoundPage['kind']>> = {
  'text/html': 'words',
  'application/xhtml+xml': 'words',
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'image/gif': 'picture',
  'image/webp': 'picture',
  'image/avif': 'picture',
};
const ACCEPTS = {
  page: 'text/html,application/xhtml+xml,image/*;q=0.8',
  picture: 'image/webp,image/jpeg,image/png,image/*;q=0.8',
} as const;

/** Each address of each step is looked at, and no step knows of another (PREVIEW-3). */
export function createPages(settings: GuardSettings): Pages {
  const guard = createGuard(settings);
  return {
    find: async (address, query) => {
      let next = address;
      try {
        for (let steps = 0; steps <= limits.redirectsMax; steps += 1) {
          const url = guard.addressed(next, PROTOCOLS);
          if (url === null || query.signal.aborted) return null;
          const outcome = await ask(guard, url, query);
          if (typeof outcome !== 'string') return outcome;
          next = outcome;
        }
      } catch {
        // Unreachable, cut, refused or too slow: equal for the caller.
      }
      return null;
    },
  };
}

/** The found page, or the address of a redirect. */
function ask(guard: Guard, url: URL, query: PageQuery): Promise<FoundPage | string | null> {
  const open = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      {
        method: 'GET',
        headers: {
          accept: ACCEPTS[query.kind],
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'Parley (link preview)',
        },
        // Connections are not reused between requests.
        agent: false,
        lookup: guard.lookup,
        signal: query.signal,
      },
      (answer) => {
        answered(url, answer, query)
          .then(resolve, reject)
          .finally(() => answer.destroy());
      },
    );
    request.on('error', reject);
    request.end();
  });
}

async function answered(
  url: URL,
  answer: IncomingMessage,
  query: PageQuery,
): Promise<FoundPage | string | null> {
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 300 && statusCode < 400) {
    const { location = '' } = headers;
    return URL.canParse(location, url) ? new URL(location, url).href : null;
  }
  const [type = '', ...more] = (headers['content-type'] ?? '').split(';');
  const kind = KINDS[type.trim().toLowerCase()];
  if (statusCode !== 200 || kind === undefined || (query.kind === 'picture' && kind !== 'picture'))
    return null;
  const max = limits.pictureBytesMax;
  // A truncated picture is useless.
  if (kind === 'picture' && Number(headers['content-length'] ?? 0) > max) return null;
  const body = unpacked(answer, headers['content-encoding'] ?? 'identity');
  if (body === null) return null;
  if (kind === 'picture') {
    const bytes = await wholePicture(body, max);
    return bytes && { kind, bytes };
  }
  const reading = await startReading(charsetIn(more), url.href);
  let left = limits.pageBytesMax;
  await eachPart(body, (part) => {
    const isOver = reading.take(part.subarray(0, left));
    left -= part.byteLength;
    return isOver || left <= 0;
  });
  return { kind, words: reading.words() };
}

function charsetIn(parameters: readonly string[]): string | null {
  for (const one of parameters) {
    const charset = /^\s*charset\s*=\s*"?([\w.:-]{1,40})"?\s*$/i.exec(one)?.[1];
    if (charset !== undefined) return charset;
  }
  return null;
}

/** Null for an encoding that was not requested. */
function unpacked(answer: IncomingMessage, encoding: string): Readable | null {
  const unpack = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[encoding.trim().toLowerCase()];
  if (encoding.trim().toLowerCase() === 'identity') return answer;
  if (unpack === undefined) return null;
  const stream = unpack();
  answer.on('error', (error) => stream.destroy(error));
  return answer.pipe(stream);
}

/** Null above the maximum size of a picture. */
async function wholePicture(body: Readable, max: number): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let size = 0;
  await eachPart(body, (part) => {
    parts.push(part);
    size += part.byteLength;
    return size > max;
  });
  return size > max ? null : Buffer.concat(parts);
}

/** Stops at once where `isEnough`: what is packed small may be endless (PREVIEW-4). */
async function eachPart(body: Readable, isEnough: (part: Buffer) => boolean): Promise<void> {
  try {
    for await (const part of body as AsyncIterable<Buffer>) if (isEnough(part)) break;
  } finally {
    body.destroy();
  }
}
