import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { stop } from './run-command.mjs';

const types = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.jsonl': 'application/x-ndjson',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
});

/**
 * Serves the built files to this machine only, and prints the port. `PORT` chooses one.
 *
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.scripts what the policy allows scripts, as in `script-src`
 * @param {Readonly<Record<string, string>>} [options.files] further files by address
 * @param {string} [options.index] file for `/`
 * @returns {Promise<number>}
 */
export function serveFolder({ folder, scripts, files = {}, index }) {
  const below = resolve(folder) + sep;
  /** @param {string} pathname */
  const fileOf = (pathname) => {
    const entry = files[pathname];
    if (entry !== undefined) return entry;
    const path = decoded(pathname === '/' && index !== undefined ? index : pathname);
    const file = path === null ? '' : join(below, path);
    return file.startsWith(below) && existsSync(file) && statSync(file).isFile() ? file : null;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = request.method === 'GET' ? fileOf(pathname) : null;
    if (file === null) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
      return;
    }
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, {
      'content-type': type.startsWith('text/') || type.endsWith('json') ? `${type}; charset=utf-8` : type,
      'content-security-policy': `default-src 'self'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self' blob:; frame-ancestors ${pathname === '/replay.html' ? "'self'" : "'none'"}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    if (isNamed(files, file)) createReadStream(file).pipe(response);
    else response.end(readFileSync(file));
  });
  server.on('error', (error) => stop(`The pages could not be served: ${error.message}`));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => process.exit(0));
  return new Promise((resolve) => {
    server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') stop('The pages have no address.');
      else resolve(address.port);
    });
  });
}

/**
 * Null for an invalid address.
 *
 * @param {string} pathname
 */
function decoded(pathname) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/**
 * Explicitly named files may be large, so they are read in pieces.
 *
 * @param {Readonly<Record<string, string>>} files
 * @param {string} file
 */
const isNamed = (files, file) => Object.values(files).includes(file);
