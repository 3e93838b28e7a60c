/** A file of the built client, or of the server's own static ones. */
export interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** The name contains a hash of the content: it may be cached forever. */
  readonly hashed: boolean;
  /** The body as gzip, where that is worth it. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;
}

/** Finds a file by the path of a URL; null if it is missing. */
export type Assets = (path: string) => Promise<Asset | null>;

export function assetResponse(asset: Asset, request: Request, headers: Headers): Response {
  headers.set('content-type', asset.type);
  headers.set('cache-control', asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  headers.append('vary', 'accept-encoding');
  const zipped = asset.gzip && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  const body = zipped && asset.gzip ? asset.gzip : asset.body;
  if (zipped) headers.set('content-encoding', 'gzip');
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}
