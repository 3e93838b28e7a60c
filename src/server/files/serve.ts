import { withoutTurns } from '../../domain/direction.ts';
import { userStream } from '../../domain/ids.ts';
import type { FileRow, ReadTx } from '../../ports/store.ts';
import type { Core } from '../kernel/core.ts';
import { isShown } from './held-file.ts';
import { type ReadLink, readLink } from './links.ts';

/** Headers of every answer with uploaded bytes: they must never act as a page (FILE-2). */
const GUARDS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

const nothing = (status: 404 | 410 | 503): Response =>
  new Response(status === 410 ? 'expired' : 'not found', {
    status,
    headers: { ...GUARDS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

/** A file of a conversation, by its signed address (FILE-1), as long as a message there holds it (FILE-4). */
export async function serveFile(core: Core, request: Request): Promise<Response> {
  const link = readLink(core, request.url);
  if (!link) return nothing(404);
  if (link.expired) return nothing(410);
  const file = await core.store.read((tx) => linkedFile(tx, link));
  if (!file) return nothing(404);
  const isDownload = new URL(request.url).searchParams.has('d');
  return bytesOf(core, request, file, { isDownload, name: file.name, cache: 'private, max-age=86400' });
}

/**
 * An avatar or an emoji, by its random address. Many may have uploaded the same: it has no name here
 * (FILE-12).
 */
export async function servePicture(core: Core, request: Request, key: string): Promise<Response> {
  if (!/^[0-9a-f]{32}$/.test(key)) return nothing(404);
  const file = await core.store.read((tx) => tx.files.byKey(key));
  if (!file || file.purpose === 'message') return nothing(404);
  return bytesOf(core, request, file, {
    isDownload: false,
    name: null,
    cache: 'private, max-age=31536000, immutable',
  });
}

interface Giving {
  readonly isDownload: boolean;
  readonly name: string | null;
  readonly cache: string;
}

async function bytesOf(
  core: Core,
  request: Request,
  file: FileRow,
  { isDownload, name, cache }: Giving,
): Promise<Response> {
  const isInline = !isDownload && isShown(file.mime);
  const headers = new Headers({
    ...GUARDS,
    'content-type': isInline ? file.mime : 'application/octet-stream',
    'content-disposition': `${isInline ? 'inline' : 'attachment'}${name === null ? '' : `; filename*=UTF-8''${encoded(name)}`}`,
    'cache-control': cache,
    'accept-ranges': 'bytes',
    etag: `"${file.digest.slice(0, 32)}"`,
  });
  if (request.headers.get('if-none-match') === headers.get('etag'))
    return new Response(null, { status: 304, headers });
  const size = file.sizeBytes;
  const range = rangeOf(request.headers.get('range'), size);
  if (range === 'none') {
    headers.set('content-range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const stored = await core.uploads?.files.open(file.key, range ?? undefined);
  return stored ? new Response(stored.body, { status, headers }) : nothing(404);
}

/** RFC 5987: every character but letters, digits and a few. */
const encoded = (name: string): string =>
  encodeURIComponent(withoutTurns(name)).replace(
    /['()*!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export interface Range {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/**
 * The requested range (FILE-6): null for the whole, also for several ranges at once, which are unsupported;
 * `none` if it is outside.
 */
function rangeOf(header: string | null, size: number): Range | 'none' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  if (from === '') {
    const last = Number(to);
    return last === 0 || size === 0 ? 'none' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'none' : { start, end };
}

/**
 * The file of an address: held by a message of that conversation above the ordinal, or its owner's, in a post
 * or not sent yet; null for anything else. Another file with the same bytes is a different file, with its own
 * name (FILE-12).
 */
export async function linkedFile(
  tx: ReadTx,
  { key, stream, file }: ReadLink,
  aboveN = 0,
): Promise<FileRow | null> {
  if (file === null) return tx.files.findBytes(key, stream, aboveN);
  const row = await tx.files.byId(file);
  if (row?.key !== key || row.purpose !== 'message') return null;
  return stream === userStream(row.user) || (await tx.files.isHeld(file, stream, aboveN)) ? row : null;
}
