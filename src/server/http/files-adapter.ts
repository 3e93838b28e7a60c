import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Asset, Assets } from './assets.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.txt': 'text/plain; charset=utf-8',
};
const ZIPPED = new Set(['.html', '.js', '.css', '.json', '.svg', '.webmanifest']);
/** The bundler's folder for content-hashed files. */
const HASHED = /^\/assets\/[^/]*-[\w-]{8,}\.\w+$/;
/** Maximum files cached in memory, compressed once; a build has far fewer. */
const KEPT_MAX = 500;

/** Files below one folder, by URL path. Paths outside of the folder are treated as missing. */
export function filesIn(folder: string): Assets {
  const cache = new Map<string, Asset>();
  return async (path) => {
    const name = fileName(path);
    if (name === null) return null;
    const cached = cache.get(name);
    if (cached) return cached;
    const asset = await read(folder, name);
    if (asset?.hashed && cache.size < KEPT_MAX) cache.set(name, asset);
    return asset;
  };
}

function fileName(path: string): string | null {
  try {
    const name = decodeURIComponent(path);
    if (
      name.includes('\0') ||
      name.split(/[/\\]/).some((part) => part === '..' || (part !== '' && part.startsWith('.')))
    )
      return null;
    return name.endsWith('/') ? `${name}index.html` : name;
  } catch {
    return null;
  }
}

async function read(folder: string, name: string): Promise<Asset | null> {
  const file = join(folder, name);
  const type = TYPES[extname(file)];
  if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep) || type === undefined) return null;
  try {
    const body = new Uint8Array(await readFile(file));
    return {
      body,
      type,
      hashed: HASHED.test(name),
      gzip: ZIPPED.has(extname(file)) ? new Uint8Array(gzipSync(body)) : null,
    };
  } catch {
    return null;
  }
}
