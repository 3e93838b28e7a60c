import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { WebSocketServer } from 'ws';
import { PlainServer } from './server.ts';

const KINDS: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.mp3': 'audio/mpeg',
  '.woff2': 'font/woff2',
};

export interface HostedPlain {
  readonly url: string;
  readonly plain: PlainServer;
  /** Closes every socket, as a restart of the server does. */
  cut(): void;
  close(): Promise<void>;
}

/** The scripted plain server on a port of this machine, with the built client in front of it. */
export async function hostPlain(built = 'dist/client'): Promise<HostedPlain> {
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const plain = new PlainServer(url, Date.now);
  const sockets = new WebSocketServer({ server: http, path: '/wss' });
  sockets.on('connection', (socket) => {
    const line = plain.open(
      (text) => socket.send(text),
      () => socket.close(),
    );
    socket.on('message', (data: Buffer) => line.said(data.toString('utf8')));
    socket.on('close', () => line.closed());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', url).pathname;
    const file =
      request.method === 'GET'
        ? await readFile(join(built, path === '/' ? 'index.html' : path)).catch(() => null)
        : null;
    if (file !== null) {
      response.setHeader(
        'content-type',
        KINDS[extname(path === '/' ? '.html' : path)] ??
          KINDS[path === '/' ? '.html' : ''] ??
          'application/octet-stream',
      );
      return void response.end(file);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = request.method === 'POST' ? Buffer.concat(chunks) : null;
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const found = await plain.fetch(
      new Request(`${url}${request.url ?? '/'}`, { method: request.method ?? 'GET', headers, body }),
    );
    response.writeHead(found.status, Object.fromEntries(found.headers));
    response.end(Buffer.from(await found.arrayBuffer()));
  }

  return {
    url,
    plain,
    cut: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
