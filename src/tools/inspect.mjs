// `npm run inspect -- script.jsonl`: serves the inspector and that script to this machine only, and prints the address.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, resolve, sep } from 'node:path';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

const types = /** @type {Record<string, string>} */ ({ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.jsonl': 'application/x-ndjson' });

requireNode();
const [name] = process.argv.slice(2);
if (name === undefined) stop('Which script? npm run inspect -- script.jsonl');
const script = resolve(name);
if (!existsSync(script) || !statSync(script).isFile()) stop(`There is no file ${script}.`);
await installDependencies();
await buildWhenStale(['client']);

const folder = join(root, 'dist/client') + sep;
const place = `/script/${encodeURIComponent(basename(script))}`;

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const file = pathname === place ? script : join(folder, decodeURIComponent(pathname));
  const known = pathname === place || (file.startsWith(folder) && existsSync(file) && statSync(file).isFile());
  if (request.method !== 'GET' || !known) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    return;
  }
  response.writeHead(200, {
    'content-type': `${types[extname(file)] ?? 'application/octet-stream'}; charset=utf-8`,
    'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  if (pathname === place) createReadStream(script).pipe(response);
  else response.end(readFileSync(file));
});
server.on('error', (error) => stop(`The inspector could not be served: ${error.message}`));
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') stop('The inspector has no address.');
  console.log(`http://127.0.0.1:${address.port}/inspect.html?script=${encodeURIComponent(place)}`);
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(0));
